# The OpenAPI description.
Feature: The OpenAPI description
  GET /api/v2/openapi.json describes what is switched on, for client generators and API tools.

  @OPENAPI-1 @OPENAPI-2
  Rule: The description is OpenAPI 3.1 and contains everything that is switched on

    Scenario: The description contains all routes
      When the host itself calls GET /api/v2/openapi.json
      Then the response status is 200
      And the header "Content-Type" starts with "application/json"
      And the response contains:
        | openapi       | 3.1.0          |
        | info.title    | Studio Control |
        | servers.0.url | /              |
      And the response body contains "/api/v2/outputs/{slot}/clips/{number}/play"
      And the response body contains "/api/v2/plain/outputs/{slot}/clips/{number}/play"

    Scenario: The description omits legacy routes
      When the host itself calls GET /api/v2/openapi.json
      Then the response doesn't contain "/api/state"
      And the response doesn't contain "/status/health"

    Scenario: The plain form of the description is its version
      When the host itself calls GET /api/v2/plain/openapi.json
      Then the response status is 200
      And the response body is a version number

  @PUBLIC-2 @LEGACY-AUTH-12
  Rule: The description needs no authentication, and reveals no secret

    Scenario Outline: The path <path> is answered for a public address
      When a caller at 198.51.100.7 calls GET <path>
      Then the response status is 200
      And the response doesn't contain "server-1"
      And the response doesn't contain "studio-1"

      Examples:
        | path                 |
        | /api/v2/openapi.json |
        | /api/v2/docs         |

  @SWITCH-5 @SWITCH-6
  Rule: The description follows the switches

    Scenario: The read routes are omitted while Read is off
      Given Read of Signals is switched off
      When the host itself calls GET /api/v2/openapi.json
      Then the response doesn't contain "/api/v2/signals/{id}\""
      And the response body contains "/api/v2/signals/{id}/on"

    Scenario: The control routes are omitted while Control is off
      Given Control of Signals is switched off
      When the host itself calls GET /api/v2/openapi.json
      Then the response doesn't contain "/api/v2/signals/{id}/on"
      And the response body contains "/api/v2/signals/{id}"

    Scenario: The feature is omitted while both are off
      Given Read of Signals is switched off
      And Control of Signals is switched off
      When the host itself calls GET /api/v2/openapi.json
      Then the response doesn't contain "/api/v2/signals/{id}"

  @SWITCH-7
  Rule: The description has no switch of its own, and switching the API off closes the index only

    Scenario Outline: The path <path> is answered while the API is switched off
      Given the API is switched off
      When a caller at 198.51.100.7 calls GET <path>
      Then the response status is 200

      Examples:
        | path                       |
        | /api/v2/openapi.json       |
        | /api/v2/plain/openapi.json |
        | /api/v2/docs               |

    Scenario: The index is refused while the API is switched off
      Given the API is switched off
      When the host itself reads the index
      Then the call is refused with 403 feature_disabled

    Scenario: A device limited to signals may read the index and the description
      Given the device "Panel" is limited to signals
      When the device "Panel" reads the index
      Then the response status is 200
      When the device "Panel" calls GET /api/v2/openapi.json
      Then the response status is 200

  @ASYNCAPI-1 @PUBLIC-2 @SWITCH-5
  Rule: GET /api/v2/asyncapi.json describes the events that may be read

    Scenario: The description has each type of event with an example
      When a caller at 198.51.100.7 calls GET /api/v2/asyncapi.json
      Then the response status is 200
      And the header "Content-Type" starts with "application/json"
      And the response contains:
        | asyncapi                                                                     | 3.0.0          |
        | channels.events.address                                                      | /api/v2/events |
        | components.messages.SignalEvent.examples.0.payload.signal.identifier         | red-light      |
        | components.messages.ClipEndingEvent.examples.0.payload.scene                 | full           |
      And the response doesn't contain "studio-1"

    Scenario: The events of a feature are omitted while Read is off
      Given Read of Signals is switched off
      When the host itself calls GET /api/v2/asyncapi.json
      Then the response doesn't contain "SignalEvent"
      And the response doesn't contain "red-light"
      And the response body contains "CameraEvent"

    Scenario: The plain form of the description is its version
      When the host itself calls GET /api/v2/plain/asyncapi.json
      Then the response status is 200
      And the response body is a version number
