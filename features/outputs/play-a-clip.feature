# Playing a clip on an output: how output, clip, scene and bank are named, and what is answered.
Feature: Play a clip
  GET or POST /api/v2/outputs/{slot}/clips/{number}/play puts a clip on air. The demo studio has the output main with
  the scene full, and the output wall with the scenes left and right; the bank news is active, the bank music isn't.

  @PLAY-1 @SERVICE-1 @simulated
  Rule: A clip is played by GET or POST, and the response shows what plays

    Scenario Outline: A clip is played by <method>
      When the host itself calls <method> /api/v2/outputs/main/clips/3/play
      Then the response status is 200
      And main plays the clip weather of the bank news
      And the response contains:
        | operation            | clip.play |
        | output.id            | out-1     |
        | output.slot          | main      |
        | output.scenes.0.id   | full      |
        | output.scenes.0.clip | weather   |
        | output.scenes.0.bank | news      |
        | output.connected     | true      |

      Examples:
        | method |
        | GET    |
        | POST   |

    @SERVICE-2 @SERVICE-3
    Scenario Outline: A clip is played by <method> on the plain twin
      When the host itself calls <method> /api/v2/plain/outputs/main/clips/3/play
      Then the response status is 200
      And the response body is "OK"
      And main plays the clip weather of the bank news

      Examples:
        | method |
        | GET    |
        | POST   |

    @OUTPUT-1
    Scenario: The response shows when the clip started
      When the host itself plays clip 3 on main
      Then the response has a time in "output.scenes.0.startedAt"

    @PARAMETER-4
    Scenario: The body of a POST is ignored
      When the host itself calls POST /api/v2/outputs/main/clips/3/play with:
        | timeout | 5     |
        | bank    | music |
      Then the response status is 200
      And main plays the clip weather of the bank news

    @PLAY-16
    Scenario: The Control switch of Outputs applies
      Given Control of Outputs is switched off
      When the host itself plays clip 3 on main
      Then the call is refused with 403 feature_disabled
      And nothing plays on main

  @PLAY-2 @PARAMETER-5 @simulated
  Rule: The output is named by its id or its slot, in upper or lower case

    Scenario Outline: The output is found as <named>
      When the host itself plays clip 3 on <named>
      Then the response status is 200
      And main plays the clip weather of the bank news

      Examples:
        | named |
        | main  |
        | MAIN  |
        | Main  |
        | out-1 |
        | OUT-1 |

    @PLAY-9
    Scenario: An unknown output is not_found
      When the host itself plays clip 3 on attic
      Then the call is refused with 404 not_found
      And the error message contains "attic"
      And no command is sent to any device

  @PLAY-3 @PLAY-4 @simulated
  Rule: The clip is named by its number in the active bank, or by its key

    Scenario Outline: The clip <named> is <clip>
      When the host itself plays clip <named> on main
      Then the response status is 200
      And main plays the clip <clip> of the bank news

      Examples:
        | named     | clip      |
        | 1         | opener    |
        | 2         | headlines |
        | 4         | closer    |
        | 003       | weather   |
        | weather   | weather   |
        | Headlines | headlines |

    @PLAY-9
    Scenario Outline: The clip <named> is unknown
      When the host itself plays clip <named> on main
      Then the call is refused with 404 not_found
      And the error message contains "<named>"
      And no command is sent to any device

      Examples:
        | named |
        | 5     |
        | 0     |
        | bed   |
        | -1    |
        | 3.0   |

  @PLAY-4 @simulator @simulated-playout
  Rule: Digits are a key if no clip has that number

    Scenario Outline: The clip <named> is <clip>
      Given the studio also has:
        """
        banks:
          - key: wire
            name: Wire
            clips:
              - { number: 1, key: "2031", name: Storm, durationMs: 60000 }
              - { number: 2, key: "007", name: Spies, durationMs: 60000 }
              - { number: 3, key: "1", name: Votes, durationMs: 60000 }
        """
      When the host itself plays clip <named> on main with bank=wire
      Then the response status is 200
      And main plays the clip <clip> of the bank wire

      Examples:
        | named | clip |
        | 2031  | 2031 |
        | 007   | 007  |
        | 1     | 2031 |
        | 01    | 2031 |
        | 2     | 007  |

    @PLAY-9
    Scenario: A key of digits has its leading zeros
      Given the studio also has:
        """
        banks:
          - key: wire
            name: Wire
            clips:
              - { number: 1, key: "007", name: Spies, durationMs: 60000 }
        """
      When the host itself plays clip 7 on main with bank=wire
      Then the call is refused with 404 not_found
      And no command is sent to any device

  @PLAY-7 @simulated
  Rule: The scene may be named, and must be named when the output has several

    Scenario Outline: The scene <scene> of wall plays the clip
      When the host itself plays clip 2 on wall with scene=<scene>
      Then the response status is 200
      And the scene <played> of wall plays the clip headlines of the bank news
      And nothing plays in the scene <other> of wall

      Examples:
        | scene | played | other |
        | left  | left   | right |
        | right | right  | left  |
        | RIGHT | right  | left  |

    @PLAY-5 @PARAMETER-2
    Scenario Outline: The only scene of an output may be omitted: <query>
      When the host itself plays clip 3 on main with <query>
      Then the response status is 200
      And main plays the clip weather of the bank news

      Examples:
        | query      |
        | scene=full |
        | scene=     |

    @PLAY-6
    Scenario: A missing scene is refused when there are several, and the message lists them
      When the host itself plays clip 3 on wall
      Then the call is refused with 400 invalid_parameter
      And the error message contains "scene"
      And the error message contains "left"
      And the error message contains "right"
      And no command is sent to any device

    @PLAY-9
    Scenario: An unknown scene is not_found
      When the host itself plays clip 3 on main with scene=attic
      Then the call is refused with 404 not_found
      And the error message contains "attic"
      And no command is sent to any device

  @PLAY-8 @simulated
  Rule: The bank may be named instead of using the active one

    Scenario Outline: The bank "<bank>" is used for the clip <clip>
      When the host itself plays clip <clip> on main with bank=<bank>
      Then the response status is 200
      And main plays the clip <played> of the bank <from>

      Examples:
        | bank  | clip  | played | from  |
        | music | 1     | bed    | music |
        | music | sting | sting  | music |
        | MUSIC | 2     | sting  | music |
        | news  | 1     | opener | news  |
        |       | 1     | opener | news  |

    @PLAY-9
    Scenario: A clip of the active bank isn't found in another bank
      When the host itself plays clip 3 on main with bank=music
      Then the call is refused with 404 not_found
      And no command is sent to any device

    @PLAY-9
    Scenario: An unknown bank is not_found
      When the host itself plays clip 1 on main with bank=attic
      Then the call is refused with 404 not_found
      And the error message contains "attic"
      And no command is sent to any device

  @PLAY-10 @ERROR-12 @simulated
  Rule: The timeout is a whole number of milliseconds from 100 to 30000

    Scenario Outline: The timeout "<timeout>" is accepted
      When the host itself plays clip 3 on main with timeout=<timeout>
      Then the response status is 200

      Examples:
        | timeout |
        | 2000    |
        | 30000   |
        |         |

      # Real players may take longer than that.
      @simulator
      Examples:
        | timeout |
        | 100     |

    Scenario Outline: The timeout "<timeout>" is refused with its range
      When the host itself plays clip 3 on main with timeout=<timeout>
      Then the call is refused with 400 invalid_parameter
      And the error message contains "timeout"
      And the error message contains "100"
      And the error message contains "30000"
      And the error message contains "<timeout>"
      And no command is sent to any device

      Examples:
        | timeout |
        | 99      |
        | 30001   |
        | 0       |
        | -500    |
        | 500.5   |
        | 5e2     |
        | 0x1F4   |
        | soon    |

    Scenario: A timeout that is given twice is refused
      When the host itself plays clip 3 on main with timeout=500&timeout=600
      Then the call is refused with 400 invalid_parameter
      And the error message contains "timeout"
      And no command is sent to any device

  @ERROR-12 @simulated
  Rule: A parameter that is given twice is refused

    Scenario Outline: The query <query> is refused
      When the host itself plays clip 1 on main with <query>
      Then the call is refused with 400 invalid_parameter
      And no command is sent to any device

      Examples:
        | query                       |
        | scene=full&scene=full       |
        | bank=news&bank=music        |
        | station=alpha&station=bravo |
        | wait=0&wait=1               |

  @PLAY-13 @STATION-3 @STATION-5 @ERROR-10
  Rule: The parameter station names the station that the call is meant for

    @simulated
    Scenario Outline: The holder "<station>" may be named
      When the host itself plays clip 3 on main with station=<station>
      Then the response status is 200

      Examples:
        | station    |
        | alpha      |
        | ALPHA      |
        | Alpha%20FM |
        | alpha+fm   |
        |            |

    @simulated
    Scenario Outline: The station "<station>" doesn't hold the studio
      When the host itself plays clip 3 on main with station=<station>
      Then the call is refused with 409 station_mismatch
      And no command is sent to any device

      Examples:
        | station    |
        | bravo      |
        | Bravo%20TV |
        | attic      |

    Scenario: Another station is refused in plain text
      When the host itself plays clip 3 on main with station=bravo in plain text
      Then the call is refused with 409 station_mismatch

  @PARAMETER-1 @PARAMETER-3 @simulated
  Rule: Unknown parameters are ignored, and parameter names are case-sensitive

    Scenario Outline: The query <query> is ignored
      When the host itself plays clip 3 on main with <query>
      Then the response status is 200
      And main plays the clip weather of the bank news

      Examples:
        | query                  |
        | colour=blue            |
        | colour=blue&colour=red |
        | TIMEOUT=5              |
        | Bank=music             |

  @ERROR-14
  Rule: A path or query that can't be decoded is refused

    @simulated
    Scenario Outline: The address <path> is refused
      When the host itself calls GET <path>
      Then the call is refused with 400 invalid_parameter
      And no command is sent to any device

      Examples:
        | path                                             |
        | /api/v2/outputs/main/clips/%zz/play              |
        | /api/v2/outputs/main/clips/%ff/play              |
        | /api/v2/outputs/main/clips/3%00/play             |
        | /api/v2/outputs/main/clips/3/play?bank=%zz       |
        | /api/v2/outputs/main/clips/3/play?bank=news%00   |
        | /api/v2/plain/outputs/main/clips/3/play?bank=%ff |

  @ERROR-13
  Scenario: An error message contains no token
    Given the device "Desk panel"
    When the host itself plays clip 3 on main with timeout={Desk panel}
    Then the call is refused with 400 invalid_parameter
    And the error message doesn't contain "{Desk panel}"
