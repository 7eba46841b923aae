# The console's page, which operators open in a browser.
Feature: The console's page
  Every view of the page has an address of its own, which can be bookmarked and sent to a colleague. The data comes
  from the management API, so a visitor who isn't signed in sees only the sign-in form.

  Rule: The page has the sections Access, Features and Devices

    @CONSOLE-12
    Scenario Outline: The view "<view>" is part of the page
      When a visitor opens "<address>"
      Then the console accepts it
      And the header "Content-Type" is "text/html; charset=utf-8"
      And the response body contains "Studio Control"

      Examples:
        | view                  | address                    |
        | The start             | /                          |
        | The list of studios   | /studios                   |
        | The section Access    | /studios/{studio}/access   |
        | The section Features  | /studios/{studio}/features |
        | The section Devices   | /studios/{studio}/devices  |
        | The list of operators | /operators                 |

    @CONSOLE-12
    Scenario: The page loads resources from its own origin only, and can't be framed
      When a visitor opens "/studios/{studio}/access"
      Then the header "Content-Security-Policy" starts with "default-src 'none'; script-src 'self'; style-src 'self';"
      And the header "Cache-Control" is "no-store"

    @CONSOLE-12
    Scenario: An unknown address is not found
      When a visitor opens "/nowhere"
      Then the console refuses it as not found
