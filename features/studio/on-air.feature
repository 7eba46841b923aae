# How to take the studio on and off air, and read its status.
Feature: On air
  The demo studio is off air at first.

  @STUDIO-3
  Rule: The status shows whether the studio is on air

    Scenario: The status is off_air at first
      When the host itself reads the studio's status
      Then the response status is 200
      And the response has the fields ok, status
      And the response contains:
        | status | off_air |
      When the host itself reads the studio's status in plain text
      Then the response status is 200
      And the response body is "0"

    @simulated
    Scenario: The status is on_air once the studio is on air
      Given the host itself takes the studio on air
      When the host itself reads the studio's status
      Then the response contains:
        | status | on_air |
      When the host itself reads the studio's status in plain text
      Then the response body is "1"

    @STUDIO-1 @STUDIO-2 @simulated
    Scenario: The studio record shows the status
      Given the host itself takes the studio on air
      When the host itself reads the studio
      Then "studio" has the fields id, name, status
      And the response contains:
        | studio.status | on_air |
      When the host itself reads the studio in plain text
      Then the response body is "1"

  @STUDIO-4 @SERVICE-1
  Rule: onair and offair are actions

    @simulated
    Scenario Outline: The studio goes on and off air by <method>
      When the host itself calls <method> /api/v2/studio/onair
      Then the response status is 200
      And the response has the fields ok, operation, action, studio
      And the response contains:
        | operation     | studio.onair |
        | studio.id     | studio-1     |
        | studio.status | on_air       |
      When the host itself calls <method> /api/v2/studio/offair
      Then the response status is 200
      And the response contains:
        | operation     | studio.offair |
        | studio.status | off_air       |

      Examples:
        | method |
        | GET    |
        | POST   |

    @SERVICE-3 @simulated
    Scenario: The actions answer OK in plain text
      When the host itself takes the studio on air in plain text
      Then the response body is "OK"
      When the host itself takes the studio off air in plain text
      Then the response body is "OK"

    @ACK-14 @simulated
    Scenario Outline: The action succeeds when nothing changes: the host <call>
      Given the host itself <call>
      When the host itself <call>
      Then the response status is 200
      And the response contains:
        | studio.status | <status> |

      Examples:
        | call                     | status  |
        | takes the studio on air  | on_air  |
        | takes the studio off air | off_air |

    @ACK-2 @SHAPE-3 @simulated
    Scenario: Going on air with wait=0 is accepted
      When the host itself takes the studio on air with wait=0
      Then the response status is 202
      And the response has the fields ok, accepted, operation, action
      When the host itself reads the studio in plain text
      Then the response body is "1"

    @ACK-5 @ACK-6
    Scenario: An invalid timeout is refused, and the studio stays off air
      When the host itself takes the studio on air with timeout=99
      Then the call is refused with 400 invalid_parameter
      When the host itself reads the studio in plain text
      Then the response body is "0"

    @HEAD-2
    Scenario: HEAD doesn't take the studio on air
      When the host itself calls HEAD /api/v2/studio/onair
      Then the response status is 405
      When the host itself reads the studio in plain text
      Then the response body is "0"

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: The feature Studio decides who may read and control

    Scenario Outline: While <given>, <caller> <call>: <refusal>
      Given <given>
      When <caller> <call>
      Then the call is refused with <refusal>

      Examples:
        | given                                    | caller             | call                      | refusal              |
        | Read of Studio is switched off           | the host itself    | reads the studio's status | 403 feature_disabled |
        | Control of Studio is switched off        | the host itself    | takes the studio on air   | 403 feature_disabled |
        | Control of Studio is switched off        | the host itself    | takes the studio off air  | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | takes the studio off air  | 403 read_only        |
        | the device "Panel" is limited to signals | the device "Panel" | takes the studio on air   | 403 forbidden        |
        | the device "Panel" is limited to signals | the device "Panel" | reads the studio's status | 403 forbidden        |
