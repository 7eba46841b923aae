# Playing the clips of a bank, one after the other.
@simulated
Feature: Playlists
  A block of clips runs without anybody at the desk. The next clip is prepared while one runs, and follows at its end.

  @PLAYLIST-1 @simulator
  Rule: A playlist plays the clips of a bank, each at the end of the one before

    Scenario: The last two clips of a bank
      When the host itself plays the bank news on main with from=3
      Then the response status is 200
      And main plays the clip weather of the bank news
      And the response contains:
        | operation                      | playlist.play |
        | output.scenes.0.clip           | weather       |
        | output.scenes.0.playlist.bank  | news          |
        | output.scenes.0.playlist.at    | 1             |
        | output.scenes.0.playlist.of    | 2             |
        | output.scenes.0.playlist.next  | closer        |
        | output.scenes.0.playlist.loop  | false         |
      When 1 second passes
      And the host itself reads the output main
      Then the response contains:
        | output.scenes.0.clip      | weather |
        | output.scenes.0.cued.clip | closer  |
      When 60 seconds pass
      And the host itself reads the output main
      Then main plays the clip closer of the bank news
      And the response contains:
        | output.scenes.0.clip          | closer |
        | output.scenes.0.cued          | null   |
        | output.scenes.0.playlist.at   | 2      |
        | output.scenes.0.playlist.next | null   |
      When 21 seconds pass
      And the host itself reads the output main
      Then nothing plays on main
      And the response contains:
        | output.scenes.0.clip     | null |
        | output.scenes.0.playlist | null |

    Scenario: A playlist by POST, named by number and key, over and over
      When the host itself plays the bank NEWS on main with until=OPENER&loop=1 by POST
      Then the response contains:
        | output.scenes.0.playlist.of   | 1      |
        | output.scenes.0.playlist.next | opener |
        | output.scenes.0.playlist.loop | true   |
      When 16 seconds pass
      And 16 seconds pass
      Then main plays the clip opener of the bank news

    Scenario: A pause holds the playlist, and a resume lets it go on
      Given the host itself plays the bank news on main with from=4&loop=1
      And 5 seconds pass
      And the host itself pauses the output main
      When 60 seconds pass
      And the host itself reads the output main
      Then the response contains:
        | output.scenes.0.clip          | closer |
        | output.scenes.0.paused        | true   |
        | output.scenes.0.playlist.bank | news   |
      When the host itself resumes the output main
      And 16 seconds pass
      And the host itself reads the output main
      Then the response contains:
        | output.scenes.0.clip   | closer |
        | output.scenes.0.paused | false  |

    Scenario: Each scene has a playlist of its own
      Given the host itself plays the bank news on wall with scene=left&from=4
      When the host itself plays the bank music on wall with scene=right
      Then the response contains:
        | output.scenes.0.playlist.bank | news  |
        | output.scenes.1.playlist.bank | music |

  @PLAYLIST-2
  Rule: A caller goes to the next or the previous clip, or ends the playlist

    Scenario: The next clip, and back again
      Given the host itself plays the bank news on main
      When the host itself goes to the next clip on main
      Then the response contains:
        | operation                     | playlist.next |
        | output.scenes.0.clip          | headlines     |
        | output.scenes.0.playlist.at   | 2             |
        | output.scenes.0.playlist.next | weather       |
      When the host itself goes to the previous clip on main
      Then the response contains:
        | operation                   | playlist.previous |
        | output.scenes.0.clip        | opener            |
        | output.scenes.0.playlist.at | 1                 |
      When the host itself goes to the previous clip on main in plain text
      Then the response body is "OK"
      And main plays the clip opener of the bank news

    Scenario: After the last clip is the first one in a loop, and before the first the last
      Given the host itself plays the bank news on main with loop=1
      When the host itself goes to the previous clip on main
      Then the response contains:
        | output.scenes.0.clip | closer |
      When the host itself goes to the next clip on main
      Then the response contains:
        | output.scenes.0.clip | opener |

    Scenario: Nothing follows the last clip
      Given the host itself plays the bank news on main with from=4
      When the host itself goes to the next clip on main
      Then the call is refused with 409 conflict
      And the error message contains "closer"

    @simulator
    Scenario: The playlist is ended, and the clip that is on plays out
      Given the host itself plays the bank news on main with from=3
      And 1 second passes
      When the host itself ends the playlist on main
      Then the response status is 200
      And main plays the clip weather of the bank news
      And the response contains:
        | operation                | playlist.stop |
        | output.scenes.0.clip     | weather       |
        | output.scenes.0.playlist | null          |
      When 61 seconds pass
      Then nothing plays on main

    Scenario Outline: Without a playlist there is none to <call>
      When the host itself <call> on main
      Then the call is refused with 409 conflict
      And the error message contains "no playlist"
      And no command is sent to any device

      Examples:
        | call                      |
        | goes to the next clip     |
        | goes to the previous clip |

    Scenario: The end of a playlist where none runs is so already
      When the host itself ends the playlist on main in plain text
      Then the response body is "OK"
      And no command is sent to any device

    @DRY-1
    Scenario: A dry run of the end names the scene
      Given the host itself plays the bank news on main
      When the host itself ends the playlist on main with dry=1
      Then the response contains:
        | changes.playlists.0.output | out-1 |
        | changes.playlists.0.scene  | full  |
      When the host itself reads the output main
      Then the response contains:
        | output.scenes.0.playlist.bank | news |

  @PLAYLIST-3
  Rule: A playlist that can't be played is refused, and nothing is sent

    Scenario Outline: <call> is <status> <code>
      When the host itself <call>
      Then the call is refused with <status> <code>
      And no command is sent to any device

      Examples:
        | call                                            | status | code              |
        | plays the bank abc on main                      | 404    | not_found         |
        | plays the bank news on attic                    | 404    | not_found         |
        | plays the bank news on main with from=9         | 404    | not_found         |
        | plays the bank news on main with until=abc      | 404    | not_found         |
        | plays the bank news on main with from=3&until=2 | 400    | invalid_parameter |
        | plays the bank news on main with loop=yes       | 400    | invalid_parameter |
        | plays the bank news on wall                     | 400    | invalid_parameter |

    Scenario: A clip that repeats has no end
      Given the studio also has:
        """
        banks:
          - { key: links, name: Links, clips: [{ number: 1, key: jingle, name: Jingle }, { number: 2, key: pulse, name: Pulse, loop: true }] }
        """
      When the host itself plays the bank links on main
      Then the call is refused with 409 conflict
      And the error message contains "pulse"
      And no command is sent to any device

  @PLAYLIST-4 @simulator
  Rule: Each handover is in the as-run log, as the playlist's own

    Scenario: Who sent what
      Given the device "Panel"
      When the device "Panel" plays the bank news on main with from=4&loop=1
      And 21 seconds pass
      Then the as-run log soon contains exactly:
        | caller        | operation   | station | parameters.output | parameters.clip | outcome   |
        | device:Panel  | clip.play   | alpha   | out-1             | closer          | confirmed |
        | playlist:news | clip.cue    | alpha   | out-1             | closer          | confirmed |
        | playlist:news | output.take | alpha   | out-1             | closer          | confirmed |
        | playlist:news | clip.cue    | alpha   | out-1             | closer          | confirmed |

    @simulated-playout
    Scenario: A block of twenty clips of two seconds, twice
      Given the studio also has:
        """
        banks:
          - key: links
            name: Links
            clips:
              - { number: 1, key: link-1, name: Link 1, durationMs: 2000 }
              - { number: 2, key: link-2, name: Link 2, durationMs: 2000 }
              - { number: 3, key: link-3, name: Link 3, durationMs: 2000 }
              - { number: 4, key: link-4, name: Link 4, durationMs: 2000 }
              - { number: 5, key: link-5, name: Link 5, durationMs: 2000 }
              - { number: 6, key: link-6, name: Link 6, durationMs: 2000 }
              - { number: 7, key: link-7, name: Link 7, durationMs: 2000 }
              - { number: 8, key: link-8, name: Link 8, durationMs: 2000 }
              - { number: 9, key: link-9, name: Link 9, durationMs: 2000 }
              - { number: 10, key: link-10, name: Link 10, durationMs: 2000 }
              - { number: 11, key: link-11, name: Link 11, durationMs: 2000 }
              - { number: 12, key: link-12, name: Link 12, durationMs: 2000 }
              - { number: 13, key: link-13, name: Link 13, durationMs: 2000 }
              - { number: 14, key: link-14, name: Link 14, durationMs: 2000 }
              - { number: 15, key: link-15, name: Link 15, durationMs: 2000 }
              - { number: 16, key: link-16, name: Link 16, durationMs: 2000 }
              - { number: 17, key: link-17, name: Link 17, durationMs: 2000 }
              - { number: 18, key: link-18, name: Link 18, durationMs: 2000 }
              - { number: 19, key: link-19, name: Link 19, durationMs: 2000 }
              - { number: 20, key: link-20, name: Link 20, durationMs: 2000 }
        """
      When the host itself plays the bank links on main with loop=1
      And 1000 ms pass 84 times
      And the host itself stops the output main
      Then the as-run log soon contains at least 40 takes, all confirmed within 400 ms
      When the host itself reads the alarms in plain text
      Then the response body is "0"

    Scenario: A clip of twenty seconds, over and over
      When the host itself plays the bank news on main with from=4&loop=1
      And 20000 ms pass 7 times
      And 5 seconds pass
      And the host itself stops the output main
      Then the as-run log soon contains at least 6 takes, all confirmed within 400 ms
      When the host itself reads the alarms in plain text
      Then the response body is "0"

  @PLAYLIST-5 @simulator
  Rule: What anybody else does with the clip of the scene ends the playlist

    Scenario Outline: Somebody <call>
      Given the host itself plays the bank news on main with from=3
      And 1 second passes
      When a caller at 127.0.0.1 <call>
      Then the response status is 200
      And the response contains:
        | output.scenes.0.playlist | null |
      When 61 seconds pass
      And the host itself reads the output main
      Then the response contains:
        | output.scenes.0.clip | <clip> |

      Examples:
        | call                         | clip      |
        | plays clip 2 on main         | headlines |
        | stops the output main        | null      |
        | takes the cued clip of main  | null      |
        | cues clip 2 on main          | null      |

    Scenario: A stop at the very end of a clip
      Given the host itself plays the bank news on main with from=3
      And 59900 ms pass
      When the host itself stops the output main
      And 10 seconds pass
      Then nothing plays on main

    Scenario: A seek leaves the playlist
      Given the host itself plays the bank news on main with from=3
      And 1 second passes
      When the host itself seeks the output main to 58000
      And 3 seconds pass
      Then main plays the clip closer of the bank news

  @PLAYLIST-6 @simulator
  Rule: A playlist that can't go on ends with an alarm

    Scenario: The player refuses every clip that could follow
      Given the host itself plays the bank news on main with from=3&wait=0
      And the player of main rejects commands
      When 3 seconds pass
      And the host itself reads the alarms
      Then the response lists in "alarms":
        | kind            | subject |
        | playlist_failed | out-1   |
      When the player of main works again
      And the host itself plays the bank news on main with from=4
      And the host itself reads the alarms in plain text
      Then the response body is "0"

    @prompt
    Scenario: The player is away for a while
      Given the host itself plays the bank news on main with from=3
      And 1 second passes
      When the player of main is offline
      And 5 seconds pass
      And the player of main works again
      And 55 seconds pass
      Then main plays the clip closer of the bank news

    @prompt
    Scenario: The player is away for too long
      Given the host itself plays the bank news on main with from=3
      And 1 second passes
      When the player of main is offline
      And 85 seconds pass
      And the player of main works again
      And 2 seconds pass
      And the host itself reads the alarms
      Then the response lists in "alarms":
        | kind            | subject |
        | playlist_failed | out-1   |

  @PLAYLIST-7 @simulator
  Rule: A playlist survives a restart of the service

    Scenario: The clip is still on
      Given the host itself plays the bank news on main with from=3
      And 1 second passes
      When the service is restarted
      And the host itself reads the output main
      Then the response contains:
        | output.scenes.0.clip          | weather |
        | output.scenes.0.playlist.next | closer  |
      When 61 seconds pass
      Then main plays the clip closer of the bank news

  @PLAYLIST-8 @simulator
  Rule: Macros and automations have steps for playlists

    Scenario: A macro begins a playlist, goes on in it, and ends it
      Given the studio also has:
        """
        macros:
          - id: block
            name: Block
            steps:
              - playlist: { output: out-1, scene: full, bank: news }
              - waitMs: 1000
              - next: { output: out-1, scene: full }
              - next: { output: out-1, scene: full }
              - previous: { output: out-1, scene: full }
              - waitMs: 1000
              - endPlaylist: { output: out-1, scene: full }
        """
      When the host itself runs the macro block
      And 1500 ms pass
      And the host itself reads the output main
      Then the response contains:
        | output.scenes.0.clip          | headlines |
        | output.scenes.0.playlist.next | weather   |
      When 1 second passes
      And the host itself reads the output main
      Then the response contains:
        | output.scenes.0.clip     | headlines |
        | output.scenes.0.playlist | null      |
