# What an action reports when its device is late, silent, failing or disconnected.
@simulator
Feature: Acknowledgement
  An action waits for the acknowledgement of its player or device, up to the timeout; with wait=0 it doesn't wait.
  These scenarios use a manual clock, so that a timeout is exact to the millisecond.

  @ACK-1 @PLAY-14
  Rule: The response is sent when the player's state shows the clip

    @prompt
    Scenario: There is no response before the acknowledgement
      Given the player of main is 700 ms late
      When the host itself plays clip 3 on main and waits
      And 700 ms pass
      Then there is no response yet
      When 30 ms pass
      Then the response status is 200
      And main plays the clip weather of the bank news

    @DEMO-2
    Scenario Outline: The devices of the demo studio confirm in 5 to 30 ms: the host <call>
      When the host itself <call> and waits
      And 4 ms pass
      Then there is no response yet
      When 26 ms pass
      Then the response status is 200

      Examples:
        | call                             |
        | switches the signal red-light on |

      @prompt
      Examples:
        | call                                 |
        | plays clip 3 on main                 |
        | plays clip 3 on wall with scene=left |

  @ACK-7 @PLAY-11 @ERROR-20
  Rule: A missing acknowledgement is ack_timeout after exactly 2000 ms

    Scenario Outline: The acknowledgement is lost when the host <call>
      Given the player of main loses its acknowledgements
      And the line of red-light loses its acknowledgements
      When the host itself <call> and waits
      And 1999 ms pass
      Then there is no response yet
      When 1 ms passes
      Then the call is refused with 424 ack_timeout

      Examples:
        | call                                           |
        | plays clip 3 on main                           |
        | plays clip 3 on main in plain text             |
        | plays clip 3 on main by POST                   |
        | switches the signal red-light on               |
        | switches the signal red-light on in plain text |

    Scenario Outline: The message when the host <call> names the device, and where the end is shown
      Given the player of main loses its acknowledgements
      And the line of red-light loses its acknowledgements
      When the host itself <call> and waits
      And 2000 ms pass
      Then the call is refused with 424 ack_timeout
      And the error message contains 'no acknowledgement from the <device> within 2000 ms; the command may still take effect'
      And the error message contains "see /api/v2/actions/"

      Examples:
        | call                         | device         |
        | plays clip 3 on main         | output "out-1" |
        | switches the signal red-light on | signal "sig-1" |

  @ACK-7 @ACK-6 @PLAY-10 @SIGNAL-9
  Rule: The parameter timeout limits how long an action waits

    Scenario Outline: A clip times out after timeout=<timeout>
      Given the player of main loses its acknowledgements
      When the host itself plays clip 3 on main with timeout=<timeout> and waits
      And <almost> ms pass
      Then there is no response yet
      When 1 ms passes
      Then the call is refused with 424 ack_timeout
      And the error message contains "<timeout>"

      Examples:
        | timeout | almost |
        | 100     | 99     |
        | 2500    | 2499   |

      @prompt
      Examples:
        | timeout | almost |
        | 30000   | 29999  |

    Scenario: A signal times out after its timeout
      Given the line of red-light loses its acknowledgements
      When the host itself switches the signal red-light on with timeout=500 and waits
      And 499 ms pass
      Then there is no response yet
      When 1 ms passes
      Then the call is refused with 424 ack_timeout

    Scenario Outline: A signal rejects timeout=<timeout>
      When the host itself switches the signal red-light on with timeout=<timeout>
      Then the call is refused with 400 invalid_parameter

      Examples:
        | timeout |
        | 99      |
        | 30001   |

  @ACK-8
  Rule: A late acknowledgement doesn't change the response, but the state follows the device

    Scenario: A late clip is shown after the timeout
      Given the player of main is 3000 ms late
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      Then the call is refused with 424 ack_timeout
      When 1030 ms pass
      Then main plays the clip weather of the bank news

    Scenario: A late signal is shown after the timeout
      Given the line of red-light is 3000 ms late
      When the host itself switches the signal red-light on and waits
      And 2000 ms pass
      Then the call is refused with 424 ack_timeout
      When the host itself reads the signal red-light in plain text
      Then the response body is "0"
      When 1030 ms pass
      And the host itself reads the signal red-light in plain text
      Then the response body is "1"

    @prompt
    Scenario: A late acknowledgement doesn't complete the next call
      Given the player of main is 3000 ms late
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      Then the call is refused with 424 ack_timeout
      When the host itself plays clip 4 on main and waits
      And 1999 ms pass
      Then there is no response yet
      When 1 ms passes
      Then the call is refused with 424 ack_timeout

  @ACK-9 @ERROR-18
  Rule: A device that rejects a command is device_error

    Scenario Outline: A device rejects the command when the host <call>
      Given the player of main rejects commands
      And the line of red-light rejects commands
      When the host itself <call>
      Then the call is refused with 424 device_error

      Examples:
        | call                               |
        | plays clip 3 on main               |
        | plays clip 3 on main in plain text |
        | switches the signal red-light on   |

    Scenario: A rejected clip leaves the previous clip playing
      Given the host itself plays clip 1 on main
      When the player of main rejects commands
      And the host itself plays clip 3 on main
      Then the call is refused with 424 device_error
      And main plays the clip opener of the bank news

  @ACK-10 @ERROR-19
  Rule: A disconnected device is device_unavailable at once, and no command is sent

    Scenario Outline: The device is disconnected when the host <call>
      Given the player of main is offline
      And the line of red-light is offline
      And the clock is stopped
      When the host itself <call>
      Then the call is refused with 424 device_unavailable
      And no command is sent to any device

      Examples:
        | call                               |
        | plays clip 3 on main               |
        | plays clip 3 on main in plain text |
        | plays clip 3 on main with wait=0   |
        | switches the signal red-light on   |

    Scenario: A reconnected player works again
      Given the player of main is offline
      When the player of main works again
      And the host itself plays clip 3 on main
      Then the response status is 200

    Scenario: Other devices still work
      Given the player of main is offline
      When the host itself plays clip 3 on wall with scene=left
      Then the response status is 200

  @ACK-11
  Rule: A timeout doesn't mean that nothing happened

    Scenario: A frozen player plays the clip when it responds again
      Given the player of main is frozen
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      Then the call is refused with 424 ack_timeout
      And nothing plays on main
      When the player of main responds again
      And 1000 ms pass
      Then main plays the clip weather of the bank news

    Scenario: A player that responds again in time confirms in time
      Given the player of main is frozen
      When the host itself plays clip 3 on main and waits
      And 1000 ms pass
      Then there is no response yet
      When the player of main responds again
      And 900 ms pass
      Then the response status is 200

  @ACK-13
  Rule: A duplicate acknowledgement counts once

    Scenario: A duplicate acknowledgement doesn't complete the next call
      Given the player of main acknowledges twice
      When the host itself plays clip 3 on main
      Then the response status is 200
      When the host itself plays clip 4 on main
      Then the response status is 200
      And main plays the clip closer of the bank news
      And 2 commands were sent

  @ACK-2 @PLAY-12 @SHAPE-3
  Rule: With wait=0 the response is 202 at once

    Background:
      Given the clock is stopped

    Scenario Outline: The call is accepted at once: the host <call>
      When the host itself <call>
      Then the response status is 202
      And the response contains:
        | accepted  | true        |
        | operation | <operation> |

      Examples:
        | call                                         | operation |
        | plays clip 3 on main with wait=0             | clip.play |
        | plays clip 3 on main with wait=0 by POST     | clip.play |
        | plays clip 3 on main with wait=0&timeout=100 | clip.play |
        | switches the signal red-light on with wait=0 | signal.on |

    Scenario: A plain call with wait=0 answers OK
      When the host itself plays clip 3 on main with wait=0 in plain text
      Then the response status is 202
      And the response body is "OK"

    Scenario: The player plays the clip after wait=0
      When the host itself plays clip 3 on main with wait=0
      And 100 ms pass
      Then main plays the clip weather of the bank news

    Scenario Outline: A player that <fault> doesn't change the response
      Given the player of main <fault>
      When the host itself plays clip 3 on main with wait=0
      Then the response status is 202

      Examples:
        | fault                      |
        | loses its acknowledgements |
        | rejects commands           |
        | is frozen                  |

  @ACK-3
  Rule: With wait=0 every check comes first

    Background:
      Given the clock is stopped
      And the device "Reader" is read only

    Scenario Outline: A call with <what> is refused with <status> <code>
      When <caller> <call>
      Then the call is refused with <status> <code>
      And no command is sent to any device

      Examples:
        | what              | caller                   | call                                           | status | code              |
        | no credentials    | a caller at 198.51.100.7 | plays clip 3 on main with wait=0               | 401    | unauthorized      |
        | read-only access  | the device "Reader"      | plays clip 3 on main with wait=0               | 403    | read_only         |
        | a bad parameter   | the host itself          | plays clip 3 on main with wait=0&timeout=5     | 400    | invalid_parameter |
        | another station   | the host itself          | plays clip 3 on main with wait=0&station=bravo | 409    | station_mismatch  |
        | an unknown clip   | the host itself          | plays clip 99 on main with wait=0              | 404    | not_found         |
        | an unknown signal | the host itself          | switches the signal attic on with wait=0       | 404    | not_found         |

    @ACK-5
    Scenario Outline: An invalid timeout is refused: <query>
      When the host itself plays clip 3 on main with <query>
      Then the call is refused with 400 invalid_parameter

      Examples:
        | query                |
        | wait=0&timeout=99    |
        | wait=0&timeout=30001 |
        | timeout=soon&wait=0  |

  @ACK-4
  Rule: Any other value of wait waits

    Scenario Outline: A call with <query> waits for the acknowledgement
      Given the player of main loses its acknowledgements
      When the host itself plays clip 3 on main with <query> and waits
      And 1999 ms pass
      Then there is no response yet
      When 1 ms passes
      Then the call is refused with 424 ack_timeout

      Examples:
        | query      |
        | wait=1     |
        | wait=no    |
        | wait=false |
        | wait=00    |
        | wait=      |
        | WAIT=0     |

  @PLAY-15
  Rule: With confirm=accepted the player's first reply is the acknowledgement

    Background:
      Given the player of main is 700 ms late

    Scenario: The player's reply arrives within 4 ms and ends the call
      When the host itself plays clip 3 on main with confirm=accepted and waits
      And 700 ms pass
      Then there is no response yet
      When 4 ms pass
      Then the response status is 200

    @PLAY-14 @prompt
    Scenario: Without confirm=accepted the call waits for the player's state
      When the host itself plays clip 3 on main and waits
      And 704 ms pass
      Then there is no response yet
      When 26 ms pass
      Then the response status is 200

    Scenario: Another value of confirm is refused
      When the host itself plays clip 3 on main with confirm=shown
      Then the call is refused with 400 invalid_parameter

  @ERROR-24
  Rule: A disconnecting caller doesn't cancel the command

    Scenario: The clip plays after the caller has disconnected
      When the host itself plays clip 3 on main and disconnects
      And 1000 ms pass
      Then main plays the clip weather of the bank news

  @ERROR-23
  Rule: An action that may have reached a device never gets a status that makes a panel repeat it

    Scenario Outline: A player that <fault> leads to status 424
      Given the player of main <fault>
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      Then the response status is 424
      And 1 command was sent

      Examples:
        | fault                      |
        | loses its acknowledgements |
        | rejects commands           |
        | is frozen                  |

  @ACK-15
  Rule: A command that is superseded by one for the same thing ends as that one does

    Scenario Outline: Both calls of a double press are acknowledged: the host <call>
      Given the host itself <call> with wait=0
      And the action id is saved as "the first press"
      And the host itself <call> with wait=0
      And the action id is saved as "the second press"
      When 200 ms pass
      And the host itself reads the action {the first press} in plain text
      Then the response body is "acknowledged"
      When the host itself reads the action {the second press} in plain text
      Then the response body is "acknowledged"
      And 2 commands were sent

      Examples:
        | call                             |
        | switches the signal red-light on |

      @prompt
      Examples:
        | call                 |
        | plays clip 3 on main |

    Scenario Outline: Both calls fail if the player <fault>
      Given the player of main <fault>
      And the host itself plays clip 3 on main with wait=0
      And the action id is saved as "the first press"
      And the host itself plays clip 3 on main with wait=0
      And the action id is saved as "the second press"
      When 2000 ms pass
      And the host itself reads the action {the first press}
      Then the response contains:
        | action.state | failed       |
        | action.error | device_error |
      When the host itself reads the action {the second press}
      Then the response contains:
        | action.state | failed       |
        | action.error | device_error |

      Examples:
        | fault                           |
        | rejects commands                |
        | accepts commands without effect |

    Scenario: A command that another clip superseded has failed
      Given the player of main accepts commands without effect
      And the host itself plays clip 3 on main with wait=0
      And the action id is saved as "the first play"
      And the host itself plays clip 1 on main with wait=0
      When 200 ms pass
      And the host itself reads the action {the first play}
      Then the response contains:
        | action.state | failed       |
        | action.error | device_error |
