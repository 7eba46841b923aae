# The studio itself, and whether the service is up.
Feature: Studio and health

  @STUDIO-1 @DEMO-1
  Scenario: The studio's id, name and on-air status
    When the host itself reads the studio
    Then it is answered 200
    And the answer says:
      | ok            | true       |
      | studio.id     | studio-1   |
      | studio.name   | Studio One |
      | studio.status | off_air    |

  @STUDIO-2
  Scenario: Its plain form is 0 while it is off air
    When the host itself reads the studio in plain text
    Then it is answered 200
    And the text is "0"

  @HEALTH-1
  Scenario: The service is up
    When the host itself asks for the health
    Then it is answered 200
    And the answer says:
      | ok | true |

  @HEALTH-1
  Scenario: The service is up, in plain text
    When the host itself asks for the health in plain text
    Then it is answered 200
    And the text is "OK"

  @LEGACY-AUTH-12
  Scenario: Health doesn't show the ids that open the legacy door
    When a caller at 198.51.100.7 asks for the health
    Then the answer doesn't mention "server-1"
    And the answer doesn't mention "studio-1"
