# Taking the studio on and off air, and asking whether it is.
Feature: On air
  The demo studio is off air at first.

  @STUDIO-3
  Rule: The status tells whether the studio is on air

    Scenario: Off air
      When the host itself reads the studio's status
      Then it is answered 200
      And the answer has the fields ok, status
      And the answer says:
        | status | off_air |
      When the host itself reads the studio's status in plain text
      Then it is answered 200
      And the text is "0"

    Scenario: On air
      Given the host itself takes the studio on air
      When the host itself reads the studio's status
      Then the answer says:
        | status | on_air |
      When the host itself reads the studio's status in plain text
      Then the text is "1"

    @STUDIO-1 @STUDIO-2
    Scenario: The studio itself tells it too
      Given the host itself takes the studio on air
      When the host itself reads the studio
      Then "studio" has the fields id, name, status
      And the answer says:
        | studio.status | on_air |
      When the host itself reads the studio in plain text
      Then the text is "1"

  @STUDIO-4 @SERVICE-1
  Rule: onair and offair are actions

    Scenario Outline: By <method>
      When the host itself calls <method> /api/v2/studio/onair
      Then it is answered 200
      And the answer has the fields ok, operation, action, studio
      And the answer says:
        | operation     | studio.onair |
        | studio.id     | studio-1     |
        | studio.status | on_air       |
      When the host itself calls <method> /api/v2/studio/offair
      Then it is answered 200
      And the answer says:
        | operation     | studio.offair |
        | studio.status | off_air       |

      Examples:
        | method |
        | GET    |
        | POST   |

    @SERVICE-3
    Scenario: In plain text
      When the host itself takes the studio on air in plain text
      Then the text is "OK"
      When the host itself takes the studio off air in plain text
      Then the text is "OK"

    @ACK-14
    Scenario Outline: What is so already: the host <deed>, and again
      Given the host itself <deed>
      When the host itself <deed>
      Then it is answered 200
      And the answer says:
        | studio.status | <status> |

      Examples:
        | deed                     | status  |
        | takes the studio on air  | on_air  |
        | takes the studio off air | off_air |

    @ACK-2 @SHAPE-3
    Scenario: With wait=0
      When the host itself takes the studio on air with wait=0
      Then it is answered 202
      And the answer has the fields ok, accepted, operation, action
      When the host itself reads the studio in plain text
      Then the text is "1"

    @ACK-5 @ACK-6
    Scenario: A bad timeout is refused, and the studio stays off air
      When the host itself takes the studio on air with timeout=99
      Then it is refused with 400 invalid_parameter
      When the host itself reads the studio in plain text
      Then the text is "0"

    @HEAD-2
    Scenario: HEAD takes nothing on air
      When the host itself calls HEAD /api/v2/studio/onair
      Then it is answered 405
      When the host itself reads the studio in plain text
      Then the text is "0"

  @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
  Rule: Who may read and who may control is said for the feature Studio

    Scenario Outline: <given>, and <caller> <deed>: <refusal>
      Given <given>
      When <caller> <deed>
      Then it is refused with <refusal>

      Examples:
        | given                                    | caller             | deed                      | refusal              |
        | Read of Studio is switched off           | the host itself    | reads the studio's status | 403 feature_disabled |
        | Control of Studio is switched off        | the host itself    | takes the studio on air   | 403 feature_disabled |
        | Control of Studio is switched off        | the host itself    | takes the studio off air  | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | takes the studio off air  | 403 read_only        |
        | the device "Panel" is limited to signals | the device "Panel" | takes the studio on air   | 403 forbidden        |
        | the device "Panel" is limited to signals | the device "Panel" | reads the studio's status | 403 forbidden        |
