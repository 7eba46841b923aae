# What pages of other origins may do: use the API with a device token, and nothing else.
Feature: Pages of other origins

  @CORS-1
  Rule: Every preflight request of a v2 route gets the same response

    Scenario Outline: A page may send <method> <path>
      When a caller at 198.51.100.7 calls OPTIONS <path> with:
        | Origin                        | https://panel.example |
        | Access-Control-Request-Method | <method>              |
      Then the response status is 204
      And the header "Access-Control-Allow-Origin" is "*"
      And the header "Access-Control-Allow-Headers" is "authorization"
      And the header "Access-Control-Allow-Methods" is "GET, POST"
      And there is no header "Access-Control-Allow-Credentials"

      Examples:
        | method | path                 |
        | GET    | /api/v2/signals      |
        | GET    | /api/v2/attic        |
        | GET    | /api/v2/docs/docs.js |

      @simulated
      Examples:
        | method | path                              |
        | POST   | /api/v2/outputs/main/clips/3/play |

  @CORS-3
  Rule: Preflights of legacy routes are refused

    Scenario Outline: A preflight of <method> <path>
      When a caller at 192.168.1.20 calls OPTIONS <path> with:
        | Origin                         | https://panel.example |
        | Access-Control-Request-Method  | <method>              |
        | Access-Control-Request-Headers | authorization         |
      Then the response status is 403
      And the response body is "Forbidden"
      And there is no header "Access-Control-Allow-Origin"
      And there is no header "Access-Control-Allow-Headers"

      Examples:
        | method | path                      |
        | GET    | /api/signals/red-light/on |
        | POST   | /api/signals/red-light/on |
        | GET    | /api/state/state          |
        | GET    | /status                   |
        | GET    | /attic                    |

  @CORS-2
  Rule: Pages may read the responses to calls with a token

    Scenario: A page with a token may read the response
      Given the device "Web panel"
      When the device "Web panel" reads the signals with:
        | Origin | https://panel.example |
      Then the response status is 200
      And the header "Access-Control-Allow-Origin" is "*"

    Scenario Outline: A page may read the response to a token that it sent as <how>
      Given the device "Web panel"
      When a caller at 192.168.1.20 reads the signals with:
        | Origin | https://panel.example |
        | <how>  | <token>               |
      Then the response status is 200
      And the header "Access-Control-Allow-Origin" is "*"

      Examples:
        | how         | token             |
        | query token | {Web panel}       |
        | Basic       | panel:{Web panel} |

    Scenario: A page with a revoked token may read the refusal
      Given the device "Web panel" is revoked
      When the device "Web panel" reads the signals with:
        | Origin | https://panel.example |
      Then the call is refused with 401 unauthorized
      And the header "Access-Control-Allow-Origin" is "*"

    Scenario: A page without a token may not read the response
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the signals with:
        | Origin | https://panel.example |
      Then the call is refused with 403 forbidden
      And there is no header "Access-Control-Allow-Origin"
