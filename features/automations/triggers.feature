# When automations run by themselves: days, time zones and changes of the clocks.
@simulator
Feature: Triggers of automations
  The scenarios start on Monday, 1 March 2021, at noon UTC, on a manual clock. That is 7:00 in New York, whose clocks go
  from 2:00 to 3:00 on 14 March, at 7:00 UTC, and from 2:00 back to 1:00 on 7 November, at 6:00 UTC.

  @AUTOMATION-5 @AUTOMATION-11
  Rule: A trigger follows the clocks of the studio's time zone

    Scenario Outline: With the time zone <zone>, <trigger> comes next at <next>
      Given the studio also has:
        """
        timezone: <zone>
        automations:
          - { id: auto-3, station: alpha, name: Light, trigger: { <trigger> }, steps: [switch: { signal: sig-1, on: true }] }
        """
      When the host itself starts the automation auto-3
      Then the response contains:
        | automation.nextRunAt | <next> |

      Examples:
        | zone             | trigger             | next                     |
        | UTC              | timeOfDay: "18:30"  | 2021-03-01T18:30:00.000Z |
        | America/New_York | timeOfDay: "18:30"  | 2021-03-01T23:30:00.000Z |
        | America/New_York | timeOfDay: "06:59"  | 2021-03-02T11:59:00.000Z |
        | Asia/Kolkata     | minuteOfHour: 0     | 2021-03-01T12:30:00.000Z |

    Scenario: A pause between runs begins with a run
      Given the clock is stopped
      And the studio also has:
        """
        automations:
          - { id: auto-3, station: alpha, name: Light, trigger: { everyMs: 60000 }, steps: [switch: { signal: sig-1, on: true }] }
        """
      When the host itself starts the automation auto-3
      Then the response contains:
        | automation.state     | running |
        | automation.nextRunAt | null    |
      And 1 command was sent
      When 100 ms pass
      And the host itself reads the automation auto-3
      Then the response has a time in "automation.nextRunAt"

    Scenario: The automation runs when its time has come, and then waits for the next
      Given the studio also has:
        """
        timezone: America/New_York
        automations:
          - { id: auto-3, station: alpha, name: Light, trigger: { timeOfDay: "08:00" }, steps: [switch: { signal: sig-1, on: true }] }
        """
      And the host itself starts the automation auto-3
      When 3599 seconds pass
      Then no command is sent to any device
      When 1030 ms pass
      Then the signal red-light is on
      When the host itself reads the automation auto-3
      Then the response contains:
        | automation.nextRunAt | 2021-03-02T13:00:00.000Z |

    Scenario Outline: The next run is unknown while the automation is <state>
      Given the host itself starts the automation auto-1
      When the host itself <call> the automation auto-1
      Then the response contains:
        | automation.state     | <state> |
        | automation.nextRunAt | null    |

      Examples:
        | call   | state   |
        | pauses | paused  |
        | stops  | stopped |

  @AUTOMATION-6
  Rule: A trigger may be limited to weekdays and dates, and have exceptions

    Scenario Outline: With <days>, the automation runs next on <next>
      Given the studio also has:
        """
        timezone: UTC
        automations:
          - id: auto-3
            station: alpha
            name: Light
            trigger: { timeOfDay: "06:00", <days> }
            steps: [switch: { signal: sig-1, on: true }]
        """
      When the host itself starts the automation auto-3
      Then the response contains:
        | automation.nextRunAt | <next> |

      Examples:
        | days                                             | next                     |
        | except: [03-03]                                  | 2021-03-02T06:00:00.000Z |
        | except: [03-02, 2021-03-03]                      | 2021-03-04T06:00:00.000Z |
        | weekdays: [sat, sun]                             | 2021-03-06T06:00:00.000Z |
        | weekdays: [sat, sun], except: [2021-03-06]       | 2021-03-07T06:00:00.000Z |
        | dates: [2020-12-24, 2021-12-24]                  | 2021-12-24T06:00:00.000Z |
        | dates: [12-24, 02-29], weekdays: [sun]           | 2021-03-07T06:00:00.000Z |
        | dates: [02-29]                                   | 2024-02-29T06:00:00.000Z |
        | dates: [2020-12-24]                              | null                     |

  @AUTOMATION-7
  Rule: A time of day comes once a day, and a minute whenever the clocks show it

    @simulated-playout
    Scenario: A time that the clocks skip comes an hour later
      Given the studio also has:
        """
        timezone: America/New_York
        automations:
          - { id: auto-3, station: alpha, name: Light, trigger: { timeOfDay: "02:30" }, steps: [switch: { signal: sig-1, on: true }] }
        """
      And the host itself starts the automation auto-3
      When 306 hours pass
      And the host itself reads the automation auto-3
      Then the response contains:
        | automation.nextRunAt | 2021-03-14T07:30:00.000Z |
      When 2 hours pass
      And the host itself reads the automation auto-3
      Then the response contains:
        | automation.nextRunAt | 2021-03-15T06:30:00.000Z |
      And 13 commands were sent

    @simulated-playout
    Scenario: A time that the clocks show twice comes at the first time only
      Given the studio also has:
        """
        timezone: Australia/Sydney
        automations:
          - id: auto-3
            station: alpha
            name: Light
            trigger: { timeOfDay: "02:30", dates: [2021-04-04, 2021-04-05] }
            steps: [switch: { signal: sig-1, on: true }]
        """
      When the host itself starts the automation auto-3
      Then the response contains:
        | automation.nextRunAt | 2021-04-03T15:30:00.000Z |
      When 795 hours pass
      And 20 minutes pass
      Then no command is sent to any device
      When 2 hours pass
      Then 1 command was sent
      When the host itself reads the automation auto-3
      Then the response contains:
        | automation.nextRunAt | 2021-04-04T16:30:00.000Z |

  @AUTOMATION-8
  Rule: A trigger time runs at most once, and never while the previous run goes on

    Scenario: A time that comes during a run is missed
      Given the studio also has:
        """
        timezone: UTC
        automations:
          - id: auto-3
            station: alpha
            name: Long
            trigger: { minuteOfHour: 0 }
            steps: [switch: { signal: sig-1, on: true }, { waitMs: 4200000 }, switch: { signal: sig-1, on: false }]
        """
      And the host itself starts the automation auto-3
      When 61 minutes pass
      Then the signal red-light is on
      When 70 minutes pass
      Then 2 commands were sent
      When 50 minutes pass
      Then 3 commands were sent

    Scenario: A restart in the minute of a run doesn't run it again
      Given the studio also has:
        """
        timezone: UTC
        automations:
          - id: auto-3
            station: alpha
            name: Light
            autostart: true
            trigger: { minuteOfHour: 0 }
            steps: [switch: { signal: sig-1, on: true }]
        """
      When 3600100 ms pass
      Then 1 command was sent
      When the service is restarted
      And 59 minutes pass
      Then 1 command was sent
      When 1 minute passes
      Then 2 commands were sent
