# Who holds the studio: reading it, taking it, letting it go.
Feature: Stations
  At most one station holds the studio. The demo studio has the stations alpha "Alpha FM", which holds it at first, and
  bravo "Bravo TV".

  @STATION-9
  Rule: The holder and the list of stations can be read

    @SHAPE-1
    Scenario: The holder
      When the host itself reads the station
      Then it is answered 200
      And the answer has the fields ok, station
      And "station" has the fields id, name, holdsStudio
      And the answer says:
        | ok                  | true     |
        | station.id          | alpha    |
        | station.name        | Alpha FM |
        | station.holdsStudio | true     |

    Scenario: All stations
      When the host itself reads the stations
      Then it is answered 200
      And the answer has the fields ok, stations
      And each in "stations" has the fields id, name, holdsStudio
      And the answer lists in "stations":
        | id    | name     | holdsStudio |
        | alpha | Alpha FM | true        |
        | bravo | Bravo TV | false       |

    @PLAIN-6
    Scenario Outline: In plain text: <deed>
      When the host itself <deed> in plain text
      Then it is answered 200
      And the text is "<text>"

      Examples:
        | deed               | text  |
        | reads the station  | alpha |
        | reads the stations | 2     |

    Scenario: While nobody holds the studio
      Given the host itself releases the studio
      When the host itself reads the station
      Then it is answered 200
      And the answer says:
        | station | null |
      When the host itself reads the station in plain text
      Then it is answered 200
      And the text is empty

  @STATION-1 @STATION-10
  Rule: A station takes the studio and lets it go

    Scenario Outline: Let go by <method>, and taken by another
      When the host itself calls <method> /api/v2/station/release
      Then it is answered 200
      And the answer has the fields ok, operation, action, station
      And the answer says:
        | operation           | station.release |
        | station.id          | alpha           |
        | station.holdsStudio | false           |
      When the host itself calls <method> /api/v2/stations/bravo/take
      Then it is answered 200
      And the answer says:
        | operation           | station.take |
        | station.id          | bravo        |
        | station.holdsStudio | true         |
      When the host itself reads the stations
      Then the answer lists in "stations":
        | id    | holdsStudio |
        | alpha | false       |
        | bravo | true        |

      Examples:
        | method |
        | GET    |
        | POST   |

    @SERVICE-3
    Scenario: In plain text
      When the host itself releases the studio in plain text
      Then the text is "OK"
      When the host itself takes the studio for bravo in plain text
      Then the text is "OK"
      When the host itself reads the station in plain text
      Then the text is "bravo"

    @PARAMETER-5 @STATION-5
    Scenario Outline: A station is named by its id or its name, here <named>
      Given the host itself releases the studio
      When the host itself takes the studio for <named>
      Then it is answered 200
      And the answer says:
        | station.id | bravo |

      Examples:
        | named      |
        | bravo      |
        | BRAVO      |
        | Bravo%20TV |

    @ERROR-17
    Scenario: Taking it from another station is refused, and the message says who holds it
      When the host itself takes the studio for bravo
      Then it is refused with 409 conflict
      And the message mentions "alpha"
      When the host itself reads the station in plain text
      Then the text is "alpha"

    @ERROR-15
    Scenario: An unknown station
      When the host itself takes the studio for attic
      Then it is refused with 404 not_found
      And the message mentions "attic"

    Scenario: The holder may take it again
      When the host itself takes the studio for alpha
      Then it is answered 200

    @ACK-14
    Scenario: Letting go of what nobody holds
      Given the host itself releases the studio
      When the host itself releases the studio
      Then it is answered 200
      And the answer says:
        | station | null |

    @ACK-2 @ACK-3
    Scenario Outline: With wait=0, <deed>: <status>
      When the host itself <deed> with wait=0
      Then it is answered <status>

      Examples:
        | deed                       | status |
        | releases the studio        | 202    |
        | takes the studio for alpha | 202    |
        | takes the studio for bravo | 409    |
        | takes the studio for attic | 404    |

  @STATION-11
  Rule: A device with a station may take and release for that one only

    Scenario Outline: A device of <pin> <deed> while <holder> holds the studio: <status> <code>
      Given the device "Panel" belongs to the station <pin>
      And the host itself releases the studio
      And the host itself takes the studio for <holder>
      When the device "Panel" <deed>
      Then it is refused with <status> <code>
      When the host itself reads the station in plain text
      Then the text is "<holder>"

      Examples:
        | pin   | holder | deed                       | status | code             |
        | alpha | bravo  | releases the studio        | 409    | station_mismatch |
        | alpha | bravo  | takes the studio for bravo | 409    | station_mismatch |
        | alpha | bravo  | takes the studio for alpha | 409    | conflict         |
        | bravo | alpha  | releases the studio        | 409    | station_mismatch |
        | bravo | bravo  | takes the studio for alpha | 409    | station_mismatch |

    Scenario Outline: A device of <pin> may take and release for its own
      Given the device "Panel" belongs to the station <pin>
      And the host itself releases the studio
      When the device "Panel" takes the studio for bravo
      Then it is answered 200
      When the device "Panel" releases the studio
      Then it is answered 200
      When the device "Panel" releases the studio
      Then it is answered 200

      Examples:
        | pin      |
        | bravo    |
        | Bravo TV |

    Scenario: While nobody holds the studio a device still takes for its own only
      Given the device "Panel" belongs to the station alpha
      And the host itself releases the studio
      When the device "Panel" takes the studio for bravo
      Then it is refused with 409 station_mismatch
      And the message mentions "alpha"

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: Who may read and who may control is said for the feature Station

    Scenario Outline: <given>, and <caller> <deed>: <refusal>
      Given <given>
      When <caller> <deed>
      Then it is refused with <refusal>

      Examples:
        | given                                   | caller             | deed                       | refusal              |
        | Read of Station is switched off         | the host itself    | reads the station          | 403 feature_disabled |
        | Read of Station is switched off         | the host itself    | reads the stations         | 403 feature_disabled |
        | Control of Station is switched off      | the host itself    | takes the studio for alpha | 403 feature_disabled |
        | Control of Station is switched off      | the host itself    | releases the studio        | 403 feature_disabled |
        | the device "Panel" is read only         | the device "Panel" | releases the studio        | 403 read_only        |
        | the device "Panel" is limited to studio | the device "Panel" | reads the stations         | 403 forbidden        |

    Scenario Outline: A device limited to station may <deed>
      Given the device "Panel" is limited to station
      When the device "Panel" <deed>
      Then it is answered 200

      Examples:
        | deed                |
        | reads the stations  |
        | releases the studio |
