# The switches of the API as a whole, and of each feature for reading and for control.
Feature: Switching the API and its features off
  The console switches the whole API on and off, and each feature separately for reading and for control.

  @SWITCH-9
  Rule: At first everything is switched on, and only the host itself is admitted

    Scenario Outline: The host itself <call>
      When the host itself <call>
      Then the response status is 200

      Examples:
        | call              |
        | reads the health  |
        | reads the studio  |
        | reads the signals |

      @simulated
      Examples:
        | call                             |
        | switches the signal red-light on |
        | plays clip 3 on main             |

    Scenario: A caller on the LAN isn't admitted
      When a caller at 192.168.1.20 reads the signals
      Then the call is refused with 401 unauthorized

    Scenario: A legacy header is accepted
      When a caller at 192.168.1.20 reads the signals with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 403 forbidden

  @SWITCH-1 @ERROR-9
  Rule: While the API is switched off, the routes of the current API are refused

    Background:
      Given the device "Desk panel"
      And the API is switched off

    @simulated
    Scenario Outline: The API is switched off and <caller> <call>
      When <caller> <call>
      Then the call is refused with 403 feature_disabled
      And no command is sent to any device

      Examples:
        | caller                  | call                               |
        | the host itself         | reads the signals                  |
        | the host itself         | reads the signals in plain text    |
        | the host itself         | reads the studio                   |
        | the host itself         | switches the signal red-light on   |
        | the host itself         | plays clip 3 on main               |
        | the host itself         | plays clip 3 on main in plain text |
        | the device "Desk panel" | reads the signals                  |
        | the device "Desk panel" | plays clip 3 on main by POST       |

    @SERVICE-5
    Scenario: The API works once it is switched on again
      When the API is switched on
      And the device "Desk panel" reads the signals
      Then the response status is 200

  @SWITCH-3 @SWITCH-4 @SERVICE-4 @ERROR-9
  Rule: Each feature has a Read switch and a Control switch

    Scenario Outline: While <switch> of <feature> is off, the host may not use it: <call>
      Given <switch> of <feature> is switched off
      When the host itself <call>
      Then the call is refused with <status> <code>

      Examples:
        | switch  | feature | call                              | status | code             |
        | Read    | Signals | reads the signals                 | 403    | feature_disabled |
        | Read    | Signals | reads the signals in plain text   | 403    | feature_disabled |
        | Read    | Signals | reads the signal red-light        | 403    | feature_disabled |
        | Control | Signals | switches the signal red-light on  | 403    | feature_disabled |
        | Control | Signals | switches the signal red-light off | 403    | feature_disabled |
        | Control | Outputs | plays clip 3 on main              | 403    | feature_disabled |
        | Read    | Studio  | reads the studio                  | 403    | feature_disabled |

    Scenario Outline: While <switch> of <feature> is off, the host still <call>
      Given <switch> of <feature> is switched off
      When the host itself <call>
      Then the response status is 200

      Examples:
        | switch  | feature | call              |
        | Control | Signals | reads the signals |
        | Control | Studio  | reads the studio  |
        | Read    | Signals | reads the studio  |

      @simulated
      Examples:
        | switch  | feature | call                             |
        | Read    | Signals | switches the signal red-light on |
        | Read    | Outputs | plays clip 3 on main             |
        | Control | Signals | plays clip 3 on main             |
        | Control | Outputs | switches the signal red-light on |

    Scenario Outline: Switching <feature> off doesn't affect another feature
      Given Read of <feature> is switched off
      And Control of <feature> is switched off
      When the host itself reads the signals
      Then the response status is 200

      Examples:
        | feature       |
        | System        |
        | Core          |
        | Studio        |
        | Station       |
        | Macros        |
        | Automations   |
        | Outputs       |
        | Cameras       |
        | Variables     |
        | Legacy routes |

    @SERVICE-5 @simulated
    Scenario: A switch takes effect within moments
      Given Control of Outputs is switched off
      When Control of Outputs is switched on
      And the host itself plays clip 3 on main
      Then the response status is 200

  Rule: The health route needs no authentication

    @PUBLIC-1 @HEALTH-1
    Scenario Outline: A caller at <address> may read the health
      When a caller at <address> reads the health
      Then the response status is 200

      Examples:
        | address      |
        | 127.0.0.1    |
        | 192.168.1.20 |
        | 198.51.100.7 |
        | 2001:db8::20 |

    @PUBLIC-6 @HEAD-1
    Scenario Outline: The public route <method> <path> is answered
      When a caller at 198.51.100.7 calls <method> <path>
      Then the response status is 200

      Examples:
        | method | path                 |
        | GET    | /api/v2/plain/health |
        | HEAD   | /api/v2/health       |
        | HEAD   | /api/v2/plain/health |

    @PUBLIC-4
    Scenario: The health route is answered while the API is switched off
      Given the API is switched off
      When a caller at 198.51.100.7 reads the health
      Then the response status is 200

    @PUBLIC-5
    Scenario Outline: While Read of System is off, <caller> may not read the health
      Given Read of System is switched off
      When <caller> reads the health
      Then the call is refused with 403 feature_disabled

      Examples:
        | caller                   |
        | the host itself          |
        | a caller at 198.51.100.7 |

    @PUBLIC-5
    Scenario: While Control of System is off, the health route is answered
      Given Control of System is switched off
      When a caller at 198.51.100.7 reads the health
      Then the response status is 200

    @PUBLIC-7
    Scenario: A revoked token may read the health
      Given the device "Desk panel" is revoked
      When the device "Desk panel" reads the health
      Then the response status is 200

    @PUBLIC-7
    Scenario: A device limited to other features may read the health
      Given the device "Desk panel" is limited to signals
      When the device "Desk panel" reads the health
      Then the response status is 200

    @UNKNOWN-2
    Scenario: A caller with a legacy header may read the health
      When a caller at 192.168.1.20 reads the health with:
        | Basic | EXTERNAL_APP:anything |
      Then the response status is 200

    @PUBLIC-1
    Scenario: A page of another site may read the health
      When the host itself reads the health with:
        | Origin | http://evil.example |
      Then the response status is 200
