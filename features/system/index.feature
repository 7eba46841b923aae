# The index: what of the API is switched on.
Feature: The index
  GET /api/v2 tells what the service is, which of its eleven features are switched on, and where to read on.

  @INDEX-1 @SERVICE-4
  Rule: The index lists the enabled features

    Scenario: Everything is on
      When the host itself reads the index
      Then it is answered 200
      And the answer has the fields ok, service, version, features, links
      And the answer has a text in "service"
      And the answer has a text in "version"
      And the answer says:
        | links.health  | /api/v2/health       |
        | links.openapi | /api/v2/openapi.json |
        | links.docs    | /api/v2/docs         |
      And each in "features" has the fields tag, name, read, control
      And the answer lists in "features":
        | tag         | name          | read | control |
        | system      | System        | true | true    |
        | core        | Core          | true | true    |
        | studio      | Studio        | true | true    |
        | station     | Station       | true | true    |
        | signals     | Signals       | true | true    |
        | macros      | Macros        | true | true    |
        | automations | Automations   | true | true    |
        | outputs     | Outputs       | true | true    |
        | cameras     | Cameras       | true | true    |
        | variables   | Variables     | true | true    |
        | legacy      | Legacy routes | true | true    |

    Scenario: A feature that is switched off for one thing says so
      Given Read of Core is switched off
      And Control of Signals is switched off
      When the host itself reads the index
      Then the answer says:
        | features.1.tag     | core    |
        | features.1.read    | false   |
        | features.1.control | true    |
        | features.4.tag     | signals |
        | features.4.read    | true    |
        | features.4.control | false   |

    Scenario: A feature that is switched off altogether disappears
      Given Read of Core is switched off
      And Control of Core is switched off
      When the host itself reads the index
      Then the answer says:
        | features.0.tag | system |
        | features.1.tag | studio |
      And the answer doesn't mention "Core"

    Scenario: Links to what is switched off disappear
      Given Read of System is switched off
      When the host itself reads the index
      Then the answer doesn't mention "/api/v2/health"
      And the answer says:
        | links.docs | /api/v2/docs |

    @UNKNOWN-6
    Scenario: One trailing slash is ignored
      When the host itself calls GET /api/v2/
      Then it is answered 200

  @INDEX-2
  Rule: Its plain twin is /api/v2/plain, and counts them

    Scenario: All of them
      When the host itself calls GET /api/v2/plain
      Then it is answered 200
      And the text is "11"

    Scenario: Without what is switched off altogether
      Given Read of Core is switched off
      And Read of Macros is switched off
      And Control of Macros is switched off
      When the host itself reads the index in plain text
      Then the text is "10"

  Rule: Every caller who is let in may read it

    Scenario Outline: <caller>
      Given the device "Reader" is read only
      And the device "Player" is limited to outputs
      And these devices are listed:
        | address      | label |
        | 192.168.1.77 | desk  |
      When <caller> reads the index
      Then it is answered 200

      Examples:
        | caller                   |
        | the device "Reader"      |
        | the device "Player"      |
        | a caller at 192.168.1.77 |

    @ERROR-5
    Scenario: Nobody else
      When a caller at 198.51.100.7 reads the index
      Then it is refused with 401 unauthorized

    @SWITCH-1
    Scenario: It is closed while the API is switched off
      Given the API is switched off
      When the host itself reads the index
      Then it is refused with 403 feature_disabled

    @HEAD-1 @ERROR-16
    Scenario Outline: <method> is answered <status>
      When the host itself calls <method> /api/v2
      Then it is answered <status>

      Examples:
        | method | status |
        | HEAD   | 200    |
        | POST   | 405    |
