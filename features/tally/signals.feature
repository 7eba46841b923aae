# Signals that follow a tally, such as the red light of a camera.
@simulator
Feature: Signals that follow a tally
  The signal phone-ring is on while the camera cam-1 is on air, and door-lock while something on wall is about to be.

  Background:
    Given the studio also has:
      """
      signals:
        - { id: sig-3, follows: { tally: program, camera: cam-1 } }
        - { id: sig-4, follows: { tally: preview, output: out-2 } }
      """

  @TALLY-6
  Rule: The signal is on while the tally is the one that it follows

    Scenario: The red light of a camera
      Given the host itself plays clip 2 on main
      And 100 ms pass
      Then the signal phone-ring is off
      When the host itself takes the studio on air
      And 100 ms pass
      Then the signal phone-ring is on
      When the host itself plays clip 3 on main
      And 100 ms pass
      Then the signal phone-ring is off

    Scenario: A light for what is cued
      Given the host itself takes the studio on air
      And the host itself cues clip 3 on wall with scene=left
      And 100 ms pass
      Then the signal door-lock is on
      When the host itself takes the cued clip of wall with scene=left
      And 100 ms pass
      Then the signal door-lock is off

    @AS-RUN-1
    Scenario: The commands are in the as-run log
      Given the host itself takes the studio on air
      And the host itself plays clip 2 on main
      When 100 ms pass
      Then the as-run log soon contains exactly:
        | caller      | operation  | parameters.signal | outcome   |
        | tally:sig-3 | signal.off | sig-3             | confirmed |
        | tally:sig-4 | signal.off | sig-4             | confirmed |
        | loopback    | clip.play  |                   | confirmed |
        | tally:sig-3 | signal.on  | sig-3             | confirmed |

    @prompt
    Scenario: A line that was lost is switched when it returns
      Given the host itself takes the studio on air
      And the line of phone-ring is offline
      And the host itself plays clip 2 on main
      When the line of phone-ring works again
      And 100 ms pass
      Then the signal phone-ring is on

    Scenario: A restart switches the line as the tally is
      Given the host itself takes the studio on air
      And the host itself plays clip 2 on main
      And 100 ms pass
      When the service is restarted
      And 100 ms pass
      Then the signal phone-ring is on

    @prompt
    Scenario: A camera that goes out of sight on air keeps its light
      Given the host itself takes the studio on air
      And the host itself plays clip 2 on main
      And 100 ms pass
      When the player of main is offline
      And 10 seconds pass
      Then the signal phone-ring is on

    @prompt
    Scenario: A tally that is unknown switches nothing
      Given the host itself cues clip 3 on wall with scene=left
      And 100 ms pass
      And the player of wall is offline
      When the service is restarted
      And 2000 ms pass
      Then the signal door-lock is on

  @TALLY-7
  Rule: Callers can't switch such a signal

    Scenario Outline: The host <call>
      Given 100 ms pass
      When the host itself <call>
      Then the call is refused with 409 conflict
      And the error message contains "follows a tally"
      When 1000 ms pass
      Then the signal phone-ring is off

      Examples:
        | call                                      |
        | switches the signal phone-ring on          |
        | switches the signal sig-3 off             |
        | toggles the signal phone-ring              |
        | pulses the signal phone-ring with wait=0   |

    Scenario: Other signals are switched as before
      When the host itself switches the signal red-light on
      Then the response status is 200

  @TALLY-8 @ALARM-4
  Rule: A line that can't be switched raises an alarm

    Scenario: The line rejects commands, and works again
      Given the line of phone-ring rejects commands
      And the host itself takes the studio on air
      And the host itself plays clip 2 on main
      When 100 ms pass
      And the host itself reads the alarms
      Then the response lists in "alarms":
        | kind         | subject |
        | tally_failed | sig-3   |
      And "alarms.0.message" contains "does not follow its tally"
      When the line of phone-ring works again
      And 1100 ms pass
      And the host itself reads the alarms in plain text
      Then the response body is "0"
      And the signal phone-ring is on
