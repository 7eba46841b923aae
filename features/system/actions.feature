# Action records: how each action ended.
Feature: Action records
  Every response to an action has the header X-Action-Id. The action record with that id shows how the action ended.

  @SHAPE-5
  Rule: A record shows the operation, its caller and state, when it started and ended, and the error

    @simulated @loopback
    Scenario: The record of an acknowledged action is complete
      Given the host itself switches the signal red-light on
      And the action id is saved as "the switch"
      When the host itself reads the action {the switch}
      Then the response status is 200
      And the response has the fields ok, action
      And "action" has the fields id, operation, caller, state, startedAt, endedAt, error
      And the response contains:
        | action.id        | {the switch} |
        | action.operation | signal.on    |
        | action.caller    | loopback     |
        | action.state     | acknowledged |
        | action.error     | null         |
      And the response has a time in "action.startedAt"
      And the response has a time in "action.endedAt"

    @PLAIN-6 @simulated
    Scenario: The plain form of a record is its state
      Given the host itself switches the signal red-light on
      And the action id is saved as "the switch"
      When the host itself reads the action {the switch} in plain text
      Then the response status is 200
      And the response body is "acknowledged"

    @ACK-2 @simulated
    Scenario: The record is pending until the device confirms
      Given the clock is stopped
      And the host itself plays clip 3 on main with wait=0
      And the action id is saved as "the play"
      When the host itself reads the action {the play}
      Then the response contains:
        | action.state   | pending |
        | action.endedAt | null    |
      When 100 ms pass
      And the host itself reads the action {the play} in plain text
      Then the response body is "acknowledged"

    @simulated
    Scenario Outline: The player of main <fault> after wait=0
      Given the clock is stopped
      And the player of main <fault>
      And the host itself plays clip 3 on main with wait=0
      And the action id is saved as "the play"
      When 2000 ms pass
      And the host itself reads the action {the play}
      Then the response contains:
        | action.state | <state> |
        | action.error | <error> |

      Examples:
        | fault                      | state     | error        |
        | rejects commands           | failed    | device_error |
        | loses its acknowledgements | timed_out | ack_timeout  |
        | is frozen                  | timed_out | ack_timeout  |

    @ACK-8 @ACK-11 @simulated
    Scenario Outline: The record shows what happens after the timeout: <what>
      Given the clock is stopped
      And the player of main <fault>
      And the host itself plays clip 3 on main with wait=0
      And the action id is saved as "the play"
      And 2000 ms pass
      When the player of main <later>
      And 1000 ms pass
      And the host itself reads the action {the play}
      Then the response contains:
        | action.state | <state> |
        | action.error | <error> |

      Examples:
        | what                                | fault           | later          | state        | error        |
        | a frozen player that responds again | is frozen       | responds again | acknowledged | ack_timeout  |
        | an acknowledgement that is late     | is 2500 ms late | works again    | acknowledged | ack_timeout  |
        | a connection that breaks            | is frozen       | is offline     | failed       | device_error |

    @ERROR-16 @simulated @fresh
    Scenario Outline: A refused action has a record: <path>
      Given the player of wall is offline
      And the host itself calls GET /api/v2<path>
      And the action id is saved as "it"
      When the host itself reads the action {it}
      Then the response contains:
        | action.state | failed  |
        | action.error | <error> |
      And "action.endedAt" is 0 ms after "action.startedAt"

      Examples:
        | path                                 | error              |
        | /outputs/main/clips/99/play          | not_found          |
        | /outputs/main/clips/3/play?timeout=5 | invalid_parameter  |
        | /stations/bravo/take                 | conflict           |
        | /outputs/wall/stop                   | device_unavailable |

    @simulated
    Scenario: A call that isn't admitted has a record that admitted callers can read
      Given a caller at 198.51.100.7 switches the signal red-light on
      And the action id is saved as "it"
      When the host itself reads the action {it}
      Then the response contains:
        | action.state | failed       |
        | action.error | unauthorized |

    @simulated
    Scenario: A legacy action has a record
      Given the host itself calls GET /api/signals/red-light/on
      And the action id is saved as "it"
      When the host itself reads the action {it} in plain text
      Then the response body is "acknowledged"

    @simulated
    Scenario: The last thousand records are kept
      Given the host itself takes the studio off air
      And the action id is saved as "the first"
      And the host itself takes the studio off air with wait=0, 999 times
      When the host itself reads the action {the first}
      Then the response status is 200
      When the host itself takes the studio off air
      And the host itself reads the action {the first}
      Then the call is refused with 404 not_found

    @simulated
    Scenario: Calls that aren't admitted don't push out other records
      Given the host itself takes the studio off air
      And the action id is saved as "the first"
      And a caller at 198.51.100.7 takes the studio off air, 1001 times
      When the host itself reads the action {the first}
      Then the response status is 200

    Scenario: An unknown action is not_found
      When the host itself reads the action nothing
      Then the call is refused with 404 not_found
      When the host itself reads the action nothing in plain text
      Then the call is refused with 404 not_found

  @SHAPE-6 @simulated
  Rule: The list of actions shows the caller's own, newest first, and the host everybody's

    Scenario: A device sees its own actions, the host those of all
      Given the device "Panel"
      And the device "Panel" switches the signal red-light on
      And the host itself takes the studio on air
      When the device "Panel" reads the actions
      Then the response lists in "actions":
        | operation | caller       | state        |
        | signal.on | device:Panel | acknowledged |
      When the host itself reads the actions
      Then the response lists in "actions":
        | operation    | caller       | state        |
        | studio.onair | loopback     | acknowledged |
        | signal.on    | device:Panel | acknowledged |
      When the device "Panel" reads the actions in plain text
      Then the response body is "1"

    Scenario: Only actions newer than a known one
      Given the host itself switches the signal red-light on
      And the action id is saved as "known"
      And the host itself switches the signal red-light off
      And the host itself takes the studio on air
      When the host itself reads the actions with since={known}
      Then the response lists in "actions":
        | operation    |
        | studio.onair |
        | signal.off   |
      When the host itself reads the actions with since=nothing
      Then the call is refused with 404 not_found
      And the error message contains "without since"

    Scenario: At most a hundred actions are listed
      Given the host itself takes the studio off air with wait=0, 101 times
      When the host itself reads the actions in plain text
      Then the response body is "100"

    Scenario: Calls that aren't admitted are not listed
      Given a caller at 198.51.100.7 switches the signal red-light on
      When the host itself reads the actions in plain text
      Then the response body is "0"

    Scenario: The list leaves out others' actions of features that the host may not read
      Given the device "Panel"
      And the device "Panel" switches the signal red-light on
      And Read of Signals is switched off
      When the host itself reads the actions in plain text
      Then the response body is "0"
      When the device "Panel" reads the actions in plain text
      Then the response body is "1"

    Scenario: A caller who isn't admitted can't read the list
      When a caller at 192.168.1.20 reads the actions
      Then the call is refused with 401 unauthorized

  @SWITCH-8 @simulated
  Rule: Every admitted caller sees its own actions, and those of features that it may read

    Scenario: A device limited to signals sees actions of signals only
      Given the device "Panel" is limited to signals
      And the host itself switches the signal red-light on
      And the action id is saved as "the switch"
      And the host itself takes the studio on air
      And the action id is saved as "on air"
      When the device "Panel" reads the action {the switch}
      Then the response status is 200
      When the device "Panel" reads the action {on air}
      Then the call is refused with 404 not_found

    Scenario: A device sees its own action even when it may not read the feature
      Given the device "Panel"
      And the device "Panel" switches the signal red-light on
      And the action id is saved as "the switch"
      And Read of Signals is switched off
      When the device "Panel" reads the action {the switch}
      Then the response status is 200
      When the host itself reads the action {the switch}
      Then the call is refused with 404 not_found

    Scenario: A record can be read while System is switched off
      Given the host itself switches the signal red-light on
      And the action id is saved as "the switch"
      And Read of System is switched off
      When the host itself reads the action {the switch}
      Then the response status is 200

    Scenario: A record can't be read while the API is switched off
      Given the host itself switches the signal red-light on
      And the action id is saved as "the switch"
      And the API is switched off
      When the host itself reads the action {the switch}
      Then the call is refused with 403 feature_disabled

    Scenario: A caller who isn't admitted can't read a record
      Given the host itself switches the signal red-light on
      And the action id is saved as "the switch"
      When a caller at 192.168.1.20 reads the action {the switch}
      Then the call is refused with 401 unauthorized
