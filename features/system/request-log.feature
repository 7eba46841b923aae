# The request log: who called what, and what was answered.
@simulated @loopback
Feature: The request log
  GET /api/v2/requests lists the last 100 calls, newest first, so that people can see who did what.

  @LOG-1 @LOG-2
  Rule: The log shows the last 100 calls, newest first

    Scenario: An entry shows the caller, the request and the response
      Given the host itself reads the signals
      And the host itself plays clip 99 on main
      When the host itself reads the request log
      Then the response status is 200
      And the response has the fields ok, requests
      And each item of "requests" has the fields time, address, caller, method, path, status, error
      And the response has a time in "requests.0.time"
      And the response lists in "requests":
        | address   | caller   | method | path                               | status | error     |
        | 127.0.0.1 | loopback | GET    | /api/v2/outputs/main/clips/99/play | 404    | not_found |
        | 127.0.0.1 | loopback | GET    | /api/v2/signals                    | 200    | null      |

    @simulator
    Scenario: The time of an entry is the time of the response
      Given the clock is stopped
      And the host itself reads the signals
      When 90000 ms pass
      And the host itself reads the core status
      And the host itself reads the request log
      Then the response contains:
        | requests.0.path | /api/v2/core    |
        | requests.1.path | /api/v2/signals |
      And "requests.0.time" is 90000 ms after "requests.1.time"

    Scenario: The log keeps a hundred entries
      Given the host itself reads the studio
      And the host itself reads the core status
      And the host itself reads the health, 99 times
      When the host itself reads the request log in plain text
      Then the response status is 200
      And the response body is "100"
      When the host itself reads the request log
      Then the response contains:
        | requests.0.path  | /api/v2/plain/requests |
        | requests.1.path  | /api/v2/health         |
        | requests.99.path | /api/v2/health         |
      And the response doesn't contain "/api/v2/studio"
      And the response doesn't contain "/api/v2/core"

    @PLAIN-6
    Scenario: The plain form of the log is the count
      Given the host itself reads the health, 3 times
      When the host itself reads the request log in plain text
      Then the response body is "3"

  @LOG-8
  Rule: Calls of strangers never displace the calls of identified callers

    Scenario: A hundred strangers' calls fill the list, and the calls of identified callers are still there
      Given the device "Panel"
      And the device "Panel" switches the signal red-light on
      When a caller at 198.51.100.66 reads the signals, 100 times
      And the host itself reads the request log
      Then the response contains:
        | requests.0.address  | 198.51.100.66 |
        | requests.99.address | 198.51.100.66 |
      When the host itself reads the request log with callers=known
      Then the response lists in "requests":
        | caller       | path                         | status |
        | loopback     | /api/v2/requests             | 200    |
        | device:Panel | /api/v2/signals/red-light/on | 200    |

    Scenario: Another value is rejected
      When the host itself reads the request log with callers=all
      Then the call is refused with 400 invalid_parameter

  @LOG-7
  Rule: Every call is logged, with its query

    Scenario Outline: The log shows <method> <path> of <caller>
      When <caller> calls <method> <path>
      And the host itself reads the request log
      Then the response lists in "requests":
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
    Scenario Outline: The log shows the true status of a call with soft=1: <path>
      When the host itself calls GET <path>
      Then the response status is 200
      When the host itself reads the request log
      Then the response lists in "requests":
        | path   | status   | error   |
        | <path> | <status> | <error> |

      Examples:
        | path                                                     | status | error             |
        | /api/v2/plain/signals/attic?soft=1                       | 404    | not_found         |
        | /api/v2/plain/outputs/main/clips/3/play?timeout=5&soft=1 | 400    | invalid_parameter |
        | /api/v2/plain/stations/bravo/take?soft=1                 | 409    | conflict          |

  @LOG-3
  Rule: An entry names the caller

    Scenario: The host itself is loopback
      Given the host itself reads the signals
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller | loopback |

    Scenario: A device is named even when it is refused
      Given the device "Desk panel" is read only
      And the device "Desk panel" reads the signals
      And the device "Desk panel" switches the signal red-light on
      And the device "Desk panel" is revoked
      And the device "Desk panel" reads the signals
      When the host itself reads the request log
      Then the response lists in "requests":
        | address      | caller            | status | error        |
        | 192.168.1.20 | device:Desk panel | 401    | unauthorized |
        | 192.168.1.20 | device:Desk panel | 403    | read_only    |
        | 192.168.1.20 | device:Desk panel | 200    | null         |

    Scenario: A device at another than its fixed address is named
      Given the device "Desk panel" has the fixed address 192.168.1.30
      And the device "Desk panel" at 192.168.1.31 reads the signals
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller  | device:Desk panel |
        | requests.0.address | 192.168.1.31      |
        | requests.0.status  | 401               |

    @PUBLIC-7
    Scenario: A device that reads the health is named
      Given the device "Desk panel"
      And the device "Desk panel" reads the health
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller | device:Desk panel |

    Scenario: A deleted device isn't named
      Given the device "Desk panel"
      And the device "Desk panel" is deleted
      And the device "Desk panel" reads the signals
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller | null |

    Scenario Outline: A legacy app is named by its username <username>
      Given a caller at 192.168.1.20 calls GET /api/signals with:
        | Basic | <username>: |
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller | legacy:<username> |
        | requests.0.status | 200               |

      Examples:
        | username          |
        | EXTERNAL_APP      |
        | OUTPUT_PLAYER     |
        | CAMERA_CONTROLLER |
        | STUDIO_DISPLAY    |

    @LAN-5 @LAN-6
    Scenario: A listed address is named by the first matching label
      Given these devices are listed:
        | address         | label       |
        | 192.168.1.20/31 | desk        |
        | 192.168.1.0/24  | the studio  |
        | 192.168.1.99    | never shown |
      And a caller at 192.168.1.20 reads the signals
      And a caller at 192.168.1.22 reads the signals
      And a caller at 192.168.1.99 reads the signals
      When the host itself reads the request log
      Then the response lists in "requests":
        | address      | caller         | status |
        | 192.168.1.99 | lan:the studio | 200    |
        | 192.168.1.22 | lan:the studio | 200    |
        | 192.168.1.20 | lan:desk       | 200    |

    @LAN-10
    Scenario: An address admitted by Whole LAN is named lan:whole-lan
      Given access without a token is Whole LAN
      And a caller at 10.1.2.3 reads the signals
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller | lan:whole-lan |

    Scenario: A caller who isn't admitted is null
      Given a caller at 198.51.100.7 reads the signals
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller | null |

  @LOG-4 @ERROR-13
  Rule: Tokens are never logged

    Scenario: A token in the query string is masked
      Given the device "Desk panel"
      And a caller at 192.168.1.20 reads the signals with:
        | query token | {Desk panel} |
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller | device:Desk panel         |
        | requests.0.path   | /api/v2/signals?token=*** |
        | requests.0.status | 200                       |
      And the response doesn't contain "{Desk panel}"

    Scenario Outline: A parameter named token is masked: <query>
      When the host itself calls GET /api/v2/signals?<query>
      And the host itself reads the request log
      Then the response contains:
        | requests.0.path | /api/v2/signals?<written> |
      And the response doesn't contain "secret"

      Examples:
        | query                            | written                    |
        | token=secret                     | token=***                  |
        | TOKEN=secret                     | TOKEN=***                  |
        | Token=secret&wait=1              | Token=***&wait=1           |
        | wait=1&token=secret&token=secret | wait=1&token=***&token=*** |
        | %74oken=secret                   | %74oken=***                |
        | %54%4F%4B%45%4E=secret           | %54%4F%4B%45%4E=***        |
        | token=sec=secret                 | token=***                  |

    Scenario Outline: A value that looks like a token is masked, even encoded: <path>
      When the host itself calls GET <path>
      And the host itself reads the request log
      Then the response doesn't contain "abcdefghijklmnopqrstuvwxyz012345"
      And the response doesn't contain "bcdefghijklmnopqrstuvwxyz01234"

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

    Scenario: A value that isn't a token stays readable
      When the host itself calls GET /api/v2/signals?tokens=3&x=svc_short
      And the host itself reads the request log
      Then the response contains:
        | requests.0.path | /api/v2/signals?tokens=3&x=svc_short |

  @LOG-6
  Rule: Control characters are never logged

    Scenario Outline: The log escapes <path>
      When the host itself calls GET <path>
      And the host itself reads the request log
      Then the response contains:
        | requests.0.path | <path> |

      Examples:
        | path                        |
        | /api/v2/signals/a%0D%0Ab    |
        | /api/v2/signals?x=%1B%5B31m |
        | /api/v2/signals?x=%00       |
        | /api/v2/signals?x=%C2%85    |

    Scenario: A control character next to a token is escaped as well
      When the host itself calls GET /api/v2/signals?x=%0Asvc_abcdefghijklmnopqrstuvwxyz012345
      And the host itself reads the request log
      Then the response contains:
        | requests.0.path | /api/v2/signals?x=%0A*** |

  @LOG-5
  Rule: The log is open to the host itself and to devices that may read System

    Scenario Outline: The call of a device is <status>: <given>
      Given <given>
      When the device "Panel" reads the request log
      Then the response status is <status>

      Examples:
        | given                                          | status |
        | the device "Panel"                             | 200    |
        | the device "Panel" is read only                | 200    |
        | the device "Panel" is limited to system        | 200    |
        | the device "Panel" is limited to core, signals | 403    |
        | the device "Panel" is revoked                  | 401    |

    Scenario: A caller with LAN access may not read the log
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the request log
      Then the call is refused with 401 unauthorized
      And the header "WWW-Authenticate" is 'Basic realm="SVCSERVERCOREAPI"'
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller | lan:whole-lan |
        | requests.0.status | 401           |

    @SWITCH-3
    Scenario Outline: While Read of System is off, <caller> may not read the log
      Given the device "Panel"
      And Read of System is switched off
      When <caller> reads the request log
      Then the call is refused with 403 feature_disabled

      Examples:
        | caller             |
        | the host itself    |
        | the device "Panel" |

    @LEGACY-AUTH-4
    Scenario: Legacy apps may not read the log
      When a caller at 192.168.1.20 reads the request log with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 403 forbidden
