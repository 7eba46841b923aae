# Preparing the next clip and putting it on air on the beat; and pausing, resuming and seeking what is on air.
Feature: Cue and take
  A cued clip is loaded and ready, so that it starts at once when it is taken. Nobody sees it before that.

  @CUE-1 @simulated
  Rule: A clip is cued while another one goes on

    Scenario Outline: A clip is cued by <method>
      Given the host itself plays clip 1 on main
      When the host itself calls <method> /api/v2/outputs/main/clips/3/cue
      Then the response status is 200
      And main plays the clip opener of the bank news
      And the response contains:
        | operation                 | clip.cue |
        | output.scenes.0.clip      | opener   |
        | output.scenes.0.cued.clip | weather  |
        | output.scenes.0.cued.bank | news     |

      Examples:
        | method |
        | GET    |
        | POST   |

    Scenario: A clip is cued while nothing plays
      When the host itself cues clip bed on main with bank=music
      Then the response contains:
        | output.scenes.0.clip      | null  |
        | output.scenes.0.cued.clip | bed   |
        | output.scenes.0.cued.bank | music |
      And nothing plays on main

    @simulator
    Scenario: A player that doesn't confirm the cue
      Given the player of main loses its acknowledgements
      When the host itself cues clip 3 on main
      Then the call is refused with 424 ack_timeout

    @CUE-4 @simulator
    Scenario: A player that accepts the cue without effect, as of a file that it can't decode
      Given the player of main accepts commands without effect
      When the host itself cues clip 3 on main and waits
      And 2000 ms pass
      Then the call is refused with 424 device_error

    @PLAY-9
    Scenario Outline: The clip is named as in play: <call> is <status> <code>
      When the host itself <call>
      Then the call is refused with <status> <code>
      And no command is sent to any device

      Examples:
        | call                              | status | code              |
        | cues clip 9 on main               | 404    | not_found         |
        | cues clip 3 on attic              | 404    | not_found         |
        | cues clip 3 on main with bank=abc | 404    | not_found         |
        | cues clip 3 on wall               | 400    | invalid_parameter |

  @CUE-2 @simulated
  Rule: The last cue counts, and playing a clip discards it

    Scenario: Another clip is cued instead
      Given the host itself cues clip 3 on main
      When the host itself cues clip 4 on main
      Then the response contains:
        | output.scenes.0.cued.clip | closer |
      When the host itself takes the cued clip of main
      Then main plays the clip closer of the bank news

    Scenario: A clip is played although another one is cued
      Given the host itself cues clip 3 on main
      When the host itself plays clip 1 on main
      Then the response contains:
        | output.scenes.0.clip | opener |
        | output.scenes.0.cued | null   |

    Scenario: The output is stopped, and the cued clip stays cued
      Given the host itself plays clip 1 on main
      And the host itself cues clip 3 on main
      When the host itself stops the output main
      Then the response contains:
        | output.scenes.0.clip      | null    |
        | output.scenes.0.cued.clip | weather |
      When the host itself takes the cued clip of main
      Then main plays the clip weather of the bank news

    @simulator
    Scenario: The clip before it ends, and the cued clip waits
      Given the host itself plays clip 4 on main
      And the host itself cues clip 3 on main
      When 21 seconds pass
      Then nothing plays on main
      When the host itself takes the cued clip of main
      Then main plays the clip weather of the bank news

  @TAKE-1 @simulated
  Rule: A take puts the cued clip on air

    Scenario Outline: The clip is taken by <method>
      Given the host itself plays clip 1 on main
      And the host itself cues clip 3 on main
      When the host itself calls <method> /api/v2/outputs/main/take
      Then the response status is 200
      And main plays the clip weather of the bank news
      And the response contains:
        | operation              | output.take |
        | output.scenes.0.clip   | weather     |
        | output.scenes.0.paused | false       |
        | output.scenes.0.cued   | null        |

      Examples:
        | method |
        | GET    |
        | POST   |

    Scenario: The clip on air is paused
      Given the host itself plays clip 1 on main
      And the host itself cues clip 3 on main
      And the host itself pauses the output main
      When the host itself takes the cued clip of main
      Then main plays the clip weather of the bank news
      And the response contains:
        | output.scenes.0.paused | false |

    Scenario: A take in one scene leaves the other scene as it is
      Given the host itself plays clip 1 on wall with scene=left
      And the host itself cues clip 3 on wall with scene=left
      And the host itself cues clip 4 on wall with scene=right
      When the host itself takes the cued clip of wall with scene=right
      Then the scene right of wall plays the clip closer of the bank news
      And the scene left of wall plays the clip opener of the bank news
      And the response contains:
        | output.scenes.0.cued.clip | weather |
        | output.scenes.1.cued      | null    |

    @simulator
    Scenario: A player that shows something else
      Given the host itself plays clip 1 on main
      And the host itself cues clip 3 on main
      And the player of main accepts commands without effect
      When the host itself takes the cued clip of main and waits
      And 2000 ms pass
      Then the call is refused with 424 device_error
      And main plays the clip opener of the bank news

  @TAKE-2 @simulated
  Rule: A take without a cued clip is a conflict

    Scenario: Nothing was cued
      When the host itself takes the cued clip of main
      Then the call is refused with 409 conflict
      And the error message contains "full"
      And no command is sent to any device

    Scenario: The cued clip was taken already
      Given the host itself cues clip 3 on main
      And the host itself takes the cued clip of main
      When the host itself takes the cued clip of main
      Then the call is refused with 409 conflict
      And main plays the clip weather of the bank news

    @simulator
    Scenario: A disconnected player is device_unavailable, whatever was cued
      Given the player of main is offline
      When the host itself takes the cued clip of main
      Then the call is refused with 424 device_unavailable

  @TAKE-3 @simulator
  Rule: A double press takes the clip once

    Scenario: The button is pressed again before the clip is on air
      Given the host itself plays clip 1 on main
      And the host itself cues clip 3 on main
      When the host itself takes the cued clip of main with wait=0
      Then the response status is 202
      And the action id is saved as "the first press"
      When the host itself takes the cued clip of main with wait=0
      Then the response status is 202
      And the action id is saved as "the second press"
      When 500 ms pass
      And the host itself reads the action {the first press} in plain text
      Then the response body is "acknowledged"
      When the host itself reads the action {the second press} in plain text
      Then the response body is "acknowledged"
      And main plays the clip weather of the bank news

  @PAUSE-1 @PAUSE-2 @RESUME-1 @RESUME-2 @simulated
  Rule: A clip on air is paused, and runs on when it is resumed

    Scenario: A pause and a resume
      Given the host itself plays clip 3 on main
      When the host itself pauses the output main
      Then the response status is 200
      And the response contains:
        | operation              | output.pause |
        | output.scenes.0.clip   | weather      |
        | output.scenes.0.paused | true         |
      When the host itself resumes the output main
      Then the response status is 200
      And the response contains:
        | operation              | output.resume |
        | output.scenes.0.clip   | weather       |
        | output.scenes.0.paused | false         |

    @simulator
    Scenario: A paused clip never ends
      Given the host itself plays clip 4 on main
      And the host itself pauses the output main
      When 1 hour passes
      Then main plays the clip closer of the bank news
      When the host itself resumes the output main
      And 21 seconds pass
      Then nothing plays on main

    Scenario: A paused clip may be paused again
      Given the host itself plays clip 3 on main
      And the host itself pauses the output main
      When the host itself pauses the output main
      Then the response status is 200
      And the response contains:
        | output.scenes.0.paused | true |

    Scenario: A paused clip is stopped
      Given the host itself plays clip 3 on main
      And the host itself pauses the output main
      When the host itself stops the output main
      Then the response contains:
        | output.scenes.0.clip   | null  |
        | output.scenes.0.paused | false |

    Scenario Outline: On an idle scene, a <verb> is a conflict
      When the host itself <verb>s the output main
      Then the call is refused with 409 conflict
      And no command is sent to any device

      Examples:
        | verb   |
        | pause  |
        | resume |

    Scenario: A clip that runs can't be resumed
      Given the host itself plays clip 3 on main
      When the host itself resumes the output main
      Then the call is refused with 409 conflict
      And main plays the clip weather of the bank news

  @SEEK-1 @SEEK-2 @simulator
  Rule: A seek moves the clip to another position

    Scenario Outline: Weather is moved to <ms> ms, and <left> seconds are left
      Given the host itself plays clip 3 on main
      And 10 seconds pass
      When the host itself seeks the output main to <ms>
      Then the response status is 200
      And the response contains:
        | operation            | output.seek |
        | output.scenes.0.clip | weather     |
      When 500 ms pass
      And the host itself reads the remaining time of main in plain text
      Then the response body is "<left>"

      Examples:
        | ms    | left |
        | 0     | 60   |
        | 30000 | 30   |
        | 59000 | 1    |

    Scenario: A paused clip is moved and stays paused
      Given the host itself plays clip 3 on main
      And the host itself pauses the output main
      When the host itself seeks the output main to 30000
      Then the response contains:
        | output.scenes.0.paused     | true  |
        | output.scenes.0.positionMs | 30000 |
      When the host itself resumes the output main
      And 500 ms pass
      And the host itself reads the remaining time of main in plain text
      Then the response body is "30"

    @simulated
    Scenario: A seek on an idle scene is a conflict
      When the host itself seeks the output main to 1000
      Then the call is refused with 409 conflict
      And no command is sent to any device

  @SEEK-3 @ERROR-12 @simulated
  Rule: A position that the clip doesn't have is refused

    Scenario Outline: The position "<ms>" is refused
      Given the host itself plays clip 4 on main
      When the host itself calls GET /api/v2/outputs/main/seek?ms=<ms>
      Then the call is refused with 400 invalid_parameter
      And the error message contains "ms"
      And the error message contains "<range>"
      And 1 command was sent

      @simulator
      Examples: Beyond the end of the demo studio's clip
        | ms    | range |
        | 20000 | 19999 |
        | 90000 | 19999 |

      Examples: No position of any clip
        | ms       | range    |
        | 86400001 | 86400000 |
        | -1       | 0        |
        | soon     | 0        |
        |          | 0        |

  @CUE-3 @simulated
  Rule: The five actions take scene, station, wait and timeout, and have plain and legacy routes

    Background:
      Given the host itself plays clip 1 on wall with scene=left
      And the host itself cues clip 3 on wall with scene=left

    Scenario Outline: The plain twin of <verb> answers OK
      When the host itself calls GET /api/v2/plain/outputs/wall/<route>
      Then the response status is 200
      And the response body is "OK"

      Examples:
        | verb  | route                   |
        | cue   | clips/4/cue?scene=left  |
        | take  | take?scene=LEFT         |
        | pause | pause?scene=left        |
        | seek  | seek?scene=left&ms=5000 |

    Scenario: The plain twin of resume answers OK
      Given the host itself pauses the output wall with scene=left
      When the host itself resumes the output wall with scene=left in plain text
      Then the response body is "OK"

    Scenario Outline: <call> accepts wait=0, and checks scene, timeout and station
      When the host itself <call> with scene=left&wait=0
      Then the response status is 202
      When the host itself <call>
      Then the call is refused with 400 invalid_parameter
      And the error message contains "right"
      When the host itself <call> with scene=left&timeout=99
      Then the call is refused with 400 invalid_parameter
      When the host itself <call> with scene=left&station=bravo
      Then the call is refused with 409 station_mismatch

      Examples:
        | call                          |
        | cues clip 4 on wall           |
        | takes the cued clip of wall   |
        | pauses the output wall        |
        | seeks the output wall to 1000 |

    @LEGACY-4
    Scenario Outline: The legacy route of <verb> answers {}
      When the host itself calls GET /api/outputs/wall/<route>
      Then the response status is 200
      And the response body is "{}"

      Examples:
        | verb  | route                   |
        | cue   | clips/4/cue?scene=left  |
        | take  | take?scene=left         |
        | pause | pause?scene=left        |
        | seek  | seek?scene=left&ms=5000 |
