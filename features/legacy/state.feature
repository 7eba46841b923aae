# The studio's whole state in one response, for programs of the earlier generation.
Feature: The legacy state

  @LEGACY-5
  Rule: /api/state/state is the studio's state as one JSON object

    @simulated
    Scenario: The state contains all records
      Given the host itself switches the signal red-light on
      And the host itself recalls the angle close of the camera cam-2
      When the host itself calls GET /api/state/state
      Then the response status is 200
      And the response has the fields studio, stations, signals, macros, automations, outputs, banks, cameras, variables
      And the response contains:
        | studio.status          | off_air      |
        | stations.0.holdsStudio | true         |
        | signals.0.value        | true         |
        | macros.1.state         | idle         |
        | automations.0.id       | auto-1       |
        | outputs.1.slot         | wall         |
        | banks.0.active         | true         |
        | cameras.1.angle        | close        |
        | variables.0.value      | Good morning |

    @STATION-8 @simulated
    Scenario: The state contains variables and automations of the holder
      Given the host itself releases the studio
      And the host itself takes the studio for bravo
      When the host itself calls GET /api/state/state
      Then the response lists in "variables":
        | id     |
        | var-11 |
      And the response lists in "automations":
        | id      |
        | auto-11 |

    @STATION-8 @simulated
    Scenario: The state contains no variables while no station holds the studio
      Given the host itself releases the studio
      When the host itself calls GET /api/state/state
      Then the response status is 200
      And "variables" is empty
      And "automations" is empty

    @STATION-8 @simulated
    Scenario: A device's own station counts while no station holds the studio
      Given the device "Panel" belongs to the station bravo
      And the host itself releases the studio
      When the device "Panel" calls GET /api/state/state
      Then the response lists in "variables":
        | id     |
        | var-11 |

    @HEAD-1 @ERROR-16
    Scenario Outline: The method <method> is answered with <status>
      When the host itself calls <method> /api/state/state
      Then the response status is <status>

      Examples:
        | method | status |
        | HEAD   | 200    |
        | POST   | 405    |

  @LEGACY-3
  Rule: The state omits features that are off or not allowed

    Scenario Outline: The state omits records while Read of <feature> is off
      Given Read of <feature> is switched off
      When the host itself calls GET /api/state/state
      Then the response status is 200
      And the response has the fields <fields>

      Examples:
        | feature     | fields                                                                     |
        | Studio      | stations, signals, macros, automations, outputs, banks, cameras, variables |
        | Station     | studio, signals, macros, automations, outputs, banks, cameras, variables   |
        | Signals     | studio, stations, macros, automations, outputs, banks, cameras, variables  |
        | Macros      | studio, stations, signals, automations, outputs, banks, cameras, variables |
        | Automations | studio, stations, signals, macros, outputs, banks, cameras, variables      |
        | Outputs     | studio, stations, signals, macros, automations, cameras, variables         |
        | Cameras     | studio, stations, signals, macros, automations, outputs, banks, variables  |
        | Variables   | studio, stations, signals, macros, automations, outputs, banks, cameras    |

    @simulated
    Scenario: A Control switch doesn't omit anything
      Given Control of Signals is switched off
      When the host itself calls GET /api/state/state
      Then the response contains:
        | signals.0.value | false |

    Scenario Outline: A device limited to <features> sees only those
      Given the device "Panel" is limited to <features>
      When the device "Panel" calls GET /api/state/state
      Then the response status is 200
      And the response has the fields <fields>

      Examples:
        | features                | fields           |
        | legacy, signals         | signals          |
        | legacy, outputs         | outputs, banks   |
        | studio, legacy, station | studio, stations |

    Scenario: A device limited to legacy sees an empty state
      Given the device "Panel" is limited to legacy
      When the device "Panel" calls GET /api/state/state
      Then the response status is 200
      And the response body is "{}"

    @STATION-4
    Scenario: A device of another station sees no variables and automations of the holder
      Given the device "Panel" belongs to the station bravo
      When the device "Panel" calls GET /api/state/state
      Then the response status is 200
      And the response has the fields studio, stations, signals, macros, outputs, banks, cameras
