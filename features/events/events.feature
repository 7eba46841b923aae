# The event stream: every change of the studio's state, sent to each caller who may read it.
Feature: Events
  A display or a panel that shows the studio's state doesn't have to poll: it opens the event stream.

  @EVENT-1
  Rule: Every change of state is sent with an id, the kind of record and the record as its own route shows it

    Scenario: The stream starts with a reset
      When the host itself opens the event stream
      Then the event stream sends:
        | event | reason |
        | reset | begun  |

    @simulated
    Scenario Outline: The host <call>, and the stream sends the change
      Given the host itself opens the event stream
      And the host itself <call>
      Then the event stream sends:
        | event   | reason | <shown> |
        | reset   | begun  |         |
        | <event> |        | <is>    |
      And every event has a unique id and a time

      Examples:
        | call                                        | event      | shown                | is      |
        | switches the signal red-light on            | signal     | signal.value         | true    |
        | recalls the angle close of the camera cam-1 | camera     | camera.angle         | close   |
        | plays clip 3 on main                        | output     | output.scenes.0.clip | weather |
        | sets the variable Headline to News          | variable   | variable.value       | News    |
        | takes the studio on air                     | studio     | studio.status        | on_air  |
        | starts the automation auto-1                | automation | automation.state     | running |

    @simulated
    Scenario: The stream reports that another bank becomes active
      Given the host itself opens the event stream
      When the host itself activates the bank music
      Then the event stream sends:
        | event | bank.key | bank.active |
        | reset |          |             |
        | bank  | news     | false       |
        | bank  | music    | true        |

    @simulated
    Scenario: The stream reports that a clip starts, ends and is stopped
      Given the host itself opens the event stream
      When the host itself plays clip 2 on main with bank=music
      And 10100 ms pass
      And the host itself plays clip 3 on main
      And the host itself stops the output main
      Then the event stream sends:
        | event       | output.slot | output.scenes.0.clip |
        | reset       |             |                      |
        | output      | main        | sting                |
        | clip.ending | main        | sting                |
        | output      | main        | null                 |
        | output      | main        | weather              |
        | output      | main        | null                 |

    @simulated
    Scenario: The stream reports that a player disconnects and reconnects
      Given the host itself opens the event stream
      When the player of wall is offline
      And the player of wall works again
      Then the event stream sends:
        | event  | output.slot | output.connected |
        | reset  |             |                  |
        | output | wall        | false            |
        | camera |             |                  |
        | output | wall        | true             |
        | camera |             |                  |

    @simulated
    Scenario: The stream reports the steps of a macro
      Given the host itself opens the event stream
      When the host itself runs the macro mac-1
      And the host itself stops the macro mac-1
      Then the event stream sends:
        | event | macro.id | macro.state | macro.step |
        | reset |          |             |            |
        | macro | mac-1    | running     | 1          |
        | macro | mac-1    | idle        | 0          |

    @simulated
    Scenario: An action that changes nothing sends no event
      Given the host itself opens the event stream
      When the host itself switches the signal red-light off
      And the host itself takes the studio off air
      And the host itself sets the variable ShowLive to on
      And the host itself switches the signal mic-live on
      Then the event stream sends:
        | event  | signal.identifier |
        | reset  |                   |
        | signal | mic-live          |

    @simulated
    Scenario: A failed action sends no event
      Given the host itself opens the event stream
      And the line of red-light rejects commands
      When the host itself switches the signal red-light on
      And the host itself switches the signal mic-live on
      Then the event stream sends:
        | event  | signal.identifier |
        | reset  |                   |
        | signal | mic-live          |

    @ACK-8 @simulated
    Scenario: A confirmation after the timeout sends an event
      Given the host itself opens the event stream
      And the line of red-light is 3000 ms late
      When the host itself switches the signal red-light on
      Then the call is refused with 424 ack_timeout
      When 2000 ms pass
      Then the event stream sends:
        | event  | signal.value |
        | reset  |              |
        | signal | true         |

  @EVENT-2 @simulated
  Rule: A client that reconnects receives the events it missed

    Scenario: The stream continues after the last event that the client received
      Given the host itself opens the event stream
      And the host itself switches the signal red-light on
      And the event stream is disconnected
      And the host itself switches the signal mic-live on
      And the host itself sets the variable Headline to News
      When the host itself reopens the event stream
      And the host itself switches the signal red-light off
      Then the event stream sends:
        | event    | signal.identifier | signal.value | variable.value |
        | signal   | mic-live          | true         |                |
        | variable |                   |              | News           |
        | signal   | red-light         | false        |                |

    Scenario Outline: The stream sends a reset after the unknown event id "<seen>"
      Given the host itself switches the signal red-light on
      When the host itself opens the event stream after event "<seen>"
      And the host itself switches the signal mic-live on
      Then the event stream sends:
        | event  | reason | signal.identifier |
        | reset  | missed |                   |
        | signal |        | mic-live          |

      Examples:
        | seen       |
        | 00000000-1 |
        | 12         |
        | nothing    |

    Scenario Outline: The stream sends a reset after <change> in the meantime
      Given the host itself opens the event stream
      And the host itself switches the signal red-light on
      And the event stream is disconnected
      And <given>
      When the host itself reopens the event stream
      Then the event stream sends:
        | event | reason |
        | reset | missed |

      Examples:
        | change                        | given                            |
        | a change of the holder        | the host itself releases the studio |
        | a change of the configuration | Read of Signals is switched off  |

    Scenario: The stream sends a reset after a restart of the service
      Given the host itself opens the event stream
      And the host itself switches the signal red-light on
      And the event stream is disconnected
      When the service is restarted
      And the host itself reopens the event stream
      Then the event stream sends:
        | event | reason |
        | reset | missed |

  @EVENT-3
  Rule: The stream sends a comment every 15 seconds

    @simulator
    Scenario: The stream sends comments while nothing changes
      Given the clock is stopped
      And the host itself opens the event stream
      When 14999 ms pass
      Then the event stream has sent 0 comments
      When 1 ms passes
      Then the event stream has sent 1 comment
      When 15000 ms pass
      Then the event stream has sent 2 comments

  @EVENT-4
  Rule: A device or an address may open at most 32 streams

    Scenario: An address opens one stream too many
      Given access without a token is Whole LAN
      And a caller at 192.168.1.20 opens the event stream, 32 times
      When a caller at 192.168.1.20 opens the event stream
      Then the event stream is refused with 409 conflict
      When a caller at 192.168.1.20 reads the events in plain text
      Then the response status is 200
      When a caller at 192.168.1.20 calls HEAD /api/v2/events
      Then the response status is 200
      When a caller at 192.168.1.21 opens the event stream
      Then the event stream is open

    Scenario: A device opens one stream too many from several addresses
      Given the device "Wall display"
      And the device "Desk panel"
      And the device "Wall display" at 192.168.1.20 opens the event stream, 16 times
      And the device "Wall display" at 192.168.1.21 opens the event stream, 16 times
      When the device "Wall display" at 192.168.1.22 opens the event stream
      Then the event stream is refused with 409 conflict
      When the device "Desk panel" at 192.168.1.20 opens the event stream
      Then the event stream is open

  @EVENT-5
  Rule: A stream is authorized again at every change of the configuration

    Scenario Outline: The stream ends when <change>
      Given the device "Wall display"
      And the device "Wall display" opens the event stream
      When <change>
      Then the event stream ends

      Examples:
        | change                               |
        | the device "Wall display" is revoked |
        | the device "Wall display" is deleted |
        | the API is switched off              |

    Scenario: The stream of a deleted device ends in spite of LAN access
      Given the device "Wall display"
      And access without a token is Whole LAN
      And the device "Wall display" opens the event stream
      When the device "Wall display" is deleted
      Then the event stream ends

    Scenario: The stream ends when LAN access is switched off
      Given access without a token is Whole LAN
      And a caller at 192.168.1.20 opens the event stream
      When access without a token is Off
      Then the event stream ends

    @simulated
    Scenario: A device that loses a feature gets a reset and fewer events
      Given the device "Wall display"
      And the device "Wall display" opens the event stream
      When Read of Signals is switched off
      And the host itself calls GET /api/v2/signals/red-light/on
      And the host itself takes the studio on air
      Then the event stream sends:
        | event  | reason  |
        | reset  | begun   |
        | reset  | changed |
        | studio |         |
      And the event stream is open

    @simulated
    Scenario: A change of another device doesn't affect the stream
      Given the device "Wall display"
      And the device "Wall display" opens the event stream
      When the device "Desk panel"
      And the host itself takes the studio on air
      Then the event stream sends:
        | event  | reason |
        | reset  | begun  |
        | studio |        |

  @EVENT-6 @PLAIN-1 @HEAD-1
  Rule: The plain form is the id of the last event

    @fresh
    Scenario: The plain form is empty before the first event
      When the host itself reads the events in plain text
      Then the response status is 200
      And the response body is empty

    @simulated
    Scenario: The plain form is the id of the latest event
      Given the host itself opens the event stream
      And the host itself switches the signal red-light on
      When the host itself reads the events in plain text
      Then the response status is 200
      And the response body is the id of the last event

    Scenario: HEAD answers the headers without opening a stream
      When the host itself calls HEAD /api/v2/events
      Then the response status is 200
      And the header "Content-Type" is "text/event-stream; charset=utf-8"

  @SWITCH-8
  Rule: Every admitted caller may open a stream, and receives what it may read

    @simulated
    Scenario: A device limited to signals receives only signals
      Given the device "Wall display" is limited to signals
      And the device "Wall display" opens the event stream
      When the host itself takes the studio on air
      And the host itself sets the variable Headline to News
      And the host itself switches the signal red-light on
      Then the event stream sends:
        | event  | signal.identifier |
        | reset  |                   |
        | signal | red-light         |

    Scenario: A stream can be opened while System is switched off
      Given Read of System is switched off
      When the host itself opens the event stream
      Then the event stream is open

    Scenario: A stream is refused while the API is switched off
      Given the API is switched off
      When the host itself opens the event stream
      Then the event stream is refused with 403 feature_disabled

    Scenario: A caller who isn't admitted is refused
      When a caller at 192.168.1.20 opens the event stream
      Then the event stream is refused with 401 unauthorized

    @GUARD-1
    Scenario: A page of another site is refused
      When the host itself reads the events with:
        | Sec-Fetch-Site | cross-site |
      Then the call is refused with 403 forbidden

    @simulated
    Scenario: The plain form doesn't reveal events that the caller may not read
      Given the device "Wall display" is limited to signals
      And the host itself takes the studio on air
      When the device "Wall display" reads the events in plain text
      Then the response body is empty

    @simulated
    Scenario: The stream sends variables and automations of the holder only
      Given the host itself opens the event stream
      And the host itself sets the variable Headline to News
      And the host itself releases the studio
      And the host itself sets the variable Headline to Nobody with station=alpha
      And the host itself takes the studio for bravo
      And the host itself sets the variable Headline to Tonight
      Then the event stream sends:
        | event    | reason  | station.id | station.holdsStudio | variable.value |
        | reset    | begun   |            |                     |                |
        | variable |         |            |                     | News           |
        | station  |         | alpha      | false               |                |
        | reset    | changed |            |                     |                |
        | station  |         | bravo      | true                |                |
        | reset    | changed |            |                     |                |
        | variable |         |            |                     | Tonight        |

    @simulated
    Scenario: A device of another station receives no variables
      Given the device "Bravo display" belongs to the station bravo
      And the device "Bravo display" opens the event stream
      When the host itself sets the variable Headline to News
      And the host itself switches the signal red-light on
      Then the event stream sends:
        | event  | signal.identifier |
        | reset  |                   |
        | signal | red-light         |

  @LOG-7 @simulated
  Rule: A stream is logged like every call

    Scenario: The request log shows an open stream
      Given the device "Wall display"
      And the device "Wall display" opens the event stream
      When the host itself reads the request log
      Then the response lists in "requests":
        | caller              | method | path           | status | error |
        | device:Wall display | GET    | /api/v2/events | 200    | null  |
