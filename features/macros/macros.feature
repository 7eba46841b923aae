# Macros: steps that run once, when a caller runs them.
@simulator
Feature: Macros
  The demo studio has mac-1 "Opening" and mac-2 "Closing". Each runs for about 3 seconds and uses the output wall, the
  camera cam-2 and the signal mic-live. A step starts once the device has confirmed the previous one.

  @MACRO-1 @MACRO-2
  Rule: Macros can be read

    Scenario: The list shows all macros
      When the host itself reads the macros
      Then the response status is 200
      And the response has the fields ok, macros
      And each item of "macros" has the fields id, name, state, step, steps, parameters, lastRun
      And the response lists in "macros":
        | id    | name    | state | step | steps |
        | mac-1 | Opening | idle  | 0    | 7     |
        | mac-2 | Closing | idle  | 0    | 6     |

    @PARAMETER-5
    Scenario Outline: A macro is found as <named>
      When the host itself reads the macro <named>
      Then the response status is 200
      And "macro" has the fields id, name, state, step, steps, parameters, lastRun
      And the response contains:
        | macro.id    | mac-1   |
        | macro.name  | Opening |
        | macro.state | idle    |
        | macro.step  | 0       |
        | macro.steps | 7       |

      Examples:
        | named |
        | mac-1 |
        | MAC-1 |

    @PLAIN-6
    Scenario: The plain form of the list is the count
      When the host itself reads the macros in plain text
      Then the response body is "2"

    @prompt
    Scenario: The plain form of a macro is 1 while it runs, else 0
      When the host itself reads the macro mac-1 in plain text
      Then the response body is "0"
      When the host itself runs the macro mac-1
      And the host itself reads the macro mac-1 in plain text
      Then the response body is "1"
      When the host itself reads the macro mac-2 in plain text
      Then the response body is "0"
      When 3100 ms pass
      And the host itself reads the macro mac-1 in plain text
      Then the response body is "0"

    @ERROR-15 @PARAMETER-5
    Scenario Outline: An unknown macro is not_found: the host <call>
      When the host itself <call>
      Then the call is refused with 404 not_found
      And the error message contains "<named>"
      And no command is sent to any device

      Examples:
        | call                    | named   |
        | reads the macro attic   | attic   |
        | runs the macro attic    | attic   |
        | stops the macro attic   | attic   |
        | reads the macro Opening | Opening |
        | runs the macro Opening  | Opening |

  @MACRO-3 @MACRO-4
  Rule: A macro that is run executes its steps

    Scenario Outline: Running by <method> is acknowledged once the macro has started
      Given the clock is stopped
      When the host itself calls <method> /api/v2/macros/mac-1/run
      Then the response status is 200
      And the response has the fields ok, operation, action, macro
      And the response contains:
        | operation   | macro.run |
        | macro.id    | mac-1     |
        | macro.state | running   |
        | macro.step  | 1         |
        | macro.steps | 7         |

      Examples:
        | method |
        | GET    |
        | POST   |

    Scenario: The macro "Opening" sends its commands in order
      When the host itself runs the macro mac-1
      And 3100 ms pass
      Then these commands were sent, in this order:
        | cam-2 recalls wide                     |
        | out-2 plays opener of news in left     |
        | sig-2 switches on                      |
        | cam-2 recalls close                    |
        | out-2 plays headlines of news in right |
      And the scene left of wall plays the clip opener of the bank news
      And the scene right of wall plays the clip headlines of the bank news
      And the signal mic-live is on

    Scenario: The macro "Closing" sends its commands in order
      When the host itself runs the macro mac-2
      And 3100 ms pass
      Then these commands were sent, in this order:
        | out-2 plays closer of news in left |
        | sig-2 switches off                 |
        | cam-2 recalls wide                 |
        | out-2 plays bed of music in right  |

    Scenario: A macro waits at a wait step, and shows the current step
      When the host itself runs the macro mac-1
      And 1400 ms pass
      Then 2 commands were sent
      And the signal mic-live is off
      When the host itself reads the macro mac-1
      Then the response contains:
        | macro.state | running |
        | macro.step  | 3       |

    @prompt
    Scenario: The macro takes about three seconds
      When the host itself runs the macro mac-1
      And 2900 ms pass
      And the host itself reads the macro mac-1
      Then the response contains:
        | macro.state | running |
        | macro.step  | 7       |
      When 200 ms pass
      And the host itself reads the macro mac-1
      Then the response contains:
        | macro.state | idle |
        | macro.step  | 0    |

    @ERROR-17
    Scenario: Running a running macro is a conflict, and the message names the state
      Given the host itself runs the macro mac-1
      When the host itself runs the macro mac-1
      Then the call is refused with 409 conflict
      And the error message contains "running"
      When the host itself runs the macro mac-1 with wait=0
      Then the call is refused with 409 conflict

    Scenario: A macro can be run again once it has ended
      Given the host itself runs the macro mac-2
      When 3100 ms pass
      And the host itself runs the macro mac-2
      Then the response status is 200
      When 3100 ms pass
      Then 8 commands were sent

    Scenario: Two macros can run at the same time
      When the host itself runs the macro mac-1
      And the host itself runs the macro mac-2
      Then the response status is 200

    @ACK-2 @SHAPE-3
    Scenario: Running with wait=0 is accepted
      When the host itself runs the macro mac-1 with wait=0
      Then the response status is 202
      And the response has the fields ok, accepted, operation, action
      When 3100 ms pass
      Then 5 commands were sent

    @ACK-5 @ACK-6
    Scenario: An invalid timeout is refused, and nothing runs
      When the host itself runs the macro mac-1 with timeout=99
      Then the call is refused with 400 invalid_parameter
      When the host itself reads the macro mac-1 in plain text
      Then the response body is "0"

  @MACRO-3 @MACRO-4
  Rule: A stopped macro ends before its next step

    Scenario Outline: The macro is stopped by <method>
      Given the host itself runs the macro mac-1
      When 500 ms pass
      And the host itself calls <method> /api/v2/macros/mac-1/stop
      Then the response status is 200
      And the response contains:
        | operation   | macro.stop |
        | macro.state | idle       |
        | macro.step  | 0          |
      When 5000 ms pass
      Then 2 commands were sent
      And the signal mic-live is off

      Examples:
        | method |
        | GET    |
        | POST   |

    @ACK-14
    Scenario: Stopping an idle macro succeeds
      When the host itself stops the macro mac-1
      Then the response status is 200
      And the response contains:
        | macro.state | idle |

    Scenario: A stopped macro can be run again at once
      Given the host itself runs the macro mac-1
      And 500 ms pass
      And the host itself stops the macro mac-1
      When the host itself runs the macro mac-1
      Then the response status is 200
      When 3100 ms pass
      Then 7 commands were sent

    @SERVICE-3
    Scenario: Running and stopping answer OK in plain text
      When the host itself runs the macro mac-1 in plain text
      Then the response body is "OK"
      When the host itself stops the macro mac-1 in plain text
      Then the response body is "OK"

  @MACRO-2
  Rule: A failed step ends the macro

    @prompt
    Scenario Outline: The macro ends when the camera <fault>
      Given the camera cam-2 <fault>
      When the host itself runs the macro mac-1
      Then the response status is <status>
      When 100 ms pass
      And the host itself reads the macro mac-1
      Then the response contains:
        | macro.state | idle |
      When 5000 ms pass
      Then nothing plays in the scene left of wall
      And the signal mic-live is off

      Examples:
        | fault            | status |
        | rejects commands | 200    |
        | is offline       | 424    |

    Scenario: The macro waits two seconds for a lost acknowledgement
      Given the player of wall loses its acknowledgements
      When the host itself runs the macro mac-2
      And 1990 ms pass
      And the host itself reads the macro mac-2
      Then the response contains:
        | macro.state | running |
        | macro.step  | 1       |
      When 20 ms pass
      And the host itself reads the macro mac-2
      Then the response contains:
        | macro.state | idle |
      And 1 command was sent

  @MACRO-7
  Rule: A macro shows how its last run ended

    @fresh
    Scenario: A macro that has not run shows no last run
      When the host itself reads the macro mac-1
      Then the response contains:
        | macro.lastRun | null |

    @prompt @fresh
    Scenario: A run that is done
      Given the clock is stopped
      When the host itself runs the macro mac-1
      Then the response contains:
        | macro.lastRun | null |
      When 3100 ms pass
      And the host itself reads the macro mac-1
      Then "macro.lastRun" has the fields outcome, step, error, startedAt, endedAt
      And the response contains:
        | macro.lastRun.outcome | done |
        | macro.lastRun.step    | 7    |
        | macro.lastRun.error   | null |
      And the response has a time in "macro.lastRun.startedAt"
      And the response has a time in "macro.lastRun.endedAt"

    Scenario: A run that was stopped
      Given the host itself runs the macro mac-1
      And 500 ms pass
      When the host itself stops the macro mac-1
      Then the response contains:
        | macro.lastRun.outcome | stopped |
        | macro.lastRun.step    | 3       |
        | macro.lastRun.error   | null    |

    @fresh
    Scenario: A run that failed after the call was answered
      Given the player of wall rejects commands
      And the host itself opens the event stream
      When the host itself runs the macro mac-1
      Then the response status is 200
      When 200 ms pass
      And the host itself reads the macro mac-1
      Then the response contains:
        | macro.lastRun.outcome | failed       |
        | macro.lastRun.step    | 2            |
        | macro.lastRun.error   | device_error |
      When the host itself calls GET /api/macros/mac-1
      Then the response contains:
        | lastRun.outcome | failed |
      When the host itself reads the state
      Then the response contains:
        | macros.0.lastRun.outcome | failed |
      And the event stream has sent these events of the kind macro:
        | macro.state | macro.step | macro.lastRun.step | macro.lastRun.error |
        | running     | 1          |                    |                     |
        | running     | 2          |                    |                     |
        | idle        | 0          | 2                  | device_error        |

    @REMEMBER-1
    Scenario: The last run survives a restart
      Given the camera cam-2 is offline
      And the host itself runs the macro mac-1
      When the service is restarted
      And the host itself reads the macro mac-1
      Then the response contains:
        | macro.lastRun.outcome | failed             |
        | macro.lastRun.step    | 1                  |
        | macro.lastRun.error   | device_unavailable |

    Scenario: A macro that runs when the service stops was stopped
      Given the host itself runs the macro mac-1
      And 500 ms pass
      When the service is restarted
      And the host itself reads the macro mac-1
      Then the response contains:
        | macro.lastRun.outcome | stopped |
        | macro.lastRun.step    | 3       |

  @MACRO-9
  Rule: Steps obey the feature switches

    Scenario: Control of the first step's feature is off
      Given Control of Cameras is switched off
      When the host itself runs the macro mac-1
      Then the call is refused with 403 feature_disabled
      And the error message contains "failed at step 1 of 7"
      And no command is sent to any device

  @MACRO-11
  Rule: What runs goes on while the API is switched off

    Scenario: A macro runs to its end while the API is switched off
      When the host itself runs the macro mac-1
      And the API is switched off
      And 3100 ms pass
      And the API is switched on
      And the host itself reads the macro mac-1
      Then the response contains:
        | macro.state           | idle |
        | macro.lastRun.outcome | done |

  @MACRO-8
  Rule: A call reports that the first step can't be started

    Scenario: The device of the first step is away
      Given the camera cam-2 is offline
      When the host itself runs the macro mac-1
      Then the call is refused with 424 device_unavailable
      And the error message contains "failed at step 1 of 7"
      And the error message contains "cam-2"

    Scenario: The macro that the first step runs can't start
      Given the camera cam-2 is offline
      And the studio also has:
        """
        macros:
          - { id: mac-9, name: Outer, steps: [{ run: { macro: mac-1 } }] }
        """
      When the host itself runs the macro mac-9
      Then the call is refused with 424 device_unavailable
      And the error message contains "Outer"
      And the error message contains "cam-2"

    Scenario: A call that doesn't wait is accepted
      Given the camera cam-2 is offline
      When the host itself runs the macro mac-1 with wait=0
      Then the response status is 202
      And the action id is saved as "the run"
      When the host itself reads the action {the run} in plain text
      Then the response body is "failed"

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: The feature Macros decides who may read and control

    Scenario Outline: While <given>, <caller> <call>: <refusal>
      Given <given>
      When <caller> <call>
      Then the call is refused with <refusal>
      And no command is sent to any device

      Examples:
        | given                                    | caller             | call                  | refusal              |
        | Read of Macros is switched off           | the host itself    | reads the macros      | 403 feature_disabled |
        | Read of Macros is switched off           | the host itself    | reads the macro mac-1 | 403 feature_disabled |
        | Control of Macros is switched off        | the host itself    | runs the macro mac-1  | 403 feature_disabled |
        | Control of Macros is switched off        | the host itself    | stops the macro mac-1 | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | runs the macro mac-1  | 403 read_only        |
        | the device "Panel" is limited to cameras | the device "Panel" | runs the macro mac-1  | 403 forbidden        |

    Scenario: A macro may use devices of features to which the device that runs it has no access
      Given the device "Panel" is limited to macros
      When the device "Panel" runs the macro mac-1
      Then the response status is 200
