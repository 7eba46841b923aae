# Webhooks: URLs that the service calls when something happens.
@process
Feature: Webhooks
  Other systems learn what happens in the studio without asking again and again: the service calls their URLs. Mails and messages in a
  chat are what they make of it.

  Background:
    Given a receiver of webhooks
    And a studio file of the demo studio with a webhook to the receiver
    When the service is started with:
      | studio-file | {studio file} |
      | devices     | simulated     |
      | log-level   | info          |

  @WEBHOOK-2 @WEBHOOK-3
  Rule: What happens is sent, signed

    Scenario: The studio goes on air, and a light is switched on
      Given a call to /studio/onair is answered 200 "OK"
      And a call to /signals/red-light/on is answered 200 "OK"
      Then the receiver soon has signed messages:
        | type          | data.status | data.operation | data.parameters.signal | data.outcome |
        | studio.on_air | on_air      |                |                        |              |
        | as_run.entry  |             | signal.on      | sig-1                  | confirmed    |

  @WEBHOOK-4 @WEBHOOK-5
  Rule: What is not accepted is sent again, in its order

    Scenario Outline: A receiver that <fault> at first
      Given the receiver <fault>
      And a call to /signals/red-light/on is answered 200 "OK"
      And a call to /signals/red-light/off is answered 200 "OK"
      When the receiver was sent 2 attempts
      And the receiver accepts messages
      Then the receiver soon has signed messages:
        | type         | data.operation |
        | as_run.entry | signal.on      |
        | as_run.entry | signal.off     |

      Examples:
        | fault                 |
        | answers 500           |
        | answers 410           |
        | answers 302           |
        | resets the connection |

  @WEBHOOK-11
  Rule: No action waits for a receiver

    Scenario: A receiver that never answers
      Given the receiver never answers
      Then each of 50 calls to /signals/red-light/toggle is answered within 500 ms

  @WEBHOOK-12
  Rule: The log names no path of a receiver

    Scenario: A receiver that is away
      Given the receiver answers 500
      And a call to /signals/red-light/on is answered 200 "OK"
      Then the process logs "a webhook does not accept a message, which waits"
      And the process prints nothing about "swordfish"
