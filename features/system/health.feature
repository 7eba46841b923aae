# Whether something limits the service: for everybody without details, and with reasons in core.
@simulator
Feature: Health

  @HEALTH-1
  Rule: The health is ok while everything works

    Scenario: Nothing is wrong
      When a caller at 198.51.100.7 calls GET /api/v2/health
      Then the response status is 200
      And the response has the fields ok, status
      And the response contains:
        | status | ok |

  @HEALTH-2
  Rule: The health is degraded while a device is away or an automation has failed

    Scenario: A camera is away, and comes back
      Given the clock is stopped
      And the camera cam-1 is offline
      And 5100 ms pass
      When a caller at 198.51.100.7 calls GET /api/v2/health
      Then the response status is 200
      And the response has the fields ok, status
      And the response contains:
        | ok     | true     |
        | status | degraded |
      When a caller at 198.51.100.7 calls GET /api/v2/plain/health
      Then the response status is 200
      And the response body is "OK"
      When the camera cam-1 works again
      And a caller at 198.51.100.7 calls GET /api/v2/health
      Then the response contains:
        | status | ok |

    Scenario: An automation fails, and is stopped
      Given the player of main rejects commands
      And the host itself starts the automation auto-2
      And 100 ms pass
      When the host itself calls GET /api/v2/health
      Then the response contains:
        | status | degraded |
      When the host itself stops the automation auto-2
      And the host itself calls GET /api/v2/health
      Then the response contains:
        | status | ok |

    @fresh
    Scenario: A macro that failed doesn't degrade the health
      Given the camera cam-2 is offline
      When the host itself runs the macro mac-1
      And 100 ms pass
      And the host itself reads the alarms in plain text
      Then the response body is "1"
      When the host itself calls GET /api/v2/health
      Then the response contains:
        | status | ok |

  @CORE-2
  Rule: Core shows why the health is degraded

    Scenario: The reasons are the alarms that degrade the health
      Given the clock is stopped
      And the camera cam-2 is offline
      And the host itself runs the macro mac-1
      And 5100 ms pass
      When the host itself reads the core status
      Then the response contains:
        | core.status | degraded |
      And the response lists in "core.reasons":
        | kind        | subject | clearedAt |
        | camera_away | cam-2   | null      |
      When the camera cam-2 works again
      And the host itself reads the core status
      Then the response contains:
        | core.status | ok |
      And "core.reasons" is empty

    Scenario: A caller that may not read Cameras sees that the health is degraded, but not why
      Given the clock is stopped
      And the camera cam-2 is offline
      And 5100 ms pass
      And the device "Monitor" is limited to core
      When the device "Monitor" reads the core status
      Then the response contains:
        | core.status | degraded |
      And "core.reasons" is empty
      Given the device "Monitor" is limited to core, cameras
      When the device "Monitor" reads the core status
      Then the response lists in "core.reasons":
        | kind        | subject |
        | camera_away | cam-2   |

  @CORE-3
  Rule: A service with simulated devices shows this

    Scenario: Core and the legacy status show that the devices are simulated
      When the host itself reads the core status
      Then the response contains:
        | core.simulated | true |
      When a caller at 198.51.100.7 calls GET /status
      Then the response contains:
        | simulated | true |
      When the host itself calls GET /api/v2/openapi.json
      Then "info.description" contains "The devices of this service are simulated."
