# What all responses have in common.
Feature: Every response

  @HEADER-1 @HEADER-2
  Rule: Every response forbids caching and content sniffing

    Scenario Outline: The response to <caller> for GET <path> has the headers
      When <caller> calls GET <path>
      Then the header "Cache-Control" is "no-store"
      And the header "X-Content-Type-Options" is "nosniff"
      And the header "Referrer-Policy" is "no-referrer"

      Examples:
        | caller                   | path                  |
        | the host itself          | /api/v2/signals       |
        | the host itself          | /api/v2/plain/signals |
        | the host itself          | /api/v2/signals/attic |
        | the host itself          | /api/v2/attic         |
        | a caller at 198.51.100.7 | /api/v2/signals       |
        | a caller at 198.51.100.7 | /api/v2/plain/health  |
        | a caller at 198.51.100.7 | /api/v2/docs/attic.js |
        | the host itself          | /api/v2/openapi.json  |
        | the host itself          | /api/signals          |
        | the host itself          | /status               |
        | a caller at 198.51.100.7 | /api/signals          |
        | a caller at 198.51.100.7 | /attic                |

      @simulated
      Examples:
        | caller          | path                                     |
        | the host itself | /api/v2/outputs/main/clips/3/play        |
        | the host itself | /api/v2/outputs/main/clips/3/play?wait=0 |

    Scenario Outline: The page's file <path>
      When a caller at 198.51.100.7 calls GET <path>
      Then the response status is 200
      And the header "X-Content-Type-Options" is "nosniff"
      And the header "Referrer-Policy" is "no-referrer"

      Examples:
        | path                               |
        | /api/v2/docs/docs.js               |
        | /api/v2/docs/docs.css              |

  @SHAPE-1 @SERVICE-6
  Rule: A success is a JSON object with ok true

    Scenario Outline: The response of <path> has ok true
      When the host itself calls GET <path>
      Then the response status is 200
      And the header "Content-Type" starts with "application/json"
      And the response contains:
        | ok | true |

      Examples:
        | path                      |
        | /api/v2/health            |
        | /api/v2/studio            |
        | /api/v2/signals           |
        | /api/v2/signals/red-light |

      @simulated
      Examples:
        | path                              |
        | /api/v2/signals/red-light/on      |
        | /api/v2/outputs/main/clips/3/play |

  @SHAPE-2 @SHAPE-4
  Rule: Every response to an action has the id of its action record

    @simulated
    Scenario Outline: The host <call>, and the action id is in body and header
      When the host itself <call>
      Then the response field "action" equals the header "X-Action-Id"

      Examples:
        | call                                         |
        | plays clip 3 on main                         |
        | plays clip 3 on main with wait=0             |
        | switches the signal red-light on             |
        | switches the signal red-light on with wait=0 |

    @simulated
    Scenario: A plain response has the action id in the header
      When the host itself plays clip 3 on main in plain text
      Then there is a header "X-Action-Id"

    Scenario: A refused action has an action id
      When a caller at 198.51.100.7 plays clip 3 on main
      Then the call is refused with 401 unauthorized
      And there is a header "X-Action-Id"

    @simulator
    Scenario: A failed action has an action id
      Given the player of main rejects commands
      When the host itself plays clip 3 on main
      Then the call is refused with 424 device_error
      And there is a header "X-Action-Id"
