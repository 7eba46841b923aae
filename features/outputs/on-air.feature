# When a clip counts as on air: the player's picture decides, not its reply.
@simulator
Feature: On air
  A player may accept a clip and never show it, for example because the file can't be decoded. Its reply is the same as
  for any other clip, so the service relies on the picture only.

  Background:
    Given the host itself plays clip 1 on main

  @PLAY-17 @ACK-9
  Rule: A clip that is accepted but not shown is device_error at the timeout

    Scenario Outline: The player shows nothing new when the host <call>
      Given the player of main accepts commands without effect
      When the host itself <call> and waits
      And <timeout> ms pass
      Then the call is refused with 424 device_error
      And main plays the clip opener of the bank news

      Examples:
        | call                                    | timeout |
        | plays clip 3 on main                    | 2000    |
        | plays clip 3 on main with timeout=500   | 500     |
        | plays clip 3 on main with timeout=10000 | 10000   |
        | plays clip 1 on main                    | 2000    |

    Scenario: The plain twin reports device_error
      Given the player of main accepts commands without effect
      When the host itself plays clip 3 on main in plain text and waits
      And 2000 ms pass
      Then the response status is 424
      And the response body is "ERR device_error"

    Scenario: The output still shows the previous clip
      Given the player of main accepts commands without effect
      When the host itself plays clip 3 on main with wait=0
      And 2000 ms pass
      And the host itself reads the output main in plain text
      Then the response body is "opener"

    Scenario: The next clip is played once the player works again
      Given the player of main accepts commands without effect
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      And the player of main works again
      And the host itself plays clip 4 on main
      Then the response status is 200
      And main plays the clip closer of the bank news

    @PLAY-15
    Scenario: A call with confirm=accepted succeeds on the first reply
      Given the player of main accepts commands without effect
      When the host itself plays clip 3 on main with confirm=accepted
      Then the response status is 200
      And main plays the clip opener of the bank news

    Scenario: A stop without effect is device_error
      Given the player of main accepts commands without effect
      When the host itself stops the output main and waits
      And 2000 ms pass
      Then the call is refused with 424 device_error
      And main plays the clip opener of the bank news

  @PLAY-17
  Rule: A player that stops responding is ack_timeout

    Scenario: A frozen player never shows the clip
      Given the player of main is frozen
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      Then the call is refused with 424 ack_timeout

  @ACK-8 @ACK-11 @OUTPUT-2
  Rule: The action record and the output show what a frozen player does later

    Background:
      Given the clock is stopped
      And 100 ms pass
      And the player of main is frozen
      When the host itself plays clip 3 on main and waits
      And 1999 ms pass
      Then there is no response yet
      When 1 ms passes
      Then the call is refused with 424 ack_timeout
      And the action id is saved as "the play"
      When the host itself reads the action {the play} in plain text
      Then the response body is "timed_out"
      When the host itself reads the output main in plain text
      Then the response body is "opener"

    Scenario: The player shows the clip later
      When the player of main responds again
      And 500 ms pass
      And the host itself reads the action {the play}
      Then the response contains:
        | action.state | acknowledged |
        | action.error | ack_timeout  |
      When the host itself reads the output main in plain text
      Then the response body is "weather"

    Scenario: The player disconnects instead
      When the player of main is offline
      And the host itself reads the action {the play}
      Then the response contains:
        | action.state | failed       |
        | action.error | device_error |
      When the player of main works again
      And 500 ms pass
      And the host itself reads the output main in plain text
      Then the response body is "opener"
      And main plays the clip opener of the bank news
