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
