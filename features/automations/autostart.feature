# Automations that start with the service.
@simulator
Feature: Automations that start with the service
  The scenarios start at noon UTC on a manual clock.

  @AUTOMATION-10 @REMEMBER-2
  Rule: An automation with autostart runs whenever the service does, unless a caller stopped or paused it

    Background:
      Given the studio also has:
        """
        timezone: UTC
        automations:
          - id: auto-3
            station: alpha
            name: Hourly
            autostart: true
            trigger: { minuteOfHour: 0 }
            steps: [switch: { signal: sig-1, on: true }]
          - { id: auto-4, station: alpha, name: By hand, trigger: { minuteOfHour: 0 }, steps: [] }
        """

    Scenario: It runs when the service has started for the first time
      When the host itself reads the automations
      Then the response lists in "automations":
        | id     | state   | nextRunAt                |
        | auto-1 | stopped | null                     |
        | auto-2 | stopped | null                     |
        | auto-3 | running | 2021-03-01T13:00:00.000Z |
        | auto-4 | stopped | null                     |
      When 61 minutes pass
      Then 1 command was sent

    Scenario: It runs again after a restart, and others don't
      Given the host itself starts the automation auto-4
      When the service is restarted
      And the host itself reads the automations
      Then the response lists in "automations":
        | id     | state   |
        | auto-1 | stopped |
        | auto-2 | stopped |
        | auto-3 | running |
        | auto-4 | stopped |

    Scenario Outline: It stays <state> after a restart if a caller <call> it before
      Given the host itself <call> the automation auto-3
      When the service is restarted
      And the host itself reads the automation auto-3 in plain text
      Then the response body is "<state>"
      When 61 minutes pass
      Then no command is sent to any device

      Examples:
        | call   | state   |
        | stops  | stopped |
        | pauses | paused  |

    Scenario: A paused automation can be resumed after a restart
      Given the host itself pauses the automation auto-3
      And the service is restarted
      When the host itself resumes the automation auto-3
      Then the response contains:
        | automation.state     | running                  |
        | automation.nextRunAt | 2021-03-01T13:00:00.000Z |

    Scenario: A failed automation runs again after a restart
      Given the line of red-light is offline
      And 61 minutes pass
      When the host itself reads the automation auto-3 in plain text
      Then the response body is "failed"
      When the service is restarted
      And the host itself reads the automation auto-3 in plain text
      Then the response body is "running"

  @AUTOMATION-9
  Rule: A time that passed while the service was down is not caught up

    Scenario: The hour that passes during a restart is missed
      Given the studio also has:
        """
        timezone: UTC
        automations:
          - id: auto-3
            station: alpha
            name: Hourly
            autostart: true
            trigger: { minuteOfHour: 0 }
            steps: [switch: { signal: sig-1, on: true }]
        """
      And the service is down for 61 minutes
      When 30 minutes pass
      Then no command is sent to any device
      When 30 minutes pass
      Then 1 command was sent
