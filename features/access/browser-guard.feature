# The browser guard: pages of other sites can't act through a browser that is admitted by its address.
Feature: Browser guard
  A browser at the host, or on an admitted LAN, may have any web page open. Such a page must not be able to put
  a clip on air. Calls with a device token aren't checked, because a page doesn't know the token.

  Background:
    Given access without a token is Whole LAN

  @GUARD-4
  Rule: The guard checks every caller that is admitted by address

    @GUARD-1 @simulated
    Scenario Outline: A request of <caller> with Sec-Fetch-Site <site> is refused
      When <caller> plays clip 3 on main with:
        | Sec-Fetch-Site | <site> |
      Then the call is refused with 403 forbidden
      And no command is sent to any device

      Examples:
        | caller                   | site       |
        | the host itself          | cross-site |
        | the host itself          | same-site  |
        | a caller at ::1          | cross-site |
        | a caller at 192.168.1.20 | cross-site |
        | a caller at 192.168.1.20 | same-site  |
        | a caller at fd00::20     | cross-site |

    @GUARD-2 @GUARD-3 @simulated
    Scenario Outline: A request of <caller> with the Origin <origin> is refused
      When <caller> plays clip 3 on main with:
        | Origin | <origin> |
      Then the call is refused with 403 forbidden
      And no command is sent to any device

      Examples:
        | caller                   | origin                   |
        | the host itself          | http://evil.example      |
        | the host itself          | https://evil.example     |
        | the host itself          | null                     |
        | a caller at 192.168.1.20 | http://evil.example:3002 |
        | a caller at 192.168.1.20 | null                     |

    @GUARD-1 @GUARD-2
    Scenario: A listed device is checked as well
      Given these devices are listed:
        | address      | label      |
        | 198.51.100.7 | Desk panel |
      When a caller at 198.51.100.7 reads the signals with:
        | Origin | http://evil.example |
      Then the call is refused with 403 forbidden

    @GUARD-1
    Scenario: A read is refused as well
      When the host itself reads the signals in plain text with:
        | Sec-Fetch-Site | cross-site |
      Then the call is refused with 403 forbidden

  @GUARD-1
  Rule: Requests that a person makes in the browser pass

    Scenario Outline: A request with Sec-Fetch-Site <site> passes
      When the host itself reads the signals with:
        | Sec-Fetch-Site | <site> |
      Then the response status is 200

      Examples:
        | site        |
        | none        |
        | same-origin |

  @GUARD-7 @GUARD-8
  Rule: The service's own origin is the one of the request's Host

    Scenario Outline: A page of <origin> may call <host>
      When the host itself reads the signals with:
        | Host   | <host>   |
        | Origin | <origin> |
      Then the response status is 200

      Examples:
        | host                  | origin                       |
        | 127.0.0.1:3002        | http://127.0.0.1:3002        |
        | 192.168.1.10:3002     | http://192.168.1.10:3002     |
        | localhost:3002        | http://localhost:3002        |
        | LOCALHOST:3002        | http://localhost:3002        |
        | [::1]:3002            | http://[::1]:3002            |
        | [fd00::10]:3002       | http://[fd00::10]:3002       |
        | {hostname}:3002       | http://{hostname}:3002       |
        | {hostname}.local:3002 | http://{hostname}.local:3002 |
        | studio.broadcast:3002 | http://studio.broadcast:3002 |
        | 192.168.1.10          | http://192.168.1.10          |
        | 192.168.1.10          | http://192.168.1.10:80       |

    Scenario Outline: A page of <origin> may not call <host>
      When the host itself reads the signals with:
        | Host   | <host>   |
        | Origin | <origin> |
      Then the call is refused with 403 forbidden

      Examples:
        | host              | origin                             |
        | 192.168.1.10:3002 | http://192.168.1.10:3020           |
        | 192.168.1.10:3002 | http://192.168.1.10                |
        | 192.168.1.10:3002 | https://192.168.1.10:3002          |
        | 192.168.1.10:3002 | http://192.168.1.11:3002           |
        | localhost:3002    | http://127.0.0.1:3002              |
        | localhost:3002    | http://localhost.evil.example:3002 |
        | localhost:3002    | http://evil.example:3002           |

    Scenario: A foreign name that resolves to the service isn't an own name
      When the host itself reads the signals with:
        | Host   | rebound.evil.example:3002        |
        | Origin | http://rebound.evil.example:3002 |
      Then the call is refused with 403 forbidden

  @GUARD-9 @GUARD-11 @simulated
  Rule: A browser must call the service by an own name

    Scenario Outline: A browser, detected by <header>, calls a foreign name
      When a caller at 192.168.1.20 plays clip 3 on main with:
        | Host     | rebound.evil.example:3002 |
        | <header> | <value>                   |
      Then the call is refused with 403 forbidden
      And no command is sent to any device

      Examples:
        | header         | value                             |
        | User-Agent     | Mozilla/5.0 (X11; Linux x86_64)   |
        | Referer        | http://rebound.evil.example:3002/ |
        | Sec-Fetch-Mode | navigate                          |
        | Sec-Fetch-Site | none                              |

    @GUARD-17
    Scenario: A browser reads from the service by its address
      When a caller at 192.168.1.20 reads the signals with:
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
      Then the response status is 200

    @ADDRESS-10
    Scenario: The host of an absolute target counts, and not the header
      When the host itself calls GET http://rebound.evil.example:3002/api/v2/signals with:
        | Host       | localhost:3002                  |
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
      Then the call is refused with 403 forbidden
      When the host itself calls GET http://localhost:3002/api/v2/signals with:
        | Host       | rebound.evil.example:3002       |
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
      Then the response status is 200

  @GUARD-10 @simulated
  Rule: A browser request must not come from a page of another site

    Scenario Outline: A link on <page> is refused
      When a caller at 192.168.1.20 plays clip 3 on main with:
        | Referer | <page> |
      Then the call is refused with 403 forbidden
      And no command is sent to any device

      Examples:
        | page                          |
        | http://evil.example/page      |
        | https://evil.example/         |
        | http://192.168.1.10:3020/     |
        | http://192.168.1.10:3002.evil |

    Scenario: A link on one of the service's own pages passes
      When a caller at 192.168.1.20 plays clip 3 on main with:
        | Referer | http://192.168.1.10:3002/api/v2/docs |
      Then the response status is 200

  @GUARD-15 @GUARD-16 @simulated
  Rule: A control call of a browser has to prove that it comes from the service's own page

    Scenario Outline: <caller> shows <header> <value>
      When <caller> plays clip 3 on main with:
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
        | <header>   | <value>                         |
      Then the call is refused with 403 forbidden
      And the error message contains "device token"
      And the error message contains "/api/v2/docs"
      And no command is sent to any device

      Examples:
        | caller                   | header         | value     |
        | the host itself          | Accept         | text/html |
        | a caller at 192.168.1.20 | Accept         | text/html |
        | a caller at fd00::20     | Accept         | text/html |
        | a caller at 192.168.1.20 | Sec-Fetch-Mode | navigate  |
        | a caller at 192.168.1.20 | Sec-Fetch-Site | own       |

    Scenario: A control call without proof is refused in plain text and by POST too
      When a caller at 192.168.1.20 plays clip 3 on main in plain text with:
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
      Then the response status is 403
      And the response body is "ERR forbidden"
      When a caller at 192.168.1.20 calls POST /api/v2/signals/red-light/on with:
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
      Then the call is refused with 403 forbidden
      And no command is sent to any device

    Scenario Outline: <caller> proves it by <header> <value>
      When <caller> plays clip 3 on main with:
        | Host       | 192.168.1.10:3002               |
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
        | <header>   | <value>                         |
      Then the response status is 200

      Examples:
        | caller                   | header         | value                                |
        | the host itself          | Origin         | http://192.168.1.10:3002             |
        | the host itself          | Sec-Fetch-Site | none                                 |
        | a caller at 192.168.1.20 | Origin         | http://192.168.1.10:3002             |
        | a caller at 192.168.1.20 | Referer        | http://192.168.1.10:3002/api/v2/docs |
        | a caller at 192.168.1.20 | Sec-Fetch-Site | same-origin                          |

    @GUARD-19
    Scenario Outline: Node.js's fetch, by <caller>, needs no proof
      When <caller> plays clip 3 on main with:
        | User-Agent     | node |
        | Sec-Fetch-Mode | cors |
      Then the response status is 200

      Examples:
        | caller                   |
        | the host itself          |
        | a caller at 192.168.1.20 |

    @GUARD-19
    Scenario: A browser doesn't pass for it
      When a caller at 192.168.1.20 plays clip 3 on main with:
        | User-Agent     | Mozilla/5.0 |
        | Sec-Fetch-Mode | cors        |
      Then the call is refused with 403 forbidden

    Scenario: A proof doesn't help against a foreign fact
      When a caller at 192.168.1.20 plays clip 3 on main with:
        | Origin  | http://192.168.1.10:3002 |
        | Referer | http://evil.example/     |
      Then the call is refused with 403 forbidden
      And no command is sent to any device

    Scenario: A browser that sends a device token needs no proof
      Given the device "Desk panel"
      When the device "Desk panel" at 192.168.1.20 plays clip 3 on main with:
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
      Then the response status is 200

  @GUARD-12 @simulated
  Rule: Programs that send no browser headers aren't checked

    Scenario Outline: A program calls the service as <host>
      When a caller at 192.168.1.20 plays clip 3 on main with:
        | Host       | <host>      |
        | User-Agent | curl/8.10.1 |
      Then the response status is 200

      Examples:
        | host                 |
        | 192.168.1.10:3002    |
        | service.example:3002 |

  Rule: Calls with the token of an active device aren't checked

    Background:
      Given the device "Desk panel"

    @GUARD-5 @simulated
    Scenario Outline: A page that sends the token passes, with <header> <value>
      When the device "Desk panel" at 192.168.1.20 plays clip 3 on main with:
        | <header> | <value> |
      Then the response status is 200

      Examples:
        | header         | value               |
        | Origin         | http://evil.example |
        | Origin         | null                |
        | Sec-Fetch-Site | cross-site          |
        | Referer        | http://evil.example |

    @GUARD-6 @simulated
    Scenario: A page that sends the token from the host itself passes
      When the host itself plays clip 3 on main with:
        | Origin | http://panel.example |
        | Bearer | {Desk panel}         |
      Then the response status is 200

    @GUARD-20 @simulated
    Scenario: A page on the host has the rights of its token, and not those of the host
      Given the device "Wall clock" is read only
      When the host itself plays clip 3 on main with:
        | Origin | http://panel.example |
        | Bearer | {Wall clock}         |
      Then the call is refused with 403 read_only
      And no command is sent to any device
      When the host itself plays clip 3 on main with:
        | User-Agent | curl/8.10.1  |
        | Bearer     | {Wall clock} |
      Then the response status is 200

    @GUARD-6
    Scenario: A revoked token doesn't exempt the host itself
      Given the device "Desk panel" is revoked
      When the host itself plays clip 3 on main with:
        | Origin | http://panel.example |
        | Bearer | {Desk panel}         |
      Then the call is refused with 403 forbidden

    @GUARD-5
    Scenario: An unknown token doesn't exempt a caller
      When a caller at 192.168.1.20 plays clip 3 on main with:
        | Origin | http://panel.example                 |
        | Bearer | svc_00000000000000000000000000000000 |
      Then the call is refused with 403 forbidden

  @GUARD-21 @simulated
  Rule: An action isn't done before somebody opens it

    Background:
      Given the device "Desk panel"

    Scenario Outline: <caller> states <header> <value>
      When <caller> plays clip 3 on main with:
        | <header> | <value> |
      Then the call is refused with 403 forbidden
      And the error message contains "before anybody opened it"
      And no command is sent to any device

      Examples:
        | caller                                 | header      | value              |
        | the host itself                        | Sec-Purpose | prefetch           |
        | the host itself                        | Sec-Purpose | prefetch;prerender |
        | a caller at 192.168.1.20               | Purpose     | prefetch           |
        | the device "Desk panel" at 203.0.113.9 | X-Purpose   | preview            |
        | the device "Desk panel" at 203.0.113.9 | X-Moz       | prefetch           |

    Scenario: A read passes
      When the host itself reads the signals with:
        | Sec-Purpose | prefetch |
      Then the response status is 200
