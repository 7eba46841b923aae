# How the access configuration travels from the console to the service, and what applies without it.
Feature: Configuration
  A change that an operator makes in the console is in force at the service within moments. The service keeps the last
  valid configuration, and ignores one that is invalid, old or made for another studio.

  @SERVICE-5 @CONFIG-1
  Rule: A change takes effect within moments

    Scenario: A change of each section takes effect
      Given the device "Desk panel"
      When access without a token is Whole LAN
      And a caller at 192.168.1.21 reads the signals
      Then the response status is 200
      When Read of Signals is switched off
      And a caller at 192.168.1.21 reads the signals
      Then the call is refused with 403 feature_disabled
      When the device "Desk panel" is read only
      And the device "Desk panel" plays clip 3 on main
      Then the call is refused with 403 read_only

    @CONFIG-2
    Scenario: The service reports the version in force to the console
      When Read of Signals is switched off
      Then the version in force is the desired version

  Rule: An invalid configuration changes nothing

    Background:
      Given access without a token is Whole LAN
      And the device "Desk panel" is read only

    @CONFIG-3 @CONFIG-7
    Scenario Outline: The service receives <corruption>
      When the service receives <corruption>
      Then the calls are still answered with:
        | caller                   | call                             | response         |
        | a caller at 192.168.1.21 | reads the signals                | 200              |
        | a caller at 198.51.100.7 | reads the signals                | 401 unauthorized |
        | the device "Desk panel"  | reads the signals                | 200              |
        | the device "Desk panel"  | switches the signal red-light on | 403 read_only    |
      And the next change still takes effect

      Examples:
        | corruption                                  |
        | a truncated configuration                   |
        | a configuration with an invalid value       |
        | a configuration without devices             |
        | a configuration with duplicate device names |
        | a configuration of another studio           |
        | a configuration whose version is a string   |
        | an HTML page                                |
        | an empty message                            |

    @CONFIG-4
    Scenario: The service receives an older configuration
      When access without a token is Off
      And the service receives an older configuration
      Then the calls are still answered with:
        | caller                   | call              | response         |
        | a caller at 192.168.1.21 | reads the signals | 401 unauthorized |
        | the device "Desk panel"  | reads the signals | 200              |
      And the next change still takes effect

    @CONFIG-4
    Scenario: The service receives the version in force with other contents
      When the service receives the version in force again, with the API switched off
      Then the calls are still answered with:
        | caller                   | call              | response |
        | a caller at 192.168.1.21 | reads the signals | 200      |
      And the next change still takes effect

  Rule: The last valid configuration applies while the console is unreachable

    Background:
      Given access without a token is Whole LAN
      And the device "Desk panel" is read only
      And the device "Retired" is revoked

    @CONFIG-5
    Scenario: The configuration applies while the console is unreachable
      When the service loses its connection to the console
      Then the calls are still answered with:
        | caller                   | call                             | response         |
        | a caller at 192.168.1.21 | reads the signals                | 200              |
        | the device "Desk panel"  | switches the signal red-light on | 403 read_only    |
        | the device "Retired"     | reads the signals                | 401 unauthorized |

    @CONFIG-5
    Scenario: The configuration applies after a restart of the service
      When the service loses its connection to the console
      And the service is restarted
      Then the calls are still answered with:
        | caller                   | call                             | response         |
        | a caller at 192.168.1.21 | reads the signals                | 200              |
        | the device "Desk panel"  | switches the signal red-light on | 403 read_only    |
        | the device "Retired"     | reads the signals                | 401 unauthorized |

    @CONFIG-5 @CONFIG-3
    Scenario: The configuration applies after an invalid one and a restart
      When the service receives a truncated configuration
      And the service loses its connection to the console
      And the service is restarted
      Then the calls are still answered with:
        | caller                   | call                             | response      |
        | a caller at 192.168.1.21 | reads the signals                | 200           |
        | the device "Desk panel"  | switches the signal red-light on | 403 read_only |

    @CONFIG-6
    Scenario: A change made meanwhile takes effect once the console is reachable again
      When the service loses its connection to the console
      And the operator meanwhile sets access without a token to Off
      Then the calls are still answered with:
        | caller                   | call              | response |
        | a caller at 192.168.1.21 | reads the signals | 200      |
      When the connection to the console is restored
      Then the configuration is soon in force
      When a caller at 192.168.1.21 reads the signals
      Then the call is refused with 401 unauthorized

    @CONFIG-6
    Scenario: A device revoked meanwhile is refused once the console is reachable again
      When the service loses its connection to the console
      And the operator meanwhile revokes the device "Desk panel"
      And the connection to the console is restored
      Then the configuration is soon in force
      When the device "Desk panel" reads the signals
      Then the call is refused with 401 unauthorized

  @SWITCH-9
  Rule: The defaults apply until the service has received a configuration

    Scenario: The service starts for the first time without the console
      Given a fresh service that has never reached the console
      When the host itself reads the signals
      Then the response status is 200
      When a caller at 192.168.1.20 reads the signals
      Then the call is refused with 401 unauthorized
      When a caller at 192.168.1.20 reads the signals with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 403 forbidden
