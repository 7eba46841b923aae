# The operators of the console.
Feature: Operators of the console
  Not everybody may do everything everywhere. A producer may look at one studio, an engineer may change two of them, and
  a few people manage all studios and the accounts of the others.

  Background:
    Given the operator sends POST /api/operators to the console with:
      | username             | vera        |
      | password             | very secret |
      | studioRoles.{studio} | viewer      |

  @OPERATOR-1 @CONSOLE-16
  Rule: An operator may have a role in one studio only

    Scenario Outline: An operator with the role <role> in the studio sends <method> <path>
      When the operator sends PATCH /api/operators/vera to the console with:
        | studioRoles.{studio} | <role> |
      And a visitor sends <method> <path> to the console with:
        | Basic  | vera:very secret |
        | fields | <fields>         |
      Then the console answers <status>

      Examples:
        | role     | method | path                          | fields                         | status |
        | viewer   | GET    | /api/studios/{studio}/devices |                                | 200    |
        | viewer   | POST   | /api/studios/{studio}/devices | name: Panel, access: read_only | 403    |
        | operator | POST   | /api/studios/{studio}/devices | name: Panel, access: read_only | 201    |
        | operator | PATCH  | /api/studios/{studio}         | name: Studio One               | 403    |
        | admin    | PATCH  | /api/studios/{studio}         | name: Studio One               | 200    |
        | admin    | DELETE | /api/studios/{studio}         |                                | 403    |
        | admin    | POST   | /api/studios                  | id: studio-2, name: Two        | 403    |
        | admin    | GET    | /api/operators                |                                | 403    |

    Scenario: The higher role counts
      When the operator sends PATCH /api/operators/vera to the console with:
        | role | operator |
      And a visitor sends POST /api/studios/{studio}/devices to the console with:
        | Basic  | vera:very secret |
        | name   | Panel            |
        | access | read_only        |
      Then the console answers 201

  @OPERATOR-2
  Rule: A studio without a role does not exist for an operator

    Scenario: The list of studios leaves it out
      Given the operator sends POST /api/studios to the console with:
        | id   | studio-2   |
        | name | Studio Two |
      When a visitor sends GET /api/studios to the console with:
        | Basic | vera:very secret |
      Then the console answers 200
      And the response lists in "studios":
        | id       |
        | {studio} |

    Scenario Outline: <method> <path> is answered as for a studio that nobody has added
      Given the operator sends POST /api/studios to the console with:
        | id   | studio-2   |
        | name | Studio Two |
      When a visitor sends <method> <path> to the console with:
        | Basic | vera:very secret |
        | body  | {}               |
      Then the console answers 404
      And the error message contains "there is no studio"

      Examples:
        | method | path                         |
        | GET    | /api/studios/studio-2/access |
        | PUT    | /api/studios/studio-2/access |
        | DELETE | /api/studios/studio-2        |
        | GET    | /api/studios/nowhere/access  |

  @OPERATOR-3
  Rule: A changed role holds at once

    Scenario: An operator who loses the studio no longer sees it
      When the operator sends PATCH /api/operators/vera to the console with:
        | studioRoles | an empty object |
      And a visitor sends GET /api/studios/{studio}/access to the console with:
        | Basic | vera:very secret |
      Then the console answers 404

    Scenario: An open page of an operator who loses the studio stops showing it
      Given a visitor opens the change feed with:
        | Basic | vera:very secret |
      And the change feed soon sends:
        | event  | id       |
        | studio | {studio} |
      When the operator sends PATCH /api/operators/vera to the console with:
        | studioRoles | an empty object |
      Then the change feed soon sends:
        | event   | studioId |
        | removed | {studio} |

  @OPERATOR-4 @OPERATOR-9
  Rule: Accounts are managed by admins of all studios, one of whom always remains

    Scenario Outline: The last admin can't be locked out by <change>
      When the operator sends PATCH /api/operators/admin to the console with:
        | fields | <fields> |
      Then the console answers 409

      Examples:
        | change       | fields         |
        | a lower role | role: viewer   |
        | no role      | role: null     |
        | disabling    | disabled: true |

    Scenario Outline: The admin of one studio can't <attempt>
      Given the operator sends PATCH /api/operators/vera to the console with:
        | studioRoles.{studio} | admin |
      When a visitor sends <method> <path> to the console with:
        | Basic  | vera:very secret |
        | fields | <fields>         |
      Then the console answers 403
      And the error message contains "this requires the role admin in all studios"

      Examples:
        | attempt                 | method | path                 | fields                                              |
        | raise their own role    | PATCH  | /api/operators/vera  | role: admin                                         |
        | add an operator         | POST   | /api/operators       | username: otto, role: admin, password: quite secret |
        | remove another operator | DELETE | /api/operators/admin |                                                     |

  @OPERATOR-5
  Rule: A disabled operator is not admitted

    Scenario: An operator is disabled
      When the operator sends PATCH /api/operators/vera to the console with:
        | disabled | true |
      And a visitor sends GET /api/studios to the console with:
        | Basic | vera:very secret |
      Then the console answers 401

    Scenario: A new password ends the sessions
      Given the operator "vera" with the password "very secret" signs in to the console
      When the operator sends PATCH /api/operators/vera to the console with:
        | password | another secret |
      And the operator's session sends GET /api/studios to the console
      Then the console answers 401

  @OPERATOR-6
  Rule: A generated password is shown once

    Scenario: An operator is added without a password
      When the operator sends POST /api/operators to the console with:
        | username | otto   |
        | role     | viewer |
      Then the console answers 201
      And the response has text in "password"
      When the operator sends GET /api/operators to the console
      Then the response doesn't contain '"password":'

    Scenario: A password is reset
      When the operator sends POST /api/operators/vera/password to the console with:
        | body | {} |
      Then the console answers 200
      And the response has text in "password"
      When a visitor sends GET /api/studios to the console with:
        | Basic | vera:very secret |
      Then the console answers 401

  @OPERATOR-7
  Rule: Sessions are listed and ended

    Scenario: An operator sees their sessions
      Given the operator "vera" with the password "very secret" signs in to the console
      When the operator's session sends GET /api/sessions to the console
      Then the console answers 200
      And the response lists in "sessions":
        | browser         | current |
        | Unknown program | true    |

    Scenario: An operator ends all other sessions
      Given the operator "vera" with the password "very secret" signs in to the console
      When a visitor sends DELETE /api/sessions to the console with:
        | Basic | vera:very secret |
      And the operator's session sends GET /api/studios to the console
      Then the console answers 401

    Scenario: An admin ends the sessions of an operator, whose page stops at once
      Given the operator "vera" with the password "very secret" signs in to the console
      And the operator's session opens the change feed
      And the change feed soon sends:
        | event  | id       |
        | studio | {studio} |
      When the operator sends DELETE /api/operators/vera/sessions to the console
      Then the event stream ends before its first heartbeat

    Scenario: An operator can't see the sessions of another
      When a visitor sends GET /api/operators/admin/sessions to the console with:
        | Basic | vera:very secret |
      Then the console answers 403

  @OPERATOR-8
  Rule: A session ends by itself

    Scenario: An operator sees when a session ends at the latest
      Given the operator "vera" with the password "very secret" signs in to the console
      When the operator's session sends GET /api/sessions to the console
      Then the response has a time in "sessions.0.expiresAt"
      And the response has a time in "sessions.0.lastUsedAt"
