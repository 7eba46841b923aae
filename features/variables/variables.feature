# Variables: the values that a station's programs share.
Feature: Variables
  The station alpha, which holds the demo studio, has Headline, Sponsor (texts), ShowLive, PhoneOpen (on or off) and
  GuestCount (a number). Sponsor is unset at first.

  @VARIABLE-1 @VARIABLE-4
  Rule: The list shows the station's variables with their current values

    Scenario: All variables
      When the host itself reads the variables
      Then it is answered 200
      And the answer has the fields ok, variables
      And each in "variables" has the fields id, name, type, value
      And the answer lists in "variables":
        | id    | name       | type    | value        |
        | var-1 | Headline   | STRING  | Good morning |
        | var-2 | ShowLive   | BOOLEAN | true         |
        | var-3 | GuestCount | NUMBER  | 2            |
        | var-4 | Sponsor    | STRING  | null         |
        | var-5 | PhoneOpen  | BOOLEAN | false        |

    @PLAIN-6
    Scenario: Its plain form is the count
      When the host itself reads the variables in plain text
      Then it is answered 200
      And the text is "5"

    Scenario: What was set is shown
      Given the host itself sets the variable GuestCount to 7
      When the host itself reads the variables
      Then the answer says:
        | variables.2.value | 7 |

  @VARIABLE-2 @VARIABLE-4 @PARAMETER-5
  Rule: A variable is named by its id or its name, in any letters' case

    Scenario Outline: Named <named>
      When the host itself reads the variable <named>
      Then it is answered 200
      And the answer has the fields ok, variable
      And "variable" has the fields id, name, type, value
      And the answer says:
        | variable.id    | var-1        |
        | variable.name  | Headline     |
        | variable.type  | STRING       |
        | variable.value | Good morning |
      When the host itself reads the value of <named>
      Then it is answered 200
      And the answer has the fields ok, value
      And the answer says:
        | value | Good morning |

      Examples:
        | named    |
        | var-1    |
        | VAR-1    |
        | Headline |
        | headline |
        | HEADLINE |

    @ERROR-15
    Scenario Outline: An unknown one: nobody <deed>
      When the host itself <deed>
      Then it is refused with 404 not_found
      And the message mentions "attic"

      Examples:
        | deed                         |
        | reads the variable attic     |
        | reads the value of attic     |
        | sets the variable attic to 1 |

  @VARIABLE-3 @VARIABLE-4
  Rule: The value as JSON, and as text

    Scenario Outline: <name> is <json> in JSON
      When the host itself reads the value of <name>
      Then the answer says:
        | value | <json> |

      Examples:
        | name       | json         |
        | Headline   | Good morning |
        | ShowLive   | true         |
        | GuestCount | 2            |
        | Sponsor    | null         |
        | PhoneOpen  | false        |

    Scenario Outline: <name> is "<text>" in plain text
      When the host itself reads the value of <name> in plain text
      Then it is answered 200
      And the text is "<text>"
      When the host itself reads the variable <name> in plain text
      Then the text is "<text>"

      Examples:
        | name       | text         |
        | Headline   | Good morning |
        | ShowLive   | 1            |
        | GuestCount | 2            |
        | PhoneOpen  | 0            |
        | Sponsor    |              |

  @VARIABLE-5
  Rule: A variable can be set

    Scenario Outline: By <method>
      When the host itself calls <method> /api/v2/variables/headline/set?value=Good%20evening
      Then it is answered 200
      And the answer has the fields ok, operation, action, variable
      And the answer says:
        | operation      | variable.set |
        | variable.id    | var-1        |
        | variable.value | Good evening |
      When the host itself reads the value of Headline in plain text
      Then the text is "Good evening"

      Examples:
        | method |
        | GET    |
        | POST   |

    @SERVICE-3
    Scenario: In plain text
      When the host itself sets the variable Headline to Now in plain text
      Then it is answered 200
      And the text is "OK"

    Scenario Outline: A text takes any text, here <written>
      When the host itself sets the variable Sponsor to <written>
      Then it is answered 200
      When the host itself reads the value of Sponsor in plain text
      Then the text is "<text>"

      Examples:
        | written            | text           |
        | ACME               | ACME           |
        | Fish+and+chips     | Fish and chips |
        | 100%25             | 100%           |
        | a%26b%3Dc          | a&b=c          |
        | %C3%85ngstr%C3%B6m | Ångström       |
        | 1                  | 1              |

    Scenario Outline: On or off takes <written>
      When the host itself sets the variable <name> to <written>
      Then it is answered 200
      And the answer says:
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

    Scenario Outline: A number takes <written>
      When the host itself sets the variable GuestCount to <written>
      Then it is answered 200
      And the answer says:
        | variable.value | <value> |

      Examples:
        | written | value |
        | 12      | 12    |
        | 0       | 0     |
        | -3      | -3    |
        | 2.5     | 2.5   |
        | 007     | 7     |

    @ERROR-12
    Scenario Outline: <name> takes no "<written>", and the message says what it takes
      When the host itself sets the variable <name> to <written>
      Then it is refused with 400 invalid_parameter
      And the message mentions "value"
      And the message mentions "<written>"
      And the message mentions "<expected>"
      When the host itself reads the value of <name> in plain text
      Then the text is "<still>"

      Examples:
        | name       | written  | expected | still |
        | PhoneOpen  | maybe    | true     | 0     |
        | PhoneOpen  | 2        | off      | 0     |
        | GuestCount | several  | number   | 2     |
        | GuestCount | 0x10     | number   | 2     |
        | GuestCount | Infinity | number   | 2     |
        | GuestCount | 1e999    | number   | 2     |

    @PARAMETER-2
    Scenario Outline: An empty value unsets <name>
      When the host itself calls GET /api/v2/variables/<name>/set?value=
      Then it is answered 200
      And the answer says:
        | variable.value | null |
      When the host itself reads the value of <name> in plain text
      Then it is answered 200
      And the text is empty

      Examples:
        | name       |
        | Headline   |
        | ShowLive   |
        | GuestCount |

    @ERROR-12 @PARAMETER-3
    Scenario Outline: Without a value, or with two, nothing is set: <query>
      When the host itself calls GET /api/v2/variables/Headline/set<query>
      Then it is refused with 400 invalid_parameter
      And the message mentions "value"
      When the host itself reads the value of Headline in plain text
      Then the text is "Good morning"

      Examples:
        | query            |
        |                  |
        | ?Value=x         |
        | ?value=a&value=b |
        | ?value=a&value=  |

    @ERROR-12 @ACK-5
    Scenario: A bad timeout sets nothing
      When the host itself sets the variable Headline to Now with timeout=1&wait=0
      Then it is refused with 400 invalid_parameter
      When the host itself reads the value of Headline in plain text
      Then the text is "Good morning"

    @ACK-2 @SHAPE-3
    Scenario: With wait=0
      When the host itself sets the variable Headline to Now with wait=0
      Then it is answered 202
      When the host itself reads the value of Headline in plain text
      Then the text is "Now"

    Scenario: What one station sets isn't another's
      Given the host itself sets the variable Headline to Now
      And the host itself releases the studio
      And the host itself takes the studio for bravo
      When the host itself reads the value of Headline in plain text
      Then the text is "Tonight on Bravo"

    @ERROR-13
    Scenario: No message repeats a token
      Given the device "Desk panel"
      When the host itself sets the variable GuestCount to {Desk panel}
      Then it is refused with 400 invalid_parameter
      And the message doesn't mention "{Desk panel}"

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: Who may read and who may control is said for the feature Variables

    Scenario Outline: <given>, and <caller> <deed>: <refusal>
      Given <given>
      When <caller> <deed>
      Then it is refused with <refusal>

      Examples:
        | given                                    | caller             | deed                            | refusal              |
        | Read of Variables is switched off        | the host itself    | reads the variables             | 403 feature_disabled |
        | Read of Variables is switched off        | the host itself    | reads the variable Headline     | 403 feature_disabled |
        | Read of Variables is switched off        | the host itself    | reads the value of Headline     | 403 feature_disabled |
        | Control of Variables is switched off     | the host itself    | sets the variable Headline to x | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | sets the variable Headline to x | 403 read_only        |
        | the device "Panel" is limited to signals | the device "Panel" | reads the value of Headline     | 403 forbidden        |
