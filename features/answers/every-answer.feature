# What every answer has in common.
Feature: Every answer

  @HEADER-1 @HEADER-2
  Rule: Every answer keeps itself out of caches and of guesses

    Scenario Outline: <caller> calls GET <path>
      When <caller> calls GET <path>
      Then the header "Cache-Control" is "no-store"
      And the header "X-Content-Type-Options" is "nosniff"
      And the header "Referrer-Policy" is "no-referrer"

      Examples:
        | caller                   | path                                    |
        | the host itself          | /api/v2/signals                         |
        | the host itself          | /api/v2/plain/signals                   |
        | the host itself          | /api/v2/outputs/main/clips/3/play       |
        | the host itself          | /api/v2/outputs/main/clips/3/play?wait=0 |
        | the host itself          | /api/v2/signals/attic                   |
        | the host itself          | /api/v2/attic                           |
        | a caller at 198.51.100.7 | /api/v2/signals                         |
        | a caller at 198.51.100.7 | /api/v2/plain/health                    |

  @SHAPE-1 @SERVICE-6
  Rule: A success is a JSON object with ok true

    Scenario Outline: <path>
      When the host itself calls GET <path>
      Then it is answered 200
      And the header "Content-Type" starts with "application/json"
      And the answer says:
        | ok | true |

      Examples:
        | path                              |
        | /api/v2/health                    |
        | /api/v2/studio                    |
        | /api/v2/signals                   |
        | /api/v2/signals/red-light         |
        | /api/v2/signals/red-light/on      |
        | /api/v2/outputs/main/clips/3/play |

  @SHAPE-2 @SHAPE-4
  Rule: Every answer to an action carries the action's id

    Scenario Outline: <deed>
      When the host itself <deed>
      Then the answer's "action" is the header "X-Action-Id"

      Examples:
        | deed                                         |
        | plays clip 3 on main                         |
        | plays clip 3 on main with wait=0             |
        | switches the signal red-light on             |
        | switches the signal red-light on with wait=0 |

    Scenario: In plain text the header carries it
      When the host itself plays clip 3 on main in plain text
      Then there is a header "X-Action-Id"

    Scenario: A refused action has one too
      When a caller at 198.51.100.7 plays clip 3 on main
      Then it is refused with 401 unauthorized
      And there is a header "X-Action-Id"

    @simulator
    Scenario: A failed action has one too
      Given the player of main refuses
      When the host itself plays clip 3 on main
      Then it is refused with 424 device_error
      And there is a header "X-Action-Id"
