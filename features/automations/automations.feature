# Automations: steps that run whenever their trigger fires.
@simulator
Feature: Automations
  The station alpha has auto-1 "Top of the hour", which switches the red light on, plays the opener on main for
  15 seconds and switches the light off again; and auto-2 "Night loop", which plays the music bed over and over.
  Both are stopped at first. These scenarios start at noon and use a manual clock.

  @AUTOMATION-1 @AUTOMATION-2
  Rule: Automations can be read

    Scenario: The list shows the station's automations and their states
      When the host itself reads the automations
      Then the response status is 200
      And the response has the fields ok, automations
      And each item of "automations" has the fields id, name, state, nextRunAt, lastRun
      And the response lists in "automations":
        | id     | name            | state   |
        | auto-1 | Top of the hour | stopped |
        | auto-2 | Night loop      | stopped |

    @PARAMETER-5
    Scenario Outline: An automation is found as <named>
      When the host itself reads the automation <named>
      Then the response status is 200
      And "automation" has the fields id, name, state, nextRunAt, lastRun
      And the response contains:
        | automation.id    | auto-1          |
        | automation.name  | Top of the hour |
        | automation.state | stopped         |

      Examples:
        | named  |
        | auto-1 |
        | AUTO-1 |

    @PLAIN-6
    Scenario Outline: The host <call> in plain text
      When the host itself <call> in plain text
      Then the response status is 200
      And the response body is "<text>"

      Examples:
        | call                        | text    |
        | reads the automations       | 2       |
        | reads the automation auto-1 | stopped |

    @ERROR-15 @PARAMETER-5
    Scenario Outline: An unknown automation is not_found: the host <call>
      When the host itself <call>
      Then the call is refused with 404 not_found
      And the error message contains "<named>"

      Examples:
        | call                               | named      |
        | reads the automation attic         | attic      |
        | starts the automation attic        | attic      |
        | pauses the automation attic        | attic      |
        | resumes the automation attic       | attic      |
        | stops the automation attic         | attic      |
        | starts the automation Night%20loop | Night loop |

  @AUTOMATION-3 @AUTOMATION-4
  Rule: An automation can be started, paused, resumed and stopped

    Scenario Outline: Each transition by <method> is acknowledged at once
      Given the clock is stopped
      When the host itself calls <method> /api/v2/automations/auto-1/start
      Then the response status is 200
      And the response has the fields ok, operation, action, automation
      And the response contains:
        | operation        | automation.start |
        | automation.id    | auto-1           |
        | automation.state | running          |
      When the host itself calls <method> /api/v2/automations/auto-1/pause
      Then the response contains:
        | operation        | automation.pause |
        | automation.state | paused           |
      When the host itself calls <method> /api/v2/automations/auto-1/resume
      Then the response contains:
        | operation        | automation.resume |
        | automation.state | running           |
      When the host itself calls <method> /api/v2/automations/auto-1/stop
      Then the response contains:
        | operation        | automation.stop |
        | automation.state | stopped         |

      Examples:
        | method |
        | GET    |
        | POST   |

    @AUTOMATION-2 @SERVICE-3
    Scenario: Each transition answers OK in plain text
      When the host itself starts the automation auto-1 in plain text
      Then the response body is "OK"
      When the host itself reads the automation auto-1 in plain text
      Then the response body is "running"
      When the host itself pauses the automation auto-1 in plain text
      Then the response body is "OK"
      When the host itself reads the automation auto-1 in plain text
      Then the response body is "paused"

    @ERROR-17
    Scenario Outline: The automation is <state>, and the host <call> it
      Given the host itself starts the automation auto-1
      And the host itself <before> the automation auto-1
      When the host itself <call> the automation auto-1
      Then the call is refused with 409 conflict
      And the error message contains "<state>"
      When the host itself <call> the automation auto-1 with wait=0
      Then the call is refused with 409 conflict

      Examples:
        | before | state   | call    |
        | stops  | stopped | pauses  |
        | stops  | stopped | resumes |
        | pauses | paused  | starts  |
        | pauses | paused  | pauses  |

    @ERROR-17
    Scenario Outline: The automation is running, and the host <call> it
      Given the host itself starts the automation auto-1
      When the host itself <call> the automation auto-1
      Then the call is refused with 409 conflict
      And the error message contains "running"

      Examples:
        | call    |
        | starts  |
        | resumes |

    @ACK-14
    Scenario: Stopping a stopped automation succeeds
      When the host itself stops the automation auto-1
      Then the response status is 200
      And the response contains:
        | automation.state | stopped |

    @ACK-2 @SHAPE-3
    Scenario: Starting with wait=0 is accepted
      When the host itself starts the automation auto-2 with wait=0
      Then the response status is 202
      And the response contains:
        | accepted  | true             |
        | operation | automation.start |
      When the host itself reads the automation auto-2 in plain text
      Then the response body is "running"

    @ACK-5 @ACK-6
    Scenario: An invalid timeout is refused
      When the host itself starts the automation auto-1 with timeout=30001
      Then the call is refused with 400 invalid_parameter

  Rule: The automation "Top of the hour" runs on the hour

    @fresh
    Scenario: The automation starts at noon and runs at one o'clock, to the millisecond
      Given the clock is stopped
      When the host itself starts the automation auto-1
      And 3599999 ms pass
      Then no command is sent to any device
      When 100 ms pass
      Then these commands were sent, in this order:
        | sig-1 switches on                  |
        | out-1 plays opener of news in full |
      And the signal red-light is on
      And main plays the clip opener of the bank news
      When 15100 ms pass
      Then the signal red-light is off
      When the host itself reads the automation auto-1 in plain text
      Then the response body is "running"

    @fresh
    Scenario: The automation runs again at the next hour
      Given the clock is stopped
      And the host itself starts the automation auto-1
      When 3700000 ms pass
      Then 3 commands were sent
      When 3400000 ms pass
      Then 3 commands were sent
      When 200000 ms pass
      Then 6 commands were sent

    Scenario Outline: The automation is <state> and doesn't run on the hour
      Given the host itself starts the automation auto-1
      When the host itself <call> the automation auto-1
      And 7300000 ms pass
      Then no command is sent to any device

      Examples:
        | call   | state   |
        | pauses | paused  |
        | stops  | stopped |

    @fresh
    Scenario: The resumed automation runs at the next hour
      Given the host itself starts the automation auto-1
      And the host itself pauses the automation auto-1
      And 5400000 ms pass
      When the host itself resumes the automation auto-1
      And 1700000 ms pass
      Then no command is sent to any device
      When 200000 ms pass
      Then 3 commands were sent

  Rule: The automation "Night loop" runs over and over

    Scenario: The automation plays the bed at once, and again when the bed ends
      When the host itself starts the automation auto-2
      And 100 ms pass
      Then main plays the clip bed of the bank music
      When 180000 ms pass
      Then 1 command was sent
      When 1500 ms pass
      Then 2 commands were sent

    Scenario: The stopped automation plays nothing more, and the clip keeps playing
      When the host itself starts the automation auto-2
      And 1000 ms pass
      And the host itself stops the automation auto-2
      Then main plays the clip bed of the bank music
      When 400000 ms pass
      Then 1 command was sent

    Scenario: The paused automation waits before its next step, and continues when it is resumed
      When the host itself starts the automation auto-2
      And 1000 ms pass
      And the host itself pauses the automation auto-2
      And 400000 ms pass
      Then 1 command was sent
      When the host itself resumes the automation auto-2
      And 1100 ms pass
      Then 2 commands were sent

    Scenario: The stopped automation can be started again
      Given the host itself starts the automation auto-2
      And the host itself stops the automation auto-2
      When the host itself starts the automation auto-2
      Then the response status is 200
      And the response contains:
        | automation.state | running |

  @AUTOMATION-2
  Rule: A failed step makes the automation failed

    Scenario Outline: The automation fails when the player of main <fault>
      Given the player of main <fault>
      When the host itself starts the automation auto-2
      Then the response status is <status>
      When <ms> ms pass
      And the host itself reads the automation auto-2
      Then the response contains:
        | automation.state | failed |

      Examples:
        | fault                      | status | ms   |
        | rejects commands           | 200    | 100  |
        | is offline                 | 424    | 100  |
        | loses its acknowledgements | 200    | 2100 |

    Scenario: The failed automation doesn't retry
      Given the player of main rejects commands
      And the host itself starts the automation auto-2
      When 500000 ms pass
      Then 1 command was sent

    @ERROR-17
    Scenario Outline: The automation is failed, and the host <call> it
      Given the player of main is offline
      And the host itself starts the automation auto-2
      And 100 ms pass
      When the host itself <call> the automation auto-2
      Then the call is refused with 409 conflict
      And the error message contains "failed"

      Examples:
        | call    |
        | pauses  |
        | resumes |

    Scenario Outline: The failed automation can be <done>
      Given the player of main is offline
      And the host itself starts the automation auto-2
      And 100 ms pass
      And the player of main works again
      When the host itself <call> the automation auto-2
      Then the response status is 200
      And the response contains:
        | automation.state | <state> |

      Examples:
        | call   | done    | state   |
        | starts | started | running |
        | stops  | stopped | stopped |

  @AUTOMATION-14
  Rule: An automation shows how its last run ended

    @fresh
    Scenario: A run that is done
      Given the host itself starts the automation auto-2
      When the host itself reads the automation auto-2
      Then the response contains:
        | automation.lastRun | null |
      When 180500 ms pass
      And the host itself reads the automation auto-2
      Then "automation.lastRun" has the fields outcome, step, error, startedAt, endedAt
      And the response contains:
        | automation.state           | running |
        | automation.lastRun.outcome | done    |
        | automation.lastRun.step    | 2       |
        | automation.lastRun.error   | null    |

    Scenario: A run that was stopped, and a stop between two runs
      Given the host itself starts the automation auto-2
      And 1000 ms pass
      When the host itself stops the automation auto-2
      Then the response contains:
        | automation.lastRun.outcome | stopped |
        | automation.lastRun.step    | 2       |
      When the host itself stops the automation auto-2
      Then the response contains:
        | automation.lastRun.outcome | stopped |
        | automation.lastRun.step    | 2       |

    @REMEMBER-1 @fresh
    Scenario: The failed run is shown by the record, its event and after a restart
      Given the player of main rejects commands
      And the host itself opens the event stream
      When the host itself starts the automation auto-2
      And 100 ms pass
      Then the event stream has sent these events of the kind automation:
        | automation.state | automation.lastRun.step | automation.lastRun.error |
        | running          |                         |                          |
        | failed           | 1                       | device_error             |
      When the service is restarted
      And the host itself reads the automation auto-2
      Then the response contains:
        | automation.state           | stopped      |
        | automation.lastRun.outcome | failed       |
        | automation.lastRun.step    | 1            |
        | automation.lastRun.error   | device_error |

  @AUTOMATION-15
  Rule: A call reports that the run it begins can't be started

    Scenario: The device of the first step is away
      Given the player of main is offline
      When the host itself starts the automation auto-2
      Then the call is refused with 424 device_unavailable
      And the error message contains "failed at step 1 of 2"

    Scenario: The automation goes on after a failed run
      Given the studio also has:
        """
        automations:
          - id: auto-3
            station: alpha
            name: Loop
            trigger: { everyMs: 60000 }
            onFailure: continue
            steps: [switch: { signal: sig-1, on: true }]
        """
      And the line of red-light is offline
      When the host itself starts the automation auto-3
      Then the response status is 200
      And the response contains:
        | automation.state | running |

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: The feature Automations decides who may read and control

    Scenario Outline: While <given>, <caller> <call>: <refusal>
      Given <given>
      When <caller> <call>
      Then the call is refused with <refusal>
      And no command is sent to any device

      Examples:
        | given                                   | caller             | call                         | refusal              |
        | Read of Automations is switched off     | the host itself    | reads the automations        | 403 feature_disabled |
        | Read of Automations is switched off     | the host itself    | reads the automation auto-1  | 403 feature_disabled |
        | Control of Automations is switched off  | the host itself    | starts the automation auto-2 | 403 feature_disabled |
        | Control of Automations is switched off  | the host itself    | stops the automation auto-2  | 403 feature_disabled |
        | the device "Panel" is read only         | the device "Panel" | starts the automation auto-2 | 403 read_only        |
        | the device "Panel" is limited to macros | the device "Panel" | starts the automation auto-2 | 403 forbidden        |
