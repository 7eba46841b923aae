# Signing in to the console: second factors. Sign-in at an identity provider is tested in test/console and test/browser.
Feature: Signing in to the console
  Operators can protect their accounts with a code from an authenticator app, in addition to the password.

  @SIGN-IN-1
  Scenario: Without an identity provider, none is offered
    When a visitor sends GET /api/sign-in to the console
    Then the console answers 200
    And the response contains:
      | provider | null |
    When a visitor sends GET /sign-in/oidc to the console
    Then the console answers 404

  Rule: An operator with a second factor signs in with the password and a code

    @SIGN-IN-2 @SIGN-IN-8
    Scenario: The password alone is not enough
      Given the operator "tom" has set up a second factor
      When "tom" signs in with the password
      Then the console answers 401
      When "tom" signs in with the password and the next code of the app
      Then the console answers 200

    @SIGN-IN-3
    Scenario: A code is accepted once
      Given the operator "tina" has set up a second factor
      When "tina" signs in with the password and the same code of the app
      Then the console answers 401
      When "tina" signs in with the password and the next code of the app
      Then the console answers 200
      When "tina" signs in with the password and the next code of the app
      Then the console answers 401

    @SIGN-IN-4
    Scenario: A recovery code is accepted once
      Given the operator "theo" has set up a second factor
      When "theo" signs in with the password and a recovery code
      Then the console answers 200
      When "theo" signs in with the password and the same recovery code
      Then the console answers 401
      When "theo" signs in with the password and another recovery code
      Then the console answers 200

    @SIGN-IN-5
    Scenario: Five wrong codes throttle the operator, even for a right code
      Given the operator "tilda" has set up a second factor
      When "tilda" signs in with the password and a wrong code 5 times
      And "tilda" signs in with the password and the next code of the app
      Then the console answers 429 with Retry-After

    @SIGN-IN-6
    Scenario: HTTP Basic is refused
      Given the operator "tess" has set up a second factor
      When "tess" sends GET /api/studios to the console with HTTP Basic
      Then the console answers 401
      And the error message contains "HTTP Basic is not accepted"

    @SIGN-IN-7
    Scenario: An admin resets a lost second factor
      Given the operator "toni" has set up a second factor
      When the operator sends DELETE /api/operators/toni/second-factor to the console
      Then the console answers 204
      When the operator's session sends GET /api/session to the console
      Then the console answers 401
      When "toni" signs in with the password
      Then the console answers 200
