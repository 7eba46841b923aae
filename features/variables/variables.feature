# Variables: values that a station's programs share.
Feature: Variables
  The station alpha, which holds the demo studio, has Headline, Sponsor (texts), ShowLive, PhoneOpen (on or off) and
  GuestCount (a number). Sponsor is unset at first.

  @VARIABLE-1 @VARIABLE-4
  Rule: The list shows the station's variables with their current values

    Scenario: The list shows all variables
      When the host itself reads the variables
      Then the response status is 200
      And the response has the fields ok, variables
      And each item of "variables" has the fields id, name, type, value
      And the response lists in "variables":
        | id    | name       | type    | value        |
        | var-1 | Headline   | STRING  | Good morning |
        | var-2 | ShowLive   | BOOLEAN | true         |
        | var-3 | GuestCount | NUMBER  | 2            |
        | var-4 | Sponsor    | STRING  | null         |
        | var-5 | PhoneOpen  | BOOLEAN | false        |

    @PLAIN-6
    Scenario: The plain form of the list is the count
      When the host itself reads the variables in plain text
      Then the response status is 200
      And the response body is "5"

    @simulated
    Scenario: The list shows a new value
      Given the host itself sets the variable GuestCount to 7
      When the host itself reads the variables
      Then the response contains:
        | variables.2.value | 7 |

  @VARIABLE-2 @VARIABLE-4 @PARAMETER-5
  Rule: A variable is named by its id or its name, in upper or lower case

    Scenario Outline: A variable is found as <named>
      When the host itself reads the variable <named>
      Then the response status is 200
      And the response has the fields ok, variable
      And "variable" has the fields id, name, type, value
      And the response contains:
        | variable.id    | var-1        |
        | variable.name  | Headline     |
        | variable.type  | STRING       |
        | variable.value | Good morning |
      When the host itself reads the value of <named>
      Then the response status is 200
      And the response has the fields ok, value
      And the response contains:
        | value | Good morning |

      Examples:
        | named    |
        | var-1    |
        | VAR-1    |
        | Headline |
        | headline |
        | HEADLINE |

    @ERROR-15
    Scenario Outline: An unknown variable is not_found: the host <call>
      When the host itself <call>
      Then the call is refused with 404 not_found
      And the error message contains "attic"

      Examples:
        | call                         |
        | reads the variable attic     |
        | reads the value of attic     |
        | sets the variable attic to 1 |

  @VARIABLE-3 @VARIABLE-4
  Rule: A value can be read as JSON and as text

    Scenario Outline: The value of <name> is <json> in JSON
      When the host itself reads the value of <name>
      Then the response contains:
        | value | <json> |

      Examples:
        | name       | json         |
        | Headline   | Good morning |
        | ShowLive   | true         |
        | GuestCount | 2            |
        | Sponsor    | null         |
        | PhoneOpen  | false        |

    Scenario Outline: The value of <name> is "<text>" in plain text
      When the host itself reads the value of <name> in plain text
      Then the response status is 200
      And the response body is "<text>"
      When the host itself reads the variable <name> in plain text
      Then the response body is "<text>"

      Examples:
        | name       | text         |
        | Headline   | Good morning |
        | ShowLive   | 1            |
        | GuestCount | 2            |
        | PhoneOpen  | 0            |
        | Sponsor    |              |

  @VARIABLE-5
  Rule: A variable can be set

    @simulated
    Scenario Outline: A variable is set by <method>
      When the host itself calls <method> /api/v2/variables/headline/set?value=Good%20evening
      Then the response status is 200
      And the response has the fields ok, operation, action, variable
      And the response contains:
        | operation      | variable.set |
        | variable.id    | var-1        |
        | variable.value | Good evening |
      When the host itself reads the value of Headline in plain text
      Then the response body is "Good evening"

      Examples:
        | method |
        | GET    |
        | POST   |

    @SERVICE-3 @simulated
    Scenario: Setting answers OK in plain text
      When the host itself sets the variable Headline to Now in plain text
      Then the response status is 200
      And the response body is "OK"

    @simulated
    Scenario Outline: A STRING variable accepts <written>
      When the host itself sets the variable Sponsor to <written>
      Then the response status is 200
      When the host itself reads the value of Sponsor in plain text
      Then the response body is "<text>"

      Examples:
        | written            | text           |
        | ACME               | ACME           |
        | Fish+and+chips     | Fish and chips |
        | 100%25             | 100%           |
        | a%26b%3Dc          | a&b=c          |
        | a=b=c              | a=b=c          |
        | %C3%85ngstr%C3%B6m | Ångström       |
        | 1                  | 1              |

    @simulated
    Scenario Outline: A BOOLEAN variable accepts <written>
      When the host itself sets the variable <name> to <written>
      Then the response status is 200
      And the response contains:
        | variable.value | <value> |

      Examples:
        | name      | written | value |
        | PhoneOpen | 1       | true  |
        | PhoneOpen | true    | true  |
        | PhoneOpen | on      | true  |
        | PhoneOpen | ON      | true  |
        | ShowLive  | 0       | false |
        | ShowLive  | false   | false |
        | ShowLive  | off     | false |
        | ShowLive  | True    | true  |

    @simulated
    Scenario Outline: A NUMBER variable accepts <written>
      When the host itself sets the variable GuestCount to <written>
      Then the response status is 200
      And the response contains:
        | variable.value | <value> |

      Examples:
        | written | value |
        | 12      | 12    |
        | 0       | 0     |
        | -3      | -3    |
        | 2.5     | 2.5   |
        | 007     | 7     |

    @ERROR-12
    Scenario Outline: The variable <name> rejects "<written>"
      When the host itself sets the variable <name> to <written>
      Then the call is refused with 400 invalid_parameter
      And the error message contains "value"
      And the error message contains "<written>"
      And the error message contains "<expected>"
      When the host itself reads the value of <name> in plain text
      Then the response body is "<still>"

      Examples:
        | name       | written  | expected | still |
        | PhoneOpen  | maybe    | true     | 0     |
        | PhoneOpen  | 2        | off      | 0     |
        | GuestCount | several  | number   | 2     |
        | GuestCount | 0x10     | number   | 2     |
        | GuestCount | Infinity | number   | 2     |
        | GuestCount | 1e999    | number   | 2     |

    @PARAMETER-2 @simulated
    Scenario Outline: An empty value unsets <name>
      When the host itself calls GET /api/v2/variables/<name>/set?value=
      Then the response status is 200
      And the response contains:
        | variable.value | null |
      When the host itself reads the value of <name> in plain text
      Then the response status is 200
      And the response body is empty

      Examples:
        | name       |
        | Headline   |
        | ShowLive   |
        | GuestCount |

    @ERROR-12 @PARAMETER-3
    Scenario Outline: A missing or repeated value is refused: "<query>"
      When the host itself calls GET /api/v2/variables/Headline/set<query>
      Then the call is refused with 400 invalid_parameter
      And the error message contains "value"
      When the host itself reads the value of Headline in plain text
      Then the response body is "Good morning"

      Examples:
        | query            |
        |                  |
        | ?Value=x         |
        | ?value=a&value=b |
        | ?value=a&value=  |

    @ERROR-12 @ACK-5
    Scenario: An invalid timeout is refused, and nothing is set
      When the host itself sets the variable Headline to Now with timeout=1&wait=0
      Then the call is refused with 400 invalid_parameter
      When the host itself reads the value of Headline in plain text
      Then the response body is "Good morning"

    @ACK-2 @SHAPE-3 @simulated
    Scenario: Setting with wait=0 is accepted
      When the host itself sets the variable Headline to Now with wait=0
      Then the response status is 202
      When the host itself reads the value of Headline in plain text
      Then the response body is "Now"

    @simulated
    Scenario: A value belongs to one station
      Given the host itself sets the variable Headline to Now
      And the host itself releases the studio
      And the host itself takes the studio for bravo
      When the host itself reads the value of Headline in plain text
      Then the response body is "Tonight on Bravo"

    @ERROR-13
    Scenario: An error message contains no token
      Given the device "Desk panel"
      When the host itself sets the variable GuestCount to {Desk panel}
      Then the call is refused with 400 invalid_parameter
      And the error message doesn't contain "{Desk panel}"

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: The feature Variables decides who may read and control

    Scenario Outline: While <given>, <caller> <call>: <refusal>
      Given <given>
      When <caller> <call>
      Then the call is refused with <refusal>

      Examples:
        | given                                    | caller             | call                            | refusal              |
        | Read of Variables is switched off        | the host itself    | reads the variables             | 403 feature_disabled |
        | Read of Variables is switched off        | the host itself    | reads the variable Headline     | 403 feature_disabled |
        | Read of Variables is switched off        | the host itself    | reads the value of Headline     | 403 feature_disabled |
        | Control of Variables is switched off     | the host itself    | sets the variable Headline to x | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | sets the variable Headline to x | 403 read_only        |
        | the device "Panel" is limited to signals | the device "Panel" | reads the value of Headline     | 403 forbidden        |
