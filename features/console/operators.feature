# The operators of the console.
Feature: Operators of the console
  Not everybody may do everything everywhere. A producer may look at one studio, an engineer may change two of them, and
  a few people manage all studios and the accounts of the others.

  Background:
    Given the operator adds an operator with:
      | username             | vera        |
      | password             | very secret |
      | studioRoles.{studio} | viewer      |

  @OPERATOR-1 @CONSOLE-16
  Rule: An operator may have a role in one studio only

    Scenario Outline: Somebody with the role <role> in this studio <does>
      When the operator changes the operator "vera" with:
        | studioRoles.{studio} | <role> |
      And "vera" <does> with:
        | fields | <fields> |
      Then the console <answer>

      Examples:
        | role     | does                                     | fields                         | answer                    |
        | viewer   | reads the section Devices of this studio |                                | accepts it                |
        | viewer   | adds a device to this studio             | name: Panel, access: read_only | refuses it as not allowed |
        | operator | adds a device to this studio             | name: Panel, access: read_only | accepts it                |
        | operator | changes this studio                      | name: Studio One               | refuses it as not allowed |
        | admin    | changes this studio                      | name: Studio One               | accepts it                |
        | admin    | removes this studio                      |                                | refuses it as not allowed |
        | admin    | adds a studio                            | id: studio-2, name: Two        | refuses it as not allowed |
        | admin    | lists the operators                      |                                | refuses it as not allowed |

    Scenario: The higher role counts
      When the operator changes the operator "vera" with:
        | role | operator |
      And "vera" adds a device to this studio with:
        | name   | Panel            |
        | access | read_only        |
      Then the console accepts it

  @OPERATOR-2
  Rule: A studio without a role does not exist for an operator

    Scenario: The list of studios leaves it out
      Given the operator adds a studio with:
        | id   | studio-2   |
        | name | Studio Two |
      When "vera" lists the studios
      Then the console accepts it
      And the response lists in "studios":
        | id       |
        | {studio} |

    Scenario Outline: An operator without a role who <does> is answered as for a studio that nobody has added
      Given the operator adds a studio with:
        | id   | studio-2   |
        | name | Studio Two |
      When "vera" <does> with:
        | body | {} |
      Then the console refuses it as not found
      And the error message contains "there is no studio"

      Examples:
        | does                                             |
        | reads the section Access of the studio "studio-2" |
        | sets the section Access of the studio "studio-2"  |
        | removes the studio "studio-2"                     |
        | reads the section Access of the studio "nowhere"  |

  @OPERATOR-3
  Rule: A changed role holds at once

    Scenario: An operator who loses the studio no longer sees it
      When the operator changes the operator "vera" with:
        | studioRoles | an empty object |
      And "vera" reads the section Access of this studio
      Then the console refuses it as not found

    Scenario: An open page of an operator who loses the studio stops showing it
      Given "vera" opens the change feed
      And the change feed soon sends:
        | event  | id       |
        | studio | {studio} |
      When the operator changes the operator "vera" with:
        | studioRoles | an empty object |
      Then the change feed soon sends:
        | event   | studioId |
        | removed | {studio} |

  @OPERATOR-4 @OPERATOR-9
  Rule: Accounts are managed by admins of all studios, one of whom always remains

    Scenario Outline: The last admin can't be locked out by <change>
      When the operator changes the operator "admin" with:
        | fields | <fields> |
      Then the console refuses it as a conflict

      Examples:
        | change       | fields         |
        | a lower role | role: viewer   |
        | no role      | role: null     |
        | disabling    | disabled: true |

    Scenario Outline: The admin of one studio can't <attempt>
      Given the operator changes the operator "vera" with:
        | studioRoles.{studio} | admin |
      When "vera" <does> with:
        | fields | <fields> |
      Then the console refuses it as not allowed
      And the error message contains "this requires the role admin in all studios"

      Examples:
        | attempt                 | does                         | fields                                              |
        | raise their own role    | changes the operator "vera"  | role: admin                                         |
        | add an operator         | adds an operator             | username: otto, role: admin, password: quite secret |
        | remove another operator | removes the operator "admin" |                                                     |

  @OPERATOR-5
  Rule: A disabled operator is not admitted

    Scenario: An operator is disabled
      When the operator changes the operator "vera" with:
        | disabled | true |
      And "vera" lists the studios
      Then the console refuses it as not signed in

    Scenario: A new password ends the sessions
      Given "vera" signs in to the console
      When the operator changes the operator "vera" with:
        | password | another secret |
      And the signed-in operator lists the studios
      Then the console refuses it as not signed in

  @OPERATOR-6
  Rule: A generated password is shown once

    Scenario: An operator is added without a password
      When the operator adds an operator with:
        | username | otto   |
        | role     | viewer |
      Then the console accepts it
      And the response has text in "password"
      When the operator lists the operators
      Then the response doesn't contain '"password":'

    Scenario: A password is reset
      When the operator resets the password of the operator "vera" with:
        | body | {} |
      Then the console accepts it
      And the response has text in "password"
      When "vera" lists the studios
      Then the console refuses it as not signed in

  @OPERATOR-7
  Rule: Sessions are listed and ended

    Scenario: An operator sees their sessions
      Given "vera" signs in to the console
      When the signed-in operator lists their sessions
      Then the console accepts it
      And the response lists in "sessions":
        | browser         | current |
        | Unknown program | true    |

    Scenario: An operator ends all other sessions
      Given "vera" signs in to the console
      When "vera" ends their other sessions
      And the signed-in operator lists the studios
      Then the console refuses it as not signed in

    Scenario: An admin ends the sessions of an operator, whose page stops at once
      Given "vera" signs in to the console
      And the signed-in operator opens the change feed
      And the change feed soon sends:
        | event  | id       |
        | studio | {studio} |
      When the operator ends the sessions of the operator "vera"
      Then the event stream ends before its first heartbeat

    Scenario: An operator can't see the sessions of another
      When "vera" lists the sessions of the operator "admin"
      Then the console refuses it as not allowed

  @OPERATOR-8
  Rule: A session ends by itself

    Scenario: An operator sees when a session ends at the latest
      Given "vera" signs in to the console
      When the signed-in operator lists their sessions
      Then the response has a time in "sessions.0.expiresAt"
      And the response has a time in "sessions.0.lastUsedAt"
