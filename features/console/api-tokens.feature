# The API tokens of programs.
Feature: API tokens of the console
  A script of the house adds devices, switches features and reads the history. It has no password and no browser: it sends an
  API token, which an admin makes, limits and revokes.

  Background:
    Given the operator makes an API token with:
      | name                 | newsroom |
      | studioRoles.{studio} | operator |

  @API-TOKEN-1 @API-TOKEN-6
  Rule: A program has the roles of its API token, and its name is in the history

    Scenario: A program adds a device
      When the program adds a device to this studio with:
        | name   | Panel     |
        | access | read_only |
      Then the console accepts it
      When the operator reads the history of this studio
      Then the response contains:
        | changes.0.operator | api-token:newsroom |
        | changes.0.action   | device.add         |

    Scenario Outline: A program with the role operator in this studio <does>
      When the program <does> with:
        | fields | <fields> |
      Then the console <answer>

      Examples:
        | does                                        | fields           | answer                    |
        | reads the section Features of this studio   |                  | accepts it                |
        | reads the section Access of the studio "no" |                  | refuses it as not found   |
        | changes this studio                         | name: Studio One | refuses it as not allowed |

  @API-TOKEN-2
  Rule: A program manages no accounts

    Scenario Outline: Even a program that is an admin of all studios is refused when it <does>
      Given the operator makes an API token with:
        | name | everything |
        | role | admin      |
      When the program <does> with:
        | fields | <fields> |
      Then the console refuses it as not allowed
      And the error message contains "an API token may not do this"

      Examples:
        | does                                | fields                     |
        | lists the operators                 |                            |
        | adds an operator                    | username: otto, role: admin |
        | removes the operator "admin"        |                            |
        | lists the sessions of the operator "admin" |                     |
        | lists the API tokens                |                            |
        | makes an API token                  | name: another, role: admin |
        | looks at their own account          |                            |
        | ends their other sessions           |                            |

  @API-TOKEN-3
  Rule: An API token that was revoked is refused at once

    Scenario: A token is revoked
      When the operator revokes the API token
      And the program lists the studios
      Then the console refuses it as not signed in
      And the error message contains "the API token was revoked"

    Scenario: A token is removed
      Given the operator revokes the API token
      When the operator removes the API token
      And the program lists the studios
      Then the console refuses it as not signed in
      And the error message contains "no such API token"

    Scenario: The event stream of a token ends with it
      Given the program opens the change feed
      And the change feed soon sends:
        | event  | id       |
        | studio | {studio} |
      When the operator revokes the API token
      Then the event stream ends before its first heartbeat

  @API-TOKEN-7
  Rule: An API token is removed only once it has ended

    Scenario: A token is active
      When the operator removes the API token
      Then the console refuses it as a conflict
      And the error message contains "is still active: revoke it first"

  @API-TOKEN-5
  Rule: An API token is shown once

    Scenario: The list shows its last use, and not the token
      When the program lists the studios
      And the operator lists the API tokens
      Then the response lists in "apiTokens":
        | name     | state  | createdBy |
        | newsroom | active | admin     |
      And the response has a time in "apiTokens.0.lastUsedAt"
      And the response doesn't contain "{apiToken}"
