# What an automation does when a step fails.
@simulator
Feature: Failed steps of automations
  The automation's first step plays a clip on main; its second one switches the red light on.

  @AUTOMATION-12
  Rule: onFailure decides what a failed step does

    Scenario Outline: With <policy>, the automation is <state> after a failed step
      Given the studio also has:
        """
        automations:
          - {
              id: auto-3, station: alpha, name: Loop, trigger: { everyMs: 60000 }, <policy>,
              steps: [{ play: { output: out-1, scene: full, clip: bed, bank: music } }, { switch: { signal: sig-1, on: true } }]
            }
        """
      And the player of main rejects commands
      When the host itself starts the automation auto-3
      And 30 seconds pass
      And the host itself reads the automation auto-3 in plain text
      Then the response body is "<state>"
      And <sent> commands were sent

      Examples:
        | policy                                                              | state   | sent |
        | onFailure: stop                                                     | failed  | 1    |
        | onFailure: continue                                                 | running | 1    |
        | onFailure: retry                                                    | failed  | 4    |
        | onFailure: retry, retry: { count: 2, pauseMs: 1000 }                | failed  | 3    |
        | onFailure: retry, retry: { count: 1, then: continue }               | running | 2    |

    Scenario: A step that succeeds when it is attempted again continues the run
      Given the studio also has:
        """
        automations:
          - id: auto-3
            station: alpha
            name: Loop
            trigger: { everyMs: 60000 }
            onFailure: retry
            steps: [switch: { signal: sig-2, on: true }, play: { output: out-1, scene: full, clip: bed, bank: music }, switch: { signal: sig-1, on: true }]
        """
      And the player of main rejects commands
      And the host itself starts the automation auto-3
      When 6 seconds pass
      Then 3 commands were sent
      When the player of main works again
      And 5 seconds pass
      Then main plays the clip bed of the bank music
      And the signal red-light is on
      And 5 commands were sent

    Scenario: With onFailure continue, the automation runs again
      Given the studio also has:
        """
        automations:
          - id: auto-3
            station: alpha
            name: Loop
            trigger: { everyMs: 60000 }
            onFailure: continue
            steps: [play: { output: out-1, scene: full, clip: bed, bank: music }]
        """
      And the player of main rejects commands
      And the host itself starts the automation auto-3
      And 30 seconds pass
      When the player of main works again
      And 31 seconds pass
      Then main plays the clip bed of the bank music

  @AUTOMATION-16
  Rule: After a failed run, the next one comes a second later at the earliest

    Scenario Outline: A pause of <everyMs> ms between failing runs
      Given the studio also has:
        """
        automations:
          - id: auto-3
            station: alpha
            name: Loop
            trigger: { everyMs: <everyMs> }
            onFailure: continue
            steps: [play: { output: out-1, scene: full, clip: bed, bank: music }]
        """
      And the player of main rejects commands
      When the host itself starts the automation auto-3
      And 9500 ms pass
      Then <sent> commands were sent

      Examples:
        | everyMs | sent |
        | 1       | 10   |
        | 500     | 10   |
        | 3000    | 4    |

    Scenario: Runs that are done follow one another without that pause
      Given the studio also has:
        """
        automations:
          - id: auto-3
            station: alpha
            name: Loop
            trigger: { everyMs: 1 }
            onFailure: continue
            steps: [switch: { signal: sig-1, on: true }, waitMs: 400]
        """
      When the host itself starts the automation auto-3
      And 900 ms pass
      Then 3 commands were sent

  @AUTOMATION-13
  Rule: A run that begins with the service waits for its first device

    @simulated-playout
    Scenario: The player comes after the service
      Given the player of main is offline
      And the studio also has:
        """
        automations:
          - id: auto-3
            station: alpha
            name: Loop
            autostart: true
            trigger: { everyMs: 60000 }
            steps: [play: { output: out-1, scene: full, clip: bed, bank: music }]
        """
      When 90 seconds pass
      And the host itself reads the automation auto-3 in plain text
      Then the response body is "running"
      When the player of main works again
      And 2 seconds pass
      Then main plays the clip bed of the bank music

    Scenario: Later runs don't wait
      Given the studio also has:
        """
        automations:
          - id: auto-3
            station: alpha
            name: Loop
            autostart: true
            trigger: { everyMs: 60000 }
            steps: [play: { output: out-1, scene: full, clip: bed, bank: music }]
        """
      And 1 second passes
      And the player of main is offline
      When 61 seconds pass
      And the host itself reads the automation auto-3 in plain text
      Then the response body is "failed"
