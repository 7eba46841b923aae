# Switching a signal to its other state, and on for a while.
Feature: Toggling and pulsing a signal
  All signals of the demo studio are off at first.

  @SIGNAL-6 @SERVICE-1
  Rule: toggle switches a signal to the other state

    Scenario Outline: By <method>, named <named>
      When the host itself calls <method> /api/v2/signals/<named>/toggle
      Then it is answered 200
      And the signal red-light is on
      And the answer has the fields ok, operation, action, signal
      And the answer says:
        | operation    | signal.toggle |
        | signal.id    | sig-1         |
        | signal.value | true          |
      When the host itself calls <method> /api/v2/signals/<named>/toggle
      Then it is answered 200
      And the signal red-light is off
      And the answer says:
        | signal.value | false |

      Examples:
        | method | named     |
        | GET    | red-light |
        | POST   | SIG-1     |

    @SERVICE-3
    Scenario: In plain text
      When the host itself toggles the signal red-light in plain text
      Then it is answered 200
      And the text is "OK"
      And the signal red-light is on

    @simulator
    Scenario: Toggled twice before its line has told of the first time, it is back where it was
      Given the clock stands still
      When the host itself toggles the signal red-light with wait=0
      And the host itself toggles the signal red-light with wait=0
      And 100 ms pass
      Then these commands were sent, in this order:
        | sig-1 switches on  |
        | sig-1 switches off |
      And the signal red-light is off

    @simulator
    Scenario: Switched on and toggled at once, it is off
      Given the clock stands still
      When the host itself switches the signal red-light on with wait=0
      And the host itself toggles the signal red-light with wait=0
      And 100 ms pass
      Then the signal red-light is off

    @ACK-9 @simulator
    Scenario: What a line has refused doesn't count
      Given the line of red-light refuses
      And the host itself toggles the signal red-light
      When the line of red-light is well again
      And the host itself toggles the signal red-light
      Then the signal red-light is on

    @ACK-9 @simulator
    Scenario: A line that refuses leaves it as it was
      Given the line of red-light refuses
      When the host itself toggles the signal red-light
      Then it is refused with 424 device_error
      And the signal red-light is off

  @SIGNAL-7 @simulator
  Rule: pulse switches a signal on for a while

    Scenario Outline: <query> is <ms> ms
      When the host itself pulses the signal red-light with <query> and waits
      And 30 ms pass
      Then it is answered 200
      And the signal red-light is on
      And the answer says:
        | operation    | signal.pulse |
        | signal.value | true         |
      When <rest> ms pass
      Then the signal red-light is on
      When 5 ms pass
      Then the signal red-light is off

      Examples:
        | query    | ms    | rest |
        | ms=1000  | 1000  | 970  |
        | ms=50    | 50    | 20   |
        | ms=10000 | 10000 | 9970 |
        | ms=      | 500   | 470  |
        | wait=1   | 500   | 470  |

    @SERVICE-1 @SERVICE-3
    Scenario: By POST, in plain text
      When the host itself pulses the signal red-light in plain text by POST
      Then it is answered 200
      And the text is "OK"
      When 600 ms pass
      Then these commands were sent, in this order:
        | sig-1 switches on  |
        | sig-1 switches off |

    @ERROR-12
    Scenario Outline: ms=<ms> is refused, and the message says what was expected and what was sent
      When the host itself pulses the signal red-light with ms=<ms>
      Then it is refused with 400 invalid_parameter
      And the message mentions "ms"
      And the message mentions "50"
      And the message mentions "10000"
      And the message mentions "<ms>"
      And nothing is sent to any device

      Examples:
        | ms    |
        | 49    |
        | 10001 |
        | -500  |
        | 1.5   |
        | long  |

    Scenario: A signal that is on already is off afterwards
      Given the host itself switches the signal red-light on
      When the host itself pulses the signal red-light
      And 600 ms pass
      Then the signal red-light is off

    @ACK-2
    Scenario: With wait=0
      When the host itself pulses the signal red-light with wait=0
      Then it is answered 202
      When 100 ms pass
      Then the signal red-light is on
      When 500 ms pass
      Then the signal red-light is off

    @ACK-9 @ACK-10
    Scenario Outline: A line that <fault>: <code>
      Given the line of red-light <fault>
      When the host itself pulses the signal red-light
      Then it is refused with 424 <code>
      And the signal red-light is off

      Examples:
        | fault      | code               |
        | refuses    | device_error       |
        | is offline | device_unavailable |

  @SIGNAL-7 @simulator
  Rule: Whatever is switched later goes before the end of a pulse

    Background:
      Given the host itself pulses the signal red-light with ms=1000

    Scenario: Switched on meanwhile, it stays on
      When the host itself switches the signal red-light on
      And 5000 ms pass
      Then the signal red-light is on
      And 2 commands were sent

    Scenario: Switched off meanwhile, it is off at once and stays so
      When the host itself switches the signal red-light off
      Then the signal red-light is off
      When 5000 ms pass
      Then 2 commands were sent

    Scenario: Toggled meanwhile, it is off
      When the host itself toggles the signal red-light
      Then the signal red-light is off

    Scenario: A second pulse begins anew
      When 800 ms pass
      And the host itself pulses the signal red-light with ms=1000
      And 900 ms pass
      Then the signal red-light is on
      When 200 ms pass
      Then the signal red-light is off
      And 3 commands were sent

    Scenario: A pulse of another signal doesn't matter
      When the host itself pulses the signal mic-live with ms=5000
      And 2000 ms pass
      Then the signal red-light is off
      And the signal mic-live is on

    Scenario: A switch that never reached the line doesn't count
      When the line of red-light is offline
      And the host itself switches the signal red-light on
      Then it is refused with 424 device_unavailable
      When the line of red-light is well again
      And 2000 ms pass
      Then the signal red-light is off

  Rule: Only a signal that is there, and by whoever may control Signals

    @SIGNAL-10 @ERROR-15 @simulator
    Scenario Outline: An unknown signal: nobody <deed>
      When the host itself <deed>
      Then it is refused with 404 not_found
      And the message mentions "attic"
      And nothing is sent to any device

      Examples:
        | deed                     |
        | toggles the signal attic |
        | pulses the signal attic  |

    @SIGNAL-4 @SWITCH-4 @DEVICE-1 @DEVICE-3
    Scenario Outline: <given>, and <caller> <deed>: <refusal>
      Given <given>
      When <caller> <deed>
      Then it is refused with <refusal>
      And the signal red-light is off

      Examples:
        | given                                    | caller             | deed                         | refusal              |
        | Control of Signals is switched off       | the host itself    | toggles the signal red-light | 403 feature_disabled |
        | Control of Signals is switched off       | the host itself    | pulses the signal red-light  | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | toggles the signal red-light | 403 read_only        |
        | the device "Panel" is limited to outputs | the device "Panel" | pulses the signal red-light  | 403 forbidden        |
