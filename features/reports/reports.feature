# What the console is told of the callers of a studio, and that nothing of it gets lost.
Feature: Reports of callers
  Operators see when each control device called last and from where, and who was turned away. What couldn't be told
  because the console was away is told once it is back.

  Background:
    Given the clock stands still
    And the device "Desk panel"
    And the device "Rack panel"

  Rule: Last calls

    @REPORT-1 @DEVICE-14
    Scenario: A device's last call is shown with its time and address
      When the device "Desk panel" at 192.168.1.30 reads the signals
      Then the console at once shows that "Desk panel" called last at 12:00:00 from 192.168.1.30
      And the console still shows that "Rack panel" never called

    @REPORT-1 @REPORT-2
    Scenario: The first call is reported at once, then one a minute
      When the device "Desk panel" at 192.168.1.30 reads the signals
      Then the console at once shows that "Desk panel" called last at 12:00:00 from 192.168.1.30
      When 10 seconds pass
      And the device "Desk panel" at 192.168.1.31 reads the signals
      And 49 seconds pass
      And the device "Rack panel" reads the signals
      Then the console at once shows that "Rack panel" called last at 12:00:59 from 192.168.1.20
      And the console still shows that "Desk panel" called last at 12:00:00 from 192.168.1.30
      When 1 second passes
      Then the console at once shows that "Desk panel" called last at 12:00:10 from 192.168.1.31

    @REPORT-2
    Scenario: After a quiet minute the next call is reported at once
      When the device "Desk panel" reads the signals
      And 5 minutes pass
      And the device "Desk panel" reads the signals
      Then the console at once shows that "Desk panel" called last at 12:05:00 from 192.168.1.20

    @REPORT-3
    Scenario Outline: A call counts whatever it is answered: <status>
      Given the device "Desk panel" is read only
      And the device "Desk panel" is limited to signals, outputs
      And Read of Outputs is switched off
      When the device "Desk panel" <deed>
      Then it is refused with <status> <error>
      And the console at once shows that "Desk panel" called last at 12:00:00 from 192.168.1.20

      Examples:
        | deed                             | status | error              |
        | switches the signal red-light on | 403    | read_only          |
        | reads the macros                 | 403    | forbidden          |
        | reads the outputs                | 403    | feature_disabled   |
        | reads the signal attic           | 404    | not_found          |
        | calls PUT /api/v2/signals        | 405    | method_not_allowed |

    @REPORT-3
    Scenario: A call that is refused with 401 is no call of the device
      Given the device "Desk panel" works from 192.168.1.30 only
      When the device "Desk panel" at 192.168.1.31 reads the signals
      Then it is refused with 401 unauthorized
      When the device "Rack panel" reads the signals
      Then the console at once shows that "Rack panel" called last at 12:00:00 from 192.168.1.20
      And the console still shows that "Desk panel" never called

  @REPORT-4
  Rule: Nothing gets lost

    # A day of a connection to a player takes long, and no player matters here.
    @simulated-playout
    Scenario: While the console is away
      When the console can't be reached by the service
      And the device "Desk panel" reads the signals
      And 24 hours pass
      And the device "Rack panel" reads the signals
      And the console can be reached again
      Then the console within a minute shows that "Desk panel" called last at 12:00:00 from 192.168.1.20
      And the console within a minute shows that "Rack panel" called last at 12:00:00 from 192.168.1.20

    Scenario: Over a restart of the service
      When the console can't be reached by the service
      And the device "Desk panel" reads the signals
      And a caller at 198.51.100.7 reads the signals
      And the service is restarted
      And 10 seconds pass
      And a caller at 198.51.100.7 reads the signals
      And the console can be reached again
      Then the console within a minute shows that "Desk panel" called last at 12:00:00 from 192.168.1.20
      And within a minute these callers are shown as refused:
        | address      | reason   | count | last call |
        | 198.51.100.7 | no_token | 2     | 12:00:10  |

    Scenario: What was sent twice counts once
      When the console's answers to reports get lost
      And a caller at 198.51.100.7 reads the signals, 3 times
      Then within a minute a report was sent 2 times
      When the console can be reached again
      And 1 hour passes
      And a caller at 198.51.100.8 reads the signals
      Then within a minute these callers are shown as refused:
        | address      | count |
        | 198.51.100.8 | 1     |
        | 198.51.100.7 | 3     |

    Scenario: What waits when the service stops is reported first
      When the device "Desk panel" at 192.168.1.30 reads the signals
      Then the console at once shows that "Desk panel" called last at 12:00:00 from 192.168.1.30
      When 10 seconds pass
      And the device "Desk panel" at 192.168.1.31 reads the signals
      And the service is restarted
      Then the console at once shows that "Desk panel" called last at 12:00:10 from 192.168.1.31

  @REPORT-5
  Rule: Refused callers

    Scenario: They are counted by address, with the reason
      Given the device "Retired" is revoked
      And the device "Rack panel" works from 192.168.1.20 only
      When a caller at 198.51.100.7 reads the signals, 3 times
      And 1 second passes
      And a caller at 198.51.100.8 reads the signals, showing:
        | Bearer | svc_00000000000000000000000000000000 |
      And 1 second passes
      And the device "Retired" at 192.168.1.31 reads the signals
      And 1 second passes
      And the device "Rack panel" at 192.168.1.32 reads the signals
      And 1 second passes
      And a caller at 198.51.100.9 reads the signals, showing:
        | Basic | EXTERNAL_APP:anything |
      Then within a minute these callers are shown as refused:
        | address      | reason         | count | last call |
        | 198.51.100.9 | legacy_refused | 1     | 12:00:04  |
        | 192.168.1.32 | wrong_address  | 1     | 12:00:03  |
        | 192.168.1.31 | revoked_token  | 1     | 12:00:02  |
        | 198.51.100.8 | unknown_token  | 1     | 12:00:01  |
        | 198.51.100.7 | no_token       | 3     | 12:00:00  |

    Scenario: The reason is that of the last call
      When a caller at 198.51.100.7 reads the signals
      And 2 minutes pass
      And a caller at 198.51.100.7 reads the signals, showing:
        | Bearer | svc_00000000000000000000000000000000 |
      Then within a minute these callers are shown as refused:
        | address      | reason        | count | last call |
        | 198.51.100.7 | unknown_token | 2     | 12:02:00  |

    Scenario: Whoever is let in is no refused caller, whatever is refused then
      Given access without a token is Whole LAN
      And Read of Signals is switched off
      When a caller at 192.168.1.21 reads the signals
      Then it is refused with 403 feature_disabled
      When a caller at 198.51.100.7 asks for the health
      And a caller at 198.51.100.7 reads the signals
      Then within a minute these callers are shown as refused:
        | address      | reason   | count | last call |
        | 198.51.100.7 | no_token | 1     | 12:00:00  |

    Scenario: The newest hundred addresses are known
      When callers at 102 addresses from 198.18.0.1 on read the signals
      Then within a minute 100 callers are shown as refused, 198.18.0.102 among them, 198.18.0.2 not

    Scenario: The list can be cleared
      When a caller at 198.51.100.7 reads the signals
      Then within a minute these callers are shown as refused:
        | address      | reason   | count | last call |
        | 198.51.100.7 | no_token | 1     | 12:00:00  |
      When the operator sends DELETE /api/studios/{studio}/refused-callers to the console
      Then the console answers 204
      And no caller is shown as refused

  @REPORT-6
  Rule: There is nothing else that the service would tell anybody

    Scenario: Whatever happens
      When the device "Desk panel" plays clip 3 on main with wait=0
      And the device "Desk panel" switches the signal red-light on with wait=0
      And a caller at 198.51.100.7 reads the signals
      And 5 minutes pass
      And the service is restarted
      Then the service has asked nothing of the console but:
        | GET /sync/events        |
        | GET /sync/configuration |
        | POST /sync/applied      |
        | POST /sync/reports      |
