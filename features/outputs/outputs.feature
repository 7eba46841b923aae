# Reading outputs and stopping what they play.
Feature: Outputs
  The demo studio has out-1, slot main, with the scene full, and out-2, slot wall, with the scenes left and right.

  @OUTPUT-1 @OUTPUT-2
  Rule: Outputs can be read

    Scenario: All outputs
      Given the host itself plays clip 2 on wall with scene=right
      When the host itself reads the outputs
      Then it is answered 200
      And the answer has the fields ok, outputs
      And each in "outputs" has the fields id, slot, name, scenes, connected
      And the answer lists in "outputs":
        | id    | slot | name           | connected |
        | out-1 | main | Main programme | true      |
        | out-2 | wall | Video wall     | true      |
      And each in "outputs.1.scenes" has the fields id, clip, bank, startedAt
      And the answer lists in "outputs.1.scenes":
        | id    | clip      | bank |
        | left  | null      | null |
        | right | headlines | news |

    @PARAMETER-5
    Scenario Outline: One output, named <named>
      When the host itself reads the output <named>
      Then it is answered 200
      And "output" has the fields id, slot, name, scenes, connected
      And the answer lists in "output.scenes":
        | id   | clip | bank | startedAt |
        | full | null | null | null      |
      And the answer says:
        | output.id        | out-1          |
        | output.slot      | main           |
        | output.name      | Main programme |
        | output.connected | true           |

      Examples:
        | named |
        | main  |
        | MAIN  |
        | out-1 |
        | Out-1 |

    Scenario: What plays, from which bank and since when
      Given the host itself plays clip sting on main with bank=music
      When the host itself reads the output main
      Then the answer says:
        | output.scenes.0.clip | sting |
        | output.scenes.0.bank | music |
      And the answer has a time in "output.scenes.0.startedAt"

    @simulator
    Scenario: A clip that is over plays no more
      Given the host itself plays clip 4 on main
      When 20100 ms pass
      And the host itself reads the output main in plain text
      Then the text is empty

    @simulator
    Scenario: A player that isn't connected
      Given the player of main is offline
      When the host itself reads the output main
      Then the answer says:
        | output.connected | false |

    @ERROR-15
    Scenario: An unknown output
      When the host itself reads the output attic
      Then it is refused with 404 not_found
      And the message mentions "attic"

  @OUTPUT-2 @PLAIN-6
  Rule: In plain text the list is the count, an output the key of the clip that plays

    Scenario: The list
      When the host itself reads the outputs in plain text
      Then the text is "2"

    Scenario: Nothing plays
      When the host itself reads the output main in plain text
      Then it is answered 200
      And the text is empty

    Scenario: A clip plays
      Given the host itself plays clip 3 on main
      When the host itself reads the output main in plain text
      Then the text is "weather"

    Scenario: Of several scenes the first that plays
      Given the host itself plays clip 2 on wall with scene=right
      When the host itself reads the output wall in plain text
      Then the text is "headlines"
      When the host itself plays clip 1 on wall with scene=left
      And the host itself reads the output wall in plain text
      Then the text is "opener"

  @OUTPUT-3
  Rule: An output can be stopped

    Scenario Outline: By <method>, named <named>
      Given the host itself plays clip 3 on main
      When the host itself calls <method> /api/v2/outputs/<named>/stop
      Then it is answered 200
      And nothing plays on main
      And the answer has the fields ok, operation, action, output
      And the answer says:
        | operation            | output.stop |
        | output.id            | out-1       |
        | output.scenes.0.clip | null        |

      Examples:
        | method | named |
        | GET    | main  |
        | POST   | main  |
        | GET    | OUT-1 |

    Scenario: Every scene of it stops
      Given the host itself plays clip 1 on wall with scene=left
      And the host itself plays clip 2 on wall with scene=right
      When the host itself stops the output wall
      Then it is answered 200
      And nothing plays in the scene left of wall
      And nothing plays in the scene right of wall

    Scenario: Other outputs play on
      Given the host itself plays clip 3 on main
      When the host itself stops the output wall
      Then main plays the clip weather of the bank news

    @ACK-14
    Scenario: Nothing plays there
      When the host itself stops the output main
      Then it is answered 200
      And nothing plays on main

    @SERVICE-3
    Scenario: In plain text
      When the host itself stops the output main in plain text
      Then it is answered 200
      And the text is "OK"

    @ERROR-15 @simulator
    Scenario: An unknown output
      When the host itself stops the output attic
      Then it is refused with 404 not_found
      And the message mentions "attic"
      And nothing is sent to any device

    @ACK-7 @ACK-9 @ACK-10 @simulator
    Scenario Outline: The player of main <fault>: <code>
      Given the player of main <fault>
      When the host itself stops the output main with timeout=<timeout>
      Then it is refused with 424 <code>

      Examples:
        | fault                      | timeout | code               |
        | refuses                    | 2000    | device_error       |
        | is offline                 | 2000    | device_unavailable |
        | loses its acknowledgements | 100     | ack_timeout        |

    @ACK-2 @ACK-3 @simulator
    Scenario: With wait=0
      Given the player of main is frozen
      When the host itself stops the output main with wait=0
      Then it is answered 202
      And the answer says:
        | operation | output.stop |

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: Who may read and who may control is said for the feature Outputs, banks included

    Scenario Outline: <given>, and <caller> <deed>: <refusal>
      Given <given>
      When <caller> <deed>
      Then it is refused with <refusal>

      Examples:
        | given                                    | caller             | deed                             | refusal              |
        | Read of Outputs is switched off          | the host itself    | reads the outputs                | 403 feature_disabled |
        | Read of Outputs is switched off          | the host itself    | reads the output main            | 403 feature_disabled |
        | Read of Outputs is switched off          | the host itself    | reads the banks                  | 403 feature_disabled |
        | Read of Outputs is switched off          | the host itself    | reads the bank news              | 403 feature_disabled |
        | Read of Outputs is switched off          | the host itself    | reads the clips of the bank news | 403 feature_disabled |
        | Control of Outputs is switched off       | the host itself    | stops the output main            | 403 feature_disabled |
        | Control of Outputs is switched off       | the host itself    | activates the bank music         | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | stops the output main            | 403 read_only        |
        | the device "Panel" is read only          | the device "Panel" | activates the bank music         | 403 read_only        |
        | the device "Panel" is limited to signals | the device "Panel" | reads the banks                  | 403 forbidden        |

    Scenario Outline: A device limited to outputs <deed>
      Given the device "Panel" is limited to outputs
      When the device "Panel" <deed>
      Then it is answered 200

      Examples:
        | deed                     |
        | reads the outputs        |
        | reads the banks          |
        | stops the output main    |
        | activates the bank music |
