# Device tokens: how they are sent, and which one counts when there are several.
Feature: Device tokens
  A control device sends its token with every call, in one of three ways.

  Background:
    Given the device "Desk panel"

  @TOKEN-1 @TOKEN-2 @TOKEN-3 @SERVICE-8 @simulated
  Rule: A token may be sent in three ways

    Scenario Outline: A token sent as <way> is accepted
      When a caller at 198.51.100.7 switches the signal red-light on with:
        | <way> | <shown> |
      Then the response status is 200

      Examples:
        | way         | shown                      |
        | Bearer      | {Desk panel}               |
        | query token | {Desk panel}               |
        | Basic       | panel:{Desk panel}         |
        | Basic       | :{Desk panel}              |
        | Basic       | anyone at all:{Desk panel} |

  @TOKEN-4
  Rule: The scheme of the Authorization header is case-insensitive

    Scenario Outline: The scheme <scheme> is accepted
      When a caller at 198.51.100.7 reads the signals with:
        | <scheme> | <shown> |
      Then the response status is 200

      Examples:
        | scheme | shown              |
        | bearer | {Desk panel}       |
        | BEARER | {Desk panel}       |
        | basic  | panel:{Desk panel} |
        | bASIC  | panel:{Desk panel} |

  @TOKEN-5
  Rule: An HTTP Basic header that can't be decoded contains no token

    Scenario Outline: A header with the flaw "<flaw>" isn't accepted
      When a caller at 198.51.100.7 reads the signals with:
        | Authorization | <header> |
      Then the call is refused with 401 unauthorized

      Examples:
        | flaw                   | header                                        |
        | Not base64             | Basic panel:{Desk panel}                      |
        | Base64 without padding | Basic {unpadded base64 of desk:{Desk panel}}  |
        | Not UTF-8              | Basic {base64 of octet 255 and :{Desk panel}} |
        | No colon               | Basic {base64 of {Desk panel}}                |
        | Another scheme         | Digest {Desk panel}                           |
        | No scheme              | {Desk panel}                                  |

    Scenario: The username ends at the first colon
      When a caller at 198.51.100.7 reads the signals with:
        | Basic | panel:one:{Desk panel} |
      Then the call is refused with 401 unauthorized

  @TOKEN-6
  Rule: The query string must contain exactly one token that isn't empty

    Scenario Outline: The query <query> isn't accepted
      When a caller at 198.51.100.7 calls GET /api/v2/signals?<query>
      Then the call is refused with 401 unauthorized

      Examples:
        | query                                 |
        | token={Desk panel}&token={Desk panel} |
        | token=&token={Desk panel}             |
        | token=                                |
        | Token={Desk panel}                    |

    Scenario: An empty query token is ignored, and the other tokens are checked
      When a caller at 198.51.100.7 calls GET /api/v2/signals?token= with:
        | Basic | panel:{Desk panel} |
      Then the response status is 200

  @TOKEN-7
  Rule: Of several tokens, the first that belongs to a device counts

    Background:
      Given the device "Reader" is read only
      And the device "Retired" is revoked

    Scenario Outline: The token of the <first> counts before the one of the <second>
      When a caller at 198.51.100.7 switches the signal red-light on with:
        | <first>  | <shown first>  |
        | <second> | <shown second> |
      Then the call is refused with <refusal>

      Examples:
        | first       | shown first | second      | shown second       | refusal          |
        | Bearer      | {Reader}    | query token | {Desk panel}       | 403 read_only    |
        | query token | {Reader}    | Basic       | panel:{Desk panel} | 403 read_only    |
        | Bearer      | {Retired}   | query token | {Desk panel}       | 401 unauthorized |
        | query token | {Retired}   | Basic       | panel:{Desk panel} | 401 unauthorized |

    @simulated
    Scenario Outline: An unknown token of the <first> is ignored, and the <second> counts
      When a caller at 198.51.100.7 switches the signal red-light on with:
        | <first>  | svc_00000000000000000000000000000000 |
        | <second> | <shown second>                       |
      Then the response status is 200

      Examples:
        | first       | second      | shown second       |
        | Bearer      | query token | {Desk panel}       |
        | query token | Basic       | panel:{Desk panel} |

  @TOKEN-8
  Rule: A token is svc_ and 32 lowercase letters and digits

    Scenario: A new device gets a token of the documented form
      Then the token of "Desk panel" consists of svc_ and 32 lowercase letters and digits

    Scenario: A token is case-sensitive
      When a caller at 198.51.100.7 reads the signals with:
        | Bearer | {Desk panel in capitals} |
      Then the call is refused with 401 unauthorized

  @TOKEN-19 @ERROR-13
  Rule: A refused caller reads what may be wrong with its token

    Scenario Outline: A token as <name>
      When a caller at 198.51.100.7 reads the signals with:
        | <name> | <value> |
      Then the call is refused with 401 unauthorized
      And the error message contains "a device token, LAN access or legacy authorization is required; "
      And the error message contains "<hint>"
      And the error message doesn't contain "svc_0"

      Examples:
        | name          | value                                | hint                                                |
        | Bearer        | svc_00000000000000000000000000000000 | no device has the token that was sent, or its device |
        | Bearer        | svc_000000                           | what was sent as the token has another form         |
        | X-Api-Key     | svc_00000000000000000000000000000000 | a token was sent where none is read: send it once   |
        | Authorization | svc_00000000000000000000000000000000 | a token was sent where none is read: send it once   |

    Scenario: A token that works at another address looks like one that no device has
      Given the device "Desk panel" has the fixed address 198.51.100.8
      When the device "Desk panel" at 198.51.100.7 reads the signals
      Then the call is refused with 401 unauthorized
      And the error message contains "no device has the token that was sent, or its device may not use it from this address"

  @simulator
  Rule: A token may expire

    Background:
      Given the clock is stopped

    @TOKEN-12 @TOKEN-13
    Scenario Outline: An expired token is refused from its moment on: <access>
      Given access without a token is <access>
      And the token of "Desk panel" expires at 2021-03-01T12:00:10Z
      When 9999 ms pass
      And the device "Desk panel" reads the signals
      Then the response status is 200
      When 1 ms passes
      And the device "Desk panel" reads the signals
      Then the call is refused with 401 unauthorized
      And the error message contains "the device token has expired"

      Examples:
        | access    |
        | Off       |
        | Whole LAN |

    @TOKEN-12 @CONFIG-5
    Scenario: A token expires without the console, and stays expired after a restart
      Given the token of "Desk panel" expires at 2021-03-01T13:00:00+00:30
      When the service loses its connection to the console
      And 29 minutes pass
      And the device "Desk panel" reads the signals
      Then the response status is 200
      When 1 minute passes
      And the device "Desk panel" reads the signals
      Then the call is refused with 401 unauthorized
      When the service is restarted
      And the device "Desk panel" reads the signals
      Then the call is refused with 401 unauthorized

    @TOKEN-12 @LOG-3 @REPORT-5
    Scenario: The owner of an expired token stays known
      Given the token of "Desk panel" expires at 2021-03-01T11:00:00Z
      When the device "Desk panel" reads the signals
      Then the call is refused with 401 unauthorized
      When the host itself reads the request log
      Then the response contains:
        | requests.0.caller | device:Desk panel |
        | requests.0.status | 401               |
      And within a minute the console shows these refused callers:
        | address      | reason        | count |
        | 192.168.1.20 | expired_token | 1     |

    @TOKEN-12
    Scenario: A later expiry lets the device in again
      Given the token of "Desk panel" expires at 2021-03-01T11:00:00Z
      When the token of "Desk panel" expires at 2021-03-01T13:00:00Z
      And the device "Desk panel" reads the signals
      Then the response status is 200
      When 1 hour passes
      And the token of "Desk panel" never expires
      And the device "Desk panel" reads the signals
      Then the response status is 200

    @TOKEN-14
    Scenario: An event stream ends when its token expires
      Given the token of "Desk panel" expires at 2021-03-01T12:00:10Z
      When the device "Desk panel" opens the event stream
      And 9999 ms pass
      Then the event stream is open
      When 1 ms passes
      Then the event stream ends

    @TOKEN-15 @own-console
    Scenario Outline: The console shows that a token expires soon: <expiry>
      Given the token of "Desk panel" expires at <expiry>
      When the operator reads the devices
      Then the list of devices shows:
        | name       | state  | tokenState   |
        | Desk panel | active | <tokenState> |

      Examples:
        | expiry               | tokenState   |
        | 2021-03-08T12:00:01Z | active       |
        | 2021-03-08T12:00:00Z | expires_soon |

  Rule: A token may be replaced

    @TOKEN-9 @TOKEN-11 @TOKEN-16
    Scenario: The new token works with the settings of the device
      Given the device "Desk panel" is read only
      When the token of "Desk panel" is replaced
      Then the token of "Desk panel" consists of svc_ and 32 lowercase letters and digits
      When the device "Desk panel" reads the signals
      Then the response status is 200
      When the device "Desk panel" switches the signal red-light on
      Then the call is refused with 403 read_only
      When the operator reads the devices
      Then the list of devices shows:
        | name       | access    | state  |
        | Desk panel | read_only | active |
      And the response doesn't contain "svc_"
      And the response doesn't contain "{SHA-256 of Desk panel}"

    # Simulating many hours of a player's connection takes long, and this scenario needs no player.
    @TOKEN-16 @own-console @simulated-playout
    Scenario: The old token ends by itself after a day, also without the console
      Given the clock is stopped
      When the token of "Desk panel" is replaced
      And the service loses its connection to the console
      And 23 hours pass
      And the device "Desk panel, before" switches the signal red-light on with wait=0
      Then the response status is 202
      When 1 hour passes
      And the device "Desk panel, before" reads the signals
      Then the call is refused with 401 unauthorized
      And the error message contains "the device token has expired"
      When the device "Desk panel" reads the signals
      Then the response status is 200

    @TOKEN-16 @own-console
    Scenario: The old token ends after the chosen time
      Given the clock is stopped
      When the token of "Desk panel" is replaced, and the old one works for 2 hours
      And 119 minutes pass
      And the device "Desk panel, before" reads the signals
      Then the response status is 200
      When 1 minute passes
      And the device "Desk panel, before" reads the signals
      Then the call is refused with 401 unauthorized

    @TOKEN-16 @TOKEN-13
    Scenario Outline: A token replaced without overlap is refused at once: <access>
      Given access without a token is <access>
      When the token of "Desk panel" is replaced, and the old one ends at once
      And the device "Desk panel, before" reads the signals
      Then the call is refused with 401 unauthorized
      And the error message contains "the device token is revoked"

      Examples:
        | access    |
        | Off       |
        | Whole LAN |

    @TOKEN-16
    Scenario Outline: The old token can't work for <overlap> ms
      When the operator replaces the token of an unknown device with:
        | overlapMs | <overlap> |
      Then the console refuses it as invalid
      And the error message contains "overlapMs: expected a whole number from 0 to 2592000000"

      Examples:
        | overlap    |
        | -1         |
        | 2592000001 |

    @TOKEN-17
    Scenario: An operator ends the old token
      When the token of "Desk panel" is replaced
      And the old token of "Desk panel" is ended
      And the device "Desk panel, before" reads the signals
      Then the call is refused with 401 unauthorized
      And the error message contains "the device token is revoked"
      When the device "Desk panel" reads the signals
      Then the response status is 200

    @TOKEN-18
    Scenario: Of two old tokens, the older one is unknown, so LAN access may admit its caller
      When the token of "Desk panel" is replaced
      And the token of "Desk panel" is replaced
      And the device "Desk panel, before, before" reads the signals
      Then the call is refused with 401 unauthorized
      Given access without a token is Whole LAN
      When the device "Desk panel, before, before" reads the signals
      Then the response status is 200
      When the device "Desk panel" reads the signals
      Then the response status is 200

    @DEVICE-7
    Scenario: Revoking the device ends both tokens
      When the token of "Desk panel" is replaced
      And the device "Desk panel" is revoked
      And the device "Desk panel" reads the signals
      Then the call is refused with 401 unauthorized
      When the device "Desk panel, before" reads the signals
      Then the call is refused with 401 unauthorized
      When the operator reads the section Devices of this studio
      Then the list of devices shows:
        | name       | state   | tokenState |
        | Desk panel | revoked | revoked    |
