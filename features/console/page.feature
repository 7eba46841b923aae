# The console's page: what operators open in a browser.
Feature: The console's page
  Every view of the page has an address of its own, which can be opened, kept and sent to a colleague. What it shows comes
  from the management API, so whoever isn't signed in is shown nothing but a way to sign in.

  Rule: The page has the sections Access, Features and Devices

    @CONSOLE-12
    Scenario Outline: <view> is a view of the page
      When somebody sends GET <address> to the console
      Then the console answers 200
      And the header "Content-Type" is "text/html; charset=utf-8"
      And the text mentions "Studio Control"

      Examples:
        | view                     | address                     |
        | The start                | /                           |
        | The list of studios      | /studios                    |
        | The section Access       | /studios/{studio}/access    |
        | The section Features     | /studios/{studio}/features  |
        | The section Devices      | /studios/{studio}/devices   |
        | Everybody who may sign in | /operators                 |

    @CONSOLE-12
    Scenario: The page loads from its own address alone, and no other page may frame it
      When somebody sends GET /studios/{studio}/access to the console
      Then the header "Content-Security-Policy" starts with "default-src 'none'; script-src 'self'; style-src 'self';"
      And the header "Cache-Control" is "no-store"

    @CONSOLE-12
    Scenario: An address that is none of the page's
      When somebody sends GET /nowhere to the console
      Then the console answers 404
