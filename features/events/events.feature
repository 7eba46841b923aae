# The stream of events: every change of the studio's state, told as it happens to whoever follows and may see it.
Feature: Events
  A display or a panel that shows the studio's state doesn't have to ask again and again: it follows the events.

  @EVENT-1
  Rule: Every change of state is told, with an id, the record's name and the record as its own route shows it

    Scenario: A stream begins by saying that the state has to be read
      When the host itself follows the events
      Then it is told:
        | event | reason |
        | reset | begun  |

    Scenario Outline: <deed>
      Given the host itself follows the events
      And the host itself <deed>
      Then it is told:
        | event   | reason | <shown>     |
        | reset   | begun  |             |
        | <event> |        | <is>        |
      And every event has an id of its own and a time

      Examples:
        | deed                                      | event      | shown             | is           |
        | switches the signal red-light on          | signal     | signal.value      | true         |
        | recalls the angle close of the camera cam-1 | camera   | camera.angle      | close        |
        | plays clip 3 on main                      | output     | output.scenes.0.clip | weather   |
        | sets the variable Headline to News        | variable   | variable.value    | News         |
        | takes the studio on air                   | studio     | studio.status     | on_air       |
        | starts the automation auto-1              | automation | automation.state  | running      |

    Scenario: Another bank becomes the active one
      Given the host itself follows the events
      When the host itself activates the bank music
      Then it is told:
        | event | bank.key | bank.active |
        | reset |          |             |
        | bank  | news     | false       |
        | bank  | music    | true        |

    Scenario: A clip begins, comes to its end, and another one is stopped
      Given the host itself follows the events
      When the host itself plays clip 2 on main with bank=music
      And 10100 ms pass
      And the host itself plays clip 3 on main
      And the host itself stops the output main
      Then it is told:
        | event  | output.slot | output.scenes.0.clip |
        | reset  |             |                      |
        | output | main        | sting                |
        | output | main        | null                 |
        | output | main        | weather              |
        | output | main        | null                 |

    Scenario: A player goes away and comes back
      Given the host itself follows the events
      When the player of wall is offline
      And the player of wall is well again
      Then it is told:
        | event  | output.slot | output.connected |
        | reset  |             |                  |
        | output | wall        | false            |
        | output | wall        | true             |

    Scenario: A macro goes from step to step
      Given the host itself follows the events
      When the host itself runs the macro mac-1
      And the host itself stops the macro mac-1
      Then it is told:
        | event | macro.id | macro.state | macro.step |
        | reset |          |             |            |
        | macro | mac-1    | running     | 1          |
        | macro | mac-1    | idle        | 0          |

    Scenario: What is set to what it is already is no change
      Given the host itself follows the events
      When the host itself switches the signal red-light off
      And the host itself takes the studio off air
      And the host itself sets the variable ShowLive to on
      And the host itself switches the signal mic-live on
      Then it is told:
        | event  | signal.identifier |
        | reset  |                   |
        | signal | mic-live          |

    Scenario: An action that failed has changed nothing
      Given the host itself follows the events
      And the line of red-light refuses
      When the host itself switches the signal red-light on
      And the host itself switches the signal mic-live on
      Then it is told:
        | event  | signal.identifier |
        | reset  |                   |
        | signal | mic-live          |

    @ACK-8
    Scenario: What a device tells after the time-out is told all the same
      Given the host itself follows the events
      And the line of red-light is 3000 ms late
      When the host itself switches the signal red-light on
      Then it is refused with 424 ack_timeout
      When 2000 ms pass
      Then it is told:
        | event  | signal.value |
        | reset  |              |
        | signal | true         |

  @EVENT-2
  Rule: A listener that comes back is told what it has missed

    Scenario: It goes on after the last event it has seen
      Given the host itself follows the events
      And the host itself switches the signal red-light on
      And whoever follows the events hangs up
      And the host itself switches the signal mic-live on
      And the host itself sets the variable Headline to News
      When the host itself goes on following the events
      And the host itself switches the signal red-light off
      Then it is told:
        | event    | signal.identifier | signal.value | variable.value |
        | signal   | mic-live          | true         |                |
        | variable |                   |              | News           |
        | signal   | red-light         | false        |                |

    Scenario Outline: After "<seen>" nobody knows what was missed: the state has to be read anew
      Given the host itself switches the signal red-light on
      When the host itself follows the events after "<seen>"
      And the host itself switches the signal mic-live on
      Then it is told:
        | event  | reason | signal.identifier |
        | reset  | missed |                   |
        | signal |        | mic-live          |

      Examples:
        | seen       |
        | 00000000-1 |
        | 12         |
        | nothing    |

    Scenario: Nor after a restart
      Given the host itself follows the events
      And the host itself switches the signal red-light on
      And whoever follows the events hangs up
      When the service is restarted
      And the host itself goes on following the events
      Then it is told:
        | event | reason |
        | reset | missed |

  @EVENT-3
  Rule: A comment every 15 seconds shows that the stream is still there

    @simulator
    Scenario: Nothing happens for a while
      Given the clock stands still
      And the host itself follows the events
      When 14999 ms pass
      Then 0 comments have been sent
      When 1 ms passes
      Then 1 comment has been sent
      When 15000 ms pass
      Then 2 comments have been sent

  @EVENT-4
  Rule: A device or an address has at most 32 streams

    Scenario: An address
      Given access without a token is Whole LAN
      And a caller at 192.168.1.20 follows the events, 32 times
      When a caller at 192.168.1.20 follows the events
      Then the stream is refused with 409 conflict
      When a caller at 192.168.1.20 reads the events in plain text
      Then it is answered 200
      When a caller at 192.168.1.20 calls HEAD /api/v2/events
      Then it is answered 200
      When a caller at 192.168.1.21 follows the events
      Then the stream is open

    Scenario: A device, wherever it calls from
      Given the device "Wall display"
      And the device "Desk panel"
      And the device "Wall display" at 192.168.1.20 follows the events, 16 times
      And the device "Wall display" at 192.168.1.21 follows the events, 16 times
      When the device "Wall display" at 192.168.1.22 follows the events
      Then the stream is refused with 409 conflict
      When the device "Desk panel" at 192.168.1.20 follows the events
      Then the stream is open

  @EVENT-5
  Rule: A stream is judged anew at every change of the configuration, and ends when its caller would no longer be let in

    Scenario Outline: <change>
      Given the device "Wall display"
      And the device "Wall display" follows the events
      When <change>
      Then the stream ends

      Examples:
        | change                             |
        | the device "Wall display" is revoked |
        | the device "Wall display" is deleted |
        | the API is switched off            |

    Scenario: A device that is deleted isn't let in as somebody else
      Given the device "Wall display"
      And access without a token is Whole LAN
      And the device "Wall display" follows the events
      When the device "Wall display" is deleted
      Then the stream ends

    Scenario: LAN access is switched off
      Given access without a token is Whole LAN
      And a caller at 192.168.1.20 follows the events
      When access without a token is Off
      Then the stream ends

    Scenario: The device may read on, but less than before
      Given the device "Wall display"
      And the device "Wall display" follows the events
      When Read of Signals is switched off
      And the host itself calls GET /api/v2/signals/red-light/on
      And the host itself takes the studio on air
      Then it is told:
        | event  | reason  |
        | reset  | begun   |
        | reset  | changed |
        | studio |         |
      And the stream is open

    Scenario: A change that is none of its business leaves it as it is
      Given the device "Wall display"
      And the device "Wall display" follows the events
      When the device "Desk panel"
      And the host itself takes the studio on air
      Then it is told:
        | event  | reason |
        | reset  | begun  |
        | studio |        |

  @EVENT-6 @PLAIN-1 @HEAD-1
  Rule: The plain form is the id of the last event

    Scenario: Before anything has happened
      When the host itself reads the events in plain text
      Then it is answered 200
      And the text is empty

    Scenario: Once something has
      Given the host itself follows the events
      And the host itself switches the signal red-light on
      When the host itself reads the events in plain text
      Then it is answered 200
      And the text is the id of the last event

    Scenario: HEAD tells what there would be, and follows nothing
      When the host itself calls HEAD /api/v2/events
      Then it is answered 200
      And the header "Content-Type" is "text/event-stream; charset=utf-8"

  @SWITCH-8
  Rule: Everybody who is let in may follow, and is told what it may read

    Scenario: A device that is limited to other features than System
      Given the device "Wall display" is limited to signals
      And the device "Wall display" follows the events
      When the host itself takes the studio on air
      And the host itself sets the variable Headline to News
      And the host itself switches the signal red-light on
      Then it is told:
        | event  | signal.identifier |
        | reset  |                   |
        | signal | red-light         |

    Scenario: While System is switched off
      Given Read of System is switched off
      When the host itself follows the events
      Then the stream is open

    Scenario: While the API is switched off
      Given the API is switched off
      When the host itself follows the events
      Then the stream is refused with 403 feature_disabled

    Scenario: Who isn't let in
      When a caller at 192.168.1.20 follows the events
      Then the stream is refused with 401 unauthorized

    @GUARD-1
    Scenario: A page of another site
      When the host itself reads the events, showing:
        | Sec-Fetch-Site | cross-site |
      Then it is refused with 403 forbidden

    Scenario: The plain form tells of nothing that may not be read
      Given the device "Wall display" is limited to signals
      And the host itself takes the studio on air
      When the device "Wall display" reads the events in plain text
      Then the text is empty

    Scenario: Variables and automations are those of the station that holds the studio
      Given the host itself follows the events
      And the host itself sets the variable Headline to News
      And the host itself releases the studio
      And the host itself sets the variable Headline to Nobody with station=alpha
      And the host itself takes the studio for bravo
      And the host itself sets the variable Headline to Tonight
      Then it is told:
        | event    | reason  | station.id | station.holdsStudio | variable.value |
        | reset    | begun   |            |                     |                |
        | variable |         |            |                     | News           |
        | station  |         | alpha      | false               |                |
        | reset    | changed |            |                     |                |
        | station  |         | bravo      | true                |                |
        | reset    | changed |            |                     |                |
        | variable |         |            |                     | Tonight        |

    Scenario: A device of another station than the holder's is told nothing of variables
      Given the device "Bravo display" belongs to the station bravo
      And the device "Bravo display" follows the events
      When the host itself sets the variable Headline to News
      And the host itself switches the signal red-light on
      Then it is told:
        | event  | signal.identifier |
        | reset  |                   |
        | signal | red-light         |

  @LOG-7
  Rule: A stream is a call like every other

    Scenario: It is in the request log once it is open
      Given the device "Wall display"
      And the device "Wall display" follows the events
      When the host itself reads the requests
      Then the answer lists in "requests":
        | caller              | method | path           | status | error |
        | device:Wall display | GET    | /api/v2/events | 200    | null  |
