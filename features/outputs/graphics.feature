# Templates over a scene, such as a lower third with the station's headline.
@simulator @graphics
Feature: Graphics
  The scene full of main has the graphic lower-third. Its fields headline, sponsor and live show the station's variables
  Headline ("Good morning"), Sponsor (unset) and ShowLive (on). The wall has no graphic. A real player needs an engine for
  HTML to show one.

  @GRAPHIC-2 @GRAPHIC-3 @GRAPHIC-1
  Rule: A graphic is shown with the texts of the station's variables

    Scenario Outline: The graphic is shown by <method>
      When the host itself calls <method> /api/v2/outputs/main/graphic/show
      Then the response status is 200
      And the response contains:
        | operation                               | graphic.show |
        | output.scenes.0.graphic.template        | lower-third  |
        | output.scenes.0.graphic.shown           | true         |
        | output.scenes.0.graphic.station         | alpha        |
        | output.scenes.0.graphic.fields.headline | Good morning |
        | output.scenes.0.graphic.fields.sponsor  |              |
        | output.scenes.0.graphic.fields.live     | 1            |
        | output.scenes.0.graphic.error           | null         |
      And main shows the graphic lower-third with:
        | headline | Good morning |
        | sponsor  |              |
        | live     | 1            |

      Examples:
        | method |
        | GET    |
        | POST   |

    Scenario: A graphic that is on air stays, and gets the newest texts
      Given the host itself shows the graphic of main
      And the host itself sets the variable Sponsor to Acme
      When the host itself shows the graphic of main
      Then the response contains:
        | output.scenes.0.graphic.fields.sponsor | Acme |
      And main shows the graphic lower-third with:
        | headline | Good morning |
        | sponsor  | Acme         |
        | live     | 1            |

    Scenario: A station that lacks a variable leaves its field empty
      Given the host itself releases the studio
      When the host itself shows the graphic of main with station=bravo
      Then the response contains:
        | output.scenes.0.graphic.station | bravo |
      And main shows the graphic lower-third with:
        | headline | Tonight on Bravo |
        | sponsor  |                  |
        | live     |                  |

    Scenario: A graphic can be read alone
      When the host itself reads the graphic of main
      Then the response has the fields ok, graphic
      And "graphic" has the fields template, shown, station, fields, error
      And the response contains:
        | graphic.template | lower-third |
        | graphic.shown    | false       |
        | graphic.station  | null        |
      When the host itself reads the graphic of main in plain text
      Then the response body is "0"
      When the host itself shows the graphic of main
      And the host itself reads the graphic of main in plain text
      Then the response body is "1"

    Scenario: A scene without a graphic shows null
      When the host itself reads the output wall
      Then the response contains:
        | output.scenes.0.graphic | null |
        | output.scenes.1.graphic | null |

    @EVENT-1
    Scenario: Showing and hiding a graphic are events
      Given the host itself opens the event stream
      When the host itself shows the graphic of main
      And the host itself hides the graphic of main
      Then the event stream sends:
        | event  | output.scenes.0.graphic.shown | output.scenes.0.graphic.fields.headline |
        | reset  |                               |                                         |
        | output | true                          | Good morning                            |
        | output | false                         |                                         |

    @ACK-9
    Scenario: A player that accepts the graphic without showing it
      Given the player of main accepts commands without effect
      When the host itself shows the graphic of main and waits
      And 2000 ms pass
      Then the call is refused with 424 device_error
      And no graphic is shown on main

    Scenario: A player that refuses the graphic
      Given the player of main rejects commands
      When the host itself shows the graphic of main
      Then the call is refused with 424 device_error

    Scenario: A player that is away
      Given the player of main is offline
      When the host itself shows the graphic of main
      Then the call is refused with 424 device_unavailable

  @GRAPHIC-4
  Rule: A graphic stays over every clip until it is hidden

    Scenario: The graphic is hidden
      Given the host itself shows the graphic of main
      When the host itself hides the graphic of main
      Then the response status is 200
      And the response contains:
        | operation                       | graphic.hide |
        | output.scenes.0.graphic.shown   | false        |
        | output.scenes.0.graphic.station | null         |
      And no graphic is shown on main

    Scenario: A graphic that is off air may be hidden
      When the host itself hides the graphic of main
      Then the response status is 200
      And no graphic is shown on main

    Scenario: Clips come and go below the graphic
      Given the host itself plays clip 4 on main
      And the host itself shows the graphic of main
      When the host itself plays clip 1 on main
      Then the response contains:
        | output.scenes.0.clip          | opener |
        | output.scenes.0.graphic.shown | true   |
      When 16 seconds pass
      Then nothing plays on main
      And main shows the graphic lower-third with:
        | headline | Good morning |
        | sponsor  |              |
        | live     | 1            |
      When the host itself plays clip 1 on main
      And the host itself stops the output main
      Then the response contains:
        | output.scenes.0.clip          | null |
        | output.scenes.0.graphic.shown | true |
      When the host itself hides the graphic of main
      Then the response contains:
        | output.scenes.0.graphic.shown | false |

    Scenario: A double press shows the graphic, and both calls succeed
      When the host itself shows the graphic of main with wait=0
      And the action id is saved as "the first press"
      And the host itself shows the graphic of main with wait=0
      And the action id is saved as "the second press"
      And 500 ms pass
      And the host itself reads the action {the first press} in plain text
      Then the response body is "acknowledged"
      When the host itself reads the action {the second press} in plain text
      Then the response body is "acknowledged"

  @GRAPHIC-5
  Rule: A variable that changes updates the graphic on air

    Scenario: The headline changes
      Given the host itself shows the graphic of main
      When the host itself sets the variable Headline to Flood
      And 100 ms pass
      Then main shows the graphic lower-third with:
        | headline | Flood |
        | sponsor  |       |
        | live     | 1     |
      When the host itself reads the graphic of main
      Then the response contains:
        | graphic.fields.headline | Flood |
        | graphic.error           | null  |

    Scenario: Several changes are one update with the newest values
      Given the clock is stopped
      And the host itself shows the graphic of main and waits
      And 100 ms pass
      When the host itself sets the variable Headline to Flo
      And the host itself sets the variable Headline to Flood
      And the host itself sets the variable Sponsor to Acme
      And the host itself sets the variable ShowLive to off
      And 200 ms pass
      Then these commands were sent, in this order:
        | out-1 shows the graphic of full with headline=Good morning, sponsor=, live=1 |
        | out-1 updates the graphic of full with headline=Flood, sponsor=Acme, live=0  |

    Scenario: Another variable changes nothing
      Given the host itself shows the graphic of main
      When the host itself sets the variable GuestCount to 7
      And 1 second passes
      Then 1 command was sent

    Scenario: Nothing is sent for a graphic that is off air
      Given the host itself sets the variable Headline to Flood
      When 1 second passes
      Then no command is sent to any device
      When the host itself shows the graphic of main
      Then main shows the graphic lower-third with:
        | headline | Flood |
        | sponsor  |       |
        | live     | 1     |

    Scenario: The graphic keeps the texts of its station while another one holds the studio
      Given the host itself shows the graphic of main
      And the host itself releases the studio
      And the host itself takes the studio for bravo
      When the host itself sets the variable Headline to Storm
      And 1 second passes
      Then main shows the graphic lower-third with:
        | headline | Good morning |
        | sponsor  |              |
        | live     | 1            |
      When the host itself shows the graphic of main
      Then main shows the graphic lower-third with:
        | headline | Storm |
        | sponsor  |       |
        | live     |       |

  @GRAPHIC-6
  Rule: A failed update is reported, and no graphic is shown again by itself

    Scenario: A player that refuses an update
      Given the host itself shows the graphic of main
      And the player of main rejects commands
      When the host itself sets the variable Headline to Flood
      Then the response status is 200
      When 100 ms pass
      And the host itself reads the graphic of main
      Then the response contains:
        | graphic.shown           | true         |
        | graphic.fields.headline | Good morning |
      And the response has text in "graphic.error"
      When the player of main works again
      And the host itself sets the variable Headline to Storm
      And 100 ms pass
      And the host itself reads the graphic of main
      Then the response contains:
        | graphic.fields.headline | Storm |
        | graphic.error           | null  |

    Scenario: The connection is lost while a variable changes
      Given the host itself shows the graphic of main
      And the player of main is offline
      When the host itself sets the variable Headline to Flood
      And 1 second passes
      Then main shows the graphic lower-third with:
        | headline | Good morning |
        | sponsor  |              |
        | live     | 1            |
      When the player of main works again
      And 500 ms pass
      Then main shows the graphic lower-third with:
        | headline | Flood |
        | sponsor  |       |
        | live     | 1     |

    Scenario: A service that starts anew leaves the graphic on air, and follows its variables
      Given the host itself shows the graphic of main
      When the service is restarted
      And 500 ms pass
      And the host itself reads the graphic of main in plain text
      Then the response body is "1"
      When the host itself sets the variable Headline to Flood
      And 100 ms pass
      Then main shows the graphic lower-third with:
        | headline | Flood |
        | sponsor  |       |
        | live     | 1     |

  @GRAPHIC-7
  Rule: What can't be shown is refused, and nothing is sent

    Scenario Outline: <call> is refused with <status> <code>
      When the host itself <call>
      Then the call is refused with <status> <code>
      And no command is sent to any device

      Examples:
        | call                                      | status | code              |
        | shows the graphic of wall with scene=left | 404    | not_found         |
        | hides the graphic of wall with scene=left | 404    | not_found         |
        | reads the graphic of wall with scene=left | 404    | not_found         |
        | shows the graphic of wall                 | 400    | invalid_parameter |
        | shows the graphic of main with scene=left | 404    | not_found         |
        | shows the graphic of attic                | 404    | not_found         |

    Scenario: Nobody holds the studio
      Given the host itself releases the studio
      When the host itself shows the graphic of main
      Then the call is refused with 409 conflict
      And the error message contains "station"
      And no command is sent to any device

  @GRAPHIC-8
  Rule: show and hide are actions of the outputs, for the station that holds the studio

    Scenario Outline: The plain twin and the legacy route of <verb>
      When the host itself calls GET /api/v2/plain/outputs/main/graphic/<verb>
      Then the response status is 200
      And the response body is "OK"
      When the host itself calls GET /api/outputs/main/graphic/<verb>
      Then the response status is 200
      And the response body is "{}"

      Examples:
        | verb |
        | show |
        | hide |

    Scenario Outline: <call> accepts wait=0, and checks station and timeout
      When the host itself <call> with wait=0
      Then the response status is 202
      When the host itself <call> with station=bravo
      Then the call is refused with 409 station_mismatch
      When the host itself <call> with timeout=99
      Then the call is refused with 400 invalid_parameter

      Examples:
        | call                      |
        | shows the graphic of main |
        | hides the graphic of main |

    Scenario: A device that may not use outputs, and one that may only read
      Given the device "Deck" is limited to signals
      And the device "Wall display" is read only
      When the device "Deck" shows the graphic of main
      Then the call is refused with 403 forbidden
      When the device "Wall display" shows the graphic of main
      Then the call is refused with 403 read_only
      When the device "Wall display" reads the graphic of main
      Then the response status is 200

  @GRAPHIC-10
  Rule: The texts on air belong to the output

    Scenario: A device that may read outputs and no variables reads the texts while they are on air
      Given the device "Wall display" is limited to outputs
      When the device "Wall display" reads the graphic of main
      Then the response contains:
        | graphic.shown  | false |
        | graphic.fields | {}    |
      When the host itself shows the graphic of main
      And the device "Wall display" reads the graphic of main
      Then the response contains:
        | graphic.fields.headline | Good morning |
      When the device "Wall display" calls GET /api/v2/variables/Headline/value
      Then the call is refused with 403 forbidden
      When the host itself hides the graphic of main
      And the device "Wall display" reads the graphic of main
      Then the response contains:
        | graphic.shown  | false |
        | graphic.fields | {}    |

  @GRAPHIC-9
  Rule: Any text reaches the template as it is

    Scenario Outline: <what>
      Given the host itself shows the graphic of main
      When the host itself calls GET /api/v2/variables/Headline/set?value=<value>
      And 100 ms pass
      And the host itself reads the value of Headline in plain text
      Then the graphic of main shows the response body in headline

      Examples:
        | what                     | value                                           |
        | quotes                   | %22Flood%22                                     |
        | backslashes              | C:%5Cnew%5C%5C                                  |
        | a line break             | one%0D%0Atwo%09three                            |
        | script                   | %22);alert(1);%2F%2F                            |
        | letters and an emoji     | Z%C3%BCrich%20%F0%9F%8C%8A%20%E6%9D%B1%E4%BA%AC |
        | separators of JavaScript | a%E2%80%A8b%E2%80%A9c                           |
        | a command                | x%22%0D%0ACLEAR%201                             |
