# The example of docs/automations.md: what happens when the presenter opens the microphone.
@simulator
Feature: The microphone opens
  The presenter opens the microphone while a block of clips runs: the red light goes on, the talkback is cut, and the clip that is
  on is the last one.

  Background:
    Given the studio also has:
      """
      automations:
        - id: mic-opens
          station: alpha
          name: Microphone opens
          trigger: { signal: { signal: sig-2, on: true } }
          onFailure: continue
          steps:
            - switch: { signal: sig-1, on: true }
            - switch: { signal: sig-4, on: false }
            - endPlaylist: { output: out-1, scene: full }
      """
    And the host itself switches the signal door-lock on
    And the host itself starts the automation mic-opens

  @PLAYLIST-8 @AUTOMATION-17
  Rule: The contact of the mixer begins everything, and the clip plays out

    Scenario: A block runs
      Given the host itself plays the bank news on main with from=3
      And 1 second passes
      When the host itself switches the signal mic-live on
      And 1 second passes
      Then the signal red-light is on
      And the signal door-lock is off
      And main plays the clip weather of the bank news
      When the host itself reads the output main
      Then the response contains:
        | output.scenes.0.playlist | null |
      When 60 seconds pass
      Then nothing plays on main

    Scenario: Nothing plays
      When the host itself switches the signal mic-live on
      And 1 second passes
      Then the signal red-light is on
      And the signal door-lock is off
