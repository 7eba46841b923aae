# Playing a clip on an output: how output, clip, scene and bank are named, and what the answer says.
Feature: Play a clip
  GET or POST /api/v2/outputs/{slot}/clips/{number}/play puts a clip on air. The demo studio has the output main with
  the scene full, and the output wall with the scenes left and right; the bank news is active, the bank music isn't.

  @PLAY-1 @SERVICE-1
  Rule: A clip is played by GET or POST, and the answer tells what plays

    Scenario Outline: By <method>
      When the host itself calls <method> /api/v2/outputs/main/clips/3/play
      Then it is answered 200
      And main plays the clip weather of the bank news
      And the answer says:
        | operation             | clip.play |
        | output.id             | out-1     |
        | output.slot           | main      |
        | output.scenes.0.id    | full      |
        | output.scenes.0.clip  | weather   |
        | output.scenes.0.bank  | news      |
        | output.connected      | true      |

      Examples:
        | method |
        | GET    |
        | POST   |

    @SERVICE-2 @SERVICE-3
    Scenario Outline: The plain twin by <method>
      When the host itself calls <method> /api/v2/plain/outputs/main/clips/3/play
      Then it is answered 200
      And the text is "OK"
      And main plays the clip weather of the bank news

      Examples:
        | method |
        | GET    |
        | POST   |

    @OUTPUT-1
    Scenario: The answer tells since when the clip runs
      When the host itself plays clip 3 on main
      Then the answer has a time in "output.scenes.0.startedAt"

    @PARAMETER-4
    Scenario: What a POST brings along is ignored
      When the host itself calls POST /api/v2/outputs/main/clips/3/play, showing:
        | body | {"timeout":5,"bank":"music"} |
      Then it is answered 200
      And main plays the clip weather of the bank news

    @PLAY-16
    Scenario: Playing belongs to the Control switch of Outputs
      Given Control of Outputs is switched off
      When the host itself plays clip 3 on main
      Then it is refused with 403 feature_disabled
      And nothing plays on main

  @PLAY-2 @PARAMETER-5
  Rule: The output is named by its id or its slot key, in any letters' case

    Scenario Outline: <named>
      When the host itself plays clip 3 on <named>
      Then it is answered 200
      And main plays the clip weather of the bank news

      Examples:
        | named |
        | main  |
        | MAIN  |
        | Main  |
        | out-1 |
        | OUT-1 |

    @PLAY-9
    Scenario: An unknown output
      When the host itself plays clip 3 on attic
      Then it is refused with 404 not_found
      And the message mentions "attic"
      And nothing is sent to any device

  @PLAY-3 @PLAY-4
  Rule: The clip is named by its number in the active bank, or by its key

    Scenario Outline: <named> is <clip>
      When the host itself plays clip <named> on main
      Then it is answered 200
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
    Scenario Outline: The unknown clip <named>
      When the host itself plays clip <named> on main
      Then it is refused with 404 not_found
      And the message mentions "<named>"
      And nothing is sent to any device

      Examples:
        | named |
        | 5     |
        | 0     |
        | bed   |
        | -1    |
        | 3.0   |

  @PLAY-7
  Rule: A scene may be named, and has to be where the output has several

    Scenario Outline: <scene> of wall
      When the host itself plays clip 2 on wall with scene=<scene>
      Then it is answered 200
      And the scene <played> of wall plays the clip headlines of the bank news
      And nothing plays in the scene <other> of wall

      Examples:
        | scene | played | other |
        | left  | left   | right |
        | right | right  | left  |
        | RIGHT | right  | left  |

    @PLAY-5 @PARAMETER-2
    Scenario Outline: The only scene may be named or left out: <query>
      When the host itself plays clip 3 on main with <query>
      Then it is answered 200
      And main plays the clip weather of the bank news

      Examples:
        | query      |
        | scene=full |
        | scene=     |

    @PLAY-6
    Scenario: Where there are several, leaving it out is refused, and the message lists them
      When the host itself plays clip 3 on wall
      Then it is refused with 400 invalid_parameter
      And the message mentions "scene"
      And the message mentions "left"
      And the message mentions "right"
      And nothing is sent to any device

    @PLAY-9
    Scenario: An unknown scene
      When the host itself plays clip 3 on main with scene=attic
      Then it is refused with 404 not_found
      And the message mentions "attic"
      And nothing is sent to any device

  @PLAY-8
  Rule: A bank may be named instead of the active one

    Scenario Outline: bank=<bank>
      When the host itself plays clip <clip> on main with bank=<bank>
      Then it is answered 200
      And main plays the clip <played> of the bank <from>

      Examples:
        | bank  | clip  | played | from  |
        | music | 1     | bed    | music |
        | music | sting | sting  | music |
        | MUSIC | 2     | sting  | music |
        | news  | 1     | opener | news  |
        |       | 1     | opener | news  |

    @PLAY-9
    Scenario: A clip that is in the active bank alone
      When the host itself plays clip 3 on main with bank=music
      Then it is refused with 404 not_found
      And nothing is sent to any device

    @PLAY-9
    Scenario: An unknown bank
      When the host itself plays clip 1 on main with bank=attic
      Then it is refused with 404 not_found
      And the message mentions "attic"
      And nothing is sent to any device

  @PLAY-10 @ERROR-12
  Rule: timeout is a whole number of milliseconds from 100 to 30000

    Scenario Outline: timeout=<timeout> is taken
      When the host itself plays clip 3 on main with timeout=<timeout>
      Then it is answered 200

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

    Scenario Outline: timeout=<timeout> isn't, and the message says what was expected and what was sent
      When the host itself plays clip 3 on main with timeout=<timeout>
      Then it is refused with 400 invalid_parameter
      And the message mentions "timeout"
      And the message mentions "100"
      And the message mentions "30000"
      And the message mentions "<timeout>"
      And nothing is sent to any device

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

    Scenario: Twice is refused
      When the host itself plays clip 3 on main with timeout=500&timeout=600
      Then it is refused with 400 invalid_parameter
      And the message mentions "timeout"
      And nothing is sent to any device

  @ERROR-12
  Rule: Any parameter given twice is refused

    Scenario Outline: <query>
      When the host itself plays clip 1 on main with <query>
      Then it is refused with 400 invalid_parameter
      And nothing is sent to any device

      Examples:
        | query                       |
        | scene=full&scene=full       |
        | bank=news&bank=music        |
        | station=alpha&station=bravo |
        | wait=0&wait=1               |

  @PLAY-13 @STATION-3 @STATION-5 @ERROR-10
  Rule: station is the station that the call is meant for

    Scenario Outline: The station that holds the studio, as <station>
      When the host itself plays clip 3 on main with station=<station>
      Then it is answered 200

      Examples:
        | station    |
        | alpha      |
        | ALPHA      |
        | Alpha%20FM |
        | alpha+fm   |
        |            |

    Scenario Outline: Another station, as <station>
      When the host itself plays clip 3 on main with station=<station>
      Then it is refused with 409 station_mismatch
      And nothing is sent to any device

      Examples:
        | station   |
        | bravo     |
        | Bravo%20TV |
        | attic     |

    Scenario: Another station in plain text
      When the host itself plays clip 3 on main with station=bravo in plain text
      Then it is refused with 409 station_mismatch

  @PARAMETER-1 @PARAMETER-3
  Rule: Parameters that nobody knows are ignored, and names are case-sensitive

    Scenario Outline: <query>
      When the host itself plays clip 3 on main with <query>
      Then it is answered 200
      And main plays the clip weather of the bank news

      Examples:
        | query                 |
        | colour=blue           |
        | colour=blue&colour=red |
        | TIMEOUT=5             |
        | Bank=music            |

  @ERROR-14
  Rule: What can't be decoded is refused

    Scenario Outline: <path>
      When the host itself calls GET <path>
      Then it is refused with 400 invalid_parameter
      And nothing is sent to any device

      Examples:
        | path                                             |
        | /api/v2/outputs/main/clips/%zz/play              |
        | /api/v2/outputs/main/clips/%ff/play              |
        | /api/v2/outputs/main/clips/3%00/play             |
        | /api/v2/outputs/main/clips/3/play?bank=%zz       |
        | /api/v2/outputs/main/clips/3/play?bank=news%00   |
        | /api/v2/plain/outputs/main/clips/3/play?bank=%ff |

  @ERROR-13
  Scenario: No message holds a token
    Given the device "Desk panel"
    When the host itself plays clip 3 on main with timeout={Desk panel}
    Then it is refused with 400 invalid_parameter
    And the message doesn't mention "{Desk panel}"
