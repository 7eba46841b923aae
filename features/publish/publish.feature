# Publishing: the studio's state at an MQTT broker, for everything that only reads it.
@broker
Feature: The published state
  Building automation, dashboards and Home Assistant read the studio's state at an MQTT broker, which keeps it for them. In
  these scenarios the studio file of the demo studio also has the section publish with the prefix studio-one.

  Background:
    Given a broker
    And the studio also has:
      """
      publish: { host: 127.0.0.1, port: {broker}, prefix: studio-one, homeAssistant: {} }
      """

  @PUBLISH-1 @PUBLISH-2
  Rule: The broker keeps the state

    Scenario: On air, the clip, its tally and a signal
      Then the broker soon keeps:
        | studio-one/availability                  | online |
        | studio-one/studio/on-air                 | off    |
        | studio-one/outputs/main/scenes/full/clip | none   |
        | studio-one/signals/red-light             | off    |
      When the host itself takes the studio on air
      And the host itself plays clip 3 on main
      And the host itself switches the signal red-light on
      Then the broker soon keeps:
        | studio-one/studio/on-air                 | on      |
        | studio-one/outputs/main/scenes/full/clip | weather |
        | studio-one/outputs/main/tally            | program |
        | studio-one/signals/red-light             | on      |

    Scenario: An alarm about a signal
      When the line of red-light is offline
      Then the broker soon keeps:
        | studio-one/health                      | degraded |
        | studio-one/alarms/open                 | 1        |
        | studio-one/signals/red-light/connected | off      |
      When the line of red-light works again
      Then the broker soon keeps:
        | studio-one/health      | ok |
        | studio-one/alarms/open | 0  |

  @PUBLISH-3
  Rule: What a switch hides is not published

    Scenario: The cameras are hidden while they are published
      Then the broker soon keeps:
        | studio-one/cameras/cam-1/tally | off |
      When Read of Cameras is switched off
      Then the broker soon keeps nothing on studio-one/cameras/cam-1/tally
      And the broker soon keeps nothing on studio-one/cameras/cam-1/record

  @PUBLISH-4 @PUBLISH-6
  Rule: Home Assistant shows the studio, and nothing shows its passwords

    Scenario: The device, and no id of the studio
      Then the broker soon keeps:
        | studio-one/home-assistant | homeassistant/device/studio-control_studio-one/config |
      And nothing that the broker keeps contains the id of the studio
