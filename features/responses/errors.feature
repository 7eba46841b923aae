# The error table: status and code of each refusal, in JSON and in plain text.
Feature: The error table
  An error of /api/v2 is JSON with ok false, error and message. Its plain twin answers ERR and the code.

  Background:
    Given the device "Reader" is read only
    And the device "Player" is limited to outputs
    And the device "Fixed" has the fixed address 192.168.1.30
    And the device "Retired" is revoked

  @ERROR-1 @ERROR-2 @PLAIN-1 @ERROR-5 @ERROR-6 @ERROR-7 @ERROR-8 @ERROR-10 @ERROR-15 @ERROR-16
  Rule: JSON and plain text report the same refusal

    Scenario Outline: The situation "<situation>" is <status> <code>
      When <caller> calls <method> /api/v2<path>
      Then the call is refused with <status> <code>
      And the response contains:
        | ok    | false  |
        | error | <code> |
      And the response has text in "message"
      When <caller> calls <method> /api/v2/plain<path>
      Then the call is refused with <status> <code>
      And the response body is "ERR <code>"

      Examples: Access and stations
        | situation                           | caller                             | method | path                                     | status | code             |
        | No valid token, header or access    | a caller at 192.168.1.20           | GET    | /signals                                 | 401    | unauthorized     |
        | Revoked token                       | the device "Retired"               | GET    | /signals                                 | 401    | unauthorized     |
        | Fixed IP used from another address  | the device "Fixed" at 192.168.1.21 | GET    | /signals                                 | 401    | unauthorized     |
        | Read-only device on a control route | the device "Reader"                | GET    | /signals/red-light/on                    | 403    | read_only        |
        | Device not allowed this feature     | the device "Player"                | GET    | /signals                                 | 403    | forbidden        |
        | Another station holds the studio    | the host itself                    | GET    | /outputs/main/clips/3/play?station=bravo | 409    | station_mismatch |

      Examples: Parameters, routes and methods
        | situation            | caller          | method | path                                  | status | code               |
        | An invalid parameter | the host itself | GET    | /outputs/main/clips/3/play?timeout=99 | 400    | invalid_parameter  |
        | An unknown route     | the host itself | GET    | /attic                                | 404    | not_found          |
        | An unknown resource  | the host itself | GET    | /signals/attic                        | 404    | not_found          |
        | Another method       | the host itself | DELETE | /signals                              | 405    | method_not_allowed |

    @GUARD-1
    Scenario Outline: A browser request from another site <call> and is forbidden
      When the host itself <call> with:
        | Sec-Fetch-Site | cross-site |
      Then the call is refused with 403 forbidden

      Examples:
        | call                            |
        | reads the signals               |
        | reads the signals in plain text |

    @LEGACY-AUTH-4
    Scenario Outline: A caller with a legacy header <call> and is forbidden
      When a caller at 192.168.1.20 <call> with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 403 forbidden

      Examples:
        | call                            |
        | reads the signals               |
        | reads the signals in plain text |

    @ERROR-9
    Scenario Outline: The host <call> while <what> is switched off
      Given <what> is switched off
      When the host itself <call>
      Then the call is refused with 403 feature_disabled

      Examples:
        | what            | call                            |
        | Read of Signals | reads the signals               |
        | Read of Signals | reads the signals in plain text |
        | the API         | reads the signals               |
        | the API         | reads the signals in plain text |

  @ERROR-3 @ERROR-4
  Rule: Every 401 explains how to get access

    Scenario Outline: The response to <caller> for <path> has a WWW-Authenticate header
      When <caller> calls GET <path>
      Then the call is refused with 401 unauthorized
      And the header "WWW-Authenticate" is 'Basic realm="SVCSERVERCOREAPI"'

      Examples:
        | caller                   | path                  |
        | a caller at 192.168.1.20 | /api/v2/signals       |
        | a caller at 192.168.1.20 | /api/v2/plain/signals |
        | a caller at 192.168.1.20 | /api/v2/attic         |
        | the device "Retired"     | /api/v2/signals       |

    Scenario Outline: The message of a 401 contains "<way>"
      When a caller at 192.168.1.20 reads the signals
      Then the error message contains "<way>"

      Examples:
        | way                  |
        | device token         |
        | LAN access           |
        | legacy authorization |

    Scenario: A 403 has no WWW-Authenticate header
      When the device "Reader" switches the signal red-light on
      Then the call is refused with 403 read_only
      And there is no header "WWW-Authenticate"

  @ERROR-16 @simulated
  Rule: A method that a known path doesn't support is 405, and Allow lists the supported ones

    Scenario Outline: The method <method> isn't supported by <path>
      When the host itself calls <method> <path>
      Then the call is refused with 405 method_not_allowed
      And the header "Allow" names <allowed>
      And no command is sent to any device

      Examples:
        | method | path                                    | allowed   |
        | DELETE | /api/v2/signals                         | GET       |
        | POST   | /api/v2/signals                         | GET       |
        | PUT    | /api/v2/studio                          | GET       |
        | POST   | /api/v2/health                          | GET       |
        | POST   | /api/v2/plain/signals/red-light         | GET       |
        | PUT    | /api/v2/signals/red-light/on            | GET, POST |
        | DELETE | /api/v2/outputs/main/clips/3/play       | GET, POST |
        | PATCH  | /api/v2/plain/outputs/main/clips/3/play | GET, POST |

  Rule: HEAD is supported by reads only

    @HEAD-1
    Scenario Outline: HEAD is supported by <path>
      When the host itself calls HEAD <path>
      Then the response status is 200
      And the response body is empty

      Examples:
        | path                  |
        | /api/v2/signals       |
        | /api/v2/plain/signals |
        | /api/v2/studio        |

    @HEAD-2 @simulated
    Scenario Outline: HEAD isn't supported by <path>, and no command is sent
      When the host itself calls HEAD <path>
      Then the response status is 405
      And the header "Allow" is "GET, POST"
      And no command is sent to any device

      Examples:
        | path                               |
        | /api/v2/outputs/main/clips/3/play  |
        | /api/v2/plain/signals/red-light/on |

  @ERROR-12 @ERROR-15
  Rule: The error message names what was wrong

    Scenario Outline: The host <call>, and the message contains "<word>"
      When the host itself <call>
      Then the error message contains "<word>"

      Examples:
        | call                   | word  |
        | reads the signal attic | attic |

      @simulated
      Examples:
        | call                                 | word    |
        | plays clip 3 on main with timeout=99 | timeout |
        | plays clip 3 on main with timeout=99 | 99      |
        | plays clip 77 on main                | 77      |
        | plays clip 3 on attic                | attic   |

  @ERROR-27 @simulated-playout
  Rule: A device whose driver fails is shown as not connected, and everything else as it is

    Background:
      Given the player of main has a broken driver

    Scenario: The output is not connected
      When the host itself reads the output main
      Then the response status is 200
      And the response contains:
        | output.connected | false |
      And the response doesn't contain "broke"
      And the response doesn't contain "simulator"

    Scenario Outline: The host <call>, which shows nothing that runs
      When the host itself <call>
      Then the response status is 200
      And the response body is empty

      Examples:
        | call                                           |
        | reads the output main in plain text            |
        | calls GET /api/v2/plain/outputs/main/remaining |

    Scenario: Other routes still work
      When the host itself reads the signal red-light
      Then the response status is 200

    Scenario: The output works again once the driver works
      When the player of main works again
      And the host itself plays clip 3 on main
      Then the response status is 200

  @ERROR-18 @ERROR-23 @simulated
  Rule: An unexpected failure of an action is 424 device_error, since its command may have been sent

    @simulated-playout
    Scenario Outline: The host <call>, and gets device_error
      Given the player of main has a broken driver
      When the host itself <call>
      Then the call is refused with 424 device_error
      And the response doesn't contain "broke"

      Examples:
        | call                               |
        | plays clip 3 on main               |
        | plays clip 3 on main in plain text |
        | plays clip 3 on main with wait=0   |

    @MACRO-3
    Scenario: A macro ends at the failed step, and can be run again
      Given the camera cam-2 has a broken driver
      When the host itself runs the macro mac-1
      And 5000 ms pass
      And the host itself reads the macro mac-1 in plain text
      Then the response body is "0"
      When the camera cam-2 works again
      And the host itself runs the macro mac-1
      Then the response status is 200

    @SIGNAL-7
    Scenario: A pulse ends once its line works again
      Given the host itself pulses the signal red-light with ms=500
      And the line of red-light has a broken driver
      When 3000 ms pass
      And the line of red-light works again
      And 1100 ms pass
      Then the signal red-light is off
