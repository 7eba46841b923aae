# Which refusal is reported when several apply, and how unknown routes are answered.
Feature: The precedence of refusals
  When several refusals apply to a call, the first in this order is reported:
  unauthorized, read_only, forbidden, feature_disabled, the method, the parameters, station_mismatch, the resource.

  Background:
    Given the device "Desk panel"

  @PRECEDENCE-1
  Scenario: unauthorized comes before read_only
    Given the device "Desk panel" is read only
    And the device "Desk panel" is revoked
    When the device "Desk panel" plays clip 3 on main
    Then the call is refused with 401 unauthorized

  @PRECEDENCE-1
  Scenario: unauthorized comes before every other refusal
    Given the API is switched off
    When a caller at 198.51.100.7 calls DELETE /api/v2/outputs/nowhere/clips/99/play?timeout=5&station=bravo
    Then the call is refused with 401 unauthorized

  @PRECEDENCE-2
  Scenario: read_only comes before forbidden
    Given the device "Desk panel" is read only
    And the device "Desk panel" is limited to signals
    When the device "Desk panel" plays clip 3 on main
    Then the call is refused with 403 read_only

  @PRECEDENCE-3
  Scenario: forbidden comes before feature_disabled for a device limited to other features
    Given the device "Desk panel" is limited to signals
    And Control of Outputs is switched off
    When the device "Desk panel" plays clip 3 on main
    Then the call is refused with 403 forbidden

  @PRECEDENCE-3
  Scenario: forbidden comes before feature_disabled for a page of another site
    Given Control of Outputs is switched off
    When the host itself plays clip 3 on main with:
      | Sec-Fetch-Site | cross-site |
    Then the call is refused with 403 forbidden

  @PRECEDENCE-3
  Scenario: forbidden comes before feature_disabled for a legacy header
    Given the API is switched off
    When a caller at 192.168.1.20 plays clip 3 on main with:
      | Basic | EXTERNAL_APP:anything |
    Then the call is refused with 403 forbidden

  @PRECEDENCE-4
  Scenario Outline: feature_disabled comes before the method
    Given <switched> is switched off
    When the host itself calls DELETE /api/v2/outputs/main/clips/3/play
    Then the call is refused with 403 feature_disabled

    Examples:
      | switched           |
      | Control of Outputs |
      | the API            |

  @PRECEDENCE-5
  Scenario Outline: The method comes before the parameters: <query>
    When the host itself calls DELETE /api/v2/outputs/main/clips/3/play?<query>
    Then the call is refused with 405 method_not_allowed

    Examples:
      | query     |
      | timeout=5 |
      | bank=%zz  |

  @PRECEDENCE-2 @PRECEDENCE-3 @PRECEDENCE-4 @ERROR-14
  Scenario Outline: A query that can't be decoded is reported after <refusal>
    Given the device "Reader" is read only
    And the device "Player" is limited to outputs
    And Control of Signals is switched off
    When <caller> calls GET <path>
    Then the call is refused with <refusal>

    Examples:
      | caller                   | path                                       | refusal              |
      | a caller at 198.51.100.7 | /api/v2/signals?x=%zz                      | 401 unauthorized     |
      | the device "Reader"      | /api/v2/outputs/main/clips/3/play?bank=%zz | 403 read_only        |
      | the device "Player"      | /api/v2/signals?x=%zz                      | 403 forbidden        |
      | the host itself          | /api/v2/signals/red-light/on?x=%zz         | 403 feature_disabled |

  @PUBLIC-1 @ERROR-14
  Scenario: A query that can't be decoded is reported to every caller of a public route
    When a caller at 198.51.100.7 calls GET /api/v2/health?x=%zz
    Then the call is refused with 400 invalid_parameter

  @PRECEDENCE-6
  Scenario Outline: The parameters come before station_mismatch: <query>
    When the host itself plays clip 3 on main with <query>
    Then the call is refused with 400 invalid_parameter

    Examples:
      | query                      |
      | timeout=5&station=bravo    |
      | station=bravo&confirm=soon |
      | station=bravo&bank=%zz     |

  @PRECEDENCE-6
  Scenario: The parameters come before the device's station
    Given the device "Desk panel" belongs to the station bravo
    When the device "Desk panel" plays clip 3 on main with timeout=5
    Then the call is refused with 400 invalid_parameter

  @PRECEDENCE-7
  Scenario Outline: station_mismatch comes before the resource: <unknown>
    When the host itself <call>
    Then the call is refused with 409 station_mismatch

    Examples:
      | unknown           | call                                                |
      | an unknown output | plays clip 3 on nowhere with station=bravo          |
      | an unknown clip   | plays clip 99 on main with station=bravo            |
      | an unknown scene  | plays clip 3 on main with station=bravo&scene=attic |
      | an unknown bank   | plays clip 3 on main with station=bravo&bank=attic  |

  @PRECEDENCE-8 @simulator
  Scenario: An unknown resource is reported before a player that isn't connected
    Given the player of main is offline
    When the host itself plays clip 99 on main
    Then the call is refused with 404 not_found
    And no command is sent to any device

  Rule: Unknown routes

    @UNKNOWN-4
    Scenario Outline: The route <method> <path> of <caller> is unknown
      When <caller> calls <method> <path>
      Then the call is refused with 404 not_found
      And the error message contains "route"

      Examples:
        | caller                  | method | path                           |
        | the host itself         | GET    | /api/v2/attic                  |
        | the host itself         | POST   | /api/v2/attic                  |
        | the host itself         | DELETE | /api/v2/attic                  |
        | the host itself         | GET    | /api/v2/signals/red-light/blow |
        | the device "Desk panel" | GET    | /api/v2/attic                  |

    @UNKNOWN-4
    Scenario: An unknown plain route is not_found
      When the host itself calls GET /api/v2/plain/attic
      Then the call is refused with 404 not_found

    @UNKNOWN-1
    Scenario Outline: A caller who isn't admitted can't find out that <path> doesn't exist
      When a caller at 198.51.100.7 calls GET <path>
      Then the call is refused with 401 unauthorized

      Examples:
        | path                |
        | /api/v2/attic       |
        | /api/v2/plain/attic |

    @UNKNOWN-1
    Scenario: A caller with a revoked token can't find out that a route doesn't exist
      Given the device "Desk panel" is revoked
      When the device "Desk panel" calls GET /api/v2/attic
      Then the call is refused with 401 unauthorized

    @UNKNOWN-2
    Scenario Outline: A legacy header is forbidden on <path>
      When a caller at 192.168.1.20 calls GET <path> with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 403 forbidden

      Examples:
        | path                |
        | /api/v2/attic       |
        | /api/v2/plain/attic |
        | /api/v2/signals     |

    @UNKNOWN-3
    Scenario Outline: The unknown route <path> is feature_disabled while the API is off
      Given the API is switched off
      When the host itself calls GET <path>
      Then the call is refused with 403 feature_disabled

      Examples:
        | path                |
        | /api/v2/attic       |
        | /api/v2/plain/attic |

  Rule: How paths are matched

    @UNKNOWN-5
    Scenario Outline: The path <path> doesn't match, because paths are case-sensitive
      When the host itself calls GET <path>
      Then the call is refused with 404 not_found

      Examples:
        | path                         |
        | /api/v2/Signals              |
        | /api/v2/signals/red-light/ON |

    @UNKNOWN-6
    Scenario Outline: One trailing slash of <path> is ignored
      When the host itself calls GET <path>
      Then the response status is 200

      Examples:
        | path                           |
        | /api/v2/signals/               |
        | /api/v2/plain/signals/         |
        | /api/v2/signals/?station=alpha |

      @simulated
      Examples:
        | path                          |
        | /api/v2/signals/red-light/on/ |

    @UNKNOWN-6
    Scenario: Two trailing slashes don't match
      When the host itself calls GET /api/v2/signals//
      Then the call is refused with 404 not_found
