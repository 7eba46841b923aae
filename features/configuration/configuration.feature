# How changes come from the console to the service, and what holds when they don't.
Feature: Configuration
  What operators change in the console is in force at the service within moments. The service keeps the last good
  configuration, and nothing that comes damaged, old or made for another studio changes it.

  @SERVICE-5 @CONFIG-1
  Rule: A change is in force within moments

    Scenario: Each section
      Given the device "Desk panel"
      When access without a token is Whole LAN
      And a caller at 192.168.1.21 reads the signals
      Then it is answered 200
      When Read of Signals is switched off
      And a caller at 192.168.1.21 reads the signals
      Then it is refused with 403 feature_disabled
      When the device "Desk panel" is read only
      And the device "Desk panel" plays clip 3 on main
      Then it is refused with 403 read_only

    @CONFIG-2
    Scenario: The service tells back the version in force
      When Read of Signals is switched off
      Then the version in force is the desired one

  Rule: Damage changes nothing

    Background:
      Given access without a token is Whole LAN
      And the device "Desk panel" is read only

    @CONFIG-3 @CONFIG-7
    Scenario Outline: <damage> arrives
      When <damage> arrives
      Then nothing has changed:
        | caller                   | deed                             | answer           |
        | a caller at 192.168.1.21 | reads the signals                | 200              |
        | a caller at 198.51.100.7 | reads the signals                | 401 unauthorized |
        | the device "Desk panel"  | reads the signals                | 200              |
        | the device "Desk panel"  | switches the signal red-light on | 403 read_only    |
      And the next change is in force all the same

      Examples:
        | damage                                          |
        | a truncated configuration                       |
        | a configuration with a wrong word in it         |
        | a configuration without its devices             |
        | a configuration with two devices of one name    |
        | a configuration of another studio               |
        | a configuration whose version is a text         |
        | something that is no configuration at all       |
        | an empty message                                |

    @CONFIG-4
    Scenario: An older configuration is sent again
      When access without a token is Off
      And an older configuration is sent again
      Then nothing has changed:
        | caller                   | deed                             | answer           |
        | a caller at 192.168.1.21 | reads the signals                | 401 unauthorized |
        | the device "Desk panel"  | reads the signals                | 200              |
      And the next change is in force all the same

    @CONFIG-4
    Scenario: The configuration in force is sent again with other contents
      When the version in force is sent again, with the API switched off
      Then nothing has changed:
        | caller                   | deed              | answer |
        | a caller at 192.168.1.21 | reads the signals | 200    |
      And the next change is in force all the same

  Rule: The last good configuration holds while the console is away

    Background:
      Given access without a token is Whole LAN
      And the device "Desk panel" is read only
      And the device "Retired" is revoked

    @CONFIG-5
    Scenario: Without the console
      When the console goes away
      Then nothing has changed:
        | caller                   | deed                             | answer           |
        | a caller at 192.168.1.21 | reads the signals                | 200              |
        | the device "Desk panel"  | switches the signal red-light on | 403 read_only    |
        | the device "Retired"     | reads the signals                | 401 unauthorized |

    @CONFIG-5
    Scenario: Over a restart of the service
      When the console goes away
      And the service is restarted
      Then nothing has changed:
        | caller                   | deed                             | answer           |
        | a caller at 192.168.1.21 | reads the signals                | 200              |
        | the device "Desk panel"  | switches the signal red-light on | 403 read_only    |
        | the device "Retired"     | reads the signals                | 401 unauthorized |

    @CONFIG-5 @CONFIG-3
    Scenario: Over a restart after damage has arrived
      When a truncated configuration arrives
      And the console goes away
      And the service is restarted
      Then nothing has changed:
        | caller                   | deed                             | answer        |
        | a caller at 192.168.1.21 | reads the signals                | 200           |
        | the device "Desk panel"  | switches the signal red-light on | 403 read_only |

    @CONFIG-6
    Scenario: What was changed meanwhile is in force once the console is back
      When the console can't be reached by the service
      And the operator meanwhile sets access without a token to Off
      Then nothing has changed:
        | caller                   | deed              | answer |
        | a caller at 192.168.1.21 | reads the signals | 200    |
      When the console can be reached again
      Then it is soon in force
      When a caller at 192.168.1.21 reads the signals
      Then it is refused with 401 unauthorized

    @CONFIG-6
    Scenario: A device that was revoked meanwhile is out once the console is back
      When the console can't be reached by the service
      And the operator meanwhile revokes the device "Desk panel"
      And the console can be reached again
      Then it is soon in force
      When the device "Desk panel" reads the signals
      Then it is refused with 401 unauthorized

  @SWITCH-9
  Rule: Without any configuration ever received, the defaults hold

    Scenario: The first start with the console away
      Given a fresh service that has never reached the console
      When the host itself reads the signals
      Then it is answered 200
      When a caller at 192.168.1.20 reads the signals
      Then it is refused with 401 unauthorized
      When a caller at 192.168.1.20 reads the signals, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 403 forbidden
