# The plain twins: the status of the JSON route, and one text value.
Feature: Plain text
  Every route has a plain twin for panels that can't read JSON.

  @PLAIN-1 @PLAIN-2 @SERVICE-2 @SERVICE-3
  Rule: A plain twin answers one text value, with the status of its JSON route

    Scenario Outline: The plain twin of <path> answers "<text>"
      When the host itself calls GET /api/v2<path>
      Then the response status is <status>
      When the host itself calls GET /api/v2/plain<path>
      Then the response status is <status>
      And the response body is "<text>"
      And the header "Content-Type" is "text/plain; charset=utf-8"

      Examples:
        | path                                     | status | text                  |
        | /health                                  | 200    | OK                    |
        | /studio                                  | 200    | 0                     |
        | /signals                                 | 200    | 4                     |
        | /signals/attic                           | 404    | ERR not_found         |
        | /outputs/main/clips/3/play?timeout=5     | 400    | ERR invalid_parameter |
        | /outputs/main/clips/3/play?station=bravo | 409    | ERR station_mismatch  |

      @simulated
      Examples: A device that reports its state
        | path               | status | text |
        | /signals/red-light | 200    | 0    |

      @simulated
      Examples:
        | path                              | status | text |
        | /signals/red-light/on             | 200    | OK   |
        | /signals/red-light/off            | 200    | OK   |
        | /outputs/main/clips/3/play        | 200    | OK   |
        | /outputs/main/clips/3/play?wait=0 | 202    | OK   |

  @PLAIN-3
  Rule: With soft=1 a plain twin reports errors with status 200

    Scenario Outline: The plain twin of <path> answers "<text>" with status 200
      When the host itself calls GET /api/v2/plain<path>
      Then the response status is 200
      And the response body is "<text>"

      Examples:
        | path                  | text          |
        | /signals/attic?soft=1 | ERR not_found |
        | /attic?soft=1         | ERR not_found |

      @simulated
      Examples:
        | path                                        | text                  |
        | /outputs/main/clips/3/play?timeout=5&soft=1 | ERR invalid_parameter |

    Scenario Outline: The query <query> doesn't count as soft=1
      When the host itself calls GET /api/v2/plain/signals/attic?<query>
      Then the call is refused with 404 not_found

      Examples:
        | query         |
        | soft=0        |
        | soft=true     |
        | soft=         |
        | SOFT=1        |
        | soft=01       |
        | soft=1&soft=1 |

    Scenario: A JSON route ignores soft=1
      When the host itself calls GET /api/v2/signals/attic?soft=1
      Then the call is refused with 404 not_found

    @PLAIN-4
    Scenario: A 401 keeps its status in spite of soft=1
      When a caller at 192.168.1.20 calls GET /api/v2/plain/signals?soft=1
      Then the call is refused with 401 unauthorized
