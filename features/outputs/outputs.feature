# How to read outputs and stop what they play.
Feature: Outputs
  The demo studio has out-1, slot main, with the scene full, and out-2, slot wall, with the scenes left and right.

  @OUTPUT-1 @OUTPUT-2
  Rule: Outputs can be read

    @simulated
    Scenario: The list shows all outputs
      Given the host itself plays clip 2 on wall with scene=right
      When the host itself reads the outputs
      Then the response status is 200
      And the response has the fields ok, outputs
      And each item of "outputs" has the fields id, slot, name, scenes, connected, tally
      And the response lists in "outputs":
        | id    | slot | name           | connected |
        | out-1 | main | Main programme | true      |
        | out-2 | wall | Video wall     | true      |
      And each item of "outputs.1.scenes" has the fields id, clip, bank, startedAt, endsAt, positionMs, durationMs, remainingMs, paused, loop, cued, graphic, playlist
      And the response lists in "outputs.1.scenes":
        | id    | clip      | bank |
        | left  | null      | null |
        | right | headlines | news |

    @PARAMETER-5 @simulated
    Scenario Outline: An output is found as <named>
      When the host itself reads the output <named>
      Then the response status is 200
      And "output" has the fields id, slot, name, scenes, connected, tally
      And the response lists in "output.scenes":
        | id   | clip | bank | startedAt |
        | full | null | null | null      |
      And the response contains:
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

    @simulated
    Scenario: An output shows its clip, the bank and the start time
      Given the host itself plays clip sting on main with bank=music
      When the host itself reads the output main
      Then the response contains:
        | output.scenes.0.clip | sting |
        | output.scenes.0.bank | music |
      And the response has a time in "output.scenes.0.startedAt"

    @simulator
    Scenario: An output whose clip has ended shows no clip
      Given the host itself plays clip 4 on main
      When 20100 ms pass
      And the host itself reads the output main in plain text
      Then the response body is empty

    @simulator
    Scenario: An output shows that its player is disconnected
      Given the player of main is offline
      When the host itself reads the output main
      Then the response contains:
        | output.connected | false |

    @ERROR-15
    Scenario: An unknown output is not_found
      When the host itself reads the output attic
      Then the call is refused with 404 not_found
      And the error message contains "attic"

  @OUTPUT-2 @PLAIN-6
  Rule: The plain form of the list is the count, of an output the key of its clip

    Scenario: The plain form of the list is the count
      When the host itself reads the outputs in plain text
      Then the response body is "2"

    Scenario: The plain form of an idle output is empty
      When the host itself reads the output main in plain text
      Then the response status is 200
      And the response body is empty

    @simulated
    Scenario: The plain form of a playing output is the clip's key
      Given the host itself plays clip 3 on main
      When the host itself reads the output main in plain text
      Then the response body is "weather"

    @simulated
    Scenario: The plain form shows the first scene that plays
      Given the host itself plays clip 2 on wall with scene=right
      When the host itself reads the output wall in plain text
      Then the response body is "headlines"
      When the host itself plays clip 1 on wall with scene=left
      And the host itself reads the output wall in plain text
      Then the response body is "opener"

  @OUTPUT-3 @simulated
  Rule: An output can be stopped

    Scenario Outline: The output <named> is stopped by <method>
      Given the host itself plays clip 3 on main
      When the host itself calls <method> /api/v2/outputs/<named>/stop
      Then the response status is 200
      And nothing plays on main
      And the response has the fields ok, operation, action, output
      And the response contains:
        | operation            | output.stop |
        | output.id            | out-1       |
        | output.scenes.0.clip | null        |

      Examples:
        | method | named |
        | GET    | main  |
        | POST   | main  |
        | GET    | OUT-1 |

    Scenario: All scenes of the output stop
      Given the host itself plays clip 1 on wall with scene=left
      And the host itself plays clip 2 on wall with scene=right
      When the host itself stops the output wall
      Then the response status is 200
      And nothing plays in the scene left of wall
      And nothing plays in the scene right of wall

    Scenario Outline: The scene <scene> alone stops
      Given the host itself plays clip 1 on wall with scene=left
      And the host itself plays clip 2 on wall with scene=right
      When the host itself stops the output wall with scene=<scene>
      Then the response status is 200
      And nothing plays in the scene left of wall
      And the scene right of wall plays the clip headlines of the bank news

      Examples:
        | scene |
        | left  |
        | LEFT  |

    @ERROR-15
    Scenario: Stopping an unknown scene is not_found, and stops none
      Given the host itself plays clip 3 on main
      When the host itself stops the output main with scene=attic
      Then the call is refused with 404 not_found
      And the error message contains "attic"
      And main plays the clip weather of the bank news

    @PARAMETER-2
    Scenario: All scenes of the output stop for an empty scene
      Given the host itself plays clip 1 on wall with scene=left
      And the host itself plays clip 2 on wall with scene=right
      When the host itself stops the output wall with scene=
      Then the response status is 200
      And nothing plays in the scene left of wall
      And nothing plays in the scene right of wall

    Scenario: Other outputs keep playing
      Given the host itself plays clip 3 on main
      When the host itself stops the output wall
      Then main plays the clip weather of the bank news

    @ACK-14
    Scenario: Stopping an idle output succeeds
      When the host itself stops the output main
      Then the response status is 200
      And nothing plays on main

    @SERVICE-3
    Scenario: Stopping answers OK in plain text
      When the host itself stops the output main in plain text
      Then the response status is 200
      And the response body is "OK"

    @ERROR-15 @simulator
    Scenario: Stopping an unknown output is not_found
      When the host itself stops the output attic
      Then the call is refused with 404 not_found
      And the error message contains "attic"
      And no command is sent to any device

    @ACK-7 @ACK-9 @ACK-10 @simulator
    Scenario Outline: The player of main <fault>, and the call fails with <code>
      Given the player of main <fault>
      When the host itself stops the output main with timeout=<timeout>
      Then the call is refused with 424 <code>

      Examples:
        | fault                      | timeout | code               |
        | rejects commands           | 2000    | device_error       |
        | is offline                 | 2000    | device_unavailable |
        | loses its acknowledgements | 100     | ack_timeout        |

    @ACK-2 @ACK-3 @simulator
    Scenario: Stopping with wait=0 is accepted
      Given the player of main is frozen
      When the host itself stops the output main with wait=0
      Then the response status is 202
      And the response contains:
        | operation | output.stop |

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: The feature Outputs decides who may read and control outputs and banks

    Scenario Outline: While <given>, <caller> <call>: <refusal>
      Given <given>
      When <caller> <call>
      Then the call is refused with <refusal>

      Examples:
        | given                                    | caller             | call                             | refusal              |
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

    Scenario Outline: A device limited to outputs <call>
      Given the device "Panel" is limited to outputs
      When the device "Panel" <call>
      Then the response status is 200

      Examples:
        | call              |
        | reads the outputs |
        | reads the banks   |

      @simulated
      Examples:
        | call                     |
        | stops the output main    |
        | activates the bank music |
