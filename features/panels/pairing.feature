# A screen becomes a device: it shows a code, and an operator who sees the code admits it.
Feature: Pairing
  Nobody types a token. The tablet makes its own, and shows a code that follows from it; the operator sees the same code at the
  console, and says what the tablet may do.

  Background:
    Given the screen "Tablet" has made its own token

  @PAIRING-1
  Rule: The console shows the code of a screen that waits

    @simulated
    Scenario: A tablet calls for the first time
      When the device "Tablet" calls GET /api/v2/events
      Then the call is refused with 401 unauthorized
      And within a minute the console shows the code of the screen "Tablet"

  @PAIRING-2
  Rule: An operator admits the screen

    @simulated
    Scenario: The tablet comes to life
      Given the device "Tablet" calls GET /api/v2/events
      And within a minute the console shows the code of the screen "Tablet"
      When an operator pairs the screen "Tablet" with the panel presenter
      And the device "Tablet" plays clip 1 on main with bank=news
      Then the response status is 200
      When the device "Tablet" plays clip 1 on wall with bank=news&scene=left
      Then the call is refused with 403 forbidden

    @simulated
    Scenario: A paired screen is a device like any other
      Given the device "Tablet" calls GET /api/v2/events
      And within a minute the console shows the code of the screen "Tablet"
      When an operator pairs the screen "Tablet" with the panel presenter
      And the device "Tablet" is revoked
      And the device "Tablet" calls GET /api/v2/panels/presenter
      Then the call is refused with 401 unauthorized

  @PAIRING-4
  Rule: A code that nobody shows pairs nothing

    Scenario: No screen has called
      When the operator pairs a screen with:
        | body | { "code": "7K3M-Q0XF", "name": "Tablet", "access": "read_only" } |
      Then the console refuses it as not found

    Scenario: What is no code
      When the operator pairs a screen with:
        | body | { "code": "tablet", "name": "Tablet", "access": "read_only" } |
      Then the console refuses it as invalid
