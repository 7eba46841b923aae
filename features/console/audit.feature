# The audit log of the console, and the history of removed studios.
Feature: The audit log of the console
  The console records who changed what from which address, and who signed in, in files that nobody can empty through it.

  @AUDIT-4
  Rule: Every change is recorded with operator, address, what has changed and answer

    Scenario: A new device is recorded without its token
      Given the device "Audited panel"
      Then the audit log of the console soon contains an entry with:
        | kind      | change                         |
        | caller    | operator:admin                 |
        | operation | device.add                     |
        | target    | /api/studios/{studio}/devices  |
        | status    | 201                            |
        | summary   | added device "Audited panel"   |
      And the audit log of the console doesn't contain "{Audited panel}"

    Scenario: A new studio, its new key and its removal are recorded
      When the operator adds a studio with:
        | id   | audited |
        | name | Audited |
      And the operator replaces the key of the studio "audited"
      And the response has a key
      And the operator removes the studio "audited"
      Then the audit log of the console soon contains an entry with:
        | operation | studio.add                 |
        | summary   | added the studio "Audited" |
      And the audit log of the console soon contains an entry with:
        | operation | key.rotate               |
        | target    | /api/studios/audited/key |
      And the audit log of the console soon contains an entry with:
        | operation | studio.remove                |
        | summary   | removed the studio "audited" |
        | status    | 204                          |
      And the audit log of the console doesn't contain "{key}"

    Scenario: An attempt that fails is recorded with its error
      When the operator removes the studio "unheard-of"
      Then the audit log of the console soon contains an entry with:
        | operation | studio.remove           |
        | target    | /api/studios/unheard-of |
        | status    | 404                     |
        | error     | not_found               |

  @AUDIT-5
  Rule: Sign-ins, failed ones and sign-outs are recorded

    Scenario: Signing in and out is recorded
      When the operator signs in to the console
      And the signed-in operator signs out
      Then the audit log of the console soon contains an entry with:
        | kind      | sign-in        |
        | caller    | operator:admin |
        | operation | session        |
      And the audit log of the console soon contains an entry with:
        | kind   | sign-out       |
        | caller | operator:admin |

    Scenario: A wrong password is recorded with the account
      When an operator with a wrong password lists the studios
      Then the audit log of the console soon contains an entry with:
        | kind   | sign-in.failed    |
        | caller | operator:admin    |
        | error  | wrong_credentials |
      And the audit log of the console doesn't contain "a guess"

    Scenario: A name that no operator has is not recorded: it may be a password
      When a visitor signs in with:
        | username | hunter2-in-the-wrong-field |
        | password | a guess                    |
      Then the audit log of the console soon contains an entry with:
        | kind   | sign-in.failed    |
        | caller | null              |
        | error  | wrong_credentials |
      And the audit log of the console doesn't contain "hunter2-in-the-wrong-field"

  @CONSOLE-28
  Rule: The history of a removed studio is kept, and open to admins

    Scenario: An admin reads what was done in a removed studio
      Given the operator adds a studio with:
        | id   | attic |
        | name | Attic |
      And the operator changes the studio "attic" with:
        | name | Old attic |
      When the operator removes the studio "attic"
      And the operator lists the removed studios
      Then the console accepts it
      And the response contains:
        | removedStudios.0.id | attic |
      When the operator reads the history of the studio "attic" among the removed ones
      Then the console accepts it
      And the response contains:
        | changes.0.summary  | removed the studio "attic" |
        | changes.0.operator | admin                      |
        | changes.1.summary  | renamed to "Old attic"     |
        | changes.2.summary  | added the studio "Attic"   |

    Scenario: A studio that exists, or never did, is not found there
      When the operator reads the history of this studio among the removed ones
      Then the console refuses it as not found
      When the operator reads the history of the studio "unheard-of" among the removed ones
      Then the console refuses it as not found

    Scenario: Nobody else reads it
      When a visitor lists the removed studios
      Then the console refuses it as not signed in
