# Automations: sequences of steps that run by themselves whenever their time has come.
@simulator
Feature: Automations
  The station alpha has auto-1 "Top of the hour", which puts the red light on, plays the opener on main for 15 seconds
  and puts the light off again; and auto-2 "Night loop", which plays the music bed over and over. Both are stopped at
  first. The clock of these scenarios stands at noon and is wound by hand.

  @AUTOMATION-1 @AUTOMATION-2
  Rule: Automations can be read

    Scenario: The station's automations and their states
      When the host itself reads the automations
      Then it is answered 200
      And the answer has the fields ok, automations
      And each in "automations" has the fields id, name, state
      And the answer lists in "automations":
        | id     | name            | state   |
        | auto-1 | Top of the hour | stopped |
        | auto-2 | Night loop      | stopped |

    @PARAMETER-5
    Scenario Outline: One automation, named <named>
      When the host itself reads the automation <named>
      Then it is answered 200
      And "automation" has the fields id, name, state
      And the answer says:
        | automation.id    | auto-1          |
        | automation.name  | Top of the hour |
        | automation.state | stopped         |

      Examples:
        | named  |
        | auto-1 |
        | AUTO-1 |

    @PLAIN-6
    Scenario Outline: In plain text: <deed>
      When the host itself <deed> in plain text
      Then it is answered 200
      And the text is "<text>"

      Examples:
        | deed                        | text    |
        | reads the automations       | 2       |
        | reads the automation auto-1 | stopped |

    @ERROR-15 @PARAMETER-5
    Scenario Outline: An automation is found by its id alone: nobody <deed>
      When the host itself <deed>
      Then it is refused with 404 not_found
      And the message mentions "<named>"

      Examples:
        | deed                               | named      |
        | reads the automation attic         | attic      |
        | starts the automation attic        | attic      |
        | pauses the automation attic        | attic      |
        | resumes the automation attic       | attic      |
        | stops the automation attic         | attic      |
        | starts the automation Night%20loop | Night loop |

  @AUTOMATION-3 @AUTOMATION-4
  Rule: An automation is started, paused, resumed and stopped

    Scenario Outline: By <method>, each acknowledged at once
      Given the clock stands still
      When the host itself calls <method> /api/v2/automations/auto-1/start
      Then it is answered 200
      And the answer has the fields ok, operation, action, automation
      And the answer says:
        | operation        | automation.start |
        | automation.id    | auto-1           |
        | automation.state | running          |
      When the host itself calls <method> /api/v2/automations/auto-1/pause
      Then the answer says:
        | operation        | automation.pause |
        | automation.state | paused           |
      When the host itself calls <method> /api/v2/automations/auto-1/resume
      Then the answer says:
        | operation        | automation.resume |
        | automation.state | running           |
      When the host itself calls <method> /api/v2/automations/auto-1/stop
      Then the answer says:
        | operation        | automation.stop |
        | automation.state | stopped         |

      Examples:
        | method |
        | GET    |
        | POST   |

    @AUTOMATION-2 @SERVICE-3
    Scenario: In plain text
      When the host itself starts the automation auto-1 in plain text
      Then the text is "OK"
      When the host itself reads the automation auto-1 in plain text
      Then the text is "running"
      When the host itself pauses the automation auto-1 in plain text
      Then the text is "OK"
      When the host itself reads the automation auto-1 in plain text
      Then the text is "paused"

    @ERROR-17
    Scenario Outline: While it is <state>, nobody <deed>
      Given the host itself starts the automation auto-1
      And the host itself <before> the automation auto-1
      When the host itself <deed> the automation auto-1
      Then it is refused with 409 conflict
      And the message mentions "<state>"
      When the host itself <deed> the automation auto-1 with wait=0
      Then it is refused with 409 conflict

      Examples:
        | before | state   | deed    |
        | stops  | stopped | pauses  |
        | stops  | stopped | resumes |
        | pauses | paused  | starts  |
        | pauses | paused  | pauses  |

    @ERROR-17
    Scenario Outline: While it is running, nobody <deed>
      Given the host itself starts the automation auto-1
      When the host itself <deed> the automation auto-1
      Then it is refused with 409 conflict
      And the message mentions "running"

      Examples:
        | deed    |
        | starts  |
        | resumes |

    @ACK-14
    Scenario: Stopping what is stopped
      When the host itself stops the automation auto-1
      Then it is answered 200
      And the answer says:
        | automation.state | stopped |

    @ACK-2 @SHAPE-3
    Scenario: With wait=0
      When the host itself starts the automation auto-2 with wait=0
      Then it is answered 202
      And the answer says:
        | accepted  | true             |
        | operation | automation.start |
      When the host itself reads the automation auto-2 in plain text
      Then the text is "running"

    @ACK-5 @ACK-6
    Scenario: A bad timeout is refused
      When the host itself starts the automation auto-1 with timeout=30001
      Then it is refused with 400 invalid_parameter

  Rule: Top of the hour runs at the hour by the clock, and not before

    Scenario: At noon it is started; at one, to the millisecond, it runs
      Given the clock stands still
      When the host itself starts the automation auto-1
      And 3599999 ms pass
      Then nothing is sent to any device
      When 100 ms pass
      Then these commands were sent, in this order:
        | sig-1 switches on                  |
        | out-1 plays opener of news in full |
      And the signal red-light is on
      And main plays the clip opener of the bank news
      When 15100 ms pass
      Then the signal red-light is off
      When the host itself reads the automation auto-1 in plain text
      Then the text is "running"

    Scenario: It runs again at the next hour
      Given the clock stands still
      And the host itself starts the automation auto-1
      When 3700000 ms pass
      Then 3 commands were sent
      When 3400000 ms pass
      Then 3 commands were sent
      When 200000 ms pass
      Then 6 commands were sent

    Scenario Outline: Once it is <state>, the hour passes and nothing happens
      Given the host itself starts the automation auto-1
      When the host itself <deed> the automation auto-1
      And 7300000 ms pass
      Then nothing is sent to any device

      Examples:
        | deed   | state   |
        | pauses | paused  |
        | stops  | stopped |

    Scenario: Resumed, it runs at the next hour
      Given the host itself starts the automation auto-1
      And the host itself pauses the automation auto-1
      And 5400000 ms pass
      When the host itself resumes the automation auto-1
      And 1700000 ms pass
      Then nothing is sent to any device
      When 200000 ms pass
      Then 3 commands were sent

  Rule: Night loop runs over and over

    Scenario: It plays at once, and again once the bed is over
      When the host itself starts the automation auto-2
      And 100 ms pass
      Then main plays the clip bed of the bank music
      When 180000 ms pass
      Then 1 command was sent
      When 1500 ms pass
      Then 2 commands were sent

    Scenario: Stopped, it goes no further; what plays isn't taken back
      When the host itself starts the automation auto-2
      And 1000 ms pass
      And the host itself stops the automation auto-2
      Then main plays the clip bed of the bank music
      When 400000 ms pass
      Then 1 command was sent

    Scenario: Paused, it is held before its next step; resumed, it goes on
      When the host itself starts the automation auto-2
      And 1000 ms pass
      And the host itself pauses the automation auto-2
      And 400000 ms pass
      Then 1 command was sent
      When the host itself resumes the automation auto-2
      And 1100 ms pass
      Then 2 commands were sent

    Scenario: It can be started again
      Given the host itself starts the automation auto-2
      And the host itself stops the automation auto-2
      When the host itself starts the automation auto-2
      Then it is answered 200
      And the answer says:
        | automation.state | running |

  @AUTOMATION-2
  Rule: A step that fails makes the automation failed

    Scenario Outline: The player of main <fault>
      Given the player of main <fault>
      When the host itself starts the automation auto-2
      Then it is answered 200
      When <ms> ms pass
      And the host itself reads the automation auto-2
      Then the answer says:
        | automation.state | failed |

      Examples:
        | fault                      | ms   |
        | refuses                    | 100  |
        | is offline                 | 100  |
        | loses its acknowledgements | 2100 |

    Scenario: It tries nothing more by itself
      Given the player of main refuses
      And the host itself starts the automation auto-2
      When 500000 ms pass
      Then 1 command was sent

    @ERROR-17
    Scenario Outline: While it is failed, nobody <deed>
      Given the player of main is offline
      And the host itself starts the automation auto-2
      And 100 ms pass
      When the host itself <deed> the automation auto-2
      Then it is refused with 409 conflict
      And the message mentions "failed"

      Examples:
        | deed    |
        | pauses  |
        | resumes |

    Scenario Outline: It can be <done>
      Given the player of main is offline
      And the host itself starts the automation auto-2
      And 100 ms pass
      And the player of main is well again
      When the host itself <deed> the automation auto-2
      Then it is answered 200
      And the answer says:
        | automation.state | <state> |

      Examples:
        | deed   | done    | state   |
        | starts | started | running |
        | stops  | stopped | stopped |

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: Who may read and who may control is said for the feature Automations

    Scenario Outline: <given>, and <caller> <deed>: <refusal>
      Given <given>
      When <caller> <deed>
      Then it is refused with <refusal>
      And nothing is sent to any device

      Examples:
        | given                                   | caller             | deed                         | refusal              |
        | Read of Automations is switched off     | the host itself    | reads the automations        | 403 feature_disabled |
        | Read of Automations is switched off     | the host itself    | reads the automation auto-1  | 403 feature_disabled |
        | Control of Automations is switched off  | the host itself    | starts the automation auto-2 | 403 feature_disabled |
        | Control of Automations is switched off  | the host itself    | stops the automation auto-2  | 403 feature_disabled |
        | the device "Panel" is read only         | the device "Panel" | starts the automation auto-2 | 403 read_only        |
        | the device "Panel" is limited to macros | the device "Panel" | starts the automation auto-2 | 403 forbidden        |
