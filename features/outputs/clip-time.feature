# How long a clip still runs: for countdowns on panels and displays, and for the light that warns before its end.
Feature: Clip time
  The clips of the demo studio: weather (3) runs 60 s, closer (4) 20 s, sting (2 of the bank music) 10 s.

  @CLIP-TIME-1 @CLIP-TIME-4 @simulated
  Rule: A scene shows where its clip is, how long it is, and when it ends

    Scenario: A clip that runs
      Given the host itself plays clip 3 on main
      When the host itself reads the output main
      Then each item of "output.scenes" has the fields id, clip, bank, startedAt, endsAt, positionMs, durationMs, remainingMs, paused, loop, cued, graphic, playlist
      And the response lists in "output.scenes":
        | id   | clip    | bank | paused | loop  | cued |
        | full | weather | news | false  | false | null |
      And the response has a time in "output.scenes.0.startedAt"
      And the response has a time in "output.scenes.0.endsAt"

    @simulator
    Scenario: A clip shows its length
      Given the host itself plays clip 3 on main
      When the host itself reads the output main
      Then the response contains:
        | output.scenes.0.durationMs | 60000 |

    Scenario: An idle scene
      When the host itself reads the output main
      Then the response lists in "output.scenes":
        | id   | clip | startedAt | endsAt | positionMs | durationMs | remainingMs | paused | loop  | cued |
        | full | null | null      | null   | null       | null       | null        | false  | false | null |

  @CLIP-TIME-5 @CLIP-TIME-2 @simulator
  Rule: The remaining time is read in whole seconds, rounded up

    Scenario Outline: <ms> ms after weather started, <left> seconds are left
      Given the host itself plays clip 3 on main
      When <ms> ms pass
      And the host itself reads the remaining time of main in plain text
      Then the response status is 200
      And the response body is "<left>"
      When the host itself reads the remaining time of main
      Then the response contains:
        | value | <left> |

      Examples:
        | ms    | left |
        | 100   | 60   |
        | 17300 | 43   |
        | 17700 | 43   |
        | 18300 | 42   |
        | 59500 | 1    |

    Scenario: Nothing is left when nothing runs
      When the host itself reads the remaining time of main in plain text
      Then the response status is 200
      And the response body is empty
      When the host itself reads the remaining time of main
      Then the response contains:
        | value | null |

    Scenario: Nothing is left after the end
      Given the host itself plays clip 4 on main
      When 20100 ms pass
      And the host itself reads the remaining time of main in plain text
      Then the response body is empty

    Scenario: Each scene has its own remaining time
      Given the host itself plays clip 3 on wall with scene=left
      And 10300 ms pass
      And the host itself plays clip 4 on wall with scene=right
      And 300 ms pass
      When the host itself reads the remaining time of wall with scene=left in plain text
      Then the response body is "50"
      When the host itself reads the remaining time of wall with scene=RIGHT in plain text
      Then the response body is "20"

    Scenario: The scene must be named when the output has several
      When the host itself reads the remaining time of wall
      Then the call is refused with 400 invalid_parameter
      And the error message contains "left"
      And the error message contains "right"

    @PLAY-9
    Scenario: An unknown scene is not_found
      When the host itself reads the remaining time of main with scene=attic
      Then the call is refused with 404 not_found

  @CLIP-TIME-3 @simulator
  Rule: A paused clip has no end

    Scenario: The countdown is empty while the clip is paused, and goes on after it
      Given the host itself plays clip 3 on main
      And 17300 ms pass
      And the host itself pauses the output main
      And 30 seconds pass
      When the host itself reads the remaining time of main in plain text
      Then the response body is empty
      When the host itself reads the output main
      Then the response contains:
        | output.scenes.0.clip        | weather |
        | output.scenes.0.paused      | true    |
        | output.scenes.0.endsAt      | null    |
        | output.scenes.0.remainingMs | null    |
      When the host itself resumes the output main
      And the host itself reads the remaining time of main in plain text
      Then the response body is "43"

  @CLIP-TIME-6 @simulator
  Rule: The time of a clip is unknown while its player is disconnected

    @prompt
    Scenario: The countdown is empty until the player is back
      Given the host itself plays clip 3 on main
      And 17300 ms pass
      When the player of main is offline
      And the host itself reads the remaining time of main in plain text
      Then the response body is empty
      When the host itself reads the output main
      Then the response contains:
        | output.connected           | false   |
        | output.scenes.0.clip       | weather |
        | output.scenes.0.endsAt     | null    |
        | output.scenes.0.positionMs | null    |
      When the player of main works again
      And 500 ms pass
      And the host itself reads the remaining time of main in plain text
      Then the response body is "43"

  @CLIP-TIME-8 @CLIP-TIME-7 @simulator
  Rule: The event stream reports every turn of a clip, and its end 10 s before, but not each second

    Scenario: A clip from its start to its end
      Given the host itself opens the event stream
      When the host itself plays clip 4 on main
      And 9 seconds pass
      Then the event stream sends:
        | event  | output.scenes.0.clip |
        | reset  |                      |
        | output | closer               |
      When 2 seconds pass
      Then the event stream sends:
        | event       | output.slot | scene | output.scenes.0.clip |
        | clip.ending | main        | full  | closer               |
      When 10 seconds pass
      Then the event stream sends:
        | event  | output.scenes.0.clip |
        | output | null                 |

    Scenario: The end of a shorter clip is announced when it starts
      Given the host itself opens the event stream
      When the host itself plays clip sting on main with bank=music
      Then the event stream sends:
        | event       | output.scenes.0.clip |
        | reset       |                      |
        | output      | sting                |
        | clip.ending | sting                |

    Scenario: A pause puts the announcement off
      Given the host itself opens the event stream
      And the host itself plays clip 4 on main
      And 5 seconds pass
      And the host itself pauses the output main
      And 9 seconds pass
      And the host itself resumes the output main
      And 4 seconds pass
      Then the event stream sends:
        | event  | output.scenes.0.clip | output.scenes.0.paused |
        | reset  |                      |                        |
        | output | closer               | false                  |
        | output | closer               | true                   |
        | output | closer               | false                  |
      When 2 seconds pass
      Then the event stream sends:
        | event       | output.scenes.0.clip |
        | clip.ending | closer               |

    Scenario: The announcement comes once, although the clip is paused after it
      Given the host itself opens the event stream
      And the host itself plays clip 4 on main
      And 12 seconds pass
      And the host itself pauses the output main
      And 5 seconds pass
      And the host itself resumes the output main
      And 10 seconds pass
      Then the event stream sends:
        | event       | output.scenes.0.paused | output.scenes.0.clip |
        | reset       |                        |                      |
        | output      | false                  | closer               |
        | clip.ending | false                  | closer               |
        | output      | true                   | closer               |
        | output      | false                  | closer               |
        | output      | false                  | null                 |

    Scenario: A clip that is sought back is announced again
      Given the host itself opens the event stream
      And the host itself plays clip 4 on main
      And 12 seconds pass
      When the host itself seeks the output main to 5000
      And 6 seconds pass
      Then the event stream sends:
        | event       | output.scenes.0.clip |
        | reset       |                      |
        | output      | closer               |
        | clip.ending | closer               |
        | output      | closer               |
        | clip.ending | closer               |

    Scenario: A clip that is stopped before is not announced
      Given the host itself opens the event stream
      And the host itself plays clip 4 on main
      And 5 seconds pass
      When the host itself stops the output main
      And 30 seconds pass
      Then the event stream sends:
        | event  | output.scenes.0.clip |
        | reset  |                      |
        | output | closer               |
        | output | null                 |
