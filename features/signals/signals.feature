# How to read and switch signals.
Feature: Signals
  The demo studio has four signals, all off: sig-1 red-light, sig-2 mic-live, sig-3 phone-ring and sig-4 door-lock.

  Rule: All signals can be read

    @SIGNAL-1 @SIGNAL-8 @SERVICE-6 @SHAPE-1 @simulated
    Scenario: The list shows all signals
      Given the host itself switches the signal mic-live on
      When the host itself reads the signals
      Then the response status is 200
      And the response lists in "signals":
        | id    | identifier | value |
        | sig-1 | red-light  | false |
        | sig-2 | mic-live   | true  |
        | sig-3 | phone-ring | false |
        | sig-4 | door-lock  | false |

    @SIGNAL-8 @SIGNAL-11 @simulated
    Scenario: The list shows the fields of each signal
      When the host itself reads the signals
      Then each item of "signals" has the fields id, identifier, name, value, connected

    @SIGNAL-1 @PLAIN-6 @SERVICE-2
    Scenario: The plain form of the list is the count
      When the host itself reads the signals in plain text
      Then the response status is 200
      And the response body is "4"

  Rule: One signal can be read

    @SIGNAL-2 @SIGNAL-8 @PARAMETER-5 @simulated
    Scenario Outline: A signal is found as <named>
      When the host itself reads the signal <named>
      Then the response status is 200
      And the response contains:
        | signal.id         | sig-1     |
        | signal.identifier | red-light |
        | signal.value      | false     |

      Examples:
        | named     |
        | sig-1     |
        | SIG-1     |
        | red-light |
        | Red-Light |

    @SIGNAL-3 @simulated
    Scenario: The plain form of a signal is 1 when it is on, 0 when it is off
      When the host itself reads the signal red-light in plain text
      Then the response body is "0"
      When the host itself switches the signal red-light on
      And the host itself reads the signal red-light in plain text
      Then the response body is "1"

    @SIGNAL-10 @ERROR-15 @simulated
    Scenario Outline: An unknown signal is not_found: the host <call>
      When the host itself <call>
      Then the call is refused with 404 not_found
      And the error message contains "attic"
      And no command is sent to any device

      Examples:
        | call                          |
        | reads the signal attic        |
        | switches the signal attic on  |
        | switches the signal attic off |

    @SIGNAL-10
    Scenario: An unknown signal is not_found in plain text
      When the host itself reads the signal attic in plain text
      Then the call is refused with 404 not_found

  @SIGNAL-11 @simulator
  Rule: The value of a signal is unknown while its line isn't connected

    Scenario: A signal that was on becomes unknown, and known again
      Given the host itself switches the signal red-light on
      When the line of red-light is offline
      And the host itself reads the signals
      Then the response lists in "signals":
        | id    | value | connected |
        | sig-1 | null  | false     |
        | sig-2 | false | true      |
        | sig-3 | false | true      |
        | sig-4 | false | true      |
      When the line of red-light works again
      And the host itself reads the signal red-light
      Then the response contains:
        | signal.value     | true |
        | signal.connected | true |

    Scenario: The plain form of an unknown signal is empty
      Given the line of red-light is offline
      When the host itself reads the signal red-light in plain text
      Then the response status is 200
      And the response body is empty

    @EVENT-1
    Scenario: The event stream reports that a line disconnects and reconnects
      Given the host itself opens the event stream
      When the line of red-light is offline
      And the line of red-light works again
      Then the event stream sends:
        | event  | signal.id | signal.value | signal.connected |
        | reset  |           |              |                  |
        | signal | sig-1     | null         | false            |
        | signal | sig-1     | false        | true             |

  @SIGNAL-4 @SERVICE-1 @simulated
  Rule: A signal is switched on by GET or POST, from any state

    Scenario Outline: The signal <named> is switched on by <method>
      When the host itself calls <method> /api/v2/signals/<named>/on
      Then the response status is 200
      And the signal red-light is on
      And the response contains:
        | operation    | signal.on |
        | signal.id    | sig-1     |
        | signal.value | true      |

      Examples:
        | method | named     |
        | GET    | sig-1     |
        | POST   | sig-1     |
        | GET    | red-light |
        | POST   | RED-LIGHT |

    @ACK-12
    Scenario: The response is sent once the line has confirmed
      When the host itself switches the signal red-light on
      Then the response status is 200
      And the signal red-light is on
      And the signal mic-live is off

    @ACK-14
    Scenario: Switching on a signal that is on succeeds
      Given the host itself switches the signal red-light on
      When the host itself switches the signal red-light on
      Then the response status is 200
      And the signal red-light is on

    @SERVICE-3
    Scenario: Switching on answers OK in plain text
      When the host itself switches the signal red-light on in plain text
      Then the response status is 200
      And the response body is "OK"
      And the signal red-light is on

  @SIGNAL-5 @simulated
  Rule: A signal is switched off by GET or POST

    Scenario Outline: A signal is switched off by <method>
      Given the host itself switches the signal red-light on
      When the host itself calls <method> /api/v2/signals/red-light/off
      Then the response status is 200
      And the signal red-light is off
      And the response contains:
        | operation    | signal.off |
        | signal.value | false      |

      Examples:
        | method |
        | GET    |
        | POST   |

    @ACK-14
    Scenario: Switching off a signal that is off succeeds
      When the host itself switches the signal red-light off
      Then the response status is 200
      And the signal red-light is off

  @SIGNAL-4 @simulated
  Rule: Only callers with control of Signals may switch a signal

    Scenario Outline: The call of <caller> is refused
      Given the device "Reader" is read only
      And the device "Player" is limited to outputs
      When <caller> switches the signal red-light on
      Then the call is refused with <refusal>
      And the signal red-light is off
      And no command is sent to any device

      Examples:
        | caller                   | refusal          |
        | the device "Reader"      | 403 read_only    |
        | the device "Player"      | 403 forbidden    |
        | a caller at 198.51.100.7 | 401 unauthorized |

  @STATION-2 @simulated
  Rule: Signals aren't station-scoped

    Scenario Outline: The parameter station=<station> is ignored
      When the host itself switches the signal red-light on with station=<station>
      Then the response status is 200

      Examples:
        | station |
        | bravo   |
        | attic   |
