# What the service reports to the console about its callers, and that no report is lost.
@simulated
Feature: Call reports
  Operators see when and from where each control device called last, and which callers were refused. Reports that can't
  be sent while the console is unreachable are sent later.

  Background:
    Given the clock is stopped
    And the device "Desk panel"
    And the device "Rack panel"

  Rule: Last calls are reported

    @REPORT-1 @DEVICE-14
    Scenario: The console shows time and address of a device's last call
      When the device "Desk panel" at 192.168.1.30 reads the signals
      Then the console immediately shows that "Desk panel" last called at 12:00:00 from 192.168.1.30
      And the console still shows that "Rack panel" has never called

    @REPORT-1 @REPORT-2
    Scenario: The first call is reported at once, then one call a minute
      When the device "Desk panel" at 192.168.1.30 reads the signals
      Then the console immediately shows that "Desk panel" last called at 12:00:00 from 192.168.1.30
      When 10 seconds pass
      And the device "Desk panel" at 192.168.1.31 reads the signals
      And 49 seconds pass
      And the device "Rack panel" reads the signals
      Then the console immediately shows that "Rack panel" last called at 12:00:59 from 192.168.1.20
      And the console still shows that "Desk panel" last called at 12:00:00 from 192.168.1.30
      When 1 second passes
      Then the console immediately shows that "Desk panel" last called at 12:00:10 from 192.168.1.31

    @REPORT-2
    Scenario: A call after a quiet minute is reported at once
      When the device "Desk panel" reads the signals
      And 5 minutes pass
      And the device "Desk panel" reads the signals
      Then the console immediately shows that "Desk panel" last called at 12:05:00 from 192.168.1.20

    @REPORT-3
    Scenario Outline: A refused call counts as well: <status> <error>
      Given the device "Desk panel" is read only
      And the device "Desk panel" is limited to signals, outputs
      And Read of Outputs is switched off
      When the device "Desk panel" <call>
      Then the call is refused with <status> <error>
      And the console immediately shows that "Desk panel" last called at 12:00:00 from 192.168.1.20

      Examples:
        | call                             | status | error              |
        | switches the signal red-light on | 403    | read_only          |
        | reads the macros                 | 403    | forbidden          |
        | reads the outputs                | 403    | feature_disabled   |
        | reads the signal attic           | 404    | not_found          |
        | calls PUT /api/v2/signals        | 405    | method_not_allowed |

    @REPORT-3
    Scenario: A call that is refused with 401 doesn't count
      Given the device "Desk panel" has the fixed address 192.168.1.30
      When the device "Desk panel" at 192.168.1.31 reads the signals
      Then the call is refused with 401 unauthorized
      When the device "Rack panel" reads the signals
      Then the console immediately shows that "Rack panel" last called at 12:00:00 from 192.168.1.20
      And the console still shows that "Desk panel" has never called

  @REPORT-7 @own-console
  Rule: Calls with an old token are reported apart

    Scenario: The console shows from where an old token is still used
      When the device "Desk panel" at 192.168.1.30 reads the signals
      And the token of "Desk panel" is replaced
      And 10 seconds pass
      Then the console immediately shows that the old token of "Desk panel" has never called
      When the device "Desk panel, before" at 192.168.1.31 reads the signals
      Then the console immediately shows that the old token of "Desk panel" last called at 12:00:10 from 192.168.1.31
      When 1 minute passes
      And the device "Desk panel" at 192.168.1.30 reads the signals
      Then the console immediately shows that "Desk panel" last called at 12:01:10 from 192.168.1.30
      And the console still shows that the old token of "Desk panel" last called at 12:00:10 from 192.168.1.31

  @REPORT-4
  Rule: No report is lost

    # Simulating a day of a player's connection takes long, and this scenario needs no player.
    @simulated-playout
    Scenario: Calls made while the console is unreachable are reported later
      When the service loses its connection to the console
      And the device "Desk panel" reads the signals
      And 24 hours pass
      And the device "Rack panel" reads the signals
      And the connection to the console is restored
      Then the console within a minute shows that "Desk panel" last called at 12:00:00 from 192.168.1.20
      And the console within a minute shows that "Rack panel" last called at 12:00:00 from 192.168.1.20

    Scenario: Reports survive a restart of the service
      When the service loses its connection to the console
      And the device "Desk panel" reads the signals
      And a caller at 198.51.100.7 reads the signals
      And the service is restarted
      And 10 seconds pass
      And a caller at 198.51.100.7 reads the signals
      And the connection to the console is restored
      Then the console within a minute shows that "Desk panel" last called at 12:00:00 from 192.168.1.20
      And within a minute the console shows these refused callers:
        | address      | reason   | count | last call |
        | 198.51.100.7 | no_token | 2     | 12:00:10  |

    Scenario: A report that is sent twice counts once
      When the console's responses to reports are lost
      And a caller at 198.51.100.7 reads the signals, 3 times
      Then within a minute the service has sent 2 reports
      When the connection to the console is restored
      And 1 hour passes
      And a caller at 198.51.100.8 reads the signals
      Then within a minute the console shows these refused callers:
        | address      | count |
        | 198.51.100.8 | 1     |
        | 198.51.100.7 | 3     |

    Scenario: Pending reports are sent when the service stops
      When the device "Desk panel" at 192.168.1.30 reads the signals
      Then the console immediately shows that "Desk panel" last called at 12:00:00 from 192.168.1.30
      When 10 seconds pass
      And the device "Desk panel" at 192.168.1.31 reads the signals
      And the service is restarted
      Then the console immediately shows that "Desk panel" last called at 12:00:10 from 192.168.1.31

  @REPORT-5
  Rule: Refused callers are reported

    Scenario: Refused callers are counted by address, with the reason
      Given the device "Retired" is revoked
      And the device "Rack panel" has the fixed address 192.168.1.20
      When a caller at 198.51.100.7 reads the signals, 3 times
      And 1 second passes
      And a caller at 198.51.100.8 reads the signals with:
        | Bearer | svc_00000000000000000000000000000000 |
      And 1 second passes
      And the device "Retired" at 192.168.1.31 reads the signals
      And 1 second passes
      And the device "Rack panel" at 192.168.1.32 reads the signals
      And 1 second passes
      And a caller at 198.51.100.9 reads the signals with:
        | Basic | EXTERNAL_APP:anything |
      Then within a minute the console shows these refused callers:
        | address      | reason         | count | last call |
        | 198.51.100.9 | legacy_refused | 1     | 12:00:04  |
        | 192.168.1.32 | wrong_address  | 1     | 12:00:03  |
        | 192.168.1.31 | revoked_token  | 1     | 12:00:02  |
        | 198.51.100.8 | unknown_token  | 1     | 12:00:01  |
        | 198.51.100.7 | no_token       | 3     | 12:00:00  |

    Scenario: The reason is the one of the last call
      When a caller at 198.51.100.7 reads the signals
      And 2 minutes pass
      And a caller at 198.51.100.7 reads the signals with:
        | Bearer | svc_00000000000000000000000000000000 |
      Then within a minute the console shows these refused callers:
        | address      | reason        | count | last call |
        | 198.51.100.7 | unknown_token | 2     | 12:02:00  |

    Scenario: A caller that is admitted isn't a refused caller
      Given access without a token is Whole LAN
      And Read of Signals is switched off
      When a caller at 192.168.1.21 reads the signals
      Then the call is refused with 403 feature_disabled
      When a caller at 198.51.100.7 reads the health
      And a caller at 198.51.100.7 reads the signals
      Then within a minute the console shows these refused callers:
        | address      | reason   | count | last call |
        | 198.51.100.7 | no_token | 1     | 12:00:00  |

    Scenario: The newest hundred addresses are kept
      When callers at 102 addresses starting at 198.18.0.1 read the signals
      Then within a minute the console shows 100 refused callers, including 198.18.0.102 but not 198.18.0.2

    Scenario: The list can be cleared
      When a caller at 198.51.100.7 reads the signals
      Then within a minute the console shows these refused callers:
        | address      | reason   | count | last call |
        | 198.51.100.7 | no_token | 1     | 12:00:00  |
      When the operator clears the refused callers of this studio
      Then the console accepts it
      And the console shows no refused callers

  @REPORT-8
  Rule: Last calls are reported with their answers

    Scenario: The console shows how the last call of a device was answered
      Given the device "Desk panel" is read only
      When the device "Desk panel" reads the signals
      Then the console immediately shows that the last call of "Desk panel" was answered 200
      When 1 minute passes
      And the device "Desk panel" switches the signal red-light on
      Then the console immediately shows that the last call of "Desk panel" was answered 403 read_only

    @simulator
    Scenario: A call that takes long is reported without its answer, which follows
      Given the player of main loses its acknowledgements
      When the device "Desk panel" plays clip 3 on main with timeout=30000 and waits
      And 9 seconds pass
      Then the console still shows that "Desk panel" has never called
      When 1 second passes
      Then the console immediately shows that "Desk panel" last called at 12:00:00 from 192.168.1.20
      And the console still shows that the last call of "Desk panel" has no answer
      When 1 minute passes
      Then the console immediately shows that the last call of "Desk panel" was answered 424 ack_timeout

  @REPORT-9 @REPORT-10
  Rule: Refused callers are reported with each reason and the device

    Scenario: Each reason of an address has its count and its last time
      Given the device "Retired" is revoked
      When a caller at 192.168.1.31 reads the signals, 2 times
      And 1 second passes
      And the device "Retired" at 192.168.1.31 reads the signals
      And 1 second passes
      And a caller at 192.168.1.31 reads the signals
      Then within a minute the console shows these reasons of the refused caller 192.168.1.31:
        | reason        | device  | count | last call |
        | no_token      |         | 3     | 12:00:02  |
        | revoked_token | Retired | 1     | 12:00:01  |

    Scenario: A device that may not do what it tries is listed with the reason
      Given the device "Desk panel" is read only
      And Read of Outputs is switched off
      When the device "Desk panel" at 192.168.1.30 reads the outputs
      And 1 second passes
      And the device "Desk panel" at 192.168.1.30 switches the signal red-light on
      And the device "Desk panel" at 192.168.1.30 reads the signals
      Then within a minute the console shows these reasons of the refused caller 192.168.1.30:
        | reason     | device     | count | last call |
        | read_only  | Desk panel | 1     | 12:00:01  |
        | switch_off | Desk panel | 1     | 12:00:00  |

  @REPORT-12
  Rule: The second refusal of a caller is shown as soon as the first

    Scenario: Somebody tries a second time
      When a caller at 198.51.100.7 reads the signals
      Then the console immediately shows these refused callers:
        | address      | count | last call |
        | 198.51.100.7 | 1     | 12:00:00  |
      When 3 seconds pass
      And a caller at 198.51.100.7 reads the signals
      Then the console immediately shows these refused callers:
        | address      | count | last call |
        | 198.51.100.7 | 2     | 12:00:03  |

    Scenario: A panel that tries all the time does not delay somebody else
      When a caller at 198.51.100.7 reads the signals, 20 times
      And 1 second passes
      And a caller at 198.51.100.8 reads the signals
      Then the console immediately shows these refused callers:
        | address      | count | last call |
        | 198.51.100.8 | 1     | 12:00:01  |
        | 198.51.100.7 | 20    | 12:00:00  |

  @REPORT-6
  Rule: The service sends nothing else to the console

    Scenario: The service sends only the known requests
      When the device "Desk panel" plays clip 3 on main with wait=0
      And the device "Desk panel" switches the signal red-light on with wait=0
      And a caller at 198.51.100.7 reads the signals
      And 5 minutes pass
      And the service is restarted
      Then the service has sent only these requests to the console:
        | GET /sync/events        |
        | GET /sync/configuration |
        | POST /sync/applied      |
        | POST /sync/reports      |
