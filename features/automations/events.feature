# Automations that are triggered by what happens in the studio.
@simulator
Feature: Automations that react to the studio
  When the microphone opens, the red light goes on and the music stops, and nobody has to think of it.

  @AUTOMATION-17
  Rule: An automation runs when something happens

    Scenario Outline: The automation is triggered by <what>
      Given the studio also has:
        """
        automations:
          - { id: react, station: alpha, name: React, trigger: { <trigger> }, steps: [switch: { signal: sig-4, on: true }] }
        """
      And the host itself starts the automation react
      When the host itself <call>
      And 31 seconds pass
      Then the signal door-lock is on

      Examples:
        | what                      | trigger                                                | call                              |
        | a signal                  | signal: { signal: sig-2, on: true }                    | switches the signal mic-live on   |
        | a signal that stays       | signal: { signal: sig-2, on: true, forMs: 500 }        | switches the signal mic-live on   |
        | a clip that starts        | clip: { output: out-1, is: started }                   | plays clip 1 on main              |
        | a clip that starts there  | clip: { output: out-1, scene: full, is: started }      | plays clip 1 on main              |
        | a clip that is about to end | clip: { output: out-1, is: ending, leadMs: 5000 }    | plays clip 1 on main              |
        | a clip that ends          | clip: { output: out-1, is: ended }                     | plays clip 1 on main              |
        | going on air              | studio: on_air                                         | takes the studio on air           |
        | a station that leaves     | station: released                                      | releases the studio               |
        | the station that leaves   | station: released, by: alpha                           | releases the studio               |
        | a variable                | variable: { variable: var-1, becomes: Evening }        | sets the variable Headline to Evening             |
        | a tally                   | tally: { output: out-1, is: preview }                  | plays clip 1 on main              |
        | a macro that is done      | macro: { macro: mac-2, is: done }                      | runs the macro mac-2              |

    Scenario Outline: A station that takes the studio triggers <trigger>
      Given the studio also has:
        """
        automations:
          - { id: react, station: alpha, name: React, trigger: { <trigger> }, steps: [switch: { signal: sig-4, on: true }] }
        """
      And the host itself starts the automation react
      And the host itself releases the studio
      When the host itself takes the studio for bravo
      And 1 second passes
      Then the signal door-lock is <state>

      Examples:
        | trigger                   | state |
        | station: taken            | on    |
        | station: taken, by: bravo | on    |
        | station: taken, by: alpha | off   |

    Scenario: The automation is triggered by an alarm, a device that goes away, and one that comes back
      Given the studio also has:
        """
        automations:
          - { id: away, station: alpha, name: Away, trigger: { device: { id: sig-1, is: away } }, steps: [switch: { signal: sig-2, on: true }] }
          - { id: back, station: alpha, name: Back, trigger: { device: { id: sig-1, is: back } }, steps: [switch: { signal: sig-3, on: true }] }
          - { id: alarm, station: alpha, name: Alarm, trigger: { alarm: { kind: signal_away, is: raised } }, steps: [switch: { signal: sig-4, on: true }] }
        """
      And the host itself starts the automation away
      And the host itself starts the automation back
      And the host itself starts the automation alarm
      When the line of red-light is offline
      And 1 second passes
      Then no command is sent to any device
      When 5 seconds pass
      Then the signal mic-live is on
      And the signal door-lock is on
      And the signal phone-ring is off
      When the line of red-light works again
      And 5 seconds pass
      Then the signal phone-ring is on

    Scenario: Any of several triggers fires, and the next time is shown
      Given the studio also has:
        """
        timezone: UTC
        automations:
          - id: react
            station: alpha
            name: React
            trigger: [{ timeOfDay: '18:30' }, { timeOfDay: '12:30' }, { signal: { signal: sig-2, on: true } }]
            steps: [switch: { signal: sig-4, on: true }, waitMs: 1000, switch: { signal: sig-4, on: false }]
        """
      When the host itself starts the automation react
      Then the response contains:
        | automation.nextRunAt | 2021-03-01T12:30:00.000Z |
      When the host itself switches the signal mic-live on
      Then the signal door-lock is on
      When 30 minutes pass
      Then the signal door-lock is on
      When the host itself reads the automation react
      Then the response contains:
        | automation.nextRunAt | 2021-03-01T18:30:00.000Z |

    Scenario: An automation that is paused or stopped reacts to nothing
      Given the studio also has:
        """
        automations:
          - { id: react, station: alpha, name: React, trigger: { signal: { signal: sig-2, on: true } }, steps: [switch: { signal: sig-4, on: true }] }
        """
      And the host itself starts the automation react
      And the host itself pauses the automation react
      When the host itself switches the signal mic-live on
      And 10 seconds pass
      Then 1 command was sent
      When the host itself resumes the automation react
      And 10 seconds pass
      Then 1 command was sent

  @AUTOMATION-18
  Rule: What is so already is no event

    Scenario: A microphone that is open when the automation starts
      Given the studio also has:
        """
        automations:
          - { id: react, station: alpha, name: React, trigger: { signal: { signal: sig-2, on: true } }, steps: [switch: { signal: sig-4, on: true }] }
        """
      And the host itself switches the signal mic-live on
      When the host itself starts the automation react
      And 10 seconds pass
      Then 1 command was sent

    Scenario: A microphone that was lost and comes back as it was
      Given the studio also has:
        """
        automations:
          - { id: react, station: alpha, name: React, trigger: { signal: { signal: sig-2, on: true } }, steps: [switch: { signal: sig-4, on: true }] }
        """
      And the host itself switches the signal mic-live on
      And the host itself starts the automation react
      When the line of mic-live is offline
      And 10 seconds pass
      And the line of mic-live works again
      And 10 seconds pass
      Then 1 command was sent

    Scenario: A signal that does not stay for the time is no event
      Given the studio also has:
        """
        automations:
          - { id: react, station: alpha, name: React, trigger: { signal: { signal: sig-2, on: true, forMs: 2000 } }, steps: [switch: { signal: sig-4, on: true }] }
        """
      And the host itself starts the automation react
      When the host itself switches the signal mic-live on
      And 1 second passes
      And the host itself switches the signal mic-live off
      And 5 seconds pass
      Then the signal door-lock is off

  @AUTOMATION-19
  Rule: Conditions decide whether it runs

    Scenario Outline: While <condition>, it <runs>
      Given the studio also has:
        """
        timezone: UTC
        automations:
          - { id: react, station: alpha, name: React, trigger: { signal: { signal: sig-2, on: true } }, when: [{ <condition> }], steps: [switch: { signal: sig-4, on: true }] }
        """
      And the host itself starts the automation react
      When the host itself switches the signal mic-live on
      And 5 seconds pass
      Then the signal door-lock is <state>

      Examples:
        | condition                                  | runs        | state |
        | signal: { signal: sig-3, on: false }       | runs        | on    |
        | signal: { signal: sig-3, on: true }        | doesn't run | off   |
        | studio: off_air                            | runs        | on    |
        | studio: on_air                             | doesn't run | off   |
        | holder: alpha                              | runs        | on    |
        | holder: bravo                              | doesn't run | off   |
        | holder: null                               | doesn't run | off   |
        | clip: { output: out-1, is: off }           | runs        | on    |
        | clip: { output: out-1, is: 'on' }          | doesn't run | off   |
        | tally: { output: out-1, is: 'off' }        | runs        | on    |
        | variable: { variable: var-2, is: true }    | runs        | on    |
        | variable: { variable: var-2, is: false }   | doesn't run | off   |
        | alarm: { is: cleared }                     | runs        | on    |
        | alarm: { is: raised }                      | doesn't run | off   |
        | device: { id: sig-3, is: back }            | runs        | on    |
        | device: { id: sig-3, is: away }            | doesn't run | off   |
        | macro: { macro: mac-2, is: done }          | doesn't run | off   |
        | weekdays: [mon]                            | runs        | on    |
        | weekdays: [sun, tue]                       | doesn't run | off   |
        | between: ['22:00', '12:01']                | runs        | on    |
        | between: ['12:01', '22:00']                | doesn't run | off   |

    Scenario: An automation with a pause between runs waits for its condition
      Given the studio also has:
        """
        automations:
          - { id: react, station: alpha, name: React, trigger: { everyMs: 60000 }, when: [{ studio: on_air }], steps: [switch: { signal: sig-4, on: true }] }
        """
      When the host itself starts the automation react
      And 2 minutes pass
      Then no command is sent to any device
      When the host itself takes the studio on air
      And 61 seconds pass
      Then the signal door-lock is on

  @AUTOMATION-20
  Rule: A trigger that fires during a run is missed, begins it anew or waits

    Scenario Outline: With whileRunning: <policy>, two further triggers during a run
      Given the studio also has:
        """
        automations:
          - id: react
            station: alpha
            name: React
            trigger: { signal: { signal: sig-2, on: true } }
            whileRunning: <policy>
            steps: [waitMs: 10000, pulse: { signal: sig-4, ms: 100 }]
        """
      And the host itself starts the automation react
      When the host itself pulses the signal mic-live with ms=100
      And 4 seconds pass
      And the host itself pulses the signal mic-live with ms=100
      And 4 seconds pass
      And the host itself pulses the signal mic-live with ms=100
      And 4 seconds pass
      Then <early> commands were sent
      When 1 minute passes
      Then <sent> commands were sent
      When the host itself reads the alarms
      Then the response body contains '<alarm>'

      Examples:
        | policy  | early | sent | alarm                                         |
        | ignore  | 8     | 8    | on came while its previous run was not over   |
        | restart | 6     | 8    | "alarms":[]                                   |
        | queue   | 8     | 10   | "alarms":[]                                   |

  @AUTOMATION-21
  Rule: Automations that trigger each other without end are stopped

    Scenario: An automation that triggers itself at run time pauses itself
      Given the studio also has:
        """
        automations:
          - id: loop
            station: alpha
            name: Loop
            trigger: { signal: { signal: sig-2, on: true } }
            when: [{ studio: off_air }]
            steps: [switch: { signal: sig-2, on: false }, switch: { signal: sig-2, on: true }]
            whileRunning: queue
        """
      And the host itself starts the automation loop
      When the host itself pulses the signal mic-live with ms=50
      And 1 minute passes
      And the host itself reads the automation loop in plain text
      Then the response body is "paused"
      When the host itself reads the alarms
      Then the response body contains "more than 20 times within 10 s"
      When the host itself resumes the automation loop
      And the host itself reads the alarms
      Then the response body contains '"alarms":[]'

  @AUTOMATION-22
  Rule: The as-run log names the event

    Scenario: A run that a microphone has begun
      Given the studio also has:
        """
        automations:
          - { id: react, station: alpha, name: React, trigger: { signal: { signal: sig-2, on: true } }, steps: [switch: { signal: sig-4, on: true }] }
        """
      And the host itself starts the automation react
      When the host itself switches the signal mic-live on
      And 5 seconds pass
      Then the as-run log soon contains exactly:
        | caller           | startedBy               | operation | parameters.signal |
        | loopback         | null                    | signal.on | sig-2             |
        | automation:react | event:signal "sig-2" on | signal.on | sig-4             |
