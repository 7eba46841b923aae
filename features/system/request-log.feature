# The log of requests: who called what, and how it was answered.
Feature: The request log
  GET /api/v2/requests lists the last 100 calls, newest first, for whoever wants to know who did what.

  @LOG-1 @LOG-2
  Rule: The last 100 calls, newest first

    Scenario: What is told of each call
      Given the host itself reads the signals
      And the host itself plays clip 99 on main
      When the host itself reads the requests
      Then it is answered 200
      And the answer has the fields ok, requests
      And each in "requests" has the fields time, address, caller, method, path, status, error
      And the answer has a time in "requests.0.time"
      And the answer lists in "requests":
        | address   | caller   | method | path                               | status | error     |
        | 127.0.0.1 | loopback | GET    | /api/v2/outputs/main/clips/99/play | 404    | not_found |
        | 127.0.0.1 | loopback | GET    | /api/v2/signals                    | 200    | null      |

    @simulator
    Scenario: The time is that of the answer
      Given the clock stands still
      And the host itself reads the signals
      When 90000 ms pass
      And the host itself reads the core
      And the host itself reads the requests
      Then the answer says:
        | requests.0.path | /api/v2/core    |
        | requests.1.path | /api/v2/signals |
      And "requests.0.time" is 90000 ms after "requests.1.time"

    Scenario: A hundred, and no more
      Given the host itself reads the studio
      And the host itself reads the core
      And the host itself asks for the health, 99 times
      When the host itself reads the requests in plain text
      Then it is answered 200
      And the text is "100"
      When the host itself reads the requests
      Then the answer says:
        | requests.0.path  | /api/v2/plain/requests |
        | requests.1.path  | /api/v2/health         |
        | requests.99.path | /api/v2/health         |
      And the answer doesn't mention "/api/v2/studio"
      And the answer doesn't mention "/api/v2/core"

    @PLAIN-6
    Scenario: Its plain form is the count
      Given the host itself asks for the health, 3 times
      When the host itself reads the requests in plain text
      Then the text is "3"

  @LOG-7
  Rule: Every call is logged, whatever became of it, and its path with the query

    Scenario Outline: <caller> calls <method> <path>
      When <caller> calls <method> <path>
      And the host itself reads the requests
      Then the answer lists in "requests":
        | address   | method   | path   | status   | error   |
        | <address> | <method> | <path> | <status> | <error> |

      Examples:
        | caller                   | address      | method | path                                         | status | error              |
        | the host itself          | 127.0.0.1    | POST   | /api/v2/signals/red-light/on?timeout=500&x=1 | 200    | null               |
        | the host itself          | 127.0.0.1    | GET    | /api/v2/signals/red-light/on?wait=0          | 202    | null               |
        | the host itself          | 127.0.0.1    | HEAD   | /api/v2/signals                              | 200    | null               |
        | the host itself          | 127.0.0.1    | HEAD   | /api/v2/signals/red-light/on                 | 405    | method_not_allowed |
        | the host itself          | 127.0.0.1    | DELETE | /api/v2/signals                              | 405    | method_not_allowed |
        | the host itself          | 127.0.0.1    | GET    | /api/v2/attic                                | 404    | not_found          |
        | the host itself          | 127.0.0.1    | GET    | /attic                                       | 404    | not_found          |
        | the host itself          | 127.0.0.1    | GET    | /api/v2/signals?x=%zz                        | 400    | invalid_parameter  |
        | the host itself          | 127.0.0.1    | GET    | /api/v2/stations/bravo/take                  | 409    | conflict           |
        | the host itself          | 127.0.0.1    | GET    | /api/signals                                 | 200    | null               |
        | the host itself          | 127.0.0.1    | GET    | /status/health                               | 200    | null               |
        | a caller at 198.51.100.7 | 198.51.100.7 | GET    | /api/v2/signals                              | 401    | unauthorized       |
        | a caller at 198.51.100.7 | 198.51.100.7 | GET    | /api/v2/health                               | 200    | null               |
        | a caller at 198.51.100.7 | 198.51.100.7 | GET    | /api/signals                                 | 401    | unauthorized       |

    @PLAIN-5
    Scenario Outline: A softened error keeps its true status: <path>
      When the host itself calls GET <path>
      Then it is answered 200
      When the host itself reads the requests
      Then the answer lists in "requests":
        | path   | status   | error   |
        | <path> | <status> | <error> |

      Examples:
        | path                                                     | status | error             |
        | /api/v2/plain/signals/attic?soft=1                       | 404    | not_found         |
        | /api/v2/plain/outputs/main/clips/3/play?timeout=5&soft=1 | 400    | invalid_parameter |
        | /api/v2/plain/stations/bravo/take?soft=1                 | 409    | conflict          |

  @LOG-3
  Rule: It names the caller

    Scenario: The host itself
      Given the host itself reads the signals
      When the host itself reads the requests
      Then the answer says:
        | requests.0.caller | loopback |

    Scenario: A device, also where it is refused
      Given the device "Desk panel" is read only
      And the device "Desk panel" reads the signals
      And the device "Desk panel" switches the signal red-light on
      And the device "Desk panel" is revoked
      And the device "Desk panel" reads the signals
      When the host itself reads the requests
      Then the answer lists in "requests":
        | address      | caller            | status | error        |
        | 192.168.1.20 | device:Desk panel | 401    | unauthorized |
        | 192.168.1.20 | device:Desk panel | 403    | read_only    |
        | 192.168.1.20 | device:Desk panel | 200    | null         |

    Scenario: A device away from its fixed address keeps its name
      Given the device "Desk panel" works from 192.168.1.30 only
      And the device "Desk panel" at 192.168.1.31 reads the signals
      When the host itself reads the requests
      Then the answer says:
        | requests.0.caller  | device:Desk panel |
        | requests.0.address | 192.168.1.31      |
        | requests.0.status  | 401               |

    @PUBLIC-7
    Scenario: A device that asks for the health is known too
      Given the device "Desk panel"
      And the device "Desk panel" asks for the health
      When the host itself reads the requests
      Then the answer says:
        | requests.0.caller | device:Desk panel |

    Scenario: A deleted device is nobody
      Given the device "Desk panel"
      And the device "Desk panel" is deleted
      And the device "Desk panel" reads the signals
      When the host itself reads the requests
      Then the answer says:
        | requests.0.caller | null |

    Scenario Outline: The earlier generation's <username>
      Given a caller at 192.168.1.20 calls GET /api/signals, showing:
        | Basic | <username>: |
      When the host itself reads the requests
      Then the answer says:
        | requests.0.caller | legacy:<username> |
        | requests.0.status | 200               |

      Examples:
        | username          |
        | EXTERNAL_APP      |
        | OUTPUT_PLAYER     |
        | CAMERA_CONTROLLER |
        | STUDIO_DISPLAY    |

    @LAN-5 @LAN-6
    Scenario: A listed address by its label, of several the first
      Given these devices are listed:
        | address         | label       |
        | 192.168.1.20/31 | desk        |
        | 192.168.1.0/24  | the studio  |
        | 192.168.1.99    | never shown |
      And a caller at 192.168.1.20 reads the signals
      And a caller at 192.168.1.22 reads the signals
      And a caller at 192.168.1.99 reads the signals
      When the host itself reads the requests
      Then the answer lists in "requests":
        | address      | caller         | status |
        | 192.168.1.99 | lan:the studio | 200    |
        | 192.168.1.22 | lan:the studio | 200    |
        | 192.168.1.20 | lan:desk       | 200    |

    @LAN-10
    Scenario: An address let in by Whole LAN
      Given access without a token is Whole LAN
      And a caller at 10.1.2.3 reads the signals
      When the host itself reads the requests
      Then the answer says:
        | requests.0.caller | lan:whole-lan |

    Scenario: Nobody
      Given a caller at 198.51.100.7 reads the signals
      When the host itself reads the requests
      Then the answer says:
        | requests.0.caller | null |

  @LOG-4 @ERROR-13
  Rule: Tokens are never written

    Scenario: A token in the query string
      Given the device "Desk panel"
      And a caller at 192.168.1.20 reads the signals, showing:
        | query token | {Desk panel} |
      When the host itself reads the requests
      Then the answer says:
        | requests.0.caller | device:Desk panel         |
        | requests.0.path   | /api/v2/signals?token=*** |
        | requests.0.status | 200                       |
      And the answer doesn't mention "{Desk panel}"

    Scenario Outline: Anything named token: <query>
      When the host itself calls GET /api/v2/signals?<query>
      And the host itself reads the requests
      Then the answer says:
        | requests.0.path | /api/v2/signals?<written> |
      And the answer doesn't mention "secret"

      Examples:
        | query                            | written                    |
        | token=secret                     | token=***                  |
        | TOKEN=secret                     | TOKEN=***                  |
        | Token=secret&wait=1              | Token=***&wait=1           |
        | wait=1&token=secret&token=secret | wait=1&token=***&token=*** |
        | %74oken=secret                   | %74oken=***                |
        | %54%4F%4B%45%4E=secret           | %54%4F%4B%45%4E=***        |
        | token=sec=secret                 | token=***                  |

    Scenario Outline: Anything that looks like a token, also encoded: <path>
      When the host itself calls GET <path>
      And the host itself reads the requests
      Then the answer doesn't mention "abcdefghijklmnopqrstuvwxyz012345"
      And the answer doesn't mention "bcdefghijklmnopqrstuvwxyz01234"

      Examples:
        | path                                                           |
        | /api/v2/signals?x=svc_abcdefghijklmnopqrstuvwxyz012345         |
        | /api/v2/signals?svc_abcdefghijklmnopqrstuvwxyz012345           |
        | /api/v2/signals/svc_abcdefghijklmnopqrstuvwxyz012345           |
        | /api/v2/svc_abcdefghijklmnopqrstuvwxyz012345/attic             |
        | /api/signals/svc_abcdefghijklmnopqrstuvwxyz012345              |
        | /svc_abcdefghijklmnopqrstuvwxyz012345                          |
        | /api/v2/signals?x=svc%5Fabcdefghijklmnopqrstuvwxyz012345       |
        | /api/v2/signals?x=%73%76%63_abcdefghijklmnopqrstuvwxyz012345   |
        | /api/v2/signals?x=svc%255Fabcdefghijklmnopqrstuvwxyz012345     |
        | /api/v2/signals/svc%5fabcdefghijklmnopqrstuvwxyz012345         |
        | /api/v2/signals/svc%25255fabcdefghijklmnopqrstuvwxyz012345     |
        | /api/v2/signals?x=%zz&y=svc%5Fabcdefghijklmnopqrstuvwxyz012345 |

    Scenario: What is no token stays readable
      When the host itself calls GET /api/v2/signals?tokens=3&x=svc_short
      And the host itself reads the requests
      Then the answer says:
        | requests.0.path | /api/v2/signals?tokens=3&x=svc_short |

  @LOG-6
  Rule: No control character reaches it

    Scenario Outline: <path>
      When the host itself calls GET <path>
      And the host itself reads the requests
      Then the answer says:
        | requests.0.path | <path> |

      Examples:
        | path                        |
        | /api/v2/signals/a%0D%0Ab    |
        | /api/v2/signals?x=%1B%5B31m |
        | /api/v2/signals?x=%00       |
        | /api/v2/signals?x=%C2%85    |

    Scenario: Not beside a token either
      When the host itself calls GET /api/v2/signals?x=%0Asvc_abcdefghijklmnopqrstuvwxyz012345
      And the host itself reads the requests
      Then the answer says:
        | requests.0.path | /api/v2/signals?x=%0A*** |

  @LOG-5
  Rule: It is open to the host itself and to devices that may read System

    Scenario Outline: <given>, and the device "Panel" reads it: <status>
      Given <given>
      When the device "Panel" reads the requests
      Then it is answered <status>

      Examples:
        | given                                          | status |
        | the device "Panel"                             | 200    |
        | the device "Panel" is read only                | 200    |
        | the device "Panel" is limited to system        | 200    |
        | the device "Panel" is limited to core, signals | 403    |
        | the device "Panel" is revoked                  | 401    |

    Scenario: A caller with LAN access isn't enough
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the requests
      Then it is refused with 401 unauthorized
      And the header "WWW-Authenticate" is 'Basic realm="SVCSERVERCOREAPI"'
      When the host itself reads the requests
      Then the answer says:
        | requests.0.caller | lan:whole-lan |
        | requests.0.status | 401           |

    @SWITCH-3
    Scenario Outline: Read of System is switched off, and <caller> reads it
      Given the device "Panel"
      And Read of System is switched off
      When <caller> reads the requests
      Then it is refused with 403 feature_disabled

      Examples:
        | caller             |
        | the host itself    |
        | the device "Panel" |

    @LEGACY-AUTH-4
    Scenario: The earlier generation's programs aren't let in
      When a caller at 192.168.1.20 reads the requests, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 403 forbidden
