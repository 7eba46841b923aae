# Macros: sequences of steps that run once, at a caller's word.
@simulator
Feature: Macros
  The demo studio has mac-1 "Opening" and mac-2 "Closing". Each runs about 3 seconds over the output wall, the camera
  cam-2 and the signal mic-live, one step after the other, each once the device has confirmed the one before it.

  @MACRO-1 @MACRO-2
  Rule: Macros can be read

    Scenario: All macros
      When the host itself reads the macros
      Then it is answered 200
      And the answer has the fields ok, macros
      And each in "macros" has the fields id, name, state, step, steps
      And the answer lists in "macros":
        | id    | name    | state | step | steps |
        | mac-1 | Opening | idle  | 0    | 7     |
        | mac-2 | Closing | idle  | 0    | 6     |

    @PARAMETER-5
    Scenario Outline: One macro, named <named>
      When the host itself reads the macro <named>
      Then it is answered 200
      And "macro" has the fields id, name, state, step, steps
      And the answer says:
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
      Then the text is "2"

    Scenario: The plain form of a macro is 1 while it runs, else 0
      When the host itself reads the macro mac-1 in plain text
      Then the text is "0"
      When the host itself runs the macro mac-1
      And the host itself reads the macro mac-1 in plain text
      Then the text is "1"
      When the host itself reads the macro mac-2 in plain text
      Then the text is "0"
      When 3100 ms pass
      And the host itself reads the macro mac-1 in plain text
      Then the text is "0"

    @ERROR-15 @PARAMETER-5
    Scenario Outline: A macro is found by its id alone: nobody <deed>
      When the host itself <deed>
      Then it is refused with 404 not_found
      And the message mentions "<named>"
      And nothing is sent to any device

      Examples:
        | deed                    | named   |
        | reads the macro attic   | attic   |
        | runs the macro attic    | attic   |
        | stops the macro attic   | attic   |
        | reads the macro Opening | Opening |
        | runs the macro Opening  | Opening |

  @MACRO-3 @MACRO-4
  Rule: A macro that is run carries out its steps

    Scenario Outline: By <method>, it is acknowledged once it has started
      Given the clock stands still
      When the host itself calls <method> /api/v2/macros/mac-1/run
      Then it is answered 200
      And the answer has the fields ok, operation, action, macro
      And the answer says:
        | operation   | macro.run |
        | macro.id    | mac-1     |
        | macro.state | running   |
        | macro.step  | 1         |
        | macro.steps | 7         |

      Examples:
        | method |
        | GET    |
        | POST   |

    Scenario: Opening turns the guest's camera, opens on the wall, puts the microphone on, and closes in
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

    Scenario: Closing undoes it
      When the host itself runs the macro mac-2
      And 3100 ms pass
      Then these commands were sent, in this order:
        | out-2 plays closer of news in left |
        | sig-2 switches off                 |
        | cam-2 recalls wide                 |
        | out-2 plays bed of music in right  |

    Scenario: It waits where it is told to, and tells at which step it is
      When the host itself runs the macro mac-1
      And 1400 ms pass
      Then 2 commands were sent
      And the signal mic-live is off
      When the host itself reads the macro mac-1
      Then the answer says:
        | macro.state | running |
        | macro.step  | 3       |

    Scenario: It takes about three seconds
      When the host itself runs the macro mac-1
      And 2900 ms pass
      And the host itself reads the macro mac-1
      Then the answer says:
        | macro.state | running |
        | macro.step  | 7       |
      When 200 ms pass
      And the host itself reads the macro mac-1
      Then the answer says:
        | macro.state | idle |
        | macro.step  | 0    |

    @ERROR-17
    Scenario: Running it while it runs is refused, and the message names the state
      Given the host itself runs the macro mac-1
      When the host itself runs the macro mac-1
      Then it is refused with 409 conflict
      And the message mentions "running"
      When the host itself runs the macro mac-1 with wait=0
      Then it is refused with 409 conflict

    Scenario: It can be run again once it is over
      Given the host itself runs the macro mac-2
      When 3100 ms pass
      And the host itself runs the macro mac-2
      Then it is answered 200
      When 3100 ms pass
      Then 8 commands were sent

    Scenario: Two macros may run at once
      When the host itself runs the macro mac-1
      And the host itself runs the macro mac-2
      Then it is answered 200

    @ACK-2 @SHAPE-3
    Scenario: With wait=0
      When the host itself runs the macro mac-1 with wait=0
      Then it is answered 202
      And the answer has the fields ok, accepted, operation, action
      When 3100 ms pass
      Then 5 commands were sent

    @ACK-5 @ACK-6
    Scenario: A bad timeout is refused, and nothing runs
      When the host itself runs the macro mac-1 with timeout=99
      Then it is refused with 400 invalid_parameter
      When the host itself reads the macro mac-1 in plain text
      Then the text is "0"

  @MACRO-3 @MACRO-4
  Rule: A macro that is stopped ends before its next step

    Scenario Outline: By <method>
      Given the host itself runs the macro mac-1
      When 500 ms pass
      And the host itself calls <method> /api/v2/macros/mac-1/stop
      Then it is answered 200
      And the answer says:
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
    Scenario: One that doesn't run
      When the host itself stops the macro mac-1
      Then it is answered 200
      And the answer says:
        | macro.state | idle |

    Scenario: It can be run anew at once
      Given the host itself runs the macro mac-1
      And 500 ms pass
      And the host itself stops the macro mac-1
      When the host itself runs the macro mac-1
      Then it is answered 200
      When 3100 ms pass
      Then 7 commands were sent

    @SERVICE-3
    Scenario: In plain text
      When the host itself runs the macro mac-1 in plain text
      Then the text is "OK"
      When the host itself stops the macro mac-1 in plain text
      Then the text is "OK"

  @MACRO-2
  Rule: A step that fails ends the macro

    Scenario Outline: The camera <fault>
      Given the camera cam-2 <fault>
      When the host itself runs the macro mac-1
      Then it is answered 200
      When 100 ms pass
      And the host itself reads the macro mac-1
      Then the answer says:
        | macro.state | idle |
      When 5000 ms pass
      Then nothing plays in the scene left of wall
      And the signal mic-live is off

      Examples:
        | fault      |
        | refuses    |
        | is offline |

    Scenario: An acknowledgement that is lost is waited for two seconds
      Given the player of wall loses its acknowledgements
      When the host itself runs the macro mac-2
      And 1990 ms pass
      And the host itself reads the macro mac-2
      Then the answer says:
        | macro.state | running |
        | macro.step  | 1       |
      When 20 ms pass
      And the host itself reads the macro mac-2
      Then the answer says:
        | macro.state | idle |
      And 1 command was sent

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: Who may read and who may control is said for the feature Macros

    Scenario Outline: <given>, and <caller> <deed>: <refusal>
      Given <given>
      When <caller> <deed>
      Then it is refused with <refusal>
      And nothing is sent to any device

      Examples:
        | given                                    | caller             | deed                  | refusal              |
        | Read of Macros is switched off           | the host itself    | reads the macros      | 403 feature_disabled |
        | Read of Macros is switched off           | the host itself    | reads the macro mac-1 | 403 feature_disabled |
        | Control of Macros is switched off        | the host itself    | runs the macro mac-1  | 403 feature_disabled |
        | Control of Macros is switched off        | the host itself    | stops the macro mac-1 | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | runs the macro mac-1  | 403 read_only        |
        | the device "Panel" is limited to cameras | the device "Panel" | runs the macro mac-1  | 403 forbidden        |

    Scenario: Only the macro's own switch matters, not those of what its steps touch
      Given Control of Cameras is switched off
      And the device "Panel" is limited to macros
      When the device "Panel" runs the macro mac-1
      Then it is answered 200
