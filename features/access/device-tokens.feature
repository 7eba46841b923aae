# Device tokens: how one is shown, and which of several decides.
Feature: Device tokens
  A control device shows its token with every call, in any of three ways.

  Background:
    Given the device "Desk panel"

  @TOKEN-1 @TOKEN-2 @TOKEN-3 @SERVICE-8
  Rule: A token may be sent in any of three ways

    Scenario Outline: As <way>
      When a caller at 198.51.100.7 switches the signal red-light on, showing:
        | <way> | <shown> |
      Then it is answered 200

      Examples:
        | way         | shown                     |
        | Bearer      | {Desk panel}              |
        | query token | {Desk panel}              |
        | Basic       | panel:{Desk panel}        |
        | Basic       | :{Desk panel}             |
        | Basic       | anyone at all:{Desk panel} |

  @TOKEN-4
  Rule: The scheme is read in any letters' case

    Scenario Outline: <scheme>
      When a caller at 198.51.100.7 reads the signals, showing:
        | <scheme> | <shown> |
      Then it is answered 200

      Examples:
        | scheme | shown              |
        | bearer | {Desk panel}       |
        | BEARER | {Desk panel}       |
        | basic  | panel:{Desk panel} |
        | bASIC  | panel:{Desk panel} |

  @TOKEN-5
  Rule: HTTP Basic that can't be decoded is no token

    Scenario Outline: <flaw>
      When a caller at 198.51.100.7 reads the signals, showing:
        | Authorization | <header> |
      Then it is refused with 401 unauthorized

      Examples:
        | flaw                     | header                                           |
        | Not base64               | Basic panel:{Desk panel}                         |
        | Base64 without padding   | Basic {unpadded base64 of desk:{Desk panel}}    |
        | Not UTF-8                | Basic {base64 of octet 255 and :{Desk panel}}    |
        | No colon                 | Basic {base64 of {Desk panel}}                   |
        | Another scheme           | Digest {Desk panel}                              |
        | No scheme                | {Desk panel}                                     |

    Scenario: The username ends at the first colon
      When a caller at 198.51.100.7 reads the signals, showing:
        | Basic | panel:one:{Desk panel} |
      Then it is refused with 401 unauthorized

  @TOKEN-6
  Rule: A token in the query string is there once, and isn't empty

    Scenario Outline: <query> isn't let in
      When a caller at 198.51.100.7 calls GET /api/v2/signals?<query>
      Then it is refused with 401 unauthorized

      Examples:
        | query                                 |
        | token={Desk panel}&token={Desk panel} |
        | token=&token={Desk panel}             |
        | token=                                |
        | Token={Desk panel}                    |

    Scenario: An empty one leaves the others to be tried
      When a caller at 198.51.100.7 calls GET /api/v2/signals?token=, showing:
        | Basic | panel:{Desk panel} |
      Then it is answered 200

  @TOKEN-7
  Rule: Of several tokens the first that belongs to a device decides

    Background:
      Given the device "Reader" is read only
      And the device "Retired" is revoked

    Scenario Outline: <first> goes before <second>
      When a caller at 198.51.100.7 switches the signal red-light on, showing:
        | <first>  | <shown first>  |
        | <second> | <shown second> |
      Then it is refused with <refusal>

      Examples:
        | first       | shown first | second      | shown second       | refusal          |
        | Bearer      | {Reader}    | query token | {Desk panel}       | 403 read_only    |
        | query token | {Reader}    | Basic       | panel:{Desk panel} | 403 read_only    |
        | Bearer      | {Retired}   | query token | {Desk panel}       | 401 unauthorized |
        | query token | {Retired}   | Basic       | panel:{Desk panel} | 401 unauthorized |

    Scenario Outline: A <first> that nobody owns leaves it to the <second>
      When a caller at 198.51.100.7 switches the signal red-light on, showing:
        | <first>  | svc_00000000000000000000000000000000 |
        | <second> | <shown second>                       |
      Then it is answered 200

      Examples:
        | first       | second      | shown second       |
        | Bearer      | query token | {Desk panel}       |
        | query token | Basic       | panel:{Desk panel} |

  @TOKEN-8
  Rule: A token is svc_ and 32 lowercase letters and digits

    Scenario: The token of a new device
      Then the token of "Desk panel" looks like svc_ and 32 lowercase letters and digits

    Scenario: Tokens are told apart by letters' case
      When a caller at 198.51.100.7 reads the signals, showing:
        | Bearer | {Desk panel in capitals} |
      Then it is refused with 401 unauthorized
