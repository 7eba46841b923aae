# Signing in to the console: second factors. Sign-in at an identity provider is tested in test/console and test/browser.
Feature: Signing in to the console
  Operators can protect their accounts with a code from an authenticator app, in addition to the password.

  @SIGN-IN-1
  Scenario: Without an identity provider, none is offered
    When a visitor asks how to sign in
    Then the console accepts it
    And the response contains:
      | provider | null |
    When a visitor goes to the identity provider
    Then the console refuses it as not found

  Rule: An operator with a second factor signs in with the password and a code

    @SIGN-IN-2 @SIGN-IN-8
    Scenario: The password alone is not enough
      Given the operator "tom" has set up a second factor
      When "tom" signs in with the password
      Then the console refuses it as not signed in
      When "tom" signs in with the password and the next code of the app
      Then the console accepts it

    @SIGN-IN-3
    Scenario: A code is accepted once
      Given the operator "tina" has set up a second factor
      When "tina" signs in with the password and the same code of the app
      Then the console refuses it as not signed in
      When "tina" signs in with the password and the next code of the app
      Then the console accepts it
      When "tina" signs in with the password and the next code of the app
      Then the console refuses it as not signed in

    @SIGN-IN-4
    Scenario: A recovery code is accepted once
      Given the operator "theo" has set up a second factor
      When "theo" signs in with the password and a recovery code
      Then the console accepts it
      When "theo" signs in with the password and the same recovery code
      Then the console refuses it as not signed in
      When "theo" signs in with the password and another recovery code
      Then the console accepts it

    @SIGN-IN-5
    Scenario: Five wrong codes throttle the operator, even for a right code
      Given the operator "tilda" has set up a second factor
      When "tilda" signs in with the password and a wrong code 5 times
      And "tilda" signs in with the password and the next code of the app
      Then the console asks to wait before the next attempt

    @SIGN-IN-6
    Scenario: The password alone is refused with every request too
      Given the operator "tess" has set up a second factor
      When "tess" lists the studios
      Then the console refuses it as not signed in
      And the error message contains "HTTP Basic is not accepted"

    @SIGN-IN-7
    Scenario: An admin resets a lost second factor
      Given the operator "toni" has set up a second factor
      When the operator resets the second factor of the operator "toni"
      Then the console accepts it
      When the signed-in operator looks at their own account
      Then the console refuses it as not signed in
      When "toni" signs in with the password
      Then the console accepts it

  @SIGN-IN-12
  Rule: A password that an admin has set is changed first

    Scenario: A new operator chooses a password before anything else
      Given the operator adds an operator with:
        | username           | nora           |
        | role               | viewer         |
        | password           | what admin set |
        | mustChangePassword | true           |
      When "nora" lists the studios
      Then the console refuses it as not signed in
      Given "nora" signs in to the console
      When the signed-in operator looks at their own account
      Then the response contains:
        | mustChangePassword | true |
      When the signed-in operator lists the studios
      Then the console refuses it as not allowed
      And the response contains:
        | passwordChange | required |
      When the signed-in operator changes their password with:
        | current | what admin set |
        | next    | what nora has  |
      Then the console accepts it
      When the signed-in operator lists the studios
      Then the console accepts it
