# The machine-readable description.
Feature: The OpenAPI description
  GET /api/v2/openapi.json describes what is switched on, for programs that make clients and for people's tools.

  @OPENAPI-1 @OPENAPI-2
  Rule: It is an OpenAPI 3.1 description of all that is switched on

    Scenario: Everything is on
      When the host itself calls GET /api/v2/openapi.json
      Then it is answered 200
      And the header "Content-Type" starts with "application/json"
      And the answer says:
        | openapi       | 3.1.0          |
        | info.title    | Studio Control |
        | servers.0.url | /              |
      And the text mentions "/api/v2/outputs/{slot}/clips/{number}/play"
      And the text mentions "/api/v2/plain/outputs/{slot}/clips/{number}/play"

    Scenario: The earlier generation is left out
      When the host itself calls GET /api/v2/openapi.json
      Then the answer doesn't mention "/api/state"
      And the answer doesn't mention "/status/health"

    Scenario: Its plain form is its version
      When the host itself calls GET /api/v2/plain/openapi.json
      Then it is answered 200
      And the text is a version

  @PUBLIC-2 @LEGACY-AUTH-12
  Rule: It needs no authentication, and gives no door away

    Scenario Outline: <path> from a public address
      When a caller at 198.51.100.7 calls GET <path>
      Then it is answered 200
      And the answer doesn't mention "server-1"
      And the answer doesn't mention "studio-1"

      Examples:
        | path                 |
        | /api/v2/openapi.json |
        | /api/v2/docs         |

  @SWITCH-5 @SWITCH-6
  Rule: It follows the switches

    Scenario: With Read off the read routes vanish
      Given Read of Signals is switched off
      When the host itself calls GET /api/v2/openapi.json
      Then the answer doesn't mention "/api/v2/signals/{id}\""
      And the text mentions "/api/v2/signals/{id}/on"

    Scenario: With Control off the control routes vanish
      Given Control of Signals is switched off
      When the host itself calls GET /api/v2/openapi.json
      Then the answer doesn't mention "/api/v2/signals/{id}/on"
      And the text mentions "/api/v2/signals/{id}"

    Scenario: With both off the feature vanishes
      Given Read of Signals is switched off
      And Control of Signals is switched off
      When the host itself calls GET /api/v2/openapi.json
      Then the answer doesn't mention "/api/v2/signals/{id}"

  @SWITCH-7
  Rule: It has no switch of its own, and the API switched off closes the index alone

    Scenario Outline: <path> while the API is switched off
      Given the API is switched off
      When a caller at 198.51.100.7 calls GET <path>
      Then it is answered 200

      Examples:
        | path                       |
        | /api/v2/openapi.json       |
        | /api/v2/plain/openapi.json |
        | /api/v2/docs               |

    Scenario: The index while the API is switched off
      Given the API is switched off
      When the host itself reads the index
      Then it is refused with 403 feature_disabled

    Scenario: A device that is limited to signals reads the index and the description
      Given the device "Panel" is limited to signals
      When the device "Panel" reads the index
      Then it is answered 200
      When the device "Panel" calls GET /api/v2/openapi.json
      Then it is answered 200
