# Which runtime state the service restores after a restart.
@simulated
Feature: Runtime state
  A restart in the middle of a broadcast leaves the studio as it was, and starts nothing.

  @REMEMBER-1
  Rule: The runtime state survives a restart

    Scenario: Variables, the active bank and the on-air status survive a restart
      Given the host itself sets the variable Headline to News
      And the host itself sets the variable ShowLive to off
      And the host itself calls GET /api/v2/variables/GuestCount/set?value=
      And the host itself activates the bank music
      And the host itself takes the studio on air
      When the service is restarted
      And the host itself reads the variables
      Then the response lists in "variables":
        | name       | value |
        | Headline   | News  |
        | ShowLive   | false |
        | GuestCount | null  |
        | Sponsor    | null  |
        | PhoneOpen  | false |
      When the host itself reads the bank music
      Then the response contains:
        | bank.active | true |
      When the host itself reads the studio's status in plain text
      Then the response body is "1"

    Scenario: The holder survives a restart
      Given the host itself releases the studio
      And the host itself takes the studio for bravo
      When the service is restarted
      And the host itself reads the station in plain text
      Then the response body is "bravo"

    Scenario: A change with wait=0 survives a restart
      Given the host itself takes the studio on air with wait=0
      When the service is restarted
      And the host itself reads the studio in plain text
      Then the response body is "1"

    Scenario: A new data folder starts with the values of the layout
      Given the host itself takes the studio on air
      And a fresh service that has never reached the console
      When the host itself reads the studio in plain text
      Then the response body is "0"

  @REMEMBER-2
  Rule: Nothing is resumed after a restart

    Scenario: A running automation is stopped after a restart
      Given the host itself starts the automation auto-2
      And 100 ms pass
      When the service is restarted
      And the host itself reads the automation auto-2 in plain text
      Then the response body is "stopped"
      When 600000 ms pass
      Then 1 command was sent

    Scenario: A running macro is idle after a restart
      Given the host itself runs the macro mac-1
      And 500 ms pass
      When the service is restarted
      And the host itself reads the macro mac-1 in plain text
      Then the response body is "0"
      When 5000 ms pass
      Then 2 commands were sent
