# Cameras: which angle each one shows, and how to recall another.
Feature: Cameras
  The demo studio has cam-1 "Host" with the angles wide, close and profile, and cam-2 "Guest" with wide and close.
  No angle is recalled at first.

  @CAMERA-2
  Rule: Cameras can be read

    @simulated
    Scenario: The list shows all cameras
      Given the host itself recalls the angle close of the camera cam-2
      When the host itself reads the cameras
      Then the response status is 200
      And the response has the fields ok, cameras
      And each item of "cameras" has the fields id, name, angle, connected, tally
      And the response lists in "cameras":
        | id    | name  | angle |
        | cam-1 | Host  | null  |
        | cam-2 | Guest | close |

    @PARAMETER-5
    Scenario Outline: A camera is found as <named>
      When the host itself reads the camera <named>
      Then the response status is 200
      And the response has the fields ok, camera
      And "camera" has the fields id, name, angle, connected, tally
      And the response contains:
        | camera.id    | cam-1 |
        | camera.name  | Host  |
        | camera.angle | null  |

      Examples:
        | named |
        | cam-1 |
        | CAM-1 |

    @PLAIN-6 @simulated
    Scenario: The plain form of a camera is its angle's id, empty before the first recall
      When the host itself reads the camera cam-1 in plain text
      Then the response status is 200
      And the response body is empty
      When the host itself recalls the angle profile of the camera cam-1
      And the host itself reads the camera cam-1 in plain text
      Then the response body is "profile"

    @PLAIN-6
    Scenario: The plain form of the list is the count
      When the host itself reads the cameras in plain text
      Then the response body is "2"

  @CAMERA-4 @simulator
  Rule: A camera shows whether it is connected

    @prompt
    Scenario: A camera that isn't connected shows no angle
      Given the host itself recalls the angle close of the camera cam-1
      When the camera cam-1 is offline
      And the host itself reads the cameras
      Then the response lists in "cameras":
        | id    | angle | connected |
        | cam-1 | null  | false     |
        | cam-2 | null  | true      |
      When the host itself reads the camera cam-1 in plain text
      Then the response body is empty
      When the camera cam-1 works again
      And the host itself reads the camera cam-1
      Then the response contains:
        | camera.angle     | close |
        | camera.connected | true  |

    @EVENT-1
    Scenario: The event stream reports that a camera disconnects and reconnects
      Given the host itself opens the event stream
      When the camera cam-1 is offline
      And the camera cam-1 works again
      Then the event stream sends:
        | event  | camera.id | camera.connected |
        | reset  |           |                  |
        | camera | cam-1     | false            |
        | camera | cam-1     | true             |

  @CAMERA-1
  Rule: The angles of a camera can be listed

    Scenario: The list shows the angles of cam-1
      When the host itself reads the angles of the camera cam-1
      Then the response status is 200
      And the response has the fields ok, angles
      And each item of "angles" has the fields id, name
      And the response lists in "angles":
        | id      | name     |
        | wide    | Wide     |
        | close   | Close-up |
        | profile | Profile  |

    Scenario Outline: The plain form of the angles of <camera> is <count>
      When the host itself reads the angles of the camera <camera> in plain text
      Then the response status is 200
      And the response body is "<count>"

      Examples:
        | camera | count |
        | cam-1  | 3     |
        | CAM-2  | 2     |

  @CAMERA-3 @simulated
  Rule: An angle can be recalled

    Scenario Outline: The angle <angle> of <camera> is recalled by <method>
      When the host itself calls <method> /api/v2/cameras/<camera>/angles/<angle>/recall
      Then the response status is 200
      And the response has the fields ok, operation, action, camera
      And the response contains:
        | operation    | camera.recall |
        | camera.id    | cam-1         |
        | camera.angle | close         |

      Examples:
        | method | camera | angle |
        | GET    | cam-1  | close |
        | POST   | cam-1  | close |
        | GET    | CAM-1  | Close |

    @simulator
    Scenario: Only the addressed camera receives the command
      When the host itself recalls the angle close of the camera cam-2
      Then these commands were sent, in this order:
        | cam-2 recalls close |

    Scenario: Recalling the current angle succeeds
      Given the host itself recalls the angle wide of the camera cam-1
      When the host itself recalls the angle wide of the camera cam-1
      Then the response status is 200

    @SERVICE-3
    Scenario: Recalling an angle answers OK in plain text
      When the host itself recalls the angle wide of the camera cam-1 in plain text
      Then the response status is 200
      And the response body is "OK"

    @ACK-1 @ACK-12 @simulator @prompt
    Scenario: The response is sent once the camera has confirmed
      Given the camera cam-1 is 500 ms late
      When the host itself recalls the angle wide of the camera cam-1 and waits
      And 500 ms pass
      Then there is no response yet
      When 30 ms pass
      Then the response status is 200
      And the response contains:
        | camera.angle | wide |

    @ACK-7 @ACK-9 @ACK-10 @simulator
    Scenario Outline: The camera <fault>, and the call fails with <code>
      Given the camera cam-1 <fault>
      When the host itself recalls the angle wide of the camera cam-1 with timeout=<timeout>
      Then the call is refused with 424 <code>
      When the host itself reads the camera cam-1 in plain text
      Then the response body is empty

      Examples:
        | fault                      | timeout | code               |
        | rejects commands           | 2000    | device_error       |
        | is offline                 | 2000    | device_unavailable |
        | is frozen                  | 100     | ack_timeout        |
        | loses its acknowledgements | 100     | ack_timeout        |

    @ACK-2 @ACK-3 @simulator
    Scenario: Recalling with wait=0 is accepted
      Given the camera cam-1 is frozen
      When the host itself recalls the angle wide of the camera cam-1 with wait=0
      Then the response status is 202
      And the response contains:
        | accepted  | true          |
        | operation | camera.recall |

  Rule: A recall needs a known camera, a known angle and access to Cameras

    @ERROR-15 @PARAMETER-5 @simulator
    Scenario Outline: An unknown camera or angle is not_found: the host <call>
      When the host itself <call>
      Then the call is refused with 404 not_found
      And the error message contains "<named>"
      And no command is sent to any device

      Examples:
        | call                                                    | named   |
        | reads the camera attic                                  | attic   |
        | reads the camera Host                                   | Host    |
        | reads the angles of the camera attic                    | attic   |
        | recalls the angle wide of the camera attic              | attic   |
        | recalls the angle wide of the camera Host               | Host    |
        | recalls the angle profile of the camera cam-2           | profile |
        | recalls the angle attic of the camera cam-1 with wait=0 | attic   |

    @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
    Scenario Outline: While <given>, <caller> <call>: <refusal>
      Given <given>
      When <caller> <call>
      Then the call is refused with <refusal>

      Examples:
        | given                                    | caller             | call                                       | refusal              |
        | Read of Cameras is switched off          | the host itself    | reads the cameras                          | 403 feature_disabled |
        | Read of Cameras is switched off          | the host itself    | reads the camera cam-1                     | 403 feature_disabled |
        | Read of Cameras is switched off          | the host itself    | reads the angles of the camera cam-1       | 403 feature_disabled |
        | Control of Cameras is switched off       | the host itself    | recalls the angle wide of the camera cam-1 | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | recalls the angle wide of the camera cam-1 | 403 read_only        |
        | the device "Panel" is limited to signals | the device "Panel" | reads the cameras                          | 403 forbidden        |
