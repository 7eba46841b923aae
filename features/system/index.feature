# The index: which features are switched on.
Feature: The index
  GET /api/v2 shows the service and its version, the features that are switched on, and links.

  @INDEX-1 @SERVICE-4
  Rule: The index lists the enabled features

    Scenario: The index lists all features
      When the host itself reads the index
      Then the response status is 200
      And the response has the fields ok, service, version, features, links
      And the response has text in "service"
      And the response has text in "version"
      And the response contains:
        | links.health  | /api/v2/health       |
        | links.openapi | /api/v2/openapi.json |
        | links.docs    | /api/v2/docs         |
      And each item of "features" has the fields tag, name, read, control
      And the response lists in "features":
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

    Scenario: A feature with one switch off shows which one
      Given Read of Core is switched off
      And Control of Signals is switched off
      When the host itself reads the index
      Then the response contains:
        | features.1.tag     | core    |
        | features.1.read    | false   |
        | features.1.control | true    |
        | features.4.tag     | signals |
        | features.4.read    | true    |
        | features.4.control | false   |

    Scenario: A feature with both switches off is omitted
      Given Read of Core is switched off
      And Control of Core is switched off
      When the host itself reads the index
      Then the response contains:
        | features.0.tag | system |
        | features.1.tag | studio |
      And the response doesn't contain "Core"

    Scenario: Links to routes that are switched off are omitted
      Given Read of System is switched off
      When the host itself reads the index
      Then the response doesn't contain "/api/v2/health"
      And the response contains:
        | links.docs | /api/v2/docs |

    @UNKNOWN-6
    Scenario: One trailing slash of the index is ignored
      When the host itself calls GET /api/v2/
      Then the response status is 200

  @INDEX-2
  Rule: The plain twin of the index is /api/v2/plain, and answers the count

    Scenario: All features are counted
      When the host itself calls GET /api/v2/plain
      Then the response status is 200
      And the response body is "11"

    Scenario: Features with both switches off aren't counted
      Given Read of Core is switched off
      And Read of Macros is switched off
      And Control of Macros is switched off
      When the host itself reads the index in plain text
      Then the response body is "10"

  Rule: Every admitted caller may read the index

    Scenario Outline: The index is open to <caller>
      Given the device "Reader" is read only
      And the device "Player" is limited to outputs
      And these devices are listed:
        | address      | label |
        | 192.168.1.77 | desk  |
      When <caller> reads the index
      Then the response status is 200

      Examples:
        | caller                   |
        | the device "Reader"      |
        | the device "Player"      |
        | a caller at 192.168.1.77 |

    @ERROR-5
    Scenario: A caller who isn't admitted is refused
      When a caller at 198.51.100.7 reads the index
      Then the call is refused with 401 unauthorized

    @SWITCH-1
    Scenario: The index is refused while the API is switched off
      Given the API is switched off
      When the host itself reads the index
      Then the call is refused with 403 feature_disabled

    @HEAD-1 @ERROR-16
    Scenario Outline: The method <method> is answered with <status>
      When the host itself calls <method> /api/v2
      Then the response status is <status>

      Examples:
        | method | status |
        | HEAD   | 200    |
        | POST   | 405    |
