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
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller | lan:whole-lan |

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

  @ADDRESS-6 @ADDRESS-8
  Rule: A call that a proxy has forwarded is never admitted by its address

    Scenario Outline: A loopback call with <header> isn't the host itself
      When the host itself reads the signals with:
        | <header> | <value> |
      Then the call is refused with 401 unauthorized

      Examples:
        | header              | value            |
        | Forwarded           | for=198.51.100.7 |
        | X-Forwarded-For     | 198.51.100.7     |
        | X-Forwarded-Host    | studio.example   |
        | X-Forwarded-Proto   | https            |
        | Via                 | 1.1 proxy        |
        | X-Real-IP           | 198.51.100.7     |
        | X-Client-IP         | 198.51.100.7     |
        | Client-IP           | 198.51.100.7     |
        | True-Client-IP      | 198.51.100.7     |
        | CF-Connecting-IP    | 198.51.100.7     |
        | X-Cluster-Client-IP | 198.51.100.7     |
        | Fastly-Client-IP    | 198.51.100.7     |
        | X-Original-For      | 198.51.100.7     |
        | X-Azure-ClientIP    | 198.51.100.7     |

    @simulated
    Scenario Outline: LAN access doesn't admit a call with <header>
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 plays clip 3 on main with:
        | <header> | 192.168.1.30 |
      Then the call is refused with 401 unauthorized
      And no command is sent to any device

      Examples:
        | header          |
        | X-Forwarded-For |
        | X-Real-IP       |

    Scenario: A listed address doesn't either
      Given these devices are listed:
        | address      | label |
        | 198.51.100.7 | Proxy |
      When a caller at 198.51.100.7 reads the signals with:
        | Via | 1.1 proxy |
      Then the call is refused with 401 unauthorized

    @simulated
    Scenario Outline: The legacy door stays shut for <caller> with <header>
      When <caller> calls GET /api/signals/red-light/on with:
        | Basic    | <shown>      |
        | <header> | 192.168.1.30 |
      Then the response status is 401
      And the response body is "Unauthorized"
      And no command is sent to any device

      Examples:
        | caller                   | header          | shown                 |
        | the host itself          | X-Real-IP       | EXTERNAL_APP:anything |
        | the host itself          | X-Forwarded-For | STUDIO_DISPLAY:       |
        | a caller at 192.168.1.20 | X-Real-IP       | EXTERNAL_APP:anything |
        | a caller at 192.168.1.20 | Via             | STUDIO_DISPLAY:       |

    @simulated
    Scenario Outline: The right legacy password admits a forwarded call of <caller>
      When <caller> calls GET /api/signals/red-light/on with:
        | Basic     | EXTERNAL_APP:{base64 of server-1} |
        | X-Real-IP | 192.168.1.30                      |
      Then the response status is 200
      And the signal red-light is on

      Examples:
        | caller                   |
        | the host itself          |
        | a caller at 192.168.1.20 |

    Scenario: A forwarded loopback call is admitted by its token
      Given the device "Desk panel"
      When the host itself reads the signals with:
        | Via    | 1.1 proxy    |
        | Bearer | {Desk panel} |
      Then the response status is 200

  # The service of the features has TRUSTED_PROXIES=198.51.100.200.
  @ADDRESS-11
  Rule: A named proxy states the caller's address, which admits nobody

    Scenario Outline: A device is <outcome> behind <proxy>, for <addresses>
      Given the device "Desk panel" has the fixed address 192.168.1.20
      When the device "Desk panel" at <proxy> reads the signals with:
        | X-Forwarded-For | <addresses> |
      Then the response status is <status>

      Examples:
        | outcome  | proxy          | addresses                    | status |
        | admitted | 198.51.100.200 | 192.168.1.20                 | 200    |
        | admitted | 198.51.100.200 | 10.0.0.1, 192.168.1.20       | 200    |
        | admitted | 198.51.100.200 | 192.168.1.20, 198.51.100.200 | 200    |
        | refused  | 198.51.100.200 | 192.168.1.30                 | 401    |
        | refused  | 198.51.100.200 | 192.168.1.20, 192.168.1.30   | 401    |
        | refused  | 198.51.100.200 | unknown                      | 401    |
        | refused  | 198.51.100.7   | 192.168.1.20                 | 401    |

    @ADDRESS-12
    Scenario Outline: "<text>" in place of an address matches no fixed address
      Given the device "Desk panel" has the fixed address ::
      When the device "Desk panel" at 198.51.100.200 reads the signals with:
        | X-Forwarded-For | <text> |
      Then the response status is <status>
      When the host itself reads the request log
      Then the response contains:
        | requests.0.address | <address> |

      Examples:
        | text            | address | status |
        | ::              | ::      | 200    |
        | unknown         | unknown | 401    |
        | _hidden         | unknown | 401    |
        | 192.168.1.20:80 | unknown | 401    |

    Scenario Outline: A call for <address> has no access by its address
      Given access without a token is Whole LAN
      When a caller at 198.51.100.200 reads the signals with:
        | X-Forwarded-For | <address> |
      Then the call is refused with 401 unauthorized
      When the host itself reads the request log
      Then the response contains:
        | requests.0.address | <address>       |
        | requests.0.path    | /api/v2/signals |
        | requests.0.status  | 401             |
        | requests.0.error   | unauthorized    |

      Examples:
        | address      |
        | 127.0.0.1    |
        | 192.168.1.20 |
        | 198.51.100.9 |
