# Switching off: the API as a whole, and each feature for reading and for control.
Feature: Switching the API and its features off
  The console switches the whole API, and each feature apart for reading and for control.

  @SWITCH-9
  Rule: A studio starts with everything on, and with nobody let in but the host

    Scenario Outline: The host itself <deed>
      When the host itself <deed>
      Then it is answered 200

      Examples:
        | deed                             |
        | asks for the health              |
        | reads the studio                 |
        | reads the signals                |
        | switches the signal red-light on |
        | plays clip 3 on main             |

    Scenario: A caller on the LAN isn't let in
      When a caller at 192.168.1.20 reads the signals
      Then it is refused with 401 unauthorized

    Scenario: Legacy authorization is allowed
      When a caller at 192.168.1.20 reads the signals, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 403 forbidden

  @SWITCH-1 @ERROR-9
  Rule: While the API is switched off, the routes of the current API are closed

    Background:
      Given the device "Desk panel"
      And the API is switched off

    Scenario Outline: <caller> <deed>
      When <caller> <deed>
      Then it is refused with 403 feature_disabled
      And nothing is sent to any device

      Examples:
        | caller                  | deed                                           |
        | the host itself         | reads the signals                              |
        | the host itself         | reads the signals in plain text                |
        | the host itself         | reads the studio                               |
        | the host itself         | switches the signal red-light on               |
        | the host itself         | plays clip 3 on main                           |
        | the host itself         | plays clip 3 on main in plain text             |
        | the device "Desk panel" | reads the signals                              |
        | the device "Desk panel" | plays clip 3 on main by POST                   |

    @SERVICE-5
    Scenario: Switched on again, they are open
      When the API is switched on
      And the device "Desk panel" reads the signals
      Then it is answered 200

  @SWITCH-3 @SWITCH-4 @SERVICE-4 @ERROR-9
  Rule: Each feature has a Read switch and a Control switch

    Scenario Outline: With <switch> of <feature> off, the host <deed>: <status> <code>
      Given <switch> of <feature> is switched off
      When the host itself <deed>
      Then it is refused with <status> <code>

      Examples:
        | switch  | feature | deed                              | status | code             |
        | Read    | Signals | reads the signals                 | 403    | feature_disabled |
        | Read    | Signals | reads the signals in plain text   | 403    | feature_disabled |
        | Read    | Signals | reads the signal red-light        | 403    | feature_disabled |
        | Control | Signals | switches the signal red-light on  | 403    | feature_disabled |
        | Control | Signals | switches the signal red-light off | 403    | feature_disabled |
        | Control | Outputs | plays clip 3 on main              | 403    | feature_disabled |
        | Read    | Studio  | reads the studio                  | 403    | feature_disabled |

    Scenario Outline: With <switch> of <feature> off, the host still <deed>
      Given <switch> of <feature> is switched off
      When the host itself <deed>
      Then it is answered 200

      Examples:
        | switch  | feature | deed                             |
        | Read    | Signals | switches the signal red-light on |
        | Control | Signals | reads the signals                |
        | Read    | Outputs | plays clip 3 on main             |
        | Control | Studio  | reads the studio                 |
        | Read    | Signals | reads the studio                 |
        | Control | Signals | plays clip 3 on main             |
        | Control | Outputs | switches the signal red-light on |

    Scenario Outline: Switching <feature> off closes nothing of another feature
      Given Read of <feature> is switched off
      And Control of <feature> is switched off
      When the host itself reads the signals
      Then it is answered 200

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

    @SERVICE-5
    Scenario: A switch works within moments, either way
      Given Control of Outputs is switched off
      When Control of Outputs is switched on
      And the host itself plays clip 3 on main
      Then it is answered 200

  Rule: The service's health needs nobody's leave

    @PUBLIC-1 @HEALTH-1
    Scenario Outline: Anybody may ask, here a caller at <address>
      When a caller at <address> asks for the health
      Then it is answered 200

      Examples:
        | address      |
        | 127.0.0.1    |
        | 192.168.1.20 |
        | 198.51.100.7 |
        | 2001:db8::20 |

    @PUBLIC-6 @HEAD-1
    Scenario Outline: Its twin and HEAD are open too: <method> <path>
      When a caller at 198.51.100.7 calls <method> <path>
      Then it is answered 200

      Examples:
        | method | path                 |
        | GET    | /api/v2/plain/health |
        | HEAD   | /api/v2/health       |
        | HEAD   | /api/v2/plain/health |

    @PUBLIC-4
    Scenario: It stays up while the API is switched off
      Given the API is switched off
      When a caller at 198.51.100.7 asks for the health
      Then it is answered 200

    @PUBLIC-5
    Scenario Outline: Switching off Read of System closes it for <caller>
      Given Read of System is switched off
      When <caller> asks for the health
      Then it is refused with 403 feature_disabled

      Examples:
        | caller                   |
        | the host itself          |
        | a caller at 198.51.100.7 |

    @PUBLIC-5
    Scenario: Switching off Control of System doesn't
      Given Control of System is switched off
      When a caller at 198.51.100.7 asks for the health
      Then it is answered 200

    @PUBLIC-7
    Scenario: A revoked token doesn't close it
      Given the device "Desk panel" is revoked
      When the device "Desk panel" asks for the health
      Then it is answered 200

    @PUBLIC-7
    Scenario: A device limited to other features may ask
      Given the device "Desk panel" is limited to signals
      When the device "Desk panel" asks for the health
      Then it is answered 200

    @UNKNOWN-2
    Scenario: A legacy header doesn't close it
      When a caller at 192.168.1.20 asks for the health, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is answered 200

    @PUBLIC-1
    Scenario: A page of another site may ask
      When the host itself asks for the health, showing:
        | Origin | http://evil.example |
      Then it is answered 200
