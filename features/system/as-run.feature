# The as-run log: what was sent to the studio's devices.
@simulator
Feature: The as-run log
  After the show a producer must be able to read what went on air, when, and who started it. The service records every
  command that it sends to a device.

  @AS-RUN-1
  Rule: Every command to a device is recorded, with what became of it

    Scenario: A clip that a device plays
      Given the device "Panel"
      When the device "Panel" plays clip 2 on main
      Then the response status is 200
      And the as-run log soon contains exactly:
        | caller       | operation | station | parameters.output | parameters.bank | parameters.clip | outcome   | error | startedBy |
        | device:Panel | clip.play | alpha   | out-1             | news            | headlines       | confirmed | null  | null      |

    Scenario: What a take puts on air, and what a toggle switches to
      When the host itself cues clip 3 on main
      And the host itself takes the cued clip of main
      And the host itself toggles the signal red-light
      Then the as-run log soon contains exactly:
        | operation     | parameters.clip | parameters.on | outcome   |
        | clip.cue      | weather         |               | confirmed |
        | output.take   | weather         |               | confirmed |
        | signal.toggle |                 | true          | confirmed |

    Scenario Outline: The player <fault>
      Given the player of main <fault>
      When the host itself plays clip 1 on main with wait=0
      And 31 seconds pass
      Then the as-run log soon contains exactly:
        | operation | outcome   | error   |
        | clip.play | <outcome> | <error> |

      Examples:
        | fault                      | outcome   | error        |
        | rejects commands           | failed    | device_error |
        | loses its acknowledgements | timed_out | ack_timeout  |

    Scenario: An acknowledgement that comes after the call has timed out
      Given the player of main is 3000 ms late
      When the host itself plays clip 1 on main
      Then the call is refused with 424 ack_timeout
      When 5 seconds pass
      Then the as-run log soon contains exactly:
        | operation | outcome   | error |
        | clip.play | confirmed | null  |

  @AS-RUN-2
  Rule: What no caller sent names what sent it

    Scenario: A macro that a device runs
      Given the device "Panel"
      When the device "Panel" runs the macro mac-2
      And 3100 ms pass
      Then the as-run log soon contains exactly:
        | caller      | startedBy    | operation     | station | outcome   |
        | macro:mac-2 | device:Panel | clip.play     | alpha   | confirmed |
        | macro:mac-2 | device:Panel | signal.off    | alpha   | confirmed |
        | macro:mac-2 | device:Panel | camera.recall | alpha   | confirmed |
        | macro:mac-2 | device:Panel | clip.play     | alpha   | confirmed |

    Scenario: An automation whose trigger time has come, and the macro that it runs
      Given the studio also has:
        """
        timezone: UTC
        macros:
          - { id: mac-9, name: Light, steps: [{ switch: { signal: sig-2, on: true } }] }
        automations:
          - id: auto-3
            station: alpha
            name: Light
            trigger: { timeOfDay: "13:00" }
            steps: [{ switch: { signal: sig-1, on: true } }, { run: { macro: mac-9 } }]
        """
      And the host itself starts the automation auto-3
      When 3601 seconds pass
      Then the as-run log soon contains exactly:
        | caller            | startedBy         | operation | station | parameters.signal | outcome   |
        | automation:auto-3 | null              | signal.on | alpha   | sig-1             | confirmed |
        | macro:mac-9       | automation:auto-3 | signal.on | alpha   | sig-2             | confirmed |

    Scenario: The end of a pulse
      When the host itself pulses the signal red-light
      And 600 ms pass
      Then the as-run log soon contains exactly:
        | caller      | operation    | parameters.signal | outcome   |
        | loopback    | signal.pulse | sig-1             | confirmed |
        | pulse:sig-1 | signal.off   | sig-1             | confirmed |

    Scenario: A graphic on air whose variable changes
      Given the host itself shows the graphic of main
      When the host itself sets the variable Headline to Flood
      And 200 ms pass
      Then the as-run log soon contains exactly:
        | caller        | operation      | station | parameters.output | parameters.scene | outcome   |
        | loopback      | graphic.show   | alpha   | out-1             | full             | confirmed |
        | graphic:out-1 | graphic.update | alpha   | out-1             | full             | confirmed |

  @AS-RUN-3
  Rule: What reached no device is not recorded

    Scenario: Reads, refused calls, devices that are away, and what the service changes itself
      Given the camera cam-1 is offline
      When the host itself recalls the angle wide of the camera cam-1
      Then the call is refused with 424 device_unavailable
      When the host itself reads the outputs
      And the host itself plays clip 99 on main
      And the host itself sets the variable Headline to Flood
      And the host itself runs the macro attic
      And the host itself switches the signal red-light on
      Then the as-run log soon contains exactly:
        | operation |
        | signal.on |
