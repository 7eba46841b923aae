# Toggling a signal, and switching it on for a while.
@simulated
Feature: Toggling and pulsing a signal
  All signals of the demo studio are off at first.

  @SIGNAL-6 @SERVICE-1
  Rule: toggle switches a signal to the other state

    Scenario Outline: The signal <named> is toggled by <method>
      When the host itself calls <method> /api/v2/signals/<named>/toggle
      Then the response status is 200
      And the signal red-light is on
      And the response has the fields ok, operation, action, signal
      And the response contains:
        | operation    | signal.toggle |
        | signal.id    | sig-1         |
        | signal.value | true          |
      When the host itself calls <method> /api/v2/signals/<named>/toggle
      Then the response status is 200
      And the signal red-light is off
      And the response contains:
        | signal.value | false |

      Examples:
        | method | named     |
        | GET    | red-light |
        | POST   | SIG-1     |

    @SERVICE-3
    Scenario: Toggling answers OK in plain text
      When the host itself toggles the signal red-light in plain text
      Then the response status is 200
      And the response body is "OK"
      And the signal red-light is on

    @simulator
    Scenario: Two toggles cancel out even before the line has confirmed the first
      Given the clock is stopped
      When the host itself toggles the signal red-light with wait=0
      And the host itself toggles the signal red-light with wait=0
      And 100 ms pass
      Then these commands were sent, in this order:
        | sig-1 switches on  |
        | sig-1 switches off |
      And the signal red-light is off

    @simulator
    Scenario: A toggle right after switching on switches off
      Given the clock is stopped
      When the host itself switches the signal red-light on with wait=0
      And the host itself toggles the signal red-light with wait=0
      And 100 ms pass
      Then the signal red-light is off

    @ACK-9 @simulator
    Scenario: A rejected toggle doesn't count
      Given the line of red-light rejects commands
      And the host itself toggles the signal red-light
      When the line of red-light works again
      And the host itself toggles the signal red-light
      Then the signal red-light is on

    @ACK-9 @simulator
    Scenario: A line that rejects the command keeps the signal as it was
      Given the line of red-light rejects commands
      When the host itself toggles the signal red-light
      Then the call is refused with 424 device_error
      And the signal red-light is off

  @SIGNAL-12 @ACK-10 @simulator
  Rule: A signal whose value is unknown has no other state to toggle to

    Scenario: A toggle of a disconnected line is refused, and sent neither then nor later
      Given the host itself switches the signal red-light on
      And the line of red-light is offline
      When the host itself toggles the signal red-light
      Then the call is refused with 424 device_unavailable
      And the error message contains "sig-1"
      When the line of red-light works again
      And 100 ms pass
      Then the signal red-light is on

  @SIGNAL-7 @simulator
  Rule: pulse switches a signal on for a while

    Scenario Outline: A pulse with <query> lasts <ms> ms
      When the host itself pulses the signal red-light with <query> and waits
      And 60 ms pass
      Then the response status is 200
      And the signal red-light is on
      And the response contains:
        | operation    | signal.pulse |
        | signal.value | true         |
      When <rest> ms pass
      Then the signal red-light is on
      When 5 ms pass
      Then the signal red-light is off

      Examples:
        | query    | ms    | rest |
        | ms=1000  | 1000  | 940  |
        | ms=100   | 100   | 40   |
        | ms=10000 | 10000 | 9940 |
        | ms=      | 500   | 440  |
        | wait=1   | 500   | 440  |

    Scenario: The shortest pulse lasts 50 ms
      When the host itself pulses the signal red-light with ms=50 and waits
      And 50 ms pass
      Then the signal red-light is on
      When 5 ms pass
      Then the signal red-light is off

    @SERVICE-1 @SERVICE-3
    Scenario: A pulse by POST answers OK in plain text
      When the host itself pulses the signal red-light in plain text by POST
      Then the response status is 200
      And the response body is "OK"
      When 600 ms pass
      Then these commands were sent, in this order:
        | sig-1 switches on  |
        | sig-1 switches off |

    @ERROR-12
    Scenario Outline: The duration ms=<ms> is refused with its range
      When the host itself pulses the signal red-light with ms=<ms>
      Then the call is refused with 400 invalid_parameter
      And the error message contains "ms"
      And the error message contains "50"
      And the error message contains "10000"
      And the error message contains "<ms>"
      And no command is sent to any device

      Examples:
        | ms    |
        | 49    |
        | 10001 |
        | -500  |
        | 1.5   |
        | long  |

    Scenario: A signal that was on is off after the pulse
      Given the host itself switches the signal red-light on
      When the host itself pulses the signal red-light
      And 600 ms pass
      Then the signal red-light is off

    @ACK-2
    Scenario: A pulse with wait=0 is accepted
      When the host itself pulses the signal red-light with wait=0
      Then the response status is 202
      When 100 ms pass
      Then the signal red-light is on
      When 500 ms pass
      Then the signal red-light is off

    @ACK-9 @ACK-10
    Scenario Outline: A line that <fault> makes the pulse fail with <code>
      Given the line of red-light <fault>
      When the host itself pulses the signal red-light
      Then the call is refused with 424 <code>
      And the signal red-light is off

      Examples:
        | fault            | code               |
        | rejects commands | device_error       |
        | is offline       | device_unavailable |

  @SIGNAL-7 @simulator
  Rule: A later command overrides the end of a pulse

    Background:
      Given the host itself pulses the signal red-light with ms=1000

    @sent-again
    Scenario: A signal that is switched on during a pulse stays on
      When the host itself switches the signal red-light on
      And 5000 ms pass
      Then the signal red-light is on
      And 2 commands were sent

    Scenario: A signal that is switched off during a pulse is off at once
      When the host itself switches the signal red-light off
      Then the signal red-light is off
      When 5000 ms pass
      Then 2 commands were sent

    Scenario: A signal that is toggled during a pulse is off
      When the host itself toggles the signal red-light
      Then the signal red-light is off

    @sent-again
    Scenario: A second pulse starts again
      When 800 ms pass
      And the host itself pulses the signal red-light with ms=1000
      And 900 ms pass
      Then the signal red-light is on
      When 200 ms pass
      Then the signal red-light is off
      And 3 commands were sent

    Scenario: A pulse of another signal has no effect
      When the host itself pulses the signal mic-live with ms=5000
      And 2000 ms pass
      Then the signal red-light is off
      And the signal mic-live is on

    Scenario: A command that never reached the line has no effect
      When the line of red-light is offline
      And the host itself switches the signal red-light on
      Then the call is refused with 424 device_unavailable
      When the line of red-light works again
      And 2000 ms pass
      Then the signal red-light is off

  Rule: Toggling and pulsing need a known signal and control of Signals

    @SIGNAL-10 @ERROR-15 @simulator
    Scenario Outline: An unknown signal is not_found: the host <call>
      When the host itself <call>
      Then the call is refused with 404 not_found
      And the error message contains "attic"
      And no command is sent to any device

      Examples:
        | call                     |
        | toggles the signal attic |
        | pulses the signal attic  |

    @SIGNAL-4 @SWITCH-4 @DEVICE-1 @DEVICE-3
    Scenario Outline: While <given>, <caller> <call>: <refusal>
      Given <given>
      When <caller> <call>
      Then the call is refused with <refusal>
      And the signal red-light is off

      Examples:
        | given                                    | caller             | call                         | refusal              |
        | Control of Signals is switched off       | the host itself    | toggles the signal red-light | 403 feature_disabled |
        | Control of Signals is switched off       | the host itself    | pulses the signal red-light  | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | toggles the signal red-light | 403 read_only        |
        | the device "Panel" is limited to outputs | the device "Panel" | pulses the signal red-light  | 403 forbidden        |

  @SIGNAL-14 @simulator
  Rule: The end of a pulse that fails is retried

    Scenario: A line that rejects the end is switched off soon after it works again
      Given the host itself pulses the signal red-light with ms=1000
      And the line of red-light rejects commands
      When 5000 ms pass
      Then the signal red-light is on
      When the line of red-light works again
      And 5000 ms pass
      Then the signal red-light is off

    Scenario: A line that is offline at the end is switched off soon after it is back
      Given the host itself pulses the signal red-light with ms=1000
      And the line of red-light is offline
      When 60000 ms pass
      And the line of red-light works again
      And 2000 ms pass
      Then the signal red-light is off
