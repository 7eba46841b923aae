# What is wrong with the studio, for those who watch over it.
@simulator @fresh
Feature: Alarms
  A studio that runs unattended reports what went wrong. An alarm is open until what it reports is over.

  @ALARM-1 @ALARM-5
  Rule: The open alarms can be listed

    Scenario: There are no alarms while everything works
      When the host itself reads the alarms
      Then the response status is 200
      And the response has the fields ok, alarms
      And "alarms" is empty
      When the host itself reads the alarms in plain text
      Then the response body is "0"

    Scenario: A macro that failed is listed until it runs well
      Given the camera cam-2 is offline
      When the host itself runs the macro mac-1
      And 100 ms pass
      And the host itself reads the alarms
      Then each item of "alarms" has the fields id, kind, subject, message, raisedAt, clearedAt
      And the response lists in "alarms":
        | kind         | subject | clearedAt |
        | macro_failed | mac-1   | null      |
      And the response has a time in "alarms.0.raisedAt"
      And "alarms.0.message" contains "Opening"
      And "alarms.0.message" contains "failed at step 1 of 7"
      And "alarms.0.message" contains "cam-2"
      When the host itself reads the alarms in plain text
      Then the response body is "1"
      When the camera cam-2 works again
      And the host itself runs the macro mac-1
      And 3100 ms pass
      And the host itself reads the alarms in plain text
      Then the response body is "0"

    Scenario: A macro that is stopped clears no alarm
      Given the camera cam-2 is offline
      And the host itself runs the macro mac-1
      And 100 ms pass
      And the camera cam-2 works again
      When the host itself runs the macro mac-1
      And the host itself stops the macro mac-1
      And the host itself reads the alarms in plain text
      Then the response body is "1"

    Scenario: The newest alarm comes first
      Given the camera cam-2 is offline
      And the host itself runs the macro mac-1
      And the host itself runs the macro mac-2
      When 2000 ms pass
      And the host itself reads the alarms
      Then the response lists in "alarms":
        | kind         | subject |
        | macro_failed | mac-2   |
        | macro_failed | mac-1   |

  @ALARM-6 @ALARM-12
  Rule: A device that isn't connected for 5 s raises an alarm until it is connected

    Scenario Outline: <device> is away, and comes back
      Given the clock is stopped
      When <device> is offline
      And 4900 ms pass
      And the host itself reads the alarms in plain text
      Then the response body is "0"
      When 200 ms pass
      And the host itself reads the alarms
      Then the response lists in "alarms":
        | kind   | subject   | clearedAt |
        | <kind> | <subject> | null      |
      And "alarms.0.message" contains '<message>'
      When <device> works again
      And the host itself reads the alarms in plain text
      Then the response body is "0"

      Examples:
        | device                | kind        | subject | message                                                  |
        | the player of wall    | output_away | out-2   | the player of the output "Video wall" is not connected   |
        | the line of red-light | signal_away | sig-1   | the line of the signal "Red light" is not connected      |
        | the camera cam-1      | camera_away | cam-1   | the camera "Host" is not connected                       |

    Scenario: A short loss raises no alarm
      Given the clock is stopped
      And the host itself opens the event stream
      When the camera cam-1 is offline
      And 4900 ms pass
      And the camera cam-1 works again
      And 10000 ms pass
      Then the event stream sends:
        | event  | camera.connected |
        | reset  |                  |
        | camera | false            |
        | camera | true             |

  @ALARM-9
  Rule: Stopping a failed automation clears its alarm

    Scenario: A failed automation is stopped
      Given the player of main rejects commands
      And the host itself starts the automation auto-2
      And 100 ms pass
      When the host itself reads the alarms in plain text
      Then the response body is "1"
      When the host itself stops the automation auto-2
      And the host itself reads the alarms in plain text
      Then the response body is "0"

  @ALARM-4
  Rule: At most one alarm of a kind is open for a subject

    Scenario: A macro fails twice
      Given the camera cam-2 is offline
      And the host itself runs the macro mac-1
      And 100 ms pass
      When the host itself runs the macro mac-1
      And 100 ms pass
      And the host itself reads the alarms in plain text
      Then the response body is "1"

  @ALARM-2
  Rule: Events report when an alarm is raised and when it is cleared

    Scenario: The stream reports the alarm of a macro
      Given the camera cam-2 is offline
      And the host itself opens the event stream
      When the host itself runs the macro mac-1
      Then the event stream sends:
        | event | macro.state | alarm.kind   | alarm.subject | alarm.clearedAt |
        | reset |             |              |               |                 |
        | macro | running     |              |               |                 |
        | macro | idle        |              |               |                 |
        | alarm |             | macro_failed | mac-1         | null            |

    Scenario: The stream reports that the alarm is over
      Given the clock is stopped
      And the host itself opens the event stream
      And the camera cam-2 is offline
      When the host itself runs the macro mac-1
      And the camera cam-2 works again
      And the host itself runs the macro mac-1
      And 3100 ms pass
      And the host itself reads the alarms in plain text
      Then the response body is "0"
      And the event stream has sent these events of the kind alarm:
        | alarm.kind   | alarm.subject | alarm.clearedAt |
        | macro_failed | mac-1         | null            |
        | macro_failed | mac-1         | (a time)        |

  @ALARM-3
  Rule: A caller sees the alarms about records that it may read

    Scenario Outline: A device limited to <features> sees <count> alarms
      Given the camera cam-2 is offline
      And the host itself runs the macro mac-1
      And 100 ms pass
      And the device "Monitor" is limited to <features>
      When the device "Monitor" reads the alarms in plain text
      Then the response body is "<count>"

      Examples:
        | features       | count |
        | system, macros | 1     |
        | system         | 0     |

    Scenario: A device that may not read System sees no alarms, also on its stream
      Given the camera cam-2 is offline
      And the device "Panel" is limited to macros
      And the device "Panel" opens the event stream
      When the device "Panel" reads the alarms
      Then the call is refused with 403 forbidden
      When the host itself runs the macro mac-1
      And the host itself runs the macro mac-1
      Then the event stream sends:
        | event | macro.state |
        | reset |             |
        | macro | running     |
        | macro | idle        |
        | macro | running     |
        | macro | idle        |

    Scenario: Macros are not read while they are switched off
      Given the camera cam-2 is offline
      And the host itself runs the macro mac-1
      And 100 ms pass
      And Read of Macros is switched off
      When the host itself reads the alarms in plain text
      Then the response body is "0"

    Scenario: The alarms can't be read while System is switched off
      Given Read of System is switched off
      When the host itself reads the alarms
      Then the call is refused with 403 feature_disabled

    Scenario Outline: A device of <station> sees <count> alarms of alpha
      Given the player of main rejects commands
      And the host itself starts the automation auto-2
      And 100 ms pass
      And the device "Monitor" belongs to the station <station>
      When the device "Monitor" reads the alarms in plain text
      Then the response body is "<count>"

      Examples:
        | station | count |
        | alpha   | 1     |
        | bravo   | 0     |

  @ALARM-10
  Rule: The alarm about a failed run survives a restart

    Scenario: A macro that failed is listed after a restart, until it runs well
      Given the camera cam-2 is offline
      And the host itself runs the macro mac-1
      And the camera cam-2 works again
      When the service is restarted
      And the host itself reads the alarms
      Then the response lists in "alarms":
        | kind         | subject | clearedAt |
        | macro_failed | mac-1   | null      |
      And "alarms.0.message" contains "failed at step 1 of 7"
      When the host itself runs the macro mac-1
      And the host itself stops the macro mac-1
      And the service is restarted
      And the host itself reads the alarms in plain text
      Then the response body is "1"
      When the host itself runs the macro mac-1
      And 3100 ms pass
      And the service is restarted
      And the host itself reads the alarms in plain text
      Then the response body is "0"

    @ALARM-9
    Scenario: The alarm of an automation ends when it is stopped, also after a restart
      Given the player of main rejects commands
      And the host itself starts the automation auto-2
      And 100 ms pass
      When the service is restarted
      And the host itself reads the alarms
      Then the response lists in "alarms":
        | kind              | subject |
        | automation_failed | auto-2  |
      When the host itself stops the automation auto-2
      And the service is restarted
      And the host itself reads the alarms in plain text
      Then the response body is "0"

  @ALARM-11
  Rule: A graphic that did not get its new texts raises an alarm

    Scenario Outline: The player refuses an update, and <what> ends the alarm
      Given the host itself shows the graphic of main
      And the player of main rejects commands
      When the host itself sets the variable Headline to Flood
      And 100 ms pass
      And the host itself reads the alarms
      Then the response lists in "alarms":
        | kind           | subject | clearedAt |
        | graphic_failed | out-1   | null      |
      And "alarms.0.message" contains "full"
      When the player of main works again
      And the host itself <call>
      And 1000 ms pass
      And the host itself reads the alarms in plain text
      Then the response body is "0"

      Examples:
        | what          | call                                |
        | the next text | sets the variable Headline to Storm |
        | its end       | hides the graphic of main           |
