# Which refusal is told where several apply, and what is said of routes that don't exist.
Feature: The precedence of refusals
  Where several things speak against a call, the first of this order is told:
  unauthorized, read_only, forbidden, feature_disabled, the method, the parameters, station_mismatch, the resource.

  Background:
    Given the device "Desk panel"

  @PRECEDENCE-1
  Scenario: unauthorized goes before read_only
    Given the device "Desk panel" is read only
    And the device "Desk panel" is revoked
    When the device "Desk panel" plays clip 3 on main
    Then it is refused with 401 unauthorized

  @PRECEDENCE-1
  Scenario: unauthorized goes before all else
    Given the API is switched off
    When a caller at 198.51.100.7 calls DELETE /api/v2/outputs/nowhere/clips/99/play?timeout=5&station=bravo
    Then it is refused with 401 unauthorized

  @PRECEDENCE-2
  Scenario: read_only goes before forbidden
    Given the device "Desk panel" is read only
    And the device "Desk panel" is limited to signals
    When the device "Desk panel" plays clip 3 on main
    Then it is refused with 403 read_only

  @PRECEDENCE-3
  Scenario: forbidden goes before feature_disabled, for a device that is limited to other features
    Given the device "Desk panel" is limited to signals
    And Control of Outputs is switched off
    When the device "Desk panel" plays clip 3 on main
    Then it is refused with 403 forbidden

  @PRECEDENCE-3
  Scenario: forbidden goes before feature_disabled, for a page of another site
    Given Control of Outputs is switched off
    When the host itself plays clip 3 on main, showing:
      | Sec-Fetch-Site | cross-site |
    Then it is refused with 403 forbidden

  @PRECEDENCE-3
  Scenario: forbidden goes before feature_disabled, for a legacy header
    Given the API is switched off
    When a caller at 192.168.1.20 plays clip 3 on main, showing:
      | Basic | EXTERNAL_APP:anything |
    Then it is refused with 403 forbidden

  @PRECEDENCE-4
  Scenario Outline: feature_disabled goes before the method
    Given <switched> is switched off
    When the host itself calls DELETE /api/v2/outputs/main/clips/3/play
    Then it is refused with 403 feature_disabled

    Examples:
      | switched           |
      | Control of Outputs |
      | the API            |

  @PRECEDENCE-5
  Scenario Outline: The method goes before the parameters: <query>
    When the host itself calls DELETE /api/v2/outputs/main/clips/3/play?<query>
    Then it is refused with 405 method_not_allowed

    Examples:
      | query     |
      | timeout=5 |
      | bank=%zz  |

  @PRECEDENCE-2 @PRECEDENCE-3 @PRECEDENCE-4 @ERROR-14
  Scenario Outline: What can't be decoded is told after <refusal>, as any other bad parameter
    Given the device "Reader" is read only
    And the device "Player" is limited to outputs
    And Control of Signals is switched off
    When <caller> calls GET <path>
    Then it is refused with <refusal>

    Examples:
      | caller                   | path                                       | refusal              |
      | a caller at 198.51.100.7 | /api/v2/signals?x=%zz                      | 401 unauthorized     |
      | the device "Reader"      | /api/v2/outputs/main/clips/3/play?bank=%zz | 403 read_only        |
      | the device "Player"      | /api/v2/signals?x=%zz                      | 403 forbidden        |
      | the host itself          | /api/v2/signals/red-light/on?x=%zz         | 403 feature_disabled |

  @PUBLIC-1 @ERROR-14
  Scenario: What can't be decoded is told to anybody on a public route
    When a caller at 198.51.100.7 calls GET /api/v2/health?x=%zz
    Then it is refused with 400 invalid_parameter

  @PRECEDENCE-6
  Scenario Outline: The parameters go before station_mismatch: <query>
    When the host itself plays clip 3 on main with <query>
    Then it is refused with 400 invalid_parameter

    Examples:
      | query                      |
      | timeout=5&station=bravo    |
      | station=bravo&confirm=soon |
      | station=bravo&bank=%zz     |

  @PRECEDENCE-6
  Scenario: The parameters go before a device's station
    Given the device "Desk panel" belongs to the station bravo
    When the device "Desk panel" plays clip 3 on main with timeout=5
    Then it is refused with 400 invalid_parameter

  @PRECEDENCE-7
  Scenario Outline: station_mismatch goes before the resource: <unknown>
    When the host itself <deed>
    Then it is refused with 409 station_mismatch

    Examples:
      | unknown           | deed                                                |
      | an unknown output | plays clip 3 on nowhere with station=bravo          |
      | an unknown clip   | plays clip 99 on main with station=bravo            |
      | an unknown scene  | plays clip 3 on main with station=bravo&scene=attic |
      | an unknown bank   | plays clip 3 on main with station=bravo&bank=attic  |

  @PRECEDENCE-8 @simulator
  Scenario: The resource goes before the action, here a player that isn't connected
    Given the player of main is offline
    When the host itself plays clip 99 on main
    Then it is refused with 404 not_found
    And nothing is sent to any device

  Rule: Routes that don't exist

    @UNKNOWN-4
    Scenario Outline: <caller> calls <method> <path>
      When <caller> calls <method> <path>
      Then it is refused with 404 not_found
      And the message mentions "route"

      Examples:
        | caller                  | method | path                           |
        | the host itself         | GET    | /api/v2/attic                  |
        | the host itself         | POST   | /api/v2/attic                  |
        | the host itself         | DELETE | /api/v2/attic                  |
        | the host itself         | GET    | /api/v2/signals/red-light/blow |
        | the device "Desk panel" | GET    | /api/v2/attic                  |

    @UNKNOWN-4
    Scenario: In plain text
      When the host itself calls GET /api/v2/plain/attic
      Then it is refused with 404 not_found

    @UNKNOWN-1
    Scenario Outline: A caller who isn't let in doesn't learn that <path> doesn't exist
      When a caller at 198.51.100.7 calls GET <path>
      Then it is refused with 401 unauthorized

      Examples:
        | path                |
        | /api/v2/attic       |
        | /api/v2/plain/attic |

    @UNKNOWN-1
    Scenario: Nor does the holder of a revoked token
      Given the device "Desk panel" is revoked
      When the device "Desk panel" calls GET /api/v2/attic
      Then it is refused with 401 unauthorized

    @UNKNOWN-2
    Scenario Outline: A legacy header is forbidden on <path>
      When a caller at 192.168.1.20 calls GET <path>, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 403 forbidden

      Examples:
        | path                |
        | /api/v2/attic       |
        | /api/v2/plain/attic |
        | /api/v2/signals     |

    @UNKNOWN-3
    Scenario Outline: While the API is off <path> is switched off like the rest
      Given the API is switched off
      When the host itself calls GET <path>
      Then it is refused with 403 feature_disabled

      Examples:
        | path                |
        | /api/v2/attic       |
        | /api/v2/plain/attic |

  Rule: How paths are read

    @UNKNOWN-5
    Scenario Outline: Paths are case-sensitive: <path>
      When the host itself calls GET <path>
      Then it is refused with 404 not_found

      Examples:
        | path                           |
        | /api/v2/Signals                |
        | /api/v2/signals/red-light/ON   |

    @UNKNOWN-6
    Scenario Outline: One trailing slash is ignored: <path>
      When the host itself calls GET <path>
      Then it is answered 200

      Examples:
        | path                               |
        | /api/v2/signals/                   |
        | /api/v2/plain/signals/             |
        | /api/v2/signals/red-light/on/      |
        | /api/v2/signals/?station=alpha     |

    @UNKNOWN-6
    Scenario: A second one isn't
      When the host itself calls GET /api/v2/signals//
      Then it is refused with 404 not_found
