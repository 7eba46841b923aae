# The service about itself: its version, its clock, its connections.
Feature: Core

  @CORE-1
  Rule: core shows version, uptime, clock and connections

    Scenario: Everything is well
      When the host itself reads the core
      Then it is answered 200
      And the answer has the fields ok, core
      And "core" has the fields version, uptimeMs, time, cloud, drivers
      And the answer has a text in "core.version"
      And the answer has a time in "core.time"
      And each in "core.drivers" has the fields id, connected
      And the answer lists in "core.drivers":
        | id    | connected |
        | out-1 | true      |
        | out-2 | true      |

    Scenario: While the console is there
      Given the device "Panel"
      When the host itself reads the core
      Then the answer says:
        | core.cloud.connected | true |

    @simulator
    Scenario: It counts from its start
      Given the clock stands still
      When 90000 ms pass
      And the host itself reads the core
      Then the answer says:
        | core.uptimeMs | 90000 |

    @simulator
    Scenario: A player that isn't connected
      Given the player of wall is offline
      When the host itself reads the core
      Then the answer lists in "core.drivers":
        | id    | connected |
        | out-1 | true      |
        | out-2 | false     |

    Scenario: Its plain form is the version, as the index tells it
      When the host itself reads the core in plain text
      Then it is answered 200
      And the text is a version

    @LEGACY-AUTH-12
    Scenario: It doesn't show the ids that open the legacy door
      When the host itself reads the core
      Then the answer doesn't mention "server-1"
      And the answer doesn't mention "studio-1"

  @SWITCH-3 @DEVICE-3
  Rule: Who may read it is said for the feature Core

    Scenario: Switched off
      Given Read of Core is switched off
      When the host itself reads the core
      Then it is refused with 403 feature_disabled

    Scenario: A device limited to other features
      Given the device "Panel" is limited to system
      When the device "Panel" reads the core
      Then it is refused with 403 forbidden
