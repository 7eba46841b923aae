# Legacy authorization on /api/v2: an accepted header is forbidden, any other header is ignored.
Feature: Legacy authorization on the current API
  Legacy apps sign in with HTTP Basic as EXTERNAL_APP. That admits them to legacy routes, never to the current API.
  There an accepted header is answered with 403 forbidden, and a header that isn't accepted is ignored.

  @LEGACY-AUTH-4 @LEGACY-AUTH-3 @simulated
  Rule: An accepted legacy header never admits a call to the current API

    Scenario Outline: EXTERNAL_APP may not call the current API: <call>
      When a caller at 192.168.1.20 <call> with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 403 forbidden
      And no command is sent to any device

      Examples:
        | call                               |
        | reads the studio                   |
        | reads the signals                  |
        | switches the signal red-light on   |
        | plays clip 3 on main               |
        | plays clip 3 on main in plain text |

  Rule: From a public address the password must be correct

    @LEGACY-AUTH-1 @LEGACY-AUTH-2
    Scenario Outline: The base64 of the <name> is accepted as password
      When a caller at 198.51.100.7 reads the signals with:
        | Basic | EXTERNAL_APP:{base64 of <id>} |
      Then the call is refused with 403 forbidden

      Examples:
        | name      | id       |
        | server id | server-1 |
        | studio id | studio-1 |

    @LEGACY-AUTH-8 @simulated
    Scenario Outline: A header with <who> isn't accepted
      When a caller at 198.51.100.7 reads the signals with:
        | Basic | <shown> |
      Then the call is refused with 401 unauthorized

      Examples:
        | who                           | shown                              |
        | a wrong password              | EXTERNAL_APP:wrong                 |
        | no password                   | EXTERNAL_APP:                      |
        | the plain id                  | EXTERNAL_APP:server-1              |
        | another username              | OUTPUT_PLAYER:                     |
        | another with the right secret | OUTPUT_PLAYER:{base64 of server-1} |
        | an unknown username           | SOMEBODY:{base64 of server-1}      |

  @LEGACY-AUTH-13 @simulated
  Rule: Guesses of the password are slowed

    Background:
      Given the clock is stopped

    Scenario: After five wrong passwords the right one has to wait
      When a caller at 198.51.100.7 reads the signals, 5 times, with:
        | Basic | EXTERNAL_APP:wrong |
      And a caller at 198.51.100.7 reads the signals with:
        | Basic | EXTERNAL_APP:{base64 of server-1} |
      Then the call is refused with 401 unauthorized
      When 5 seconds pass
      And a caller at 198.51.100.7 reads the signals with:
        | Basic | EXTERNAL_APP:{base64 of server-1} |
      Then the call is refused with 403 forbidden

    Scenario: Another address doesn't have to wait
      When a caller at 198.51.100.7 reads the signals, 5 times, with:
        | Basic | EXTERNAL_APP:wrong |
      And a caller at 198.51.100.8 reads the signals with:
        | Basic | EXTERNAL_APP:{base64 of server-1} |
      Then the call is refused with 403 forbidden

    Scenario: The checks continue with LAN access while an address has to wait
      Given these devices are listed:
        | address      | label       |
        | 198.51.100.7 | Outside van |
      When a caller at 198.51.100.7 reads the signals, 5 times, with:
        | Basic | EXTERNAL_APP:wrong |
      And a caller at 198.51.100.7 reads the signals with:
        | Basic | EXTERNAL_APP:{base64 of server-1} |
      Then the response status is 200

    @LEGACY-AUTH-14
    Scenario: A device at the same address doesn't have to wait
      Given the device "Panel"
      When a caller at 198.51.100.7 reads the signals, 5 times, with:
        | Basic | EXTERNAL_APP:wrong |
      And the device "Panel" at 198.51.100.7 reads the signals
      Then the response status is 200

    @LEGACY-AUTH-14
    Scenario Outline: A legacy app at <address> never has to wait
      When a caller at <address> reads the signals, 9 times, with:
        | Basic | OUTPUT_PLAYER:wrong |
      And a caller at <address> reads the signals with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 403 forbidden

      Examples:
        | address      |
        | 192.168.1.20 |
        | fd00::20     |

  Rule: From a private address no secret is needed

    @LEGACY-AUTH-6 @ADDRESS-7
    Scenario Outline: EXTERNAL_APP at <address> is accepted with any password
      When a caller at <address> reads the signals with:
        | Basic | EXTERNAL_APP:<password> |
      Then the call is refused with 403 forbidden

      Examples:
        | address      | password |
        | 10.1.2.3     | anything |
        | 172.16.5.4   | anything |
        | 192.168.1.20 | anything |
        | 192.168.1.20 |          |
        | 169.254.7.20 | anything |
        | fd00::20     | anything |
        | fe80::20     | anything |

    @LEGACY-AUTH-6 @ADDRESS-8
    Scenario: A proxy on the host has no private address
      When the host itself reads the signals with:
        | Via   | 1.1 proxy             |
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 401 unauthorized

    @LEGACY-AUTH-11
    Scenario Outline: A configured username, as <username>
      When a caller at 192.168.1.20 calls GET /api/signals with:
        | Basic | <username>: |
      Then the response status is <status>

      Examples:
        | username   | status |
        | SHOW_CLOCK | 200    |
        | show_clock | 401    |

    @LEGACY-AUTH-7 @LEGACY-AUTH-10
    Scenario Outline: The username <username> is accepted without a password
      When a caller at 192.168.1.20 reads the signals with:
        | Basic | <username>: |
      Then the call is refused with 403 forbidden

      Examples:
        | username          |
        | OUTPUT_PLAYER     |
        | CAMERA_CONTROLLER |
        | STUDIO_DISPLAY    |

    @LEGACY-AUTH-10
    Scenario Outline: The username <username> isn't an app-type username
      When a caller at 192.168.1.20 reads the signals with:
        | Basic | <username>: |
      Then the call is refused with 401 unauthorized

      Examples:
        | username      |
        | external_app  |
        | Output_Player |
        | SOMEBODY      |
        | admin         |

  @LEGACY-AUTH-9
  Rule: A legacy header is accepted only while legacy authorization is on, which is the default

    Scenario: A legacy header is ignored while legacy authorization is off
      Given legacy authorization is switched off
      When a caller at 192.168.1.20 reads the signals with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 401 unauthorized

    Scenario: A legacy header is accepted again once legacy authorization is on
      Given legacy authorization is switched off
      When legacy authorization is switched on
      And a caller at 192.168.1.20 reads the signals with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 403 forbidden
