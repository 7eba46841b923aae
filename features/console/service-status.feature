# The status of a studio's service at the console: its health and its open alarms.
@simulator
Feature: Status of the service
  An operator sees at the console what is wrong at a studio, without a connection to the studio.

  @STATUS-1 @STATUS-2
  Rule: The console shows the health and the open alarms of a service

    Scenario: An alarm is shown until it is over
      Given the camera cam-2 is offline
      When the host itself runs the macro mac-1
      And 100 ms pass
      Then the console soon shows the alarms:
        | kind         | subject |
        | macro_failed | mac-1   |
      And the console shows the health ok
      When the camera cam-2 works again
      And the host itself runs the macro mac-1
      And 3100 ms pass
      Then the console soon shows no alarms

    Scenario: The health is degraded while a device is away
      Given the clock is stopped
      And the camera cam-1 is offline
      And 5100 ms pass
      Then the console soon shows the alarms:
        | kind        | subject |
        | camera_away | cam-1   |
      And the console shows the health degraded

    Scenario: What happens while the console can't be reached is shown once it can
      Given the service loses its connection to the console
      And the camera cam-2 is offline
      And the host itself runs the macro mac-1
      And 100 ms pass
      When the connection to the console is restored
      Then the console soon shows the alarms:
        | kind         | subject |
        | macro_failed | mac-1   |

  @STATUS-9
  Rule: The list of studios shows whether each is on air, who holds it, and how many devices are away

    Scenario: A studio goes on air, another station takes it, and a device is lost
      Given the clock is stopped
      And the host itself takes the studio on air
      And the host itself releases the studio
      And the host itself takes the studio for bravo
      And the camera cam-1 is offline
      And 5100 ms pass
      Then the list of studios soon shows:
        | onAir       | true     |
        | holder      | Bravo TV |
        | devicesAway | 1        |

    Scenario: What the host itself may not read is not shown
      Given the host itself takes the studio on air
      When Read of Studio is switched off
      And Read of Station is switched off
      Then the list of studios soon shows:
        | onAir       | null |
        | holder      | null |
        | devicesAway | 0    |
