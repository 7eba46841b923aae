# Where a call comes from, as far as it decides who is let in.
Feature: The address of a caller
  What a network calls one machine by several names is one address here,
  and nobody but the socket is believed to know it.

  @ADDRESS-3
  Rule: Loopback is the host machine itself

    Scenario Outline: <address> is the host itself
      When a caller at <address> switches the signal red-light on
      Then it is answered 200

      Examples:
        | address       |
        | 127.0.0.1     |
        | 127.0.0.53    |
        | 127.255.0.9   |
        | ::1           |

  @ADDRESS-1
  Rule: An IPv4 address wrapped in IPv6 is the IPv4 address

    Scenario: Wrapped loopback is the host itself
      When a caller at ::ffff:127.0.0.1 reads the signals
      Then it is answered 200

    Scenario: A wrapped address is found among the listed ones
      Given these devices are listed:
        | address      | label      |
        | 192.168.1.20 | Desk panel |
      When a caller at ::ffff:192.168.1.20 reads the signals
      Then it is answered 200

    Scenario: A wrapped private address belongs to the LAN
      Given access without a token is Whole LAN
      When a caller at ::ffff:10.1.2.3 reads the signals
      Then it is answered 200

    Scenario: A wrapped public address doesn't
      Given access without a token is Whole LAN
      When a caller at ::ffff:198.51.100.7 reads the signals
      Then it is refused with 401 unauthorized

  @ADDRESS-2
  Rule: The zone of an address doesn't matter

    Scenario: A listed link-local address is found with its zone
      Given these devices are listed:
        | address  | label      |
        | fe80::20 | Desk panel |
      When a caller at fe80::20%eth0 reads the signals
      Then it is answered 200

    Scenario: A fixed link-local address is found with its zone
      Given the device "Desk panel" works from fe80::20 only
      When the device "Desk panel" at fe80::20%eth0 reads the signals
      Then it is answered 200

  @ADDRESS-4
  Rule: The host's own LAN address is a caller on the LAN

    Scenario: It isn't let in as the host itself
      When a caller at 192.168.1.10 reads the signals
      Then it is refused with 401 unauthorized

    Scenario: It is let in by LAN access
      Given access without a token is Whole LAN
      When a caller at 192.168.1.10 reads the signals
      Then it is answered 200

  @ADDRESS-5
  Rule: Nobody is believed about another's address

    Scenario Outline: <header> doesn't make a caller the host itself
      When a caller at 198.51.100.7 reads the signals, showing:
        | <header> | <value> |
      Then it is refused with 401 unauthorized

      Examples:
        | header          | value         |
        | X-Forwarded-For | 127.0.0.1     |
        | X-Real-IP       | 127.0.0.1     |
        | Forwarded       | for=127.0.0.1 |

    Scenario: A listed address isn't borrowed either
      Given these devices are listed:
        | address      | label      |
        | 192.168.1.30 | Desk panel |
      When a caller at 192.168.1.20 reads the signals, showing:
        | X-Forwarded-For | 192.168.1.30 |
      Then it is refused with 401 unauthorized

  @ADDRESS-6
  Rule: What a proxy on the host passes on doesn't come from the host itself

    Scenario Outline: A loopback call with <header> isn't the host itself
      When the host itself reads the signals, showing:
        | <header> | <value> |
      Then it is refused with 401 unauthorized

      Examples:
        | header            | value            |
        | Forwarded         | for=198.51.100.7 |
        | X-Forwarded-For   | 198.51.100.7     |
        | X-Forwarded-Host  | studio.example   |
        | X-Forwarded-Proto | https            |
        | Via               | 1.1 proxy        |

    Scenario: Such a call is tried on its token
      Given the device "Desk panel"
      When the host itself reads the signals, showing:
        | Via    | 1.1 proxy    |
        | Bearer | {Desk panel} |
      Then it is answered 200
