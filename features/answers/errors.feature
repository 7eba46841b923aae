# The error table: for each situation the status, the code, and how both faces tell them.
Feature: The error table
  An error of /api/v2 is JSON with ok false, error and message. Its plain twin says ERR and the code.

  Background:
    Given the device "Reader" is read only
    And the device "Player" is limited to outputs
    And the device "Fixed" works from 192.168.1.30 only
    And the device "Retired" is revoked

  @ERROR-1 @ERROR-2 @PLAIN-1 @ERROR-5 @ERROR-6 @ERROR-7 @ERROR-8 @ERROR-10 @ERROR-15 @ERROR-16
  Rule: Both faces tell the same refusal

    Scenario Outline: <situation>
      When <caller> calls <method> /api/v2<path>
      Then it is refused with <status> <code>
      And the answer says:
        | ok    | false  |
        | error | <code> |
      And the answer has a text in "message"
      When <caller> calls <method> /api/v2/plain<path>
      Then it is refused with <status> <code>
      And the text is "ERR <code>"

      Examples: The specification's table
        | situation                           | caller                           | method | path                                      | status | code             |
        | No valid token, header or access    | a caller at 192.168.1.20         | GET    | /signals                                  | 401    | unauthorized     |
        | Revoked token                       | the device "Retired"             | GET    | /signals                                  | 401    | unauthorized     |
        | Fixed IP used from another address  | the device "Fixed" at 192.168.1.21 | GET  | /signals                                  | 401    | unauthorized     |
        | Read-only device on a control route | the device "Reader"              | GET    | /signals/red-light/on                     | 403    | read_only        |
        | Device not allowed this feature     | the device "Player"              | GET    | /signals                                  | 403    | forbidden        |
        | Another station holds the studio    | the host itself                  | GET    | /outputs/main/clips/3/play?station=bravo  | 409    | station_mismatch |

      Examples: Beyond the table
        | situation             | caller          | method | path                                  | status | code               |
        | A bad parameter       | the host itself | GET    | /outputs/main/clips/3/play?timeout=99 | 400    | invalid_parameter  |
        | An unknown route      | the host itself | GET    | /attic                                | 404    | not_found          |
        | An unknown resource   | the host itself | GET    | /signals/attic                        | 404    | not_found          |
        | Another method        | the host itself | DELETE | /signals                              | 405    | method_not_allowed |

    @GUARD-1
    Scenario Outline: Browser request from another site that <deed>
      When the host itself <deed>, showing:
        | Sec-Fetch-Site | cross-site |
      Then it is refused with 403 forbidden

      Examples:
        | deed                            |
        | reads the signals               |
        | reads the signals in plain text |

    @LEGACY-AUTH-4
    Scenario Outline: Legacy header that <deed>
      When a caller at 192.168.1.20 <deed>, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 403 forbidden

      Examples:
        | deed                            |
        | reads the signals               |
        | reads the signals in plain text |

    @ERROR-9
    Scenario Outline: <what> is switched off, and the host <deed>
      Given <what> is switched off
      When the host itself <deed>
      Then it is refused with 403 feature_disabled

      Examples:
        | what            | deed                            |
        | Read of Signals | reads the signals               |
        | Read of Signals | reads the signals in plain text |
        | the API         | reads the signals               |
        | the API         | reads the signals in plain text |

  @ERROR-3 @ERROR-4
  Rule: Every 401 names the ways to be let in

    Scenario Outline: <caller>
      When <caller> calls GET <path>
      Then it is refused with 401 unauthorized
      And the header "WWW-Authenticate" is 'Basic realm="SVCSERVERCOREAPI"'

      Examples:
        | caller                   | path                  |
        | a caller at 192.168.1.20 | /api/v2/signals       |
        | a caller at 192.168.1.20 | /api/v2/plain/signals |
        | a caller at 192.168.1.20 | /api/v2/attic         |
        | the device "Retired"     | /api/v2/signals       |

    Scenario Outline: The message mentions <way>
      When a caller at 192.168.1.20 reads the signals
      Then the message mentions "<way>"

      Examples:
        | way                  |
        | device token         |
        | LAN access           |
        | legacy authorization |

    Scenario: No other answer challenges
      When the device "Reader" switches the signal red-light on
      Then it is refused with 403 read_only
      And there is no header "WWW-Authenticate"

  @ERROR-16
  Rule: Another method on a known path is 405, and Allow names those it knows

    Scenario Outline: <method> <path>
      When the host itself calls <method> <path>
      Then it is refused with 405 method_not_allowed
      And the header "Allow" names <allowed>
      And nothing is sent to any device

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

  Rule: HEAD is for reading

    @HEAD-1
    Scenario Outline: HEAD <path>
      When the host itself calls HEAD <path>
      Then it is answered 200
      And the text is empty

      Examples:
        | path                  |
        | /api/v2/signals       |
        | /api/v2/plain/signals |
        | /api/v2/studio        |

    @HEAD-2
    Scenario Outline: HEAD <path> triggers nothing
      When the host itself calls HEAD <path>
      Then it is answered 405
      And the header "Allow" is "GET, POST"
      And nothing is sent to any device

      Examples:
        | path                                    |
        | /api/v2/outputs/main/clips/3/play       |
        | /api/v2/plain/signals/red-light/on      |

  @ERROR-12 @ERROR-15
  Rule: The message says what was wrong

    Scenario Outline: <deed>
      When the host itself <deed>
      Then the message mentions "<word>"

      Examples:
        | deed                                 | word    |
        | plays clip 3 on main with timeout=99 | timeout |
        | plays clip 3 on main with timeout=99 | 99      |
        | plays clip 77 on main                | 77      |
        | plays clip 3 on attic                | attic   |
        | reads the signal attic               | attic   |

  @ERROR-22 @simulated-playout
  Rule: What nobody foresaw is 500 on a read, and says nothing of the inside

    Background:
      Given the player of main has a broken driver

    Scenario Outline: <deed>
      When the host itself <deed>
      Then it is answered 500
      And the text is "<text>"

      Examples:
        | deed                                 | text                  |
        | calls GET /api/v2/plain/outputs/main | ERR internal_error    |
        | calls GET /api/outputs/main          | Internal Server Error |

    Scenario: In JSON
      When the host itself reads the output main
      Then it is refused with 500 internal_error
      And the answer doesn't mention "broke"
      And the answer doesn't mention "simulator"

    Scenario: The other routes work on
      When the host itself reads the signal red-light
      Then it is answered 200

    Scenario: Once it is well again, it works
      When the player of main is well again
      And the host itself plays clip 3 on main
      Then it is answered 200

  @ERROR-18 @ERROR-23
  Rule: An action that meets what nobody foresaw is 424 device_error, since its command may have left

    @simulated-playout
    Scenario Outline: <deed>
      Given the player of main has a broken driver
      When the host itself <deed>
      Then it is refused with 424 device_error
      And the answer doesn't mention "broke"

      Examples:
        | deed                                    |
        | plays clip 3 on main                    |
        | plays clip 3 on main in plain text      |
        | plays clip 3 on main with wait=0        |

    @MACRO-3
    Scenario: A macro ends at its step, and can be run again
      Given the camera cam-2 has a broken driver
      When the host itself runs the macro mac-1
      And 5000 ms pass
      And the host itself reads the macro mac-1 in plain text
      Then the text is "0"
      When the camera cam-2 is well again
      And the host itself runs the macro mac-1
      Then it is answered 200

    @SIGNAL-7
    Scenario: A pulse ends once its line is well again
      Given the host itself pulses the signal red-light with ms=500
      And the line of red-light has a broken driver
      When 3000 ms pass
      And the line of red-light is well again
      And 1100 ms pass
      Then the signal red-light is off
