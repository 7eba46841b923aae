# Who holds the studio: how to read it, take it and release it.
Feature: Stations
  At most one station holds the studio. The demo studio has the stations alpha "Alpha FM", which holds it at first, and
  bravo "Bravo TV".

  @STATION-9
  Rule: The holder and the list of stations can be read

    @SHAPE-1
    Scenario: The holder is shown as a record
      When the host itself reads the station
      Then the response status is 200
      And the response has the fields ok, station
      And "station" has the fields id, name, holdsStudio
      And the response contains:
        | ok                  | true     |
        | station.id          | alpha    |
        | station.name        | Alpha FM |
        | station.holdsStudio | true     |

    Scenario: The list shows all stations
      When the host itself reads the stations
      Then the response status is 200
      And the response has the fields ok, stations
      And each item of "stations" has the fields id, name, holdsStudio
      And the response lists in "stations":
        | id    | name     | holdsStudio |
        | alpha | Alpha FM | true        |
        | bravo | Bravo TV | false       |

    @PLAIN-6
    Scenario Outline: The host <call> in plain text
      When the host itself <call> in plain text
      Then the response status is 200
      And the response body is "<text>"

      Examples:
        | call               | text  |
        | reads the station  | alpha |
        | reads the stations | 2     |

    @simulated
    Scenario: The holder is null while no station holds the studio
      Given the host itself releases the studio
      When the host itself reads the station
      Then the response status is 200
      And the response contains:
        | station | null |
      When the host itself reads the station in plain text
      Then the response status is 200
      And the response body is empty

  @STATION-1 @STATION-10
  Rule: A station takes and releases the studio

    @simulated
    Scenario Outline: One station releases and another takes the studio by <method>
      When the host itself calls <method> /api/v2/station/release
      Then the response status is 200
      And the response has the fields ok, operation, action, station
      And the response contains:
        | operation           | station.release |
        | station.id          | alpha           |
        | station.holdsStudio | false           |
      When the host itself calls <method> /api/v2/stations/bravo/take
      Then the response status is 200
      And the response contains:
        | operation           | station.take |
        | station.id          | bravo        |
        | station.holdsStudio | true         |
      When the host itself reads the stations
      Then the response lists in "stations":
        | id    | holdsStudio |
        | alpha | false       |
        | bravo | true        |

      Examples:
        | method |
        | GET    |
        | POST   |

    @SERVICE-3 @simulated
    Scenario: Taking and releasing answer OK in plain text
      When the host itself releases the studio in plain text
      Then the response body is "OK"
      When the host itself takes the studio for bravo in plain text
      Then the response body is "OK"
      When the host itself reads the station in plain text
      Then the response body is "bravo"

    @PARAMETER-5 @STATION-5 @simulated
    Scenario Outline: A station is found as <named>
      Given the host itself releases the studio
      When the host itself takes the studio for <named>
      Then the response status is 200
      And the response contains:
        | station.id | bravo |

      Examples:
        | named      |
        | bravo      |
        | BRAVO      |
        | Bravo%20TV |

    @ERROR-17
    Scenario: Taking the studio from another station is a conflict, and the message names the holder
      When the host itself takes the studio for bravo
      Then the call is refused with 409 conflict
      And the error message contains "alpha"
      When the host itself reads the station in plain text
      Then the response body is "alpha"

    @ERROR-15
    Scenario: Taking it for an unknown station is not_found
      When the host itself takes the studio for attic
      Then the call is refused with 404 not_found
      And the error message contains "attic"

    @simulated
    Scenario: The holder may take the studio again
      When the host itself takes the studio for alpha
      Then the response status is 200

    @ACK-14 @simulated
    Scenario: Releasing a studio that isn't held succeeds
      Given the host itself releases the studio
      When the host itself releases the studio
      Then the response status is 200
      And the response contains:
        | station | null |

    @ACK-2 @ACK-3
    Scenario Outline: With wait=0 the host <call>: <status>
      When the host itself <call> with wait=0
      Then the response status is <status>

      Examples:
        | call                       | status |
        | takes the studio for bravo | 409    |
        | takes the studio for attic | 404    |

      @simulated
      Examples:
        | call                       | status |
        | releases the studio        | 202    |
        | takes the studio for alpha | 202    |

  @STATION-11 @simulated
  Rule: A device with a station may take and release for its own station only

    Scenario Outline: A device of <pin> <call> while <holder> holds the studio: <status> <code>
      Given the device "Panel" belongs to the station <pin>
      And the host itself releases the studio
      And the host itself takes the studio for <holder>
      When the device "Panel" <call>
      Then the call is refused with <status> <code>
      When the host itself reads the station in plain text
      Then the response body is "<holder>"

      Examples:
        | pin   | holder | call                       | status | code             |
        | alpha | bravo  | releases the studio        | 409    | station_mismatch |
        | alpha | bravo  | takes the studio for bravo | 409    | station_mismatch |
        | alpha | bravo  | takes the studio for alpha | 409    | conflict         |
        | bravo | alpha  | releases the studio        | 409    | station_mismatch |
        | bravo | bravo  | takes the studio for alpha | 409    | station_mismatch |
        | bravo | alpha  | takes the studio for attic | 409    | station_mismatch |

    Scenario Outline: A device of <pin> takes and releases for its own station
      Given the device "Panel" belongs to the station <pin>
      And the host itself releases the studio
      When the device "Panel" takes the studio for bravo
      Then the response status is 200
      When the device "Panel" releases the studio
      Then the response status is 200
      When the device "Panel" releases the studio
      Then the response status is 200

      Examples:
        | pin      |
        | bravo    |
        | Bravo TV |

    Scenario: A device takes a studio that isn't held for its own station only
      Given the device "Panel" belongs to the station alpha
      And the host itself releases the studio
      When the device "Panel" takes the studio for bravo
      Then the call is refused with 409 station_mismatch
      And the error message contains "alpha"

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: The feature Station decides who may read and control

    Scenario Outline: While <given>, <caller> <call>: <refusal>
      Given <given>
      When <caller> <call>
      Then the call is refused with <refusal>

      Examples:
        | given                                   | caller             | call                       | refusal              |
        | Read of Station is switched off         | the host itself    | reads the station          | 403 feature_disabled |
        | Read of Station is switched off         | the host itself    | reads the stations         | 403 feature_disabled |
        | Control of Station is switched off      | the host itself    | takes the studio for alpha | 403 feature_disabled |
        | Control of Station is switched off      | the host itself    | releases the studio        | 403 feature_disabled |
        | the device "Panel" is read only         | the device "Panel" | releases the studio        | 403 read_only        |
        | the device "Panel" is limited to studio | the device "Panel" | reads the stations         | 403 forbidden        |

    Scenario Outline: A device limited to station <call>
      Given the device "Panel" is limited to station
      When the device "Panel" <call>
      Then the response status is 200

      Examples:
        | call               |
        | reads the stations |

      @simulated
      Examples:
        | call                |
        | releases the studio |
