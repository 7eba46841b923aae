# Webhooks of the console: URLs that it calls about its studios.
@simulator @receiver
Feature: Webhooks of the console
  A studio that is away can't send that it is away. The console can, and it knows the alarms of all studios.

  Background:
    Given a receiver of webhooks
    And the operator adds a webhook to the receiver

  @WEBHOOK-14 @WEBHOOK-15
  Rule: What is open at a studio is sent, signed, until it is accepted

    Scenario Outline: An alarm is raised while the receiver <fault>, and is cleared
      Given the receiver <fault>
      And the camera cam-2 is offline
      And the host itself runs the macro mac-1
      And 100 ms pass
      When the receiver was sent 2 attempts
      And the receiver accepts messages
      Then the receiver soon has signed messages:
        | type         | data.studio.name | data.kind    | data.subject |
        | alarm.raised | Studio One | macro_failed | mac-1        |
      When the camera cam-2 works again
      And the host itself runs the macro mac-1
      And 3100 ms pass
      Then the receiver soon has signed messages:
        | type          | data.studio.name | data.kind    | data.subject |
        | alarm.raised  | Studio One | macro_failed | mac-1        |
        | alarm.cleared | Studio One | macro_failed | mac-1        |

      Examples:
        | fault                 |
        | answers 500           |
        | resets the connection |

  @WEBHOOK-18
  Rule: The secret is shown once, and the history names the host alone

    Scenario: The list and the history
      When the operator lists the webhooks
      Then the response lists in "webhooks":
        | name     | studios | trouble |
        | newsroom | null    | null    |
      And the response doesn't contain "{secret}"
      When the operator reads the history of the console
      Then the response contains:
        | changes.0.action | webhook.add |
      And the response doesn't contain "swordfish"

    Scenario: A replaced secret
      When the operator replaces the secret of the webhook of the receiver
      And the operator tests the webhook
      Then the receiver soon has signed messages:
        | type | data.webhook |
        | test | newsroom     |

  @WEBHOOK-19
  Rule: A test shows what the receiver answers

    Scenario Outline: A receiver that <fault>
      Given the receiver <fault>
      When the operator tests the webhook
      Then the console accepts it
      And the response contains:
        | accepted | false |
      And "answer" contains "<answer>"
      And the audit log of the console soon contains an entry with:
        | operation | webhook.test                  |
        | summary   | tested the webhook "newsroom" |
      And the audit log of the console doesn't contain "swordfish"

      Examples:
        | fault                    | answer                        |
        | answers 410              | it answered with 410          |
        | answers what is no HTTP  | has not accepted the test     |

  @WEBHOOK-13
  Rule: Only what can work is stored

    Scenario Outline: A webhook with <fields>
      When the operator changes the webhook with:
        | body | <fields> |
      Then the console refuses it as invalid

      Examples:
        | fields                          |
        | {"url": "ftp://example.com"}    |
        | {"studios": ["nowhere"]}        |
        | {"events": []}                  |

    Scenario: A webhook that is removed is sent nothing more
      Given the camera cam-2 is offline
      When the operator removes the webhook
      Then the console accepts it
      When the host itself runs the macro mac-1
      And 100 ms pass
      Then the console soon shows the alarms:
        | kind         | subject |
        | macro_failed | mac-1   |
      And the receiver soon has signed messages:
        | type |

    Scenario: A program with an API token
      Given the operator makes an API token with:
        | name | everything |
        | role | admin      |
      When the program lists the webhooks
      Then the console refuses it as not allowed
