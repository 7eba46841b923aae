# What each setting of a control device does to its calls, and what becomes of it when it is revoked or deleted.
Feature: Control devices
  Every panel, program or script that controls the studio is a device of its own, with its own token and settings.

  Rule: A device may read only, or read and control

    @DEVICE-1 @ERROR-7
    Scenario Outline: A read-only device <deed>
      Given the device "Desk panel" is read only
      When the device "Desk panel" <deed>
      Then it is answered 200

      Examples:
        | deed                       |
        | reads the signals          |
        | reads the signal red-light |
        | reads the studio           |

    @DEVICE-1 @ERROR-7
    Scenario Outline: A read-only device that <deed> is refused
      Given the device "Desk panel" is read only
      When the device "Desk panel" <deed>
      Then it is refused with 403 read_only
      And nothing is sent to any device

      Examples:
        | deed                                     |
        | switches the signal red-light on         |
        | switches the signal red-light on by POST |
        | switches the signal red-light off        |
        | plays clip 3 on main                     |
        | plays clip 3 on main by POST             |
        | plays clip 3 on main with wait=0         |

    @DEVICE-2
    Scenario Outline: A device that may read and control <deed>
      Given the device "Desk panel" may read and control
      When the device "Desk panel" <deed>
      Then it is answered 200

      Examples:
        | deed                             |
        | reads the signals                |
        | switches the signal red-light on |
        | plays clip 3 on main             |

  Rule: A device may be limited to features

    @DEVICE-3
    Scenario Outline: A device limited to Signals and Studio <deed>
      Given the device "Desk panel" is limited to signals, studio
      When the device "Desk panel" <deed>
      Then it is answered 200

      Examples:
        | deed                             |
        | reads the signals                |
        | switches the signal red-light on |
        | reads the studio                 |

    @DEVICE-3 @ERROR-8
    Scenario: Any other feature is forbidden
      Given the device "Desk panel" is limited to signals, studio
      When the device "Desk panel" plays clip 3 on main
      Then it is refused with 403 forbidden
      And nothing is sent to any device

    @DEVICE-4
    Scenario Outline: Without a limit every feature may be used: <deed>
      Given the device "Desk panel" is limited to no features
      When the device "Desk panel" <deed>
      Then it is answered 200

      Examples:
        | deed                 |
        | reads the signals    |
        | reads the studio     |
        | plays clip 3 on main |

  @DEVICE-5 @ERROR-6
  Rule: A device may have a fixed address, the only one from which its token works

    Scenario Outline: The device at its own address <address>
      Given the device "Desk panel" works from <address> only
      When the device "Desk panel" at <address> switches the signal red-light on
      Then it is answered 200

      Examples:
        | address      |
        | 192.168.1.20 |
        | 198.51.100.7 |
        | fd00::20     |

    Scenario Outline: The same address in another spelling
      Given the device "Desk panel" works from <written> only
      When the device "Desk panel" at <address> reads the signals
      Then it is answered 200

      Examples:
        | written             | address      |
        | ::ffff:192.168.1.20 | 192.168.1.20 |
        | fd00:0:0:0:0:0:0:20 | fd00::20     |

    Scenario Outline: Any other address is refused, here <elsewhere>
      Given the device "Desk panel" works from 192.168.1.20 only
      When the device "Desk panel" at <elsewhere> reads the signals
      Then it is refused with 401 unauthorized

      Examples:
        | elsewhere    |
        | 192.168.1.21 |
        | 198.51.100.7 |
        | fd00::20     |

    Scenario: Even an address that has LAN access
      Given the device "Desk panel" works from 192.168.1.20 only
      And these devices are listed:
        | address      | label |
        | 192.168.1.21 | Other |
      When the device "Desk panel" at 192.168.1.21 reads the signals
      Then it is refused with 401 unauthorized

  @DEVICE-6 @STATION-4
  Rule: A device may belong to a station, and is refused while another one holds the studio

    Scenario Outline: The station that holds the studio, written <station>
      Given the device "Desk panel" belongs to the station <station>
      When the device "Desk panel" plays clip 3 on main
      Then it is answered 200

      Examples:
        | station  |
        | alpha    |
        | Alpha FM |
        | ALPHA    |

    Scenario Outline: Another station, written <station>
      Given the device "Desk panel" belongs to the station <station>
      When the device "Desk panel" plays clip 3 on main
      Then it is refused with 409 station_mismatch
      And nothing is sent to any device

      Examples:
        | station  |
        | bravo    |
        | Bravo TV |

    Scenario Outline: Naming a station doesn't help: station=<station>
      Given the device "Desk panel" belongs to the station bravo
      When the device "Desk panel" plays clip 3 on main with station=<station>
      Then it is refused with 409 station_mismatch

      Examples:
        | station |
        | alpha   |
        | bravo   |

    @STATION-2
    Scenario: What isn't scoped to a station isn't touched
      Given the device "Desk panel" belongs to the station bravo
      When the device "Desk panel" switches the signal red-light on
      Then it is answered 200

  Rule: A device is active, then perhaps revoked, then removed

    @DEVICE-7 @DEVICE-9 @ERROR-6
    Scenario Outline: A revoked token stops working at once, with access without a token set to <access>
      Given access without a token is <access>
      And the device "Desk panel"
      When the device "Desk panel" reads the signals
      Then it is answered 200
      When the device "Desk panel" is revoked
      And the device "Desk panel" reads the signals
      Then it is refused with 401 unauthorized

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
    Scenario: A deleted device leaves the list, and its token stops
      Given the device "Desk panel"
      When the device "Desk panel" is deleted
      And the device "Desk panel" reads the signals
      Then it is refused with 401 unauthorized
      When the operator reads the devices
      Then the list of devices is empty

    @DEVICE-11
    Scenario: A revoked device can be deleted
      Given the device "Desk panel" is revoked
      When the device "Desk panel" is deleted
      And the operator reads the devices
      Then the list of devices is empty

    @DEVICE-12
    Scenario: A deleted device's token is nobody's; LAN access may let its caller in
      Given access without a token is Whole LAN
      And the device "Desk panel" is deleted
      When the device "Desk panel" reads the signals
      Then it is answered 200

  @SERVICE-5
  Rule: A change holds at once, without a restart

    Scenario: A device becomes read only, and gets control back
      Given the device "Desk panel"
      When the device "Desk panel" is read only
      And the device "Desk panel" switches the signal red-light on
      Then it is refused with 403 read_only
      When the device "Desk panel" may read and control
      And the device "Desk panel" switches the signal red-light on
      Then it is answered 200

    Scenario: A device is moved to another address
      Given the device "Desk panel" works from 192.168.1.20 only
      When the device "Desk panel" works from 192.168.1.21 only
      And the device "Desk panel" at 192.168.1.20 reads the signals
      Then it is refused with 401 unauthorized
      When the device "Desk panel" at 192.168.1.21 reads the signals
      Then it is answered 200
