Feature: Crème brûlée
  A sample for the report.

  @ACK-1
  Rule: What passes is shown

    Scenario: All steps pass
      Given a step that passes
      And a step with the table:
        | slot | clip        |
        | main | <b>News</b> |
      And a step with the text:
        """
        </script><script>document.title = 'broken'</script>
        """

    Scenario Outline: A row with <value>
      Given a step that attaches "<value>"

      Examples:
        | value  |
        | Élan   |
        | vigour |

  @ACK-2 @ACK-3
  Rule: What doesn't pass is shown

    Scenario: A step fails
      Given a step that passes
      When a step that fails with "expected 200, received 404"
      Then a step that passes

    Scenario: Only the second driver fails
      Given a step that fails over the second driver

    Scenario: The rest is skipped
      Given a step that skips the rest
      Then a step that passes

    Scenario: A step has no definition
      Given a step that nobody has written

    @fails-at-first
    Scenario: The set-up fails
      Given a step that passes
