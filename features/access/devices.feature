# What each setting of a control device means for its calls, and what happens when a device is revoked or deleted.
Feature: Control devices
  Every panel, program or script that controls the studio is a device with its own token and settings.

  Rule: A device may be read only, or may read and control

    @DEVICE-1 @ERROR-7
    Scenario Outline: A read-only device <call>
      Given the device "Desk panel" is read only
      When the device "Desk panel" <call>
      Then the response status is 200

      Examples:
        | call                       |
        | reads the signals          |
        | reads the signal red-light |
        | reads the studio           |

    @DEVICE-1 @ERROR-7 @simulated
    Scenario Outline: A read-only device that <call> is refused
      Given the device "Desk panel" is read only
      When the device "Desk panel" <call>
      Then the call is refused with 403 read_only
      And no command is sent to any device

      Examples:
        | call                                     |
        | switches the signal red-light on         |
        | switches the signal red-light on by POST |
        | switches the signal red-light off        |
        | plays clip 3 on main                     |
        | plays clip 3 on main by POST             |
        | plays clip 3 on main with wait=0         |

    @DEVICE-2
    Scenario Outline: A device with read and control <call>
      Given the device "Desk panel" may read and control
      When the device "Desk panel" <call>
      Then the response status is 200

      Examples:
        | call              |
        | reads the signals |

      @simulated
      Examples:
        | call                             |
        | switches the signal red-light on |
        | plays clip 3 on main             |

  Rule: A device may be limited to features

    @DEVICE-3
    Scenario Outline: A device limited to Signals and Studio <call>
      Given the device "Desk panel" is limited to signals, studio
      When the device "Desk panel" <call>
      Then the response status is 200

      Examples:
        | call              |
        | reads the signals |
        | reads the studio  |

      @simulated
      Examples:
        | call                             |
        | switches the signal red-light on |

    @DEVICE-3 @ERROR-8 @simulated
    Scenario: A device limited to Signals and Studio may not use another feature
      Given the device "Desk panel" is limited to signals, studio
      When the device "Desk panel" plays clip 3 on main
      Then the call is refused with 403 forbidden
      And the error message contains 'the device "Desk panel" may not use the feature Outputs'
      And no command is sent to any device

    @DEVICE-4
    Scenario Outline: A device without a limit <call>
      Given the device "Desk panel" is limited to no features
      When the device "Desk panel" <call>
      Then the response status is 200

      Examples:
        | call              |
        | reads the signals |
        | reads the studio  |

      @simulated
      Examples:
        | call                 |
        | plays clip 3 on main |

  @DEVICE-5 @ERROR-6
  Rule: A token with a fixed address works from that address only

    @simulated
    Scenario Outline: The device is admitted from its fixed address <address>
      Given the device "Desk panel" has the fixed address <address>
      When the device "Desk panel" at <address> switches the signal red-light on
      Then the response status is 200

      Examples:
        | address      |
        | 192.168.1.20 |
        | 198.51.100.7 |
        | fd00::20     |

    Scenario Outline: The fixed address <written> matches the caller at <address>
      Given the device "Desk panel" has the fixed address <written>
      When the device "Desk panel" at <address> reads the signals
      Then the response status is 200

      Examples:
        | written             | address      |
        | ::ffff:192.168.1.20 | 192.168.1.20 |
        | fd00:0:0:0:0:0:0:20 | fd00::20     |

    Scenario Outline: The device is refused from <elsewhere>
      Given the device "Desk panel" has the fixed address 192.168.1.20
      When the device "Desk panel" at <elsewhere> reads the signals
      Then the call is refused with 401 unauthorized

      Examples:
        | elsewhere    |
        | 192.168.1.21 |
        | 198.51.100.7 |
        | fd00::20     |

    Scenario: The device is refused even from an address with LAN access
      Given the device "Desk panel" has the fixed address 192.168.1.20
      And these devices are listed:
        | address      | label |
        | 192.168.1.21 | Other |
      When the device "Desk panel" at 192.168.1.21 reads the signals
      Then the call is refused with 401 unauthorized

  @DEVICE-6 @STATION-4
  Rule: A device that belongs to a station is refused while another station holds the studio

    @simulated
    Scenario Outline: A device of the holder, written <station>, is admitted
      Given the device "Desk panel" belongs to the station <station>
      When the device "Desk panel" plays clip 3 on main
      Then the response status is 200

      Examples:
        | station  |
        | alpha    |
        | Alpha FM |
        | ALPHA    |

    @simulated
    Scenario Outline: A device of another station, written <station>, is refused
      Given the device "Desk panel" belongs to the station <station>
      When the device "Desk panel" plays clip 3 on main
      Then the call is refused with 409 station_mismatch
      And no command is sent to any device

      Examples:
        | station  |
        | bravo    |
        | Bravo TV |

    Scenario Outline: The parameter station=<station> doesn't override the device's station
      Given the device "Desk panel" belongs to the station bravo
      When the device "Desk panel" plays clip 3 on main with station=<station>
      Then the call is refused with 409 station_mismatch

      Examples:
        | station |
        | alpha   |
        | bravo   |

    @STATION-2 @simulated
    Scenario: A device of another station may make calls that aren't station-scoped
      Given the device "Desk panel" belongs to the station bravo
      When the device "Desk panel" switches the signal red-light on
      Then the response status is 200

  Rule: A device is active, then revoked, then removed

    @DEVICE-7 @DEVICE-9 @ERROR-6
    Scenario Outline: A revoked token is refused at once: <access>
      Given access without a token is <access>
      And the device "Desk panel"
      When the device "Desk panel" reads the signals
      Then the response status is 200
      When the device "Desk panel" is revoked
      And the device "Desk panel" reads the signals
      Then the call is refused with 401 unauthorized

      Examples:
        | access    |
        | Off       |
        | Whole LAN |

    @DEVICE-8
    Scenario: A revoked device stays in the list
      Given the device "Desk panel" is revoked
      When the operator reads the devices
      Then the list of devices shows:
        | name       | state   |
        | Desk panel | revoked |

    @DEVICE-10
    Scenario: A deleted device leaves the list, and its token stops working
      Given the device "Desk panel"
      When the device "Desk panel" is deleted
      And the device "Desk panel" reads the signals
      Then the call is refused with 401 unauthorized
      When the operator reads the devices
      Then the list of devices is empty

    @DEVICE-11
    Scenario: A revoked device can be deleted
      Given the device "Desk panel" is revoked
      When the device "Desk panel" is deleted
      And the operator reads the devices
      Then the list of devices is empty

    @DEVICE-12
    Scenario: The token of a deleted device is unknown, so LAN access may admit its caller
      Given access without a token is Whole LAN
      And the device "Desk panel" is deleted
      When the device "Desk panel" reads the signals
      Then the response status is 200

  @SERVICE-5
  Rule: A changed setting applies at once, without a restart

    @simulated
    Scenario: A device becomes read only, and gets control back
      Given the device "Desk panel"
      When the device "Desk panel" is read only
      And the device "Desk panel" switches the signal red-light on
      Then the call is refused with 403 read_only
      When the device "Desk panel" may read and control
      And the device "Desk panel" switches the signal red-light on
      Then the response status is 200

    Scenario: A device gets another fixed address
      Given the device "Desk panel" has the fixed address 192.168.1.20
      When the device "Desk panel" has the fixed address 192.168.1.21
      And the device "Desk panel" at 192.168.1.20 reads the signals
      Then the call is refused with 401 unauthorized
      When the device "Desk panel" at 192.168.1.21 reads the signals
      Then the response status is 200

  @DEVICE-15
  Rule: The console shows which devices don't call

    Scenario: A new device has never called
      Given the device "Desk panel"
      When the operator reads the devices
      Then the list of devices shows:
        | name       | usage      |
        | Desk panel | never_used |

    # Simulating many hours of a player's connection takes long, and this scenario needs no player.
    @simulated @own-console @simulated-playout
    Scenario: A device that hasn't called for 30 days is not used
      Given the clock is stopped
      And the device "Desk panel"
      When the device "Desk panel" reads the signals
      Then the console immediately shows that "Desk panel" last called at 12:00:00 from 192.168.1.20
      When 719 hours pass
      And the operator reads the devices
      Then the list of devices shows:
        | name       | usage  |
        | Desk panel | in_use |
      When 1 hour passes
      And the operator reads the devices
      Then the list of devices shows:
        | name       | usage                |
        | Desk panel | not_used_for_30_days |
      When the token of "Desk panel" is replaced
      And the operator reads the devices
      Then the list of devices shows:
        | name       | usage  |
        | Desk panel | in_use |
