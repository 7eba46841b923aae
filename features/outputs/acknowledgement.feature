# What becomes of an action whose device is late, silent, broken or away.
@simulator
Feature: Acknowledgement
  An action waits for the acknowledgement of its player or device, up to the timeout; with wait=0 it doesn't wait.
  The clock of these scenarios is wound by hand, so that "no sooner" means not one millisecond.

  @ACK-1 @PLAY-14
  Rule: The answer comes when the player's state shows the clip

    Scenario: Nothing is answered before the acknowledgement
      Given the player of main is 700 ms late
      When the host itself plays clip 3 on main and waits
      And 700 ms pass
      Then it isn't answered yet
      When 30 ms pass
      Then it is answered 200
      And main plays the clip weather of the bank news

    @DEMO-2
    Scenario Outline: The devices of the demo studio take 5 to 30 ms: <deed>
      When the host itself <deed> and waits
      And 4 ms pass
      Then it isn't answered yet
      When 26 ms pass
      Then it is answered 200

      Examples:
        | deed                                |
        | plays clip 3 on main                |
        | plays clip 3 on wall with scene=left |
        | switches the signal red-light on    |

  @ACK-7 @PLAY-11 @ERROR-20
  Rule: No acknowledgement within 2000 ms is ack_timeout, then and no sooner

    Scenario Outline: A lost acknowledgement of a deed: <deed>
      Given the player of main loses its acknowledgements
      And the line of red-light loses its acknowledgements
      When the host itself <deed> and waits
      And 1999 ms pass
      Then it isn't answered yet
      When 1 ms passes
      Then it is refused with 424 ack_timeout

      Examples:
        | deed                                           |
        | plays clip 3 on main                           |
        | plays clip 3 on main in plain text             |
        | plays clip 3 on main by POST                   |
        | switches the signal red-light on               |
        | switches the signal red-light on in plain text |

  @ACK-7 @ACK-6 @PLAY-10 @SIGNAL-9
  Rule: timeout says how long is waited

    Scenario Outline: With timeout=<timeout>
      Given the player of main loses its acknowledgements
      When the host itself plays clip 3 on main with timeout=<timeout> and waits
      And <almost> ms pass
      Then it isn't answered yet
      When 1 ms passes
      Then it is refused with 424 ack_timeout
      And the message mentions "<timeout>"

      Examples:
        | timeout | almost |
        | 100     | 99     |
        | 2500    | 2499   |
        | 30000   | 29999  |

    Scenario: A signal takes it too
      Given the line of red-light loses its acknowledgements
      When the host itself switches the signal red-light on with timeout=500 and waits
      And 499 ms pass
      Then it isn't answered yet
      When 1 ms passes
      Then it is refused with 424 ack_timeout

    Scenario Outline: A signal refuses timeout=<timeout>
      When the host itself switches the signal red-light on with timeout=<timeout>
      Then it is refused with 400 invalid_parameter

      Examples:
        | timeout |
        | 99      |
        | 30001   |

  @ACK-8
  Rule: A late acknowledgement doesn't change the answer, and the state still follows

    Scenario: A clip
      Given the player of main is 3000 ms late
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      Then it is refused with 424 ack_timeout
      When 1030 ms pass
      Then main plays the clip weather of the bank news

    Scenario: A signal
      Given the line of red-light is 3000 ms late
      When the host itself switches the signal red-light on and waits
      And 2000 ms pass
      Then it is refused with 424 ack_timeout
      When the host itself reads the signal red-light in plain text
      Then the text is "0"
      When 1030 ms pass
      And the host itself reads the signal red-light in plain text
      Then the text is "1"

    Scenario: The call after a late one isn't answered by it
      Given the player of main is 3000 ms late
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      Then it is refused with 424 ack_timeout
      When the host itself plays clip 4 on main and waits
      And 1999 ms pass
      Then it isn't answered yet
      When 1 ms passes
      Then it is refused with 424 ack_timeout

  @ACK-9 @ERROR-18
  Rule: A device that refuses is device_error

    Scenario Outline: <deed>
      Given the player of main refuses
      And the line of red-light refuses
      When the host itself <deed>
      Then it is refused with 424 device_error

      Examples:
        | deed                               |
        | plays clip 3 on main               |
        | plays clip 3 on main in plain text |
        | switches the signal red-light on   |

    Scenario: The clip that played before plays on
      Given the host itself plays clip 1 on main
      When the player of main refuses
      And the host itself plays clip 3 on main
      Then it is refused with 424 device_error
      And main plays the clip opener of the bank news

  @ACK-10 @ERROR-19
  Rule: A device that isn't connected is device_unavailable at once, and nothing is sent

    Scenario Outline: <deed>
      Given the player of main is offline
      And the line of red-light is offline
      And the clock stands still
      When the host itself <deed>
      Then it is refused with 424 device_unavailable
      And nothing is sent to any device

      Examples:
        | deed                                    |
        | plays clip 3 on main                    |
        | plays clip 3 on main in plain text      |
        | plays clip 3 on main with wait=0        |
        | switches the signal red-light on        |

    Scenario: Once it is back, it works
      Given the player of main is offline
      When the player of main is well again
      And the host itself plays clip 3 on main
      Then it is answered 200

    Scenario: The other devices work on
      Given the player of main is offline
      When the host itself plays clip 3 on wall with scene=left
      Then it is answered 200

  @ACK-11
  Rule: A time-out doesn't mean that nothing happened

    Scenario: A frozen player plays when it thaws
      Given the player of main is frozen
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      Then it is refused with 424 ack_timeout
      And nothing plays on main
      When the player of main thaws
      And 1000 ms pass
      Then main plays the clip weather of the bank news

    Scenario: A player that thaws in time has played in time
      Given the player of main is frozen
      When the host itself plays clip 3 on main and waits
      And 1000 ms pass
      Then it isn't answered yet
      When the player of main thaws
      And 900 ms pass
      Then it is answered 200

  @ACK-13
  Rule: An acknowledgement that comes twice is one

    Scenario: The call is answered once, and the next one on its own
      Given the player of main acknowledges twice
      When the host itself plays clip 3 on main
      Then it is answered 200
      When the host itself plays clip 4 on main
      Then it is answered 200
      And main plays the clip closer of the bank news
      And 2 commands were sent

  @ACK-2 @PLAY-12 @SHAPE-3
  Rule: With wait=0 the answer is 202 at once, before the clock moves

    Background:
      Given the clock stands still

    Scenario Outline: A deed: <deed>
      When the host itself <deed>
      Then it is answered 202
      And the answer says:
        | accepted  | true        |
        | operation | <operation> |

      Examples:
        | deed                                             | operation |
        | plays clip 3 on main with wait=0                 | clip.play |
        | plays clip 3 on main with wait=0 by POST         | clip.play |
        | plays clip 3 on main with wait=0&timeout=100     | clip.play |
        | switches the signal red-light on with wait=0     | signal.on |

    Scenario: In plain text
      When the host itself plays clip 3 on main with wait=0 in plain text
      Then it is answered 202
      And the text is "OK"

    Scenario: The player plays all the same
      When the host itself plays clip 3 on main with wait=0
      And 100 ms pass
      Then main plays the clip weather of the bank news

    Scenario Outline: A player that <fault> doesn't matter
      Given the player of main <fault>
      When the host itself plays clip 3 on main with wait=0
      Then it is answered 202

      Examples:
        | fault                      |
        | loses its acknowledgements |
        | refuses                    |
        | is frozen                  |

  @ACK-3
  Rule: With wait=0 every check comes first

    Background:
      Given the clock stands still
      And the device "Reader" is read only

    Scenario Outline: <what> is <status> <code>
      When <caller> <deed>
      Then it is refused with <status> <code>
      And nothing is sent to any device

      Examples:
        | what              | caller                   | deed                                              | status | code              |
        | nobody            | a caller at 198.51.100.7 | plays clip 3 on main with wait=0                  | 401    | unauthorized      |
        | a reader          | the device "Reader"      | plays clip 3 on main with wait=0                  | 403    | read_only         |
        | a bad parameter   | the host itself          | plays clip 3 on main with wait=0&timeout=5        | 400    | invalid_parameter |
        | another station   | the host itself          | plays clip 3 on main with wait=0&station=bravo    | 409    | station_mismatch  |
        | an unknown clip   | the host itself          | plays clip 99 on main with wait=0                 | 404    | not_found         |
        | an unknown signal | the host itself          | switches the signal attic on with wait=0          | 404    | not_found         |

    @ACK-5
    Scenario Outline: A bad timeout is refused: <query>
      When the host itself plays clip 3 on main with <query>
      Then it is refused with 400 invalid_parameter

      Examples:
        | query                |
        | wait=0&timeout=99    |
        | wait=0&timeout=30001 |
        | timeout=soon&wait=0  |

  @ACK-4
  Rule: Any other value of wait waits

    Scenario Outline: <query>
      Given the player of main loses its acknowledgements
      When the host itself plays clip 3 on main with <query> and waits
      And 1999 ms pass
      Then it isn't answered yet
      When 1 ms passes
      Then it is refused with 424 ack_timeout

      Examples:
        | query      |
        | wait=1     |
        | wait=no    |
        | wait=false |
        | wait=00    |
        | wait=      |
        | WAIT=0     |

  @PLAY-15
  Rule: confirm=accepted takes the player's first reply as the acknowledgement

    Background:
      Given the player of main is 700 ms late

    Scenario: The player replies within 4 ms of that
      When the host itself plays clip 3 on main with confirm=accepted and waits
      And 700 ms pass
      Then it isn't answered yet
      When 4 ms pass
      Then it is answered 200

    @PLAY-14
    Scenario: Its state shows the clip after 5 ms at least, and is waited for
      When the host itself plays clip 3 on main and waits
      And 704 ms pass
      Then it isn't answered yet
      When 26 ms pass
      Then it is answered 200

    Scenario: Anything else is refused
      When the host itself plays clip 3 on main with confirm=shown
      Then it is refused with 400 invalid_parameter

  @ERROR-24
  Rule: A caller that hangs up cancels nothing

    Scenario: The clip plays without the caller
      When the host itself plays clip 3 on main and hangs up
      And 1000 ms pass
      Then main plays the clip weather of the bank news

  @ERROR-23
  Rule: What may have reached a device is never answered so that a panel repeats it

    Scenario Outline: A player that <fault>
      Given the player of main <fault>
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      Then it is answered 424
      And 1 command was sent

      Examples:
        | fault                      |
        | loses its acknowledgements |
        | refuses                    |
        | is frozen                  |
