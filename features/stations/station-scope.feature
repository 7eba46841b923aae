# For which station a call is meant, and whose records it sees.
Feature: Calls meant for a station
  Playing and stopping outputs, and all of variables and automations, are done for the station that holds the studio.
  A call may say for which station it is meant, and a device may belong to one; then it is refused while another holds
  the studio.

  @STATION-2 @STATION-3 @STATION-4 @ERROR-10 @DEVICE-6
  Rule: A station-scoped call is refused while another station holds the studio

    Scenario Outline: The caller <deed>
      Given the device "Bravo panel" belongs to the station bravo
      When the host itself <deed> with station=bravo
      Then it is refused with 409 station_mismatch
      And the message mentions "alpha"
      When the device "Bravo panel" <deed>
      Then it is refused with 409 station_mismatch
      When the device "Bravo panel" <deed> with station=alpha
      Then it is refused with 409 station_mismatch
      When the device "Bravo panel" <deed> with station=alpha in plain text
      Then it is refused with 409 station_mismatch
      And nothing is sent to any device

      Examples:
        | deed                             |
        | plays clip 3 on main             |
        | stops the output main            |
        | reads the variables              |
        | reads the variable Headline      |
        | reads the value of Headline      |
        | sets the variable Headline to Hi |
        | reads the automations            |
        | reads the automation auto-1      |
        | starts the automation auto-1     |
        | pauses the automation auto-1     |
        | resumes the automation auto-1    |
        | stops the automation auto-1      |

    Scenario: A station that nobody knows is another one
      When the host itself reads the variables with station=attic
      Then it is refused with 409 station_mismatch

    @DEVICE-6
    Scenario Outline: The holder's own device <deed>
      Given the device "Alpha panel" belongs to the station Alpha FM
      When the device "Alpha panel" <deed> with station=alpha
      Then it is answered 200

      Examples:
        | deed                         |
        | plays clip 3 on main         |
        | stops the output main        |
        | reads the variables          |
        | sets the variable var-1 to 1 |
        | reads the automations        |
        | stops the automation auto-1  |

  @STATION-2
  Rule: Elsewhere station, and the device's station, don't matter

    Scenario Outline: The caller <deed>
      Given the device "Bravo panel" belongs to the station bravo
      When the device "Bravo panel" <deed> with station=attic
      Then it is answered 200

      Examples:
        | deed                                       |
        | reads the studio                           |
        | takes the studio on air                    |
        | reads the station                          |
        | reads the stations                         |
        | reads the signals                          |
        | switches the signal red-light on           |
        | reads the macros                           |
        | runs the macro mac-1                       |
        | reads the outputs                          |
        | reads the output main                      |
        | reads the banks                            |
        | activates the bank music                   |
        | reads the cameras                          |
        | recalls the angle wide of the camera cam-1 |

  @STATION-8
  Rule: Its records are those of the holder

    Scenario: The variables and automations of alpha
      When the host itself reads the variables
      Then the answer lists in "variables":
        | id    |
        | var-1 |
        | var-2 |
        | var-3 |
        | var-4 |
        | var-5 |
      When the host itself reads the automations
      Then the answer lists in "automations":
        | id     |
        | auto-1 |
        | auto-2 |

    Scenario: The variables and automations of bravo, once it holds the studio
      Given the host itself releases the studio
      And the host itself takes the studio for bravo
      When the host itself reads the variables
      Then the answer lists in "variables":
        | id     | name     | value            |
        | var-11 | Headline | Tonight on Bravo |
      When the host itself reads the automations
      Then the answer lists in "automations":
        | id      | name      | state   |
        | auto-11 | Test card | stopped |
      When the host itself reads the value of Headline in plain text
      Then the text is "Tonight on Bravo"

    Scenario Outline: Another station's records aren't there, here for somebody who <deed>
      When the host itself <deed>
      Then it is refused with 404 not_found
      And the message mentions "<named>"

      Examples:
        | deed                          | named   |
        | reads the variable var-11     | var-11  |
        | sets the variable var-11 to x | var-11  |
        | reads the automation auto-11  | auto-11 |
        | starts the automation auto-11 | auto-11 |

  Rule: While nobody holds the studio

    Background:
      Given the device "Bravo panel" belongs to the station bravo
      And the host itself releases the studio

    @STATION-6
    Scenario Outline: There is no mismatch: <caller> <deed>
      When <caller> <deed>
      Then it is answered 200

      Examples:
        | caller                   | deed                                          |
        | the host itself          | plays clip 3 on main                          |
        | the host itself          | plays clip 3 on main with station=bravo       |
        | the host itself          | stops the output main with station=alpha      |
        | the device "Bravo panel" | plays clip 3 on main                          |
        | the device "Bravo panel" | sets the variable Headline to Hi              |
        | the device "Bravo panel" | reads the automations with station=Bravo%20TV |

    @STATION-8
    Scenario Outline: <caller> <deed> and sees <records>
      When <caller> <deed> in plain text
      Then it is answered 200
      And the text is "<count>"

      Examples:
        | caller                   | deed                                      | records       | count |
        | the host itself          | reads the variables                       | none          | 0     |
        | the host itself          | reads the automations                     | none          | 0     |
        | the host itself          | reads the variables with station=alpha    | those named   | 5     |
        | the host itself          | reads the variables with station=bravo+tv | those named   | 1     |
        | the host itself          | reads the automations with station=ALPHA  | those named   | 2     |
        | the device "Bravo panel" | reads the variables                       | its station's | 1     |
        | the device "Bravo panel" | reads the automations                     | its station's | 1     |

    @STATION-8
    Scenario Outline: By name there is nothing either: <deed>
      When the host itself <deed>
      Then it is refused with 404 not_found

      Examples:
        | deed                             |
        | reads the variable Headline      |
        | reads the value of var-1         |
        | sets the variable Headline to Hi |
        | reads the automation auto-1      |
        | starts the automation auto-1     |

    @STATION-7
    Scenario Outline: <caller> <deed>: <refusal>
      When <caller> <deed>
      Then it is refused with <refusal>
      And the message mentions "<word>"

      Examples:
        | caller                   | deed                                     | refusal              | word  |
        | the host itself          | plays clip 3 on main with station=attic  | 404 not_found        | attic |
        | the host itself          | reads the variables with station=attic   | 404 not_found        | attic |
        | the host itself          | reads the automations with station=attic | 404 not_found        | attic |
        | the device "Bravo panel" | plays clip 3 on main with station=alpha  | 409 station_mismatch | bravo |
        | the device "Bravo panel" | reads the variables with station=alpha   | 409 station_mismatch | bravo |
