# What pages of other origins may do: use the API with a device token, and nothing else.
Feature: Pages of other origins

  @CORS-1
  Rule: Every preflight is answered the same

    Scenario Outline: A preflight of <method> <path>
      When a caller at 198.51.100.7 calls OPTIONS <path>, showing:
        | Origin                        | https://panel.example |
        | Access-Control-Request-Method | <method>              |
      Then it is answered 204
      And the header "Access-Control-Allow-Origin" is "*"
      And the header "Access-Control-Allow-Headers" is "authorization"
      And the header "Access-Control-Allow-Methods" is "GET, POST"
      And there is no header "Access-Control-Allow-Credentials"

      Examples:
        | method | path                              |
        | GET    | /api/v2/signals                   |
        | POST   | /api/v2/outputs/main/clips/3/play |
        | GET    | /api/v2/attic                     |
        | GET    | /api/v2/docs/docs.js              |

  @CORS-2
  Rule: They may read the answers to calls that carried a token

    Scenario: A page with a token
      Given the device "Web panel"
      When the device "Web panel" reads the signals, showing:
        | Origin | https://panel.example |
      Then it is answered 200
      And the header "Access-Control-Allow-Origin" is "*"

    Scenario: A page with a token that is revoked learns of it
      Given the device "Web panel" is revoked
      When the device "Web panel" reads the signals, showing:
        | Origin | https://panel.example |
      Then it is refused with 401 unauthorized
      And the header "Access-Control-Allow-Origin" is "*"

    Scenario: A page without a token
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the signals, showing:
        | Origin | https://panel.example |
      Then it is refused with 403 forbidden
      And there is no header "Access-Control-Allow-Origin"
