# Outputs whose clips run on two players at once.
@simulator @backup-player
Feature: Main and backup player of an output
  The output main has a main and a backup player. What is pressed goes to both, so that the router can change to the other one at
  any time. The answer is that of the player that leads.

  @PAIR-1
  Rule: Each command goes to both players, and the answer is that of the player that leads

    Scenario: A clip runs on both
      When the host itself plays clip opener on main
      Then the response status is 200
      And main plays the clip opener of the bank news
      And the backup of main plays the clip opener of the bank news
      When the host itself stops the output main
      Then the response status is 200
      And nothing plays on main
      And nothing plays on the backup of main

    Scenario Outline: A backup that <fault> changes no answer
      Given the backup of main <fault>
      When the host itself plays clip opener on main
      Then the response status is 200
      And main plays the clip opener of the bank news
      And nothing plays on the backup of main

      Examples:
        | fault            |
        | is frozen        |
        | is offline       |
        | rejects commands |

    Scenario: The main player leads and freezes
      Given the player of main is frozen
      When the host itself plays clip opener on main
      Then the response status is 424
      And the backup of main plays the clip opener of the bank news

  @PAIR-2
  Rule: What the leading player refuses before it is sent goes to neither

    Scenario: The leading player is away
      Given the player of main is offline
      When the host itself plays clip opener on main
      Then the call is refused with 424 device_unavailable
      And no command is sent to any device

  @PAIR-3
  Rule: The output shows both players

    Scenario: Both players, and which of them leads
      Given the host itself plays clip opener on main
      And the backup of main is offline
      When the host itself reads the output main
      Then "output" has the fields id, slot, name, scenes, connected, tally, lead, players
      And the response contains:
        | output.lead | main |
      And the response lists in "output.players":
        | player | connected |
        | main   | true      |
        | backup | false     |
      And the response lists in "output.players.0.scenes":
        | id   | clip   | bank | paused | cued |
        | full | opener | news | false  | null |

    Scenario: An output without a backup
      When the host itself reads the output wall
      Then "output" has the fields id, slot, name, scenes, connected, tally

    Scenario: An event reports what the backup shows
      Given the host itself opens the event stream
      And the backup of main is offline
      Then the event stream sends:
        | event  | output.players.1.connected |
        | reset  |                            |
        | output | false                      |

  @PAIR-4
  Rule: A caller sets which player leads

    Scenario: The backup leads, also after a restart
      Given the player of main is offline
      When the host itself lets the backup lead main
      Then the response status is 200
      And the response contains:
        | output.lead      | backup |
        | output.connected | true   |
      When the host itself plays clip opener on main
      Then the response status is 200
      And the backup of main plays the clip opener of the bank news
      When the player of main works again
      And the service is restarted
      And the host itself reads the output main
      Then the response contains:
        | output.lead | backup |
      When the host itself lets the main lead main in plain text
      Then the response body is "OK"
      When the player of main is offline
      And the host itself plays clip weather on main
      Then the call is refused with 424 device_unavailable

    Scenario: A dry run
      When the host itself lets the backup lead main with dry=1
      Then the response contains:
        | changes.leads.out-1 | backup |
      When the host itself reads the output main
      Then the response contains:
        | output.lead | main |

    Scenario: An output without a backup
      When the host itself lets the backup lead wall
      Then the call is refused with 404 not_found

    Scenario: The main player's loss doesn't change the lead
      Given the player of main is offline
      When 60 seconds pass
      And the host itself reads the output main
      Then the response contains:
        | output.lead | main |

  @PAIR-5
  Rule: An alarm says what each of the players shows while they differ

    Scenario: The backup dies while a clip runs, and returns empty
      Given the host itself plays clip opener on main
      And the backup of main is offline
      When 900 ms pass
      And the host itself reads the alarms
      Then "alarms" is empty
      When 200 ms pass
      And the host itself reads the alarms
      Then the response lists in "alarms":
        | kind           | subject |
        | backup_differs | out-1   |
      And "alarms.0.message" contains "main shows \"opener\", backup is not connected"

    Scenario: The backup doesn't take a command, and does the next one
      Given the backup of main accepts commands without effect
      And the host itself plays clip opener on main
      When 1200 ms pass
      And the host itself reads the alarms
      Then "alarms.0.message" contains "main shows \"opener\", backup shows nothing"
      When the backup of main works again
      And the host itself plays clip weather on main
      And 100 ms pass
      And the host itself reads the alarms
      Then "alarms" is empty

    Scenario: Both players are away
      Given the player of main is offline
      And the backup of main is offline
      When 4 seconds pass
      And the host itself reads the alarms
      Then "alarms" is empty

  @PAIR-7
  Rule: On request the other player follows the leading one

    Scenario: A backup that returns is sent nothing, until it is to follow
      Given the backup of main is offline
      And the host itself plays clip weather on main
      And the backup of main works again
      When 20 seconds pass
      Then nothing plays on the backup of main
      When the host itself lets the backup of main follow
      Then the response status is 200
      And the backup of main plays the clip weather of the bank news
      When 1200 ms pass
      And the host itself reads the alarms
      Then "alarms" is empty

    Scenario: A paused clip
      Given the backup of main is offline
      And the host itself plays clip weather on main
      And 5 seconds pass
      And the host itself pauses the output main
      And the host itself cues clip closer on main
      And the backup of main works again
      When the host itself lets the backup of main follow
      And the host itself reads the output main
      Then the response lists in "output.players.1.scenes":
        | clip    | paused | cued.clip |
        | weather | true   | closer    |

    Scenario: The backup leads: the main player follows
      Given the player of main is offline
      And the host itself lets the backup lead main
      And the host itself plays clip weather on main
      And the player of main works again
      When the host itself lets the backup of main follow in plain text
      Then the response body is "OK"
      And main plays the clip weather of the bank news

    Scenario: The follower stops what the leading player doesn't show
      Given the host itself plays clip weather on main
      And the backup of main is offline
      And the host itself stops the output main
      And the backup of main works again
      When the host itself lets the backup of main follow
      Then the response status is 200
      And nothing plays on the backup of main

    Scenario: The other player is away
      Given the backup of main is offline
      When the host itself lets the backup of main follow
      Then the call is refused with 424 device_unavailable
      When the host itself lets the backup of main follow with dry=1
      Then the response lists in "unavailable":
        | kind   | id    |
        | output | out-1 |

    Scenario: An output without a backup
      When the host itself lets the backup of wall follow
      Then the call is refused with 404 not_found

  @PAIR-9
  Rule: A playlist runs on both players

    Background:
      Given the host itself plays the bank news on main with from=2
      And 1 second passes

    Scenario: Both take each clip
      When 90 seconds pass
      Then main plays the clip weather of the bank news
      And the backup of main plays the clip weather of the bank news
      When 61 seconds pass
      Then main plays the clip closer of the bank news
      And the backup of main plays the clip closer of the bank news
      When 1200 ms pass
      And the host itself reads the alarms
      Then "alarms" is empty

    Scenario: The other one leads in the middle of a clip
      When the host itself lets the backup lead main
      And 90 seconds pass
      And the host itself reads the output main
      Then the backup of main plays the clip weather of the bank news
      And main plays the clip weather of the bank news
      And the response contains:
        | output.scenes.0.playlist.at   | 2      |
        | output.scenes.0.playlist.next | closer |

    Scenario: The leading player is lost, and the other one leads
      Given the player of main is offline
      When the host itself lets the backup lead main
      And 90 seconds pass
      Then the backup of main plays the clip weather of the bank news
      When 61 seconds pass
      Then the backup of main plays the clip closer of the bank news

    Scenario: A backup that returned follows, and takes the next clip as well
      Given the backup of main is offline
      And 20 seconds pass
      And the backup of main works again
      When the host itself lets the backup of main follow
      Then the response status is 200
      When 70 seconds pass
      Then main plays the clip weather of the bank news
      And the backup of main plays the clip weather of the bank news
      When 1200 ms pass
      And the host itself reads the alarms
      Then "alarms" is empty

    Scenario: The next clip at once, and the end of the playlist
      When the host itself goes to the next clip on main
      Then main plays the clip weather of the bank news
      And the backup of main plays the clip weather of the bank news
      When 1 second passes
      And the host itself ends the playlist on main
      And 61 seconds pass
      Then nothing plays on main
      And nothing plays on the backup of main

    @prompt
    Scenario: A restart in the middle of a clip
      When the service is restarted
      And 91 seconds pass
      Then main plays the clip weather of the bank news
      And the backup of main plays the clip weather of the bank news
