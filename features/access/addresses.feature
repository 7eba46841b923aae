# How the address of a caller is read.
Feature: The address of a caller
  A caller is identified by the address of its connection. Several spellings of one address count as one address.

  @ADDRESS-3 @simulated
  Rule: A loopback address is the host itself

    Scenario Outline: A caller at <address> is the host itself
      When a caller at <address> switches the signal red-light on
      Then the response status is 200

      Examples:
        | address     |
        | 127.0.0.1   |
        | 127.0.0.53  |
        | 127.255.0.9 |
        | ::1         |

  @ADDRESS-1
  Rule: An IPv4-mapped IPv6 address is the IPv4 address

    Scenario: A mapped loopback address is the host itself
      When a caller at ::ffff:127.0.0.1 reads the signals
      Then the response status is 200

    Scenario: A mapped address matches a listed IPv4 address
      Given these devices are listed:
        | address      | label      |
        | 192.168.1.20 | Desk panel |
      When a caller at ::ffff:192.168.1.20 reads the signals
      Then the response status is 200

    Scenario: A mapped private address belongs to the LAN
      Given access without a token is Whole LAN
      When a caller at ::ffff:10.1.2.3 reads the signals
      Then the response status is 200

    Scenario: A mapped public address doesn't belong to the LAN
      Given access without a token is Whole LAN
      When a caller at ::ffff:198.51.100.7 reads the signals
      Then the call is refused with 401 unauthorized

  @ADDRESS-2
  Rule: The zone id of an address is ignored

    Scenario: A link-local address with a zone id matches a listed address
      Given these devices are listed:
        | address  | label      |
        | fe80::20 | Desk panel |
      When a caller at fe80::20%eth0 reads the signals
      Then the response status is 200

    Scenario: A link-local address with a zone id matches a fixed address
      Given the device "Desk panel" has the fixed address fe80::20
      When the device "Desk panel" at fe80::20%eth0 reads the signals
      Then the response status is 200

  @ADDRESS-4
  Rule: The host's own LAN address is a caller on the LAN

    Scenario: The host's own LAN address isn't admitted as the host itself
      When a caller at 192.168.1.10 reads the signals
      Then the call is refused with 401 unauthorized

    Scenario: The host's own LAN address is admitted by LAN access
      Given access without a token is Whole LAN
      When a caller at 192.168.1.10 reads the signals
      Then the response status is 200

  @ADDRESS-5
  Rule: Forwarding headers don't change a caller's address

    Scenario Outline: <header> doesn't make a caller the host itself
      When a caller at 198.51.100.7 reads the signals with:
        | <header> | <value> |
      Then the call is refused with 401 unauthorized

      Examples:
        | header          | value         |
        | X-Forwarded-For | 127.0.0.1     |
        | X-Real-IP       | 127.0.0.1     |
        | Forwarded       | for=127.0.0.1 |

    Scenario: A forwarding header doesn't make a caller a listed device
      Given these devices are listed:
        | address      | label      |
        | 192.168.1.30 | Desk panel |
      When a caller at 192.168.1.20 reads the signals with:
        | X-Forwarded-For | 192.168.1.30 |
      Then the call is refused with 401 unauthorized

  @ADDRESS-6
  Rule: A call that a proxy on the host has forwarded doesn't come from the host itself

    Scenario Outline: A loopback call with <header> isn't the host itself
      When the host itself reads the signals with:
        | <header> | <value> |
      Then the call is refused with 401 unauthorized

      Examples:
        | header            | value            |
        | Forwarded         | for=198.51.100.7 |
        | X-Forwarded-For   | 198.51.100.7     |
        | X-Forwarded-Host  | studio.example   |
        | X-Forwarded-Proto | https            |
        | Via               | 1.1 proxy        |

    Scenario: A forwarded loopback call is admitted by its token
      Given the device "Desk panel"
      When the host itself reads the signals with:
        | Via    | 1.1 proxy    |
        | Bearer | {Desk panel} |
      Then the response status is 200
