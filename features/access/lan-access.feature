# Access without a token: which addresses are admitted without credentials.
Feature: Access without a token
  The section Access of the console decides which addresses are admitted without a token: none, those of listed devices,
  or every private address.

  @LAN-1
  Rule: Off is the default and admits no address

    Scenario Outline: A caller at <address> isn't admitted
      When a caller at <address> reads the signals
      Then the call is refused with 401 unauthorized

      Examples:
        | address      |
        | 10.1.2.3     |
        | 192.168.1.20 |
        | 169.254.7.20 |
        | fd00::20     |
        | fe80::20     |
        | 198.51.100.7 |

    Scenario: Setting it to Off again refuses callers on the LAN
      Given access without a token is Whole LAN
      When access without a token is Off
      And a caller at 192.168.1.20 reads the signals
      Then the call is refused with 401 unauthorized

  @LAN-2 @LAN-3 @LAN-4
  Rule: Listed devices admits listed addresses and ranges

    Background:
      Given these devices are listed:
        | address         | label          |
        | 192.168.1.20    | Desk panel     |
        | 10.20.0.0/16    | Machine room   |
        | fd00::20        | Rack panel     |
        | 2001:db8:1::/48 | Remote studio  |
        | 198.51.100.7    | Outside van    |
        | 169.254.7.0/24  | Unplugged gear |
        | fe80::/10       | Same cable     |

    @simulated
    Scenario Outline: The address <address> is listed
      When a caller at <address> switches the signal red-light on
      Then the response status is 200

      Examples: Single addresses
        | address      |
        | 192.168.1.20 |
        | fd00::20     |
        | 198.51.100.7 |

      Examples: Ranges, their first and last addresses included
        | address                             |
        | 10.20.0.0                           |
        | 10.20.30.40                         |
        | 10.20.255.255                       |
        | 169.254.7.20                        |
        | 2001:db8:1::1                       |
        | 2001:db8:1:ffff:ffff:ffff:ffff:ffff |
        | fe80::20                            |

    Scenario Outline: The address <address> isn't listed
      When a caller at <address> reads the signals
      Then the call is refused with 401 unauthorized

      Examples:
        | address       |
        | 192.168.1.21  |
        | 10.19.255.255 |
        | 10.21.0.0     |
        | 198.51.100.8  |
        | 169.254.8.20  |
        | fd00::21      |
        | 2001:db8:2::1 |

  @LAN-2
  Rule: The list applies only while Listed devices is selected

    Scenario: The list is kept but doesn't apply while access without a token is Off
      Given these devices are listed:
        | address      | label      |
        | 192.168.1.20 | Desk panel |
      When access without a token is Off
      And a caller at 192.168.1.20 reads the signals
      Then the call is refused with 401 unauthorized
      When access without a token is Listed devices
      And a caller at 192.168.1.20 reads the signals
      Then the response status is 200

    Scenario: A listed public address doesn't belong to the Whole LAN
      Given these devices are listed:
        | address      | label       |
        | 198.51.100.7 | Outside van |
      When access without a token is Whole LAN
      And a caller at 198.51.100.7 reads the signals
      Then the call is refused with 401 unauthorized

  Rule: Whole LAN admits every private address

    Background:
      Given access without a token is Whole LAN

    @LAN-7
    Scenario Outline: The address <address> is private (<range>)
      When a caller at <address> reads the signals
      Then the response status is 200

      Examples:
        | range          | address                                 |
        | 10.0.0.0/8     | 10.0.0.1                                |
        | 10.0.0.0/8     | 10.255.255.254                          |
        | 172.16.0.0/12  | 172.16.0.1                              |
        | 172.16.0.0/12  | 172.31.255.254                          |
        | 192.168.0.0/16 | 192.168.0.1                             |
        | 192.168.0.0/16 | 192.168.255.254                         |
        | 169.254.0.0/16 | 169.254.0.1                             |
        | 169.254.0.0/16 | 169.254.255.254                         |
        | fc00::/7       | fc00::1                                 |
        | fc00::/7       | fdff:ffff:ffff:ffff:ffff:ffff:ffff:fffe |
        | fe80::/10      | fe80::2                                 |
        | fe80::/10      | febf:ffff:ffff:ffff:ffff:ffff:ffff:fffe |

    @LAN-8
    Scenario Outline: The address <address> isn't private
      When a caller at <address> reads the signals
      Then the call is refused with 401 unauthorized

      Examples:
        | address        |
        | 9.255.255.254  |
        | 11.0.0.1       |
        | 172.15.255.254 |
        | 172.32.0.1     |
        | 192.167.255.1  |
        | 192.169.0.1    |
        | 169.253.0.1    |
        | 169.255.0.1    |
        | 198.51.100.7   |
        | 100.64.0.1     |
        | 2001:db8::20   |
        | fe00::1        |
        | fec0::1        |

  @LAN-9
  Rule: A caller admitted by address may read and control every feature that is switched on

    Scenario Outline: A caller on the LAN <call>
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 <call>
      Then the response status is 200

      Examples:
        | call              |
        | reads the studio  |
        | reads the signals |

      @simulated
      Examples:
        | call                             |
        | switches the signal red-light on |
        | plays clip 3 on main             |

    Scenario: A caller on the LAN may not use a feature that is switched off
      Given access without a token is Whole LAN
      And Control of Outputs is switched off
      When a caller at 192.168.1.20 plays clip 3 on main
      Then the call is refused with 403 feature_disabled

  @LAN-12
  Rule: A listed range may contain public addresses, after a warning

    Scenario Outline: The range <range> admits <address>
      Given these devices are listed:
        | address | label    |
        | <range> | everyone |
      When a caller at <address> reads the signals
      Then the response status is 200

      Examples:
        | range     | address      |
        | 0.0.0.0/0 | 198.51.100.7 |
        | ::/0      | 2001:db8::20 |

  @LAN-13 @simulated
  Rule: A listed entry may have an end

    Scenario: An address is admitted until its entry ends
      Given the clock is stopped
      And these devices are listed:
        | address      | label     | expiresAt                |
        | 192.168.1.40 | Guest     | 2021-03-01T13:00:00.000Z |
      When a caller at 192.168.1.40 reads the signals
      Then the response status is 200
      When 59 minutes pass
      And a caller at 192.168.1.40 reads the signals
      Then the response status is 200
      When 1 minute passes
      And a caller at 192.168.1.40 reads the signals
      Then the call is refused with 401 unauthorized

    Scenario: An address whose entry has ended can be listed again
      Given the clock is stopped
      And these devices are listed:
        | address        | label | expiresAt                |
        | 192.168.1.40   | Guest | 2021-03-01T12:00:01.000Z |
      When 1 second passes
      And a caller at 192.168.1.40 reads the signals
      Then the call is refused with 401 unauthorized
      Given these devices are listed:
        | address        | label |
        | 192.168.1.0/24 | Desk  |
      When a caller at 192.168.1.40 reads the signals
      Then the response status is 200
