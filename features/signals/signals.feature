# Reading signals and switching them.
Feature: Signals
  The demo studio has four signals, all off: sig-1 red-light, sig-2 mic-live, sig-3 phone-ring and sig-4 door-lock.

  Rule: All signals

    @SIGNAL-1 @SIGNAL-8 @SERVICE-6 @SHAPE-1
    Scenario: The list
      Given the host itself switches the signal mic-live on
      When the host itself reads the signals
      Then it is answered 200
      And the answer lists in "signals":
        | id    | identifier | value |
        | sig-1 | red-light  | false |
        | sig-2 | mic-live   | true  |
        | sig-3 | phone-ring | false |
        | sig-4 | door-lock  | false |

    @SIGNAL-1 @PLAIN-6 @SERVICE-2
    Scenario: Its plain form is the count
      When the host itself reads the signals in plain text
      Then it is answered 200
      And the text is "4"

  Rule: One signal

    @SIGNAL-2 @SIGNAL-8 @PARAMETER-5
    Scenario Outline: Named <named>
      When the host itself reads the signal <named>
      Then it is answered 200
      And the answer says:
        | signal.id         | sig-1     |
        | signal.identifier | red-light |
        | signal.value      | false     |

      Examples:
        | named     |
        | sig-1     |
        | SIG-1     |
        | red-light |
        | Red-Light |

    @SIGNAL-3
    Scenario: Its plain form is 1 when it is on, 0 when it is off
      When the host itself reads the signal red-light in plain text
      Then the text is "0"
      When the host itself switches the signal red-light on
      And the host itself reads the signal red-light in plain text
      Then the text is "1"

    @SIGNAL-10 @ERROR-15
    Scenario Outline: An unknown signal: <deed>
      When the host itself <deed>
      Then it is refused with 404 not_found
      And the message mentions "attic"
      And nothing is sent to any device

      Examples:
        | deed                          |
        | reads the signal attic        |
        | switches the signal attic on  |
        | switches the signal attic off |

    @SIGNAL-10
    Scenario: An unknown signal in plain text
      When the host itself reads the signal attic in plain text
      Then it is refused with 404 not_found

  @SIGNAL-4 @SERVICE-1
  Rule: A signal is switched on by GET or POST, from any state

    Scenario Outline: By <method>, named <named>
      When the host itself calls <method> /api/v2/signals/<named>/on
      Then it is answered 200
      And the signal red-light is on
      And the answer says:
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
    Scenario: The answer comes when the line has confirmed
      When the host itself switches the signal red-light on
      Then it is answered 200
      And the signal red-light is on
      And the signal mic-live is off

    @ACK-14
    Scenario: A signal that is on already
      Given the host itself switches the signal red-light on
      When the host itself switches the signal red-light on
      Then it is answered 200
      And the signal red-light is on

    @SERVICE-3
    Scenario: In plain text
      When the host itself switches the signal red-light on in plain text
      Then it is answered 200
      And the text is "OK"
      And the signal red-light is on

  @SIGNAL-5
  Rule: Likewise off

    Scenario Outline: By <method>
      Given the host itself switches the signal red-light on
      When the host itself calls <method> /api/v2/signals/red-light/off
      Then it is answered 200
      And the signal red-light is off
      And the answer says:
        | operation    | signal.off |
        | signal.value | false      |

      Examples:
        | method |
        | GET    |
        | POST   |

    @ACK-14
    Scenario: A signal that is off already
      When the host itself switches the signal red-light off
      Then it is answered 200
      And the signal red-light is off

  @SIGNAL-4
  Rule: Only who may control Signals switches one

    Scenario Outline: <caller> isn't allowed to
      Given the device "Reader" is read only
      And the device "Player" is limited to outputs
      When <caller> switches the signal red-light on
      Then it is refused with <refusal>
      And the signal red-light is off
      And nothing is sent to any device

      Examples:
        | caller                   | refusal          |
        | the device "Reader"      | 403 read_only    |
        | the device "Player"      | 403 forbidden    |
        | a caller at 198.51.100.7 | 401 unauthorized |

  @STATION-2
  Rule: Signals aren't scoped to a station

    Scenario Outline: station=<station> is ignored
      When the host itself switches the signal red-light on with station=<station>
      Then it is answered 200

      Examples:
        | station |
        | bravo   |
        | attic   |
