# The plain twins: the same status, one text value.
Feature: Plain text
  Every route has a plain twin for panels that can't read JSON.

  @PLAIN-1 @PLAIN-2 @SERVICE-2 @SERVICE-3
  Rule: A plain twin answers one text, with the status of its JSON route

    Scenario Outline: <path>
      When the host itself calls GET /api/v2<path>
      Then it is answered <status>
      When the host itself calls GET /api/v2/plain<path>
      Then it is answered <status>
      And the text is "<text>"
      And the header "Content-Type" is "text/plain; charset=utf-8"

      Examples:
        | path                                      | status | text                    |
        | /health                                   | 200    | OK                      |
        | /studio                                   | 200    | 0                       |
        | /signals                                  | 200    | 4                       |
        | /signals/red-light                        | 200    | 0                       |
        | /signals/red-light/on                     | 200    | OK                      |
        | /signals/red-light/off                    | 200    | OK                      |
        | /outputs/main/clips/3/play                | 200    | OK                      |
        | /outputs/main/clips/3/play?wait=0         | 202    | OK                      |
        | /signals/attic                            | 404    | ERR not_found           |
        | /outputs/main/clips/3/play?timeout=5      | 400    | ERR invalid_parameter   |
        | /outputs/main/clips/3/play?station=bravo  | 409    | ERR station_mismatch    |

  @PLAIN-3
  Rule: With soft=1 errors come as 200

    Scenario Outline: <path>
      When the host itself calls GET /api/v2/plain<path>
      Then it is answered 200
      And the text is "<text>"

      Examples:
        | path                                           | text                  |
        | /signals/attic?soft=1                          | ERR not_found         |
        | /outputs/main/clips/3/play?timeout=5&soft=1    | ERR invalid_parameter |
        | /attic?soft=1                                  | ERR not_found         |

    Scenario Outline: Only exactly so: <query>
      When the host itself calls GET /api/v2/plain/signals/attic?<query>
      Then it is refused with 404 not_found

      Examples:
        | query         |
        | soft=0        |
        | soft=true     |
        | soft=         |
        | SOFT=1        |
        | soft=01       |

    Scenario: Not in JSON
      When the host itself calls GET /api/v2/signals/attic?soft=1
      Then it is refused with 404 not_found

    @PLAIN-4
    Scenario: Never for 401
      When a caller at 192.168.1.20 calls GET /api/v2/plain/signals?soft=1
      Then it is refused with 401 unauthorized
