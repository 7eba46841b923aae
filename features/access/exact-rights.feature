# Devices that may do exactly what they are for.
Feature: Exact rights
  "This door panel may only pulse the door lock." A device can be limited to operations with their parameters, or to the keys of a
  panel.

  @LIMIT-1
  Rule: A device may call the operations that it is limited to, and nothing else

    Background:
      Given the device "Door panel" may only call:
        | operation    | with            |
        | signal.pulse | id=door-lock    |
        | clip.play    | slot=main       |
        | output.stop  | slot=wall scene=left |

    @simulated
    Scenario Outline: The door panel <call>
      When the device "Door panel" <call>
      Then the response status is 200

      Examples:
        | call                                 |
        | pulses the signal door-lock          |
        | pulses the signal door-lock by POST  |
        | pulses the signal door-lock with ms=100 |
        | plays clip 3 on main                 |
        | plays clip 1 on main with bank=music |
        | stops the output wall with scene=left |

    @simulated
    Scenario Outline: The door panel <call>, and is refused
      When the device "Door panel" <call>
      Then the call is refused with 403 forbidden
      And the error message contains 'the device "Door panel" may not call'
      And the error message contains 'it is limited to signal.pulse (id=door-lock), clip.play (slot=main), output.stop (slot=wall, scene=left)'
      And no command is sent to any device

      Examples:
        | call                                   |
        | pulses the signal red-light            |
        | switches the signal door-lock on       |
        | plays clip 3 on wall                   |
        | stops the output main                  |
        | stops the output wall                  |
        | stops the output wall with scene=right |
        | takes the studio on air                |
        | reads the signals                      |
        | reads the signal red-light             |
        | reads the core status                  |
        | reads the request log                  |
        | reads the metrics                      |

    @LIMIT-4 @simulated
    Scenario: Names match in any letters' case
      When the device "Door panel" pulses the signal DOOR-LOCK
      Then the response status is 200

    @LIMIT-4
    Scenario: Values of the query match exactly
      When the device "Door panel" stops the output wall with scene=LEFT
      Then the call is refused with 403 forbidden

    @LIMIT-5
    Scenario: A device that is read only as well may read only
      Given the device "Door panel" is read only
      When the device "Door panel" pulses the signal red-light
      Then the call is refused with 403 read_only

    @LIMIT-5
    Scenario: A limit to features comes first
      Given the device "Door panel" is limited to signals
      When the device "Door panel" plays clip 3 on main
      Then the call is refused with 403 forbidden
      And the error message contains 'may not use the feature Outputs'

    @LIMIT-5
    Scenario: An operation that is not among them is forbidden before its feature is switched off
      Given Control of Signals is switched off
      When the device "Door panel" pulses the signal red-light
      Then the call is refused with 403 forbidden
      When the device "Door panel" pulses the signal door-lock
      Then the call is refused with 403 feature_disabled

  @LIMIT-2
  Rule: It reads what its operations are about

    Background:
      Given the device "Door panel" may only call:
        | operation    | with         |
        | signal.pulse | id=door-lock |

    Scenario: The record of its operation
      When the device "Door panel" reads the signal door-lock
      Then the response status is 200

    Scenario: The whole state has that record, and nothing else
      When the device "Door panel" reads the state
      Then the response status is 200
      And the response has the fields ok, lastEventId, signals
      And the response contains:
        | signals.0.identifier | door-lock |

    @simulated
    Scenario: The event stream shows that record, and no other
      Given the device "Door panel" opens the event stream
      When the host itself switches the signal red-light on
      And the host itself plays clip 3 on main
      And the host itself switches the signal door-lock on
      Then the event stream sends:
        | event  | reason | signal.identifier |
        | reset  | begun  |                   |
        | signal |        | door-lock         |

    @simulated
    Scenario: A variable whose name each station has
      Given the device "Ticker" may only call:
        | operation    | with          |
        | variable.set | name=Headline |
      When the host itself releases the studio
      And the host itself takes the studio for bravo
      And the device "Ticker" reads the state
      Then the response has the fields ok, lastEventId, variables
      And the response contains:
        | variables.0.id | var-11 |

    Scenario: A parameter that the operation doesn't have opens no record
      Given the device "Door panel" may only call:
        | operation    | with                 |
        | signal.pulse | identifier=door-lock |
      When the device "Door panel" reads the signals
      Then the call is refused with 403 forbidden
      When the device "Door panel" reads the state
      Then the response has the fields ok, lastEventId

    @simulated
    Scenario: A dry run of its macro names nothing of what that macro leads to
      Given the studio also has:
        """
        macros:
          - { id: inner, name: Inner, steps: [{ pulse: { signal: sig-4, ms: 100 } }] }
          - { id: outer, name: Outer, steps: [{ run: { macro: inner } }, { run: { macro: inner } }] }
        """
      And the device "Door panel" may only call:
        | operation | with     |
        | macro.run | id=outer |
      When the device "Door panel" calls GET /api/v2/macros/outer/run?dry=1
      Then the response lists in "commands":
        | operation | macro | step |
        | null      | null  | null |
        | null      | null  | null |

    Scenario: A misspelt name is not answered with another
      When the device "Door panel" calls GET /api/v2/signals/red-ligt
      Then the call is refused with 403 forbidden

    Scenario: The index names what the device is limited to
      When the device "Door panel" reads the index
      Then the response contains:
        | operations.0.operation | signal.pulse |
        | operations.0.with.id   | door-lock    |

  @LIMIT-3
  Rule: A device that is limited to a panel may do what its keys do

    Background:
      Given the device "Tablet" is limited to the panel presenter

    @simulated
    Scenario Outline: The tablet <call>
      When the device "Tablet" <call>
      Then the response status is 200

      Examples:
        | call                                    |
        | plays clip 1 on main with bank=news     |
        | stops the output main                   |
        | reads the variable Headline              |
        | reads the remaining time of main        |
        | reads the output main                   |
        | calls GET /api/v2/panels/presenter      |

    @simulated
    Scenario Outline: The tablet <call>, and is refused
      When the device "Tablet" <call>
      Then the call is refused with 403 forbidden
      And no command is sent to any device

      Examples:
        | call                                         |
        | plays clip 1 on main                         |
        | plays clip 1 on main with bank=music         |
        | plays clip 4 on wall with bank=news          |
        | stops the output main with scene=full        |
        | pulses the signal door-lock                  |
        | reads the outputs                            |

    @simulated
    Scenario: A key that unsets a variable, on a panel for one station
      Given the studio also has:
        """
        panels:
          - id: desk
            name: Desk
            station: alpha
            pages: [{ name: One, buttons: [{ press: variable.set, with: { name: Headline, value: "" } }] }]
        """
      And the device "Tablet" is limited to the panel desk
      When the device "Tablet" calls GET /api/v2/variables/Headline/set?value=
      Then the response status is 200
      When the device "Tablet" calls GET /api/v2/variables/Headline/set?value=On
      Then the call is refused with 403 forbidden
      When the host itself releases the studio
      And the host itself takes the studio for bravo
      And the device "Tablet" calls GET /api/v2/variables/Headline/set?value=
      Then the call is refused with 409 station_mismatch
      When the device "Tablet" calls GET /api/v2/variables/Headline
      Then the call is refused with 409 station_mismatch
      When the device "Tablet" reads the state
      Then the response has the fields ok, lastEventId

    Scenario: It sees no other panel
      When the device "Tablet" calls GET /api/v2/panels/studio
      Then the call is refused with 404 not_found
