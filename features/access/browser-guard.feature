# The browser guard: pages of other sites can't act through the browser of somebody whose address alone lets them in.
Feature: Browser guard
  Somebody at the host, or on a LAN that is let in, may have any web page open. Such a page mustn't be able to put
  a clip on air. Calls with a device token aren't checked: a page doesn't know the token.

  Background:
    Given access without a token is Whole LAN

  @GUARD-4
  Rule: It looks at everyone who is let in by address alone

    @GUARD-1
    Scenario Outline: <caller> from a page with Sec-Fetch-Site <site>
      When <caller> plays clip 3 on main, showing:
        | Sec-Fetch-Site | <site> |
      Then it is refused with 403 forbidden
      And nothing is sent to any device

      Examples:
        | caller                   | site       |
        | the host itself          | cross-site |
        | the host itself          | same-site  |
        | a caller at ::1          | cross-site |
        | a caller at 192.168.1.20 | cross-site |
        | a caller at 192.168.1.20 | same-site  |
        | a caller at fd00::20     | cross-site |

    @GUARD-2 @GUARD-3
    Scenario Outline: <caller> from a page of the origin <origin>
      When <caller> plays clip 3 on main, showing:
        | Origin | <origin> |
      Then it is refused with 403 forbidden
      And nothing is sent to any device

      Examples:
        | caller                   | origin                   |
        | the host itself          | http://evil.example      |
        | the host itself          | https://evil.example     |
        | the host itself          | null                     |
        | a caller at 192.168.1.20 | http://evil.example:3002 |
        | a caller at 192.168.1.20 | null                     |

    @GUARD-1 @GUARD-2
    Scenario: Listed devices are checked as well
      Given these devices are listed:
        | address      | label      |
        | 198.51.100.7 | Desk panel |
      When a caller at 198.51.100.7 reads the signals, showing:
        | Origin | http://evil.example |
      Then it is refused with 403 forbidden

    @GUARD-1
    Scenario: Reading is refused too
      When the host itself reads the signals in plain text, showing:
        | Sec-Fetch-Site | cross-site |
      Then it is refused with 403 forbidden

  @GUARD-1
  Rule: The browser's own requests pass

    Scenario Outline: Sec-Fetch-Site <site>
      When the host itself reads the signals, showing:
        | Sec-Fetch-Site | <site> |
      Then it is answered 200

      Examples:
        | site        |
        | none        |
        | same-origin |

  @GUARD-7 @GUARD-8
  Rule: The service's own address is the one that the request was sent to

    Scenario Outline: A page of <origin> calls <host>
      When the host itself reads the signals, showing:
        | Host   | <host>   |
        | Origin | <origin> |
      Then it is answered 200

      Examples:
        | host                   | origin                        |
        | 127.0.0.1:3002         | http://127.0.0.1:3002         |
        | 192.168.1.10:3002      | http://192.168.1.10:3002      |
        | localhost:3002         | http://localhost:3002         |
        | LOCALHOST:3002         | http://localhost:3002         |
        | [::1]:3002             | http://[::1]:3002             |
        | [fd00::10]:3002        | http://[fd00::10]:3002        |
        | {hostname}:3002        | http://{hostname}:3002        |
        | {hostname}.local:3002  | http://{hostname}.local:3002  |
        | studio.broadcast:3002  | http://studio.broadcast:3002  |
        | 192.168.1.10           | http://192.168.1.10           |
        | 192.168.1.10           | http://192.168.1.10:80        |

    Scenario Outline: A page of <origin> is foreign to <host>
      When the host itself reads the signals, showing:
        | Host   | <host>   |
        | Origin | <origin> |
      Then it is refused with 403 forbidden

      Examples:
        | host              | origin                              |
        | 192.168.1.10:3002 | http://192.168.1.10:3020            |
        | 192.168.1.10:3002 | http://192.168.1.10                 |
        | 192.168.1.10:3002 | https://192.168.1.10:3002           |
        | 192.168.1.10:3002 | http://192.168.1.11:3002            |
        | localhost:3002    | http://127.0.0.1:3002               |
        | localhost:3002    | http://localhost.evil.example:3002  |
        | localhost:3002    | http://evil.example:3002            |

    Scenario: A foreign name that leads here is never the service's own
      When the host itself reads the signals, showing:
        | Host   | rebound.evil.example:3002        |
        | Origin | http://rebound.evil.example:3002 |
      Then it is refused with 403 forbidden

  @GUARD-9 @GUARD-11
  Rule: What comes from a browser has to be sent to an own name

    Scenario Outline: A browser, known by its <header>, calls a foreign name
      When a caller at 192.168.1.20 plays clip 3 on main, showing:
        | Host     | rebound.evil.example:3002 |
        | <header> | <value>                   |
      Then it is refused with 403 forbidden
      And nothing is sent to any device

      Examples:
        | header         | value                             |
        | User-Agent     | Mozilla/5.0 (X11; Linux x86_64)   |
        | Referer        | http://rebound.evil.example:3002/ |
        | Sec-Fetch-Mode | navigate                          |
        | Sec-Fetch-Site | none                              |

    Scenario: The same browser calls the service by its address
      When a caller at 192.168.1.20 plays clip 3 on main, showing:
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
      Then it is answered 200

  @GUARD-10
  Rule: What comes from a browser mustn't come from another site's page

    Scenario Outline: A link on <page>
      When a caller at 192.168.1.20 plays clip 3 on main, showing:
        | Referer | <page> |
      Then it is refused with 403 forbidden
      And nothing is sent to any device

      Examples:
        | page                          |
        | http://evil.example/page      |
        | https://evil.example/         |
        | http://192.168.1.10:3020/     |
        | http://192.168.1.10:3002.evil |

    Scenario: A link on a page of the service's own
      When a caller at 192.168.1.20 plays clip 3 on main, showing:
        | Referer | http://192.168.1.10:3002/api/v2/docs |
      Then it is answered 200

  @GUARD-12
  Rule: Programs that send none of a browser's headers aren't touched

    Scenario Outline: A program calls the service as <host>
      When a caller at 192.168.1.20 plays clip 3 on main, showing:
        | Host       | <host>      |
        | User-Agent | curl/8.10.1 |
      Then it is answered 200

      Examples:
        | host                 |
        | 192.168.1.10:3002    |
        | service.example:3002 |

  Rule: Calls with a device token aren't checked

    Background:
      Given the device "Desk panel"

    @GUARD-5
    Scenario Outline: A page that knows the token, with <header> <value>
      When the device "Desk panel" at 192.168.1.20 plays clip 3 on main, showing:
        | <header> | <value> |
      Then it is answered 200

      Examples:
        | header         | value               |
        | Origin         | http://evil.example |
        | Origin         | null                |
        | Sec-Fetch-Site | cross-site          |
        | Referer        | http://evil.example |

    @GUARD-6
    Scenario: On the host itself likewise
      When the host itself plays clip 3 on main, showing:
        | Origin | http://panel.example |
        | Bearer | {Desk panel}         |
      Then it is answered 200

    @GUARD-6
    Scenario: On the host itself a revoked token doesn't help
      Given the device "Desk panel" is revoked
      When the host itself plays clip 3 on main, showing:
        | Origin | http://panel.example |
        | Bearer | {Desk panel}         |
      Then it is refused with 403 forbidden

    @GUARD-5
    Scenario: A token that nobody owns doesn't help
      When a caller at 192.168.1.20 plays clip 3 on main, showing:
        | Origin | http://panel.example                 |
        | Bearer | svc_00000000000000000000000000000000 |
      Then it is refused with 403 forbidden
