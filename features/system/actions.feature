# The records of actions: what became of each, for panels that don't wait and for people who ask afterwards.
Feature: Action records
  Every answer to an action carries X-Action-Id. Under that id is kept what became of the action.

  @SHAPE-5
  Rule: A record tells the operation, its state, when it began and ended, and what went wrong

    Scenario: An action that is acknowledged
      Given the host itself switches the signal red-light on
      And that action is called "the switch"
      When the host itself reads the action {the switch}
      Then it is answered 200
      And the answer has the fields ok, action
      And "action" has the fields id, operation, state, startedAt, endedAt, error
      And the answer says:
        | action.id        | {the switch} |
        | action.operation | signal.on    |
        | action.state     | acknowledged |
        | action.error     | null         |
      And the answer has a time in "action.startedAt"
      And the answer has a time in "action.endedAt"

    @PLAIN-6
    Scenario: Its plain form is its state
      Given the host itself switches the signal red-light on
      And that action is called "the switch"
      When the host itself reads the action {the switch} in plain text
      Then it is answered 200
      And the text is "acknowledged"

    @ACK-2
    Scenario: Nobody waits: it is pending until the device confirms
      Given the clock stands still
      And the host itself plays clip 3 on main with wait=0
      And that action is called "the play"
      When the host itself reads the action {the play}
      Then the answer says:
        | action.state   | pending |
        | action.endedAt | null    |
      When 100 ms pass
      And the host itself reads the action {the play} in plain text
      Then the text is "acknowledged"

    Scenario Outline: The player of main <fault>, and nobody waits
      Given the clock stands still
      And the player of main <fault>
      And the host itself plays clip 3 on main with wait=0
      And that action is called "the play"
      When 2000 ms pass
      And the host itself reads the action {the play}
      Then the answer says:
        | action.state | <state> |
        | action.error | <error> |

      Examples:
        | fault                      | state     | error        |
        | refuses                    | failed    | device_error |
        | loses its acknowledgements | timed_out | ack_timeout  |
        | is frozen                  | timed_out | ack_timeout  |

    @ACK-8 @ACK-11
    Scenario Outline: What is heard after the time-out is in the record: <what>
      Given the clock stands still
      And the player of main <fault>
      And the host itself plays clip 3 on main with wait=0
      And that action is called "the play"
      And 2000 ms pass
      When the player of main <later>
      And 1000 ms pass
      And the host itself reads the action {the play}
      Then the answer says:
        | action.state | <state> |
        | action.error | <error> |

      Examples:
        | what                          | fault         | later         | state        | error        |
        | a frozen player that thaws    | is frozen     | thaws         | acknowledged | ack_timeout  |
        | an acknowledgement that is late | is 2500 ms late | is well again | acknowledged | ack_timeout  |
        | a connection that breaks      | is frozen     | is offline    | failed       | device_error |

    @ERROR-16
    Scenario Outline: An action that is refused has a record too: <path>
      Given the player of wall is offline
      And the host itself calls GET /api/v2<path>
      And that action is called "it"
      When the host itself reads the action {it}
      Then the answer says:
        | action.state | failed  |
        | action.error | <error> |
      And "action.endedAt" is 0 ms after "action.startedAt"

      Examples:
        | path                                 | error              |
        | /outputs/main/clips/99/play          | not_found          |
        | /outputs/main/clips/3/play?timeout=5 | invalid_parameter  |
        | /stations/bravo/take                 | conflict           |
        | /outputs/wall/stop                   | device_unavailable |

    Scenario: Who isn't let in leaves a record for those who are
      Given a caller at 198.51.100.7 switches the signal red-light on
      And that action is called "it"
      When the host itself reads the action {it}
      Then the answer says:
        | action.state | failed       |
        | action.error | unauthorized |

    Scenario: Actions of the earlier generation have records too
      Given the host itself calls GET /api/signals/red-light/on
      And that action is called "it"
      When the host itself reads the action {it} in plain text
      Then the text is "acknowledged"

    Scenario: The last thousand are kept
      Given the host itself takes the studio off air
      And that action is called "the first"
      And the host itself takes the studio off air with wait=0, 999 times
      When the host itself reads the action {the first}
      Then it is answered 200
      When the host itself takes the studio off air
      And the host itself reads the action {the first}
      Then it is refused with 404 not_found

    Scenario: Who isn't let in pushes no record of others out
      Given the host itself takes the studio off air
      And that action is called "the first"
      And a caller at 198.51.100.7 takes the studio off air, 1001 times
      When the host itself reads the action {the first}
      Then it is answered 200

    Scenario: An action that never was
      When the host itself reads the action nothing
      Then it is refused with 404 not_found
      When the host itself reads the action nothing in plain text
      Then it is refused with 404 not_found

  @SWITCH-8
  Rule: Everybody who is let in sees its own actions, and others' as far as it may read their feature

    Scenario: A device that is limited to signals
      Given the device "Panel" is limited to signals
      And the host itself switches the signal red-light on
      And that action is called "the switch"
      And the host itself takes the studio on air
      And that action is called "on air"
      When the device "Panel" reads the action {the switch}
      Then it is answered 200
      When the device "Panel" reads the action {on air}
      Then it is refused with 404 not_found

    Scenario: One's own, also where its feature may not be read
      Given the device "Panel"
      And the device "Panel" switches the signal red-light on
      And that action is called "the switch"
      And Read of Signals is switched off
      When the device "Panel" reads the action {the switch}
      Then it is answered 200
      When the host itself reads the action {the switch}
      Then it is refused with 404 not_found

    Scenario: While System is switched off
      Given the host itself switches the signal red-light on
      And that action is called "the switch"
      And Read of System is switched off
      When the host itself reads the action {the switch}
      Then it is answered 200

    Scenario: While the API is switched off
      Given the host itself switches the signal red-light on
      And that action is called "the switch"
      And the API is switched off
      When the host itself reads the action {the switch}
      Then it is refused with 403 feature_disabled

    Scenario: Who isn't let in
      Given the host itself switches the signal red-light on
      And that action is called "the switch"
      When a caller at 192.168.1.20 reads the action {the switch}
      Then it is refused with 401 unauthorized
