# What the service remembers of the studio when it is started again.
Feature: Remembering
  A restart in the middle of a broadcast leaves the studio as it was, and does nothing by itself.

  @REMEMBER-1
  Rule: What was set is still so after a restart

    Scenario: Variables, the active bank, the holder and the on-air status
      Given the host itself sets the variable Headline to News
      And the host itself sets the variable ShowLive to off
      And the host itself calls GET /api/v2/variables/GuestCount/set?value=
      And the host itself activates the bank music
      And the host itself takes the studio on air
      When the service is restarted
      And the host itself reads the variables
      Then the answer lists in "variables":
        | name       | value |
        | Headline   | News  |
        | ShowLive   | false |
        | GuestCount | null  |
        | Sponsor    | null  |
        | PhoneOpen  | false |
      When the host itself reads the bank music
      Then the answer says:
        | bank.active | true |
      When the host itself reads the studio's status in plain text
      Then the text is "1"

    Scenario: Who holds the studio
      Given the host itself releases the studio
      And the host itself takes the studio for bravo
      When the service is restarted
      And the host itself reads the station in plain text
      Then the text is "bravo"

    Scenario: What nobody waited for is kept all the same
      Given the host itself takes the studio on air with wait=0
      When the service is restarted
      And the host itself reads the studio in plain text
      Then the text is "1"

    Scenario: A fresh service begins as the studio is laid out
      Given the host itself takes the studio on air
      And a fresh service that has never reached the console
      When the host itself reads the studio in plain text
      Then the text is "0"

  @REMEMBER-2
  Rule: Nothing happens by itself after a restart

    Scenario: An automation that ran is stopped, and its time passes without it
      Given the host itself starts the automation auto-2
      And 100 ms pass
      When the service is restarted
      And the host itself reads the automation auto-2 in plain text
      Then the text is "stopped"
      When 600000 ms pass
      Then 1 command was sent

    Scenario: A macro that ran is idle, and isn't resumed
      Given the host itself runs the macro mac-1
      And 500 ms pass
      When the service is restarted
      And the host itself reads the macro mac-1 in plain text
      Then the text is "0"
      When 5000 ms pass
      Then 2 commands were sent
