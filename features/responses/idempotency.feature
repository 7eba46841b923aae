# Idempotency keys: a caller that isn't sure whether its call has arrived repeats it, and it is sent once.
@simulated
Feature: Idempotency keys
  A caller gives an action a key of its own choice. Repetitions with that key get the first answer, and nothing is sent.

  Rule: A repetition with the same key gets the first answer

    @IDEMPOTENCY-1
    Scenario Outline: A toggle that is repeated <how> is sent once
      When the host itself toggles the signal red-light with:
        | Idempotency-Key | press 1 |
      Then the response status is 200
      And the action id is saved as "the first"
      And the signal red-light is on
      When the host itself <call> with:
        | Idempotency-Key | press 1 |
      Then the response status is 200
      And the header "X-Action-Id" is "{the first}"
      And 1 command was sent
      And the signal red-light is on

      Examples:
        | how               | call                                       |
        | with the header   | toggles the signal red-light               |
        | as plain text     | toggles the signal red-light in plain text |
        | by POST           | toggles the signal red-light by POST       |
        | without waiting   | toggles the signal red-light with wait=0   |
        | as a legacy route | calls GET /api/signals/red-light/toggle    |

    @IDEMPOTENCY-1
    Scenario: The header and key= are the same
      When the host itself toggles the signal red-light with:
        | Idempotency-Key | press-1 |
      And the host itself toggles the signal red-light with key=press-1
      Then the response status is 200
      And 1 command was sent

    @IDEMPOTENCY-1
    Scenario: A failure is repeated too, whatever the device would do now
      Given the player of main rejects commands
      When the host itself plays clip 3 on main with key=a
      Then the call is refused with 424 device_error
      And the action id is saved as "the first"
      When the player of main works again
      And the host itself plays clip 3 on main with key=a
      Then the call is refused with 424 device_error
      And the header "X-Action-Id" is "{the first}"
      And 1 command was sent
      When the host itself plays clip 3 on main with key=b
      Then the response status is 200

    @IDEMPOTENCY-1 @fresh
    Scenario: A 202 is repeated, and the action has one record
      When the host itself switches the signal red-light on with key=a&wait=0
      Then the response status is 202
      When the host itself switches the signal red-light on with key=a
      Then the response status is 202
      When the host itself reads the actions in plain text
      Then the response body is "1"

    @IDEMPOTENCY-1
    Scenario: A key is forgotten after 10 minutes
      Given the host itself toggles the signal red-light with key=a
      When 599 seconds pass
      And the host itself toggles the signal red-light with key=a
      Then 1 command was sent
      When 1 second passes
      And the host itself toggles the signal red-light with key=a
      Then 2 commands were sent

    @IDEMPOTENCY-1 @IDEMPOTENCY-9
    Scenario: A repetition after a restart of the service gets the first answer
      Given the host itself toggles the signal red-light with key=a
      And the action id is saved as "the first"
      When the service is restarted
      And the host itself toggles the signal red-light with key=a
      Then the response status is 200
      And the header "X-Action-Id" is "{the first}"
      And 1 command was sent
      When the service is down for 10 minutes
      And the host itself toggles the signal red-light with key=a
      Then 2 commands were sent

    @IDEMPOTENCY-1 @IDEMPOTENCY-9
    Scenario: A failure is repeated after a restart too
      Given the player of main rejects commands
      And the host itself plays clip 3 on main with key=a
      And the action id is saved as "the first"
      And the player of main works again
      When the service is restarted
      And the host itself plays clip 3 on main with key=a
      Then the call is refused with 424 device_error
      And the header "X-Action-Id" is "{the first}"
      And 1 command was sent

    @IDEMPOTENCY-1
    Scenario: A repetition gets the first answer although another station holds the studio now
      Given the host itself plays clip 3 on main with station=alpha&key=a
      And the host itself releases the studio
      And the host itself takes the studio for bravo
      When the host itself plays clip 3 on main with station=alpha&key=a
      Then the response status is 200
      And 1 command was sent

  @IDEMPOTENCY-3
  Rule: A key belongs to one call

    Scenario Outline: <other> with the same key is a conflict
      Given the host itself switches the signal red-light on with key=a
      When the host itself <other> with key=a
      Then the call is refused with 409 conflict
      And the error message contains "new key"
      And there is a header "X-Action-Id"
      And 1 command was sent

      Examples:
        | other                             |
        | switches the signal red-light off |
        | switches the signal mic-live on   |
        | plays clip 3 on main              |

    Scenario: A macro with another parameter is another call
      Given the host itself runs the macro mac-1 with guest=1&key=a
      When the host itself calls GET /api/v2/macros/mac-1/run?guest=2&key=a
      Then the call is refused with 409 conflict
      When the host itself calls GET /api/v2/macros/mac-1/run?key=a&guest=1
      Then the response status is 200

  @IDEMPOTENCY-4
  Rule: A call of which nothing was sent leaves its key free

    Scenario Outline: A call that is refused with <code> may be tried again with its key
      Given the player of wall is offline
      When the host itself calls GET /api/v2<path>
      Then the call is refused with <status> <code>
      When the host itself plays clip 3 on main with key=a
      Then the response status is 200
      And 1 command was sent

      Examples:
        | path                                             | status | code               |
        | /outputs/main/clips/99/play?key=a                | 404    | not_found          |
        | /outputs/main/clips/3/play?key=a&timeout=1       | 400    | invalid_parameter  |
        | /outputs/main/clips/3/play?key=a&station=bravo   | 409    | station_mismatch   |
        | /outputs/main/resume?key=a                       | 409    | conflict           |
        | /outputs/wall/clips/3/play?scene=left&key=a      | 424    | device_unavailable |

    @simulated-playout
    Scenario: A call whose driver failed while it was sent keeps its key, as it may have reached the device
      Given the player of main has a broken driver
      And the host itself plays clip 3 on main with key=a
      And the action id is saved as "the first"
      When the player of main works again
      And the host itself plays clip 3 on main with key=a
      Then the call is refused with 424 device_error
      And the header "X-Action-Id" is "{the first}"
      And nothing plays on main

  @IDEMPOTENCY-5
  Rule: What a call does makes it the same, not how it is answered

    Scenario Outline: <repetition> is the same call
      Given the host itself calls GET /api/v2/signals/red-light/pulse?ms=200&key=a
      When the host itself calls <repetition>
      Then the response status is 200
      And 1 command was sent

      Examples:
        | repetition                                                        |
        | GET /api/v2/signals/red-light/pulse?key=a&ms=0200                 |
        | POST /api/v2/signals/red-light/pulse?ms=200&key=a&timeout=5000    |
        | GET /api/v2/plain/signals/red-light/pulse?ms=200&soft=1&key=a     |
        | GET /api/v2/signals/red%2Dlight/pulse?ms=200&key=%61&unknown=1    |

  @IDEMPOTENCY-6
  Rule: A key is 1 to 64 printable characters

    Scenario Outline: The key <key> is refused
      When the host itself calls GET /api/v2/signals/red-light/on?key=<key>
      Then the call is refused with 400 invalid_parameter
      And the error message contains "key: expected <expected>"
      And no command is sent to any device

      Examples:
        | key                                                               | expected                           |
        | 12345678901234567890123456789012345678901234567890123456789012345 | 1 to 64 printable ASCII characters |
        | a%0Ab                                                             | 1 to 64 printable ASCII characters |
        | %C3%A4                                                            | 1 to 64 printable ASCII characters |
        | a&key=a                                                           | one value                          |

    Scenario: A key of 64 characters is accepted
      When the host itself switches the signal red-light on with:
        | Idempotency-Key | 1234567890123456789012345678901234567890123456789012345678901234 |
      Then the response status is 200

    Scenario: Header and query must not differ
      When the host itself switches the signal red-light on with key=a with:
        | Idempotency-Key | b |
      Then the call is refused with 400 invalid_parameter
      And the error message contains "Idempotency-Key"
      When the host itself switches the signal red-light on with key=a with:
        | Idempotency-Key | a |
      Then the response status is 200

    Scenario: An empty key is none
      Given the host itself toggles the signal red-light with key=
      When the host itself toggles the signal red-light with key=
      Then 2 commands were sent

    Scenario: A read ignores the key
      When the host itself reads the signals with key=a
      Then the response status is 200
      And the header "X-Ignored-Parameters" is "key"

    @LOG-4
    Scenario: A key that looks like a token is not logged
      Given the host itself calls GET /api/v2/signals/red-light/on?key=svc_abcdefghijklmnopqrstuvwxyz012345
      When the host itself reads the request log
      Then "requests.0.path" contains "key=***"
      And the response doesn't contain "svc_"

  @IDEMPOTENCY-8
  Rule: Keys belong to their callers

    Scenario: Two devices may use the same key
      Given the device "One"
      And the device "Two"
      And the device "One" toggles the signal red-light with key=a
      When the device "Two" toggles the signal red-light with key=a
      Then the response status is 200
      And 2 commands were sent

    Scenario: A revoked device gets no answer again
      Given the device "One"
      And the device "One" switches the signal red-light on with key=a
      And the device "One" is revoked
      When the device "One" switches the signal red-light on with key=a
      Then the call is refused with 401 unauthorized
