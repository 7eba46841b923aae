# Dry runs: what an action would do, without doing it.
@simulated
Feature: Dry runs
  An action with dry=1 is checked and decided like any other. The answer lists what it would send and change.

  @DRY-1 @DRY-2
  Rule: A dry run shows the commands of the action, and sends none

    Scenario: Playing a clip
      When the host itself plays clip 3 on main with dry=1
      Then the response status is 200
      And the response has the fields ok, dry, operation, commands, changes, unavailable
      And the response contains:
        | dry       | true      |
        | operation | clip.play |
      And the response lists in "commands":
        | operation | parameters.output | parameters.scene | parameters.bank | parameters.clip |
        | clip.play | out-1             | full             | news            | weather         |
      And the response contains:
        | changes | {} |
      And "unavailable" is empty
      And there is no header "X-Action-Id"
      And no command is sent to any device

    Scenario Outline: <action> in plain text
      When the host itself <action> with dry=1 in plain text
      Then the response body is "OK"
      And no command is sent to any device

      Examples:
        | action                       |
        | plays clip 3 on main         |
        | toggles the signal red-light |
        | runs the macro mac-1         |

    Scenario: A legacy route
      When the host itself calls GET /api/signals/red-light/toggle?dry=1
      Then the response status is 200
      And the response body is "{}"
      And no command is sent to any device

    Scenario: A toggle shows the value that the signal would get
      Given the host itself switches the signal red-light on
      When the host itself toggles the signal red-light with dry=1
      Then the response lists in "commands":
        | operation     | parameters.signal | parameters.on |
        | signal.toggle | sig-1             | false         |
      And the signal red-light is on

    Scenario: A take shows the clip that is cued
      Given the host itself cues clip 2 on main
      When the host itself takes the cued clip of main with dry=1
      Then the response lists in "commands":
        | operation   | parameters.output | parameters.scene | parameters.clip |
        | output.take | out-1             | full             | headlines       |

    Scenario Outline: <action> shows what would change
      When the host itself <action> with dry=1
      Then the response contains:
        | <field> | <value> |
      And "commands" is empty
      When the host itself <action>
      And the host itself <action> with dry=1
      Then the response contains:
        | changes | {} |

      Examples:
        | action                                | field                   | value  |
        | takes the studio on air               | changes.studio          | on_air |
        | activates the bank music              | changes.activeBank      | music  |
        | sets the variable Headline to Hello | changes.variables.var-1 | Hello |

    Scenario: A device that is away refuses no dry run
      Given the player of main is offline
      When the host itself plays clip 3 on main with dry=1
      Then the response status is 200
      And the response lists in "unavailable":
        | kind   | id    |
        | output | out-1 |

    Scenario: Nothing of a dry run is kept but its line in the request log
      When the host itself plays clip 3 on main with dry=1
      And the host itself reads the actions in plain text
      Then the response body is "0"
      And the as-run log soon contains exactly:
        | operation |
      When the host itself plays clip 3 on main
      Then 1 command was sent

  @DRY-1
  Rule: A dry run is refused as the action would be

    Scenario Outline: <what>
      Given <given>
      When the host itself <call>
      Then the call is refused with <status> <code>
      And no command is sent to any device

      Examples:
        | what                       | given                                            | call                                     | status | code              |
        | Control is switched off    | Control of Outputs is switched off               | plays clip 3 on main with dry=1          | 403    | feature_disabled  |
        | Another station holds it   | the clock is stopped                             | plays clip 3 on main with dry=1&station=bravo | 409    | station_mismatch  |
        | There is no such clip      | the clock is stopped                             | plays clip 9 on main with dry=1          | 404    | not_found         |
        | Nothing is cued            | the clock is stopped                             | takes the cued clip of main with dry=1   | 409    | conflict          |
        | The automation is stopped  | the clock is stopped                             | pauses the automation auto-1 with dry=1  | 409    | conflict          |
        | A timeout is too short     | the clock is stopped                             | plays clip 3 on main with dry=1&timeout=5 | 400    | invalid_parameter |

    @DRY-5
    Scenario Outline: dry=<value> is no dry run, and sends nothing
      When the host itself plays clip 3 on main with dry=<value>
      Then the call is refused with 400 invalid_parameter
      And the error message contains "dry"
      And no command is sent to any device

      Examples:
        | value |
        | 0     |
        | true  |
        | yes   |

    @DRY-4
    Scenario: An idempotency key stays free, and one in use is honoured
      When the host itself plays clip 3 on main with dry=1&key=a
      And the host itself plays clip 2 on main with key=a
      Then the response status is 200
      When the host itself plays clip 3 on main with dry=1&key=a
      Then the call is refused with 409 conflict
      When the host itself plays clip 2 on main with dry=1&key=a
      Then the response status is 200
      And "commands" is empty
      And 1 command was sent

  @DRY-3
  Rule: A dry run of a macro lists the commands of all its steps

    Scenario: The macro "Opening"
      When the host itself runs the macro mac-1 with dry=1
      Then the response status is 200
      And the response contains:
        | changes | {"macros":{"mac-1":"running"}} |
      And the response lists in "commands":
        | macro | step | operation     | depends |
        | mac-1 | 1    | camera.recall | false   |
        | mac-1 | 2    | clip.play     | false   |
        | mac-1 | 4    | signal.on     | false   |
        | mac-1 | 5    | camera.recall | false   |
        | mac-1 | 6    | clip.play     | false   |
      And no command is sent to any device
      When the host itself reads the macro mac-1
      Then the response contains:
        | macro.state | idle |

    Scenario: A take follows from the cue before it, and a step that would fail says why
      Given the studio also has:
        """
        macros:
          - id: mac-dry
            name: Dry
            steps:
              - cue: { output: out-1, scene: full, clip: weather }
              - take: { output: out-1, scene: full }
              - take: { output: out-1, scene: full }
              - studio: on_air
        """
      When the host itself runs the macro mac-dry with dry=1
      Then the response lists in "commands":
        | step | operation   | parameters.output | depends | error    |
        | 1    | clip.cue    | out-1             | false   | null     |
        | 2    | output.take | out-1             | true    | null     |
        | 3    | output.take | out-1             | true    | conflict |
      And the response contains:
        | commands.1.parameters.clip | weather |
      And the response contains:
        | changes.studio         | on_air  |
        | changes.macros.mac-dry | running |

    Scenario: A macro whose first step can't be done is refused, and so is one that runs already
      Given Control of Variables is switched off
      And the studio also has:
        """
        macros:
          - id: mac-dry
            name: Dry
            steps:
              - set: { variable: var-1, value: Hello }
        """
      When the host itself runs the macro mac-dry with dry=1
      Then the call is refused with 403 feature_disabled
      When the host itself runs the macro mac-1
      And the host itself runs the macro mac-1 with dry=1
      Then the call is refused with 409 conflict

    Scenario: An automation whose first run begins at once
      When the host itself starts the automation auto-2 with dry=1
      Then the response contains:
        | changes | {"automations":{"auto-2":"running"}} |

  @DRY-6
  Rule: A dry run shows nothing that its caller may not read

    Scenario: A device that is limited to macros
      Given the studio also has:
        """
        macros:
          - id: mac-dry
            name: Dry
            steps:
              - set: { variable: var-1, value: Secret }
              - cue: { output: out-1, scene: full, clip: weather }
              - activate: { bank: music }
              - run: { macro: mac-2 }
        """
      And the device "Panel" may read and control
      And the device "Panel" is limited to macros
      And the player of main is offline
      When the device "Panel" runs the macro mac-dry with dry=1
      Then the response status is 200
      And the response contains:
        | changes | {"macros":{"mac-dry":"running"}} |
      And "unavailable" is empty
      And the response lists in "commands":
        | macro   | step | operation | parameters | error |
        | mac-dry | 2    | null      | {}         | null  |
        | mac-2   | 1    | null      | {}         | null  |
        | mac-2   | 3    | null      | {}         | null  |
        | mac-2   | 4    | null      | {}         | null  |
        | mac-2   | 5    | null      | {}         | null  |
      When the host itself runs the macro mac-dry with dry=1
      Then the response contains:
        | changes.variables.var-1 | Secret |
        | changes.activeBank      | music  |
        | commands.0.operation    | clip.cue |

    Scenario: Variables of another station
      Given the studio also has:
        """
        macros:
          - { id: mac-dry, name: Dry, steps: [set: { variable: var-11, value: Other }, set: { variable: var-1, value: Own }] }
        """
      When the host itself runs the macro mac-dry with dry=1
      Then the response contains:
        | changes.variables | {"var-1":"Own"} |

    Scenario: Macros that run each other very often
      Given the studio also has:
        """
        macros:
          - { id: a, name: A, steps: [run: { macro: b }, run: { macro: b }, run: { macro: b }, run: { macro: b }, run: { macro: b }, run: { macro: b }] }
          - { id: b, name: B, steps: [run: { macro: c }, run: { macro: c }, run: { macro: c }, run: { macro: c }, run: { macro: c }, run: { macro: c }] }
          - { id: c, name: C, steps: [run: { macro: d }, run: { macro: d }, run: { macro: d }, run: { macro: d }, run: { macro: d }, run: { macro: d }] }
          - { id: d, name: D, steps: [waitMs: 1, waitMs: 1, waitMs: 1, waitMs: 1, waitMs: 1, waitMs: 1] }
        """
      When the host itself runs the macro a with dry=1
      Then the call is refused with 409 conflict
      And the error message contains "1000 steps"
