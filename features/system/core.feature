# The service about itself: version, clock and connections.
@simulated
Feature: Core

  @CORE-1
  Rule: core shows version, uptime, clock and connections

    Scenario: The response shows the service and its drivers
      When the host itself reads the core status
      Then the response status is 200
      And the response has the fields ok, core
      And "core" has the fields version, uptimeMs, time, cloud, drivers, simulated, status, reasons
      And the response has text in "core.version"
      And the response has a time in "core.time"
      And each item of "core.drivers" has the fields id, connected, stateSource
      And the response lists in "core.drivers":
        | id    | connected |
        | out-1 | true      |
        | out-2 | true      |

    Scenario: The connection to the console is shown
      Given the device "Panel"
      When the host itself reads the core status
      Then the response contains:
        | core.cloud.connected | true |

    @simulator @fresh
    Scenario: The uptime starts with the service
      Given the clock is stopped
      When 90000 ms pass
      And the host itself reads the core status
      Then the response contains:
        | core.uptimeMs | 90000 |

    @simulator
    Scenario: A disconnected player is shown
      Given the player of wall is offline
      When the host itself reads the core status
      Then the response lists in "core.drivers":
        | id    | connected |
        | out-1 | true      |
        | out-2 | false     |

    Scenario: The plain form is the version
      When the host itself reads the core status in plain text
      Then the response status is 200
      And the response body is a version number

    @LEGACY-AUTH-12
    Scenario: The response doesn't reveal the ids used as legacy passwords
      When the host itself reads the core status
      Then the response doesn't contain "server-1"
      And the response doesn't contain "studio-1"

  @SWITCH-3 @DEVICE-3
  Rule: The feature Core decides who may read it

    Scenario: Core can't be read while it is switched off
      Given Read of Core is switched off
      When the host itself reads the core status
      Then the call is refused with 403 feature_disabled

    Scenario: A device limited to other features may not read Core
      Given the device "Panel" is limited to system
      When the device "Panel" reads the core status
      Then the call is refused with 403 forbidden
