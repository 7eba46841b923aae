# The studio record, and the health of the service.
Feature: Studio and health

  @STUDIO-1 @DEMO-1
  Scenario: The studio is shown with id, name and on-air status
    When the host itself reads the studio
    Then the response status is 200
    And the response contains:
      | ok            | true       |
      | studio.id     | studio-1   |
      | studio.name   | Studio One |
      | studio.status | off_air    |

  @STUDIO-2
  Scenario: The plain form of the studio is 0 while it is off air
    When the host itself reads the studio in plain text
    Then the response status is 200
    And the response body is "0"

  @HEALTH-1
  Scenario: The health is ok while the service is up
    When the host itself reads the health
    Then the response status is 200
    And the response contains:
      | ok | true |

  @HEALTH-1
  Scenario: The plain form of the health is OK
    When the host itself reads the health in plain text
    Then the response status is 200
    And the response body is "OK"

  @LEGACY-AUTH-12
  Scenario: The health doesn't reveal the ids used as legacy passwords
    When a caller at 198.51.100.7 reads the health
    Then the response doesn't contain "server-1"
    And the response doesn't contain "studio-1"
