# What counts as on air: the clip's own picture, whatever the player has said.
@simulator
Feature: On air
  A player may take a clip and never show it: the file can't be decoded, or lies elsewhere. Its answer is that of
  every clip. The service believes the picture only.

  Background:
    Given the host itself plays clip 1 on main

  @PLAY-17 @ACK-9
  Rule: A clip that is taken and not shown is device_error by the timeout at the latest, and no success

    Scenario Outline: The host itself <deed>
      Given the player of main does nothing that it takes on
      When the host itself <deed> and waits
      And <timeout> ms pass
      Then it is refused with 424 device_error
      And main plays the clip opener of the bank news

      Examples:
        | deed                                    | timeout |
        | plays clip 3 on main                    | 2000    |
        | plays clip 3 on main with timeout=500   | 500     |
        | plays clip 3 on main with timeout=10000 | 10000   |
        | plays clip 1 on main                    | 2000    |

    Scenario: In plain text
      Given the player of main does nothing that it takes on
      When the host itself plays clip 3 on main in plain text and waits
      And 2000 ms pass
      Then it is answered 424
      And the text is "ERR device_error"

    Scenario: The state still tells the clip before it
      Given the player of main does nothing that it takes on
      When the host itself plays clip 3 on main with wait=0
      And 2000 ms pass
      And the host itself reads the output main in plain text
      Then the text is "opener"

    Scenario: The next clip is played as ever
      Given the player of main does nothing that it takes on
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      And the player of main is well again
      And the host itself plays clip 4 on main
      Then it is answered 200
      And main plays the clip closer of the bank news

    @PLAY-15
    Scenario: Whoever takes the first reply for enough has it
      Given the player of main does nothing that it takes on
      When the host itself plays clip 3 on main with confirm=accepted
      Then it is answered 200
      And main plays the clip opener of the bank news

    Scenario: A stop that does nothing is no success either
      Given the player of main does nothing that it takes on
      When the host itself stops the output main and waits
      And 2000 ms pass
      Then it is refused with 424 device_error
      And main plays the clip opener of the bank news

  @PLAY-17
  Rule: A player that is silent is no player that shows something else

    Scenario: It took the clip and then nothing more is heard of it
      Given the player of main is frozen
      When the host itself plays clip 3 on main and waits
      And 2000 ms pass
      Then it is refused with 424 ack_timeout

  @ACK-8 @ACK-11 @OUTPUT-2
  Rule: What a player does once it thaws shows in the state, and in the action's record

    Background:
      Given the clock stands still
      And 100 ms pass
      And the player of main is frozen
      When the host itself plays clip 3 on main and waits
      And 1999 ms pass
      Then it isn't answered yet
      When 1 ms passes
      Then it is refused with 424 ack_timeout
      And that action is called "the play"
      When the host itself reads the action {the play} in plain text
      Then the text is "timed_out"
      When the host itself reads the output main in plain text
      Then the text is "opener"

    Scenario: It plays the clip
      When the player of main thaws
      And 500 ms pass
      And the host itself reads the action {the play}
      Then the answer says:
        | action.state | acknowledged |
        | action.error | ack_timeout  |
      When the host itself reads the output main in plain text
      Then the text is "weather"

    Scenario: It is cut off before
      When the player of main is offline
      And the host itself reads the action {the play}
      Then the answer says:
        | action.state | failed       |
        | action.error | device_error |
      When the player of main is well again
      And 500 ms pass
      And the host itself reads the output main in plain text
      Then the text is "opener"
      And main plays the clip opener of the bank news
