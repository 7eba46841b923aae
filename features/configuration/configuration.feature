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
      Given access without a token is Whole LAN
      And the version in force is the desired version
      When the service loses its connection to the console
      And the operator meanwhile sets access without a token to Off
      Then the version in force is 1 behind the desired version
      When the connection to the console is restored
      Then the configuration is soon in force

  Rule: An invalid configuration changes nothing

    Background:
      Given access without a token is Whole LAN
      And the device "Desk panel" is read only

    @CONFIG-3 @CONFIG-7 @CONFIG-9
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
        | corruption                                       |
        | a truncated configuration                        |
        | a configuration with an invalid value            |
        | a configuration without devices                  |
        | a configuration with duplicate device names      |
        | a configuration of another studio                |
        | a configuration whose version is a string        |
        | a configuration with a version above the highest |
        | an HTML page                                     |
        | an empty message                                 |

      @CONFIG-13
      Examples:
        | corruption                                |
        | a configuration with 2,001 devices        |
        | a configuration with 2,001 listed entries |

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

  Rule: The console's configuration is the one that is enforced

    Background:
      Given access without a token is Whole LAN

    @CONFIG-10
    Scenario: A console that was restored from a backup moves past the version in force
      When the service receives a configuration that is 1000 versions ahead, with the API switched off
      Then the console moves 1000 versions ahead, and the service enforces the console's configuration
      And the calls are still answered with:
        | caller                   | call              | response |
        | a caller at 192.168.1.21 | reads the signals | 200      |
      And the next change still takes effect

    @CONFIG-11
    Scenario: A version that no change can supersede is shown at the console
      When the service receives a configuration with the highest version, with the API switched off
      Then the console soon shows a refusal that contains "run reset-configuration on its host"
      Given a fresh service that has never reached the console
      When the connection to the console is restored
      Then the configuration is soon in force
      And the calls are still answered with:
        | caller                   | call              | response |
        | a caller at 192.168.1.21 | reads the signals | 200      |
      And the next change still takes effect

  @process
  Rule: The service's disk decides nothing

    @CONFIG-8
    Scenario: A device is revoked while the disk hangs
      Given a disk that hangs where a named pipe is
      And everything is started with:
        | console-admin-password | correct horse |
      And the console of the process has the device "Desk panel"
      And a proxied call of the device "Desk panel" is soon answered 200
      When the disk of the process hangs while it stores a configuration
      And the console of the process revokes the device "Desk panel"
      Then a proxied call of the device "Desk panel" is soon answered 401

    @START-11
    Scenario: The processes stop while the disk hangs
      Given a disk that hangs where a named pipe is
      And everything is started with:
        | console-admin-password | correct horse |
      And the console of the process has the device "Desk panel"
      And a proxied call of the device "Desk panel" is soon answered 200
      When the disk of the process hangs while it stores a configuration
      And the console of the process revokes the device "Desk panel"
      And a proxied call of the device "Desk panel" is soon answered 401
      And the process is asked to stop
      Then the process is ended without the disk's answer

    @CONFIG-12
    Scenario: The stored configuration is forgotten
      Given everything is started with:
        | console-admin-password | correct horse |
      And the process has stored a configuration
      When reset-configuration is started with:
        | data-dir | {data folder} |
      Then the process exits with 1
      And the process prints one line that contains "a service is running"
      And a configuration is stored in the data folder
      When everything is asked to stop
      When reset-configuration is started with:
        | data-dir | {data folder} |
      Then the process exits with 0
      And the process prints one line that contains "is forgotten; start the service again"
      And no configuration is stored in the data folder

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
