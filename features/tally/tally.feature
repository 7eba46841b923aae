# Tally: which outputs and cameras are on air.
@simulated
Feature: Tally
  In the demo studio, the camera cam-1 is shown by the clip headlines on main, and cam-2 by the same clip in the scene
  right of wall. The studio is off air at first.

  @TALLY-1 @TALLY-5
  Rule: An output is program on air, preview before

    Scenario: A clip that plays is a preview until the studio is on air
      When the host itself reads the tally of the output main in plain text
      Then the response body is "off"
      When the host itself plays clip 3 on main
      And the host itself reads the tally of the output main in plain text
      Then the response body is "preview"
      When the host itself takes the studio on air
      And the host itself reads the tally of the output MAIN in plain text
      Then the response body is "program"
      When the host itself takes the studio off air
      And the host itself reads the tally of the output main in plain text
      Then the response body is "preview"

    Scenario: A cued clip is a preview until it is taken
      Given the host itself takes the studio on air
      And the host itself cues clip 3 on main
      When the host itself reads the tally of the output main
      Then the response has the fields ok, value
      And the response contains:
        | value | preview |
      When the host itself takes the cued clip of main
      And the host itself reads the tally of the output main
      Then the response contains:
        | value | program |
      When the host itself stops the output main
      And the host itself reads the tally of the output main
      Then the response contains:
        | value | off |

    Scenario: One scene that plays is enough, and another output stays off
      Given the host itself takes the studio on air
      And the host itself cues clip 3 on wall with scene=left
      And the host itself plays clip 2 on wall with scene=right
      When the host itself reads the outputs
      Then the response lists in "outputs":
        | slot | tally   |
        | main | off     |
        | wall | program |

    @ERROR-15
    Scenario Outline: An unknown output or camera is not_found: the host <call>
      When the host itself <call>
      Then the call is refused with 404 not_found
      And the error message contains "attic"

      Examples:
        | call                                 |
        | reads the tally of the output attic  |
        | reads the tally of the camera attic  |

  @TALLY-2 @TALLY-5
  Rule: A camera is on air while one of its clips is

    Scenario: The clip of a camera is cued, played on air, and replaced
      Given the host itself takes the studio on air
      When the host itself reads the tally of the camera cam-1 in plain text
      Then the response body is "off"
      When the host itself cues clip 2 on main
      And the host itself reads the tally of the camera CAM-1 in plain text
      Then the response body is "preview"
      When the host itself takes the cued clip of main
      And the host itself reads the tally of the camera cam-1
      Then the response contains:
        | value | program |
      When the host itself plays clip 3 on main
      And the host itself reads the tally of the camera cam-1
      Then the response contains:
        | value | off |

    Scenario: Only the named scene and output show a camera
      Given the host itself takes the studio on air
      And the host itself plays clip 2 on wall with scene=left
      When the host itself reads the cameras
      Then the response lists in "cameras":
        | id    | tally |
        | cam-1 | off   |
        | cam-2 | off   |
      When the host itself plays clip 2 on wall with scene=right
      And the host itself reads the cameras
      Then the response lists in "cameras":
        | id    | tally   |
        | cam-1 | off     |
        | cam-2 | program |

    @simulator
    Scenario: Only the named bank shows a camera
      Given the studio also has:
        """
        cameras:
          - { id: cam-1, shownBy: [{ output: out-1, bank: music, clip: sting }] }
        """
      And the host itself takes the studio on air
      When the host itself plays clip 1 on main
      And the host itself reads the tally of the camera cam-1
      Then the response contains:
        | value | off |
      When the host itself plays clip 2 on main with bank=music
      And the host itself reads the tally of the camera cam-1
      Then the response contains:
        | value | program |

  @TALLY-13 @simulator
  Rule: A camera is on air while a mixer shows it

    Scenario: The signals of a mixer are a camera's tally
      Given the studio also has:
        """
        cameras:
          - { id: cam-1, shownBy: [{ signal: sig-1, shows: program }, { signal: sig-2, shows: preview }] }
        """
      And the host itself takes the studio on air
      When the host itself switches the signal red-light on
      And the host itself reads the tally of the camera cam-1
      Then the response contains:
        | value | program |
      When the host itself switches the signal red-light off
      And the host itself reads the tally of the camera cam-1
      Then the response contains:
        | value | off |

  @TALLY-3 @simulator
  Rule: A player that is lost takes no tally with it

    @prompt
    Scenario: What was on air stays program, and what was idle is unknown
      Given the host itself takes the studio on air
      And the host itself plays clip 2 on main
      When the player of main is offline
      And the player of wall is offline
      And the host itself reads the outputs
      Then the response lists in "outputs":
        | slot | connected | tally   |
        | main | false     | program |
        | wall | false     | null    |
      When the host itself reads the cameras
      Then the response lists in "cameras":
        | id    | tally   |
        | cam-1 | program |
        | cam-2 | null    |
      When the host itself reads the tally of the output wall in plain text
      Then the response body is empty
      When the player of wall works again
      And the host itself reads the tally of the output wall in plain text
      Then the response body is "off"

  @TALLY-4
  Rule: A change of a tally sends the event of its record

    Scenario: The studio goes on air while a clip plays
      Given the host itself plays clip 2 on main
      When the host itself opens the event stream with types=output,camera
      And the host itself takes the studio on air
      And the host itself stops the output main
      Then the event stream sends:
        | event  | reason | output.slot | output.tally | camera.id | camera.tally |
        | reset  | begun  |             |              |           |              |
        | output |        | main        | program      |           |              |
        | camera |        |             |              | cam-1     | program      |
        | output |        | main        | off          |           |              |
        | camera |        |             |              | cam-1     | off          |

    Scenario: The whole state has the tallies
      Given the host itself takes the studio on air
      And the host itself plays clip 2 on main
      When the host itself reads the state
      Then the response lists in "outputs":
        | slot | tally   |
        | main | program |
        | wall | off     |
      And the response lists in "cameras":
        | id    | tally   |
        | cam-1 | program |
        | cam-2 | off     |
