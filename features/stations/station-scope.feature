# Which station a call is meant for, and whose records it uses.
Feature: Station-scoped calls
  Playing and stopping outputs, and all calls for variables and automations, are station-scoped. A call may name its
  station, and a device may belong to one. The call is refused while another station holds the studio.

  @STATION-2 @STATION-3 @STATION-4 @ERROR-10 @DEVICE-6
  Rule: A station-scoped call is refused while another station holds the studio

    @simulated
    Scenario Outline: The caller <call> for a station that doesn't hold the studio
      Given the device "Bravo panel" belongs to the station bravo
      When the host itself <call> with station=bravo
      Then the call is refused with 409 station_mismatch
      And the error message contains 'the call is for the station "bravo", but the station "alpha" holds the studio'
      When the device "Bravo panel" <call>
      Then the call is refused with 409 station_mismatch
      And the error message contains 'the device is pinned to the station "bravo", but the station "alpha" holds the studio'
      When the device "Bravo panel" <call> with station=alpha
      Then the call is refused with 409 station_mismatch
      When the device "Bravo panel" <call> with station=alpha in plain text
      Then the call is refused with 409 station_mismatch
      And no command is sent to any device

      Examples:
        | call                             |
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

    Scenario: An unknown station counts as another station
      When the host itself reads the variables with station=attic
      Then the call is refused with 409 station_mismatch

    @DEVICE-6
    Scenario Outline: A device of the holder <call>
      Given the device "Alpha panel" belongs to the station Alpha FM
      When the device "Alpha panel" <call> with station=alpha
      Then the response status is 200

      Examples:
        | call                  |
        | reads the variables   |
        | reads the automations |

      @simulated
      Examples:
        | call                         |
        | plays clip 3 on main         |
        | stops the output main        |
        | sets the variable var-1 to 1 |
        | stops the automation auto-1  |

  @STATION-2
  Rule: Other calls ignore the parameter station and the device's station

    Scenario Outline: A device of another station <call>
      Given the device "Bravo panel" belongs to the station bravo
      When the device "Bravo panel" <call> with station=attic
      Then the response status is 200

      Examples:
        | call                  |
        | reads the studio      |
        | reads the station     |
        | reads the stations    |
        | reads the signals     |
        | reads the macros      |
        | reads the outputs     |
        | reads the output main |
        | reads the banks       |
        | reads the cameras     |

      @simulated
      Examples:
        | call                                       |
        | takes the studio on air                    |
        | switches the signal red-light on           |
        | runs the macro mac-1                       |
        | activates the bank music                   |
        | recalls the angle wide of the camera cam-1 |

  @STATION-8
  Rule: A station-scoped call uses the records of the holder

    Scenario: The host reads variables and automations of alpha
      When the host itself reads the variables
      Then the response lists in "variables":
        | id    |
        | var-1 |
        | var-2 |
        | var-3 |
        | var-4 |
        | var-5 |
      When the host itself reads the automations
      Then the response lists in "automations":
        | id     |
        | auto-1 |
        | auto-2 |

    @simulated
    Scenario: The host reads variables and automations of bravo once it holds the studio
      Given the host itself releases the studio
      And the host itself takes the studio for bravo
      When the host itself reads the variables
      Then the response lists in "variables":
        | id     | name     | value            |
        | var-11 | Headline | Tonight on Bravo |
      When the host itself reads the automations
      Then the response lists in "automations":
        | id      | name      | state   |
        | auto-11 | Test card | stopped |
      When the host itself reads the value of Headline in plain text
      Then the response body is "Tonight on Bravo"

    Scenario Outline: The records of another station are not_found: the host <call>
      When the host itself <call>
      Then the call is refused with 404 not_found
      And the error message contains "<named>"

      Examples:
        | call                          | named   |
        | reads the variable var-11     | var-11  |
        | sets the variable var-11 to x | var-11  |
        | reads the automation auto-11  | auto-11 |
        | starts the automation auto-11 | auto-11 |

  @simulated
  Rule: While no station holds the studio, the call or the device decides

    Background:
      Given the device "Bravo panel" belongs to the station bravo
      And the host itself releases the studio

    @STATION-6
    Scenario Outline: The call isn't refused: <caller> <call>
      When <caller> <call>
      Then the response status is 200

      Examples:
        | caller                   | call                                          |
        | the host itself          | plays clip 3 on main                          |
        | the host itself          | plays clip 3 on main with station=bravo       |
        | the host itself          | stops the output main with station=alpha      |
        | the device "Bravo panel" | plays clip 3 on main                          |
        | the device "Bravo panel" | sets the variable Headline to Hi              |
        | the device "Bravo panel" | reads the automations with station=Bravo%20TV |

    @STATION-8
    Scenario Outline: The caller sees <records> records: <caller> <call>
      When <caller> <call> in plain text
      Then the response status is 200
      And the response body is "<count>"

      Examples:
        | caller                   | call                                      | records       | count |
        | the host itself          | reads the variables                       | none          | 0     |
        | the host itself          | reads the automations                     | none          | 0     |
        | the host itself          | reads the variables with station=alpha    | those named   | 5     |
        | the host itself          | reads the variables with station=bravo+tv | those named   | 1     |
        | the host itself          | reads the automations with station=ALPHA  | those named   | 2     |
        | the device "Bravo panel" | reads the variables                       | its station's | 1     |
        | the device "Bravo panel" | reads the automations                     | its station's | 1     |

    @STATION-8
    Scenario Outline: A record is not_found without a station: the host <call>
      When the host itself <call>
      Then the call is refused with 404 not_found

      Examples:
        | call                             |
        | reads the variable Headline      |
        | reads the value of var-1         |
        | sets the variable Headline to Hi |
        | reads the automation auto-1      |
        | starts the automation auto-1     |

    @STATION-7
    Scenario Outline: The call is refused with <refusal>: <caller> <call>
      When <caller> <call>
      Then the call is refused with <refusal>
      And the error message contains "<word>"

      Examples:
        | caller                   | call                                     | refusal              | word  |
        | the host itself          | plays clip 3 on main with station=attic  | 404 not_found        | attic |
        | the host itself          | reads the variables with station=attic   | 404 not_found        | attic |
        | the host itself          | reads the automations with station=attic | 404 not_found        | attic |
        | the device "Bravo panel" | plays clip 3 on main with station=alpha  | 409 station_mismatch | bravo |
        | the device "Bravo panel" | reads the variables with station=alpha   | 409 station_mismatch | bravo |
