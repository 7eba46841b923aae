# Cameras: which angle each shows, and recalling another.
Feature: Cameras
  The demo studio has cam-1 "Host" with the angles wide, close and profile, and cam-2 "Guest" with wide and close. No
  angle has been recalled at first.

  @CAMERA-2
  Rule: Cameras can be read

    Scenario: All cameras
      Given the host itself recalls the angle close of the camera cam-2
      When the host itself reads the cameras
      Then it is answered 200
      And the answer has the fields ok, cameras
      And each in "cameras" has the fields id, name, angle
      And the answer lists in "cameras":
        | id    | name  | angle |
        | cam-1 | Host  | null  |
        | cam-2 | Guest | close |

    @PARAMETER-5
    Scenario Outline: One camera, named <named>
      When the host itself reads the camera <named>
      Then it is answered 200
      And the answer has the fields ok, camera
      And "camera" has the fields id, name, angle
      And the answer says:
        | camera.id    | cam-1 |
        | camera.name  | Host  |
        | camera.angle | null  |

      Examples:
        | named |
        | cam-1 |
        | CAM-1 |

    @PLAIN-6
    Scenario: In plain text a camera is its angle's id, empty before the first recall
      When the host itself reads the camera cam-1 in plain text
      Then it is answered 200
      And the text is empty
      When the host itself recalls the angle profile of the camera cam-1
      And the host itself reads the camera cam-1 in plain text
      Then the text is "profile"

    @PLAIN-6
    Scenario: In plain text the list is the count
      When the host itself reads the cameras in plain text
      Then the text is "2"

  @CAMERA-1
  Rule: The angles of a camera can be listed

    Scenario: The angles of the host's camera
      When the host itself reads the angles of the camera cam-1
      Then it is answered 200
      And the answer has the fields ok, angles
      And each in "angles" has the fields id, name
      And the answer lists in "angles":
        | id      | name     |
        | wide    | Wide     |
        | close   | Close-up |
        | profile | Profile  |

    Scenario Outline: In plain text the angles of <camera> are <count>
      When the host itself reads the angles of the camera <camera> in plain text
      Then it is answered 200
      And the text is "<count>"

      Examples:
        | camera | count |
        | cam-1  | 3     |
        | CAM-2  | 2     |

  @CAMERA-3
  Rule: An angle can be recalled

    Scenario Outline: By <method>, <angle> of <camera>
      When the host itself calls <method> /api/v2/cameras/<camera>/angles/<angle>/recall
      Then it is answered 200
      And the answer has the fields ok, operation, action, camera
      And the answer says:
        | operation    | camera.recall |
        | camera.id    | cam-1         |
        | camera.angle | close         |

      Examples:
        | method | camera | angle |
        | GET    | cam-1  | close |
        | POST   | cam-1  | close |
        | GET    | CAM-1  | Close |

    @simulator
    Scenario: The camera is told, and no other
      When the host itself recalls the angle close of the camera cam-2
      Then these commands were sent, in this order:
        | cam-2 recalls close |

    Scenario: The angle that it shows already
      Given the host itself recalls the angle wide of the camera cam-1
      When the host itself recalls the angle wide of the camera cam-1
      Then it is answered 200

    @SERVICE-3
    Scenario: In plain text
      When the host itself recalls the angle wide of the camera cam-1 in plain text
      Then it is answered 200
      And the text is "OK"

    @ACK-1 @ACK-12 @simulator
    Scenario: The answer comes when the camera has confirmed
      Given the camera cam-1 is 500 ms late
      When the host itself recalls the angle wide of the camera cam-1 and waits
      And 500 ms pass
      Then it isn't answered yet
      When 30 ms pass
      Then it is answered 200
      And the answer says:
        | camera.angle | wide |

    @ACK-7 @ACK-9 @ACK-10 @simulator
    Scenario Outline: The camera <fault>: <code>
      Given the camera cam-1 <fault>
      When the host itself recalls the angle wide of the camera cam-1 with timeout=<timeout>
      Then it is refused with 424 <code>
      When the host itself reads the camera cam-1 in plain text
      Then the text is empty

      Examples:
        | fault                      | timeout | code               |
        | refuses                    | 2000    | device_error       |
        | is offline                 | 2000    | device_unavailable |
        | is frozen                  | 100     | ack_timeout        |
        | loses its acknowledgements | 100     | ack_timeout        |

    @ACK-2 @ACK-3 @simulator
    Scenario: With wait=0
      Given the camera cam-1 is frozen
      When the host itself recalls the angle wide of the camera cam-1 with wait=0
      Then it is answered 202
      And the answer says:
        | accepted  | true          |
        | operation | camera.recall |

  Rule: Only cameras and angles that are there, and by whoever may use Cameras

    @ERROR-15 @PARAMETER-5 @simulator
    Scenario Outline: A camera is found by its id alone: nobody <deed>
      When the host itself <deed>
      Then it is refused with 404 not_found
      And the message mentions "<named>"
      And nothing is sent to any device

      Examples:
        | deed                                                    | named   |
        | reads the camera attic                                  | attic   |
        | reads the camera Host                                   | Host    |
        | reads the angles of the camera attic                    | attic   |
        | recalls the angle wide of the camera attic              | attic   |
        | recalls the angle wide of the camera Host               | Host    |
        | recalls the angle profile of the camera cam-2           | profile |
        | recalls the angle attic of the camera cam-1 with wait=0 | attic   |

    @SWITCH-3 @SWITCH-4 @DEVICE-1 @DEVICE-3
    Scenario Outline: <given>, and <caller> <deed>: <refusal>
      Given <given>
      When <caller> <deed>
      Then it is refused with <refusal>

      Examples:
        | given                                    | caller             | deed                                       | refusal              |
        | Read of Cameras is switched off          | the host itself    | reads the cameras                          | 403 feature_disabled |
        | Read of Cameras is switched off          | the host itself    | reads the camera cam-1                     | 403 feature_disabled |
        | Read of Cameras is switched off          | the host itself    | reads the angles of the camera cam-1       | 403 feature_disabled |
        | Control of Cameras is switched off       | the host itself    | recalls the angle wide of the camera cam-1 | 403 feature_disabled |
        | the device "Panel" is read only          | the device "Panel" | recalls the angle wide of the camera cam-1 | 403 read_only        |
        | the device "Panel" is limited to signals | the device "Panel" | reads the cameras                          | 403 forbidden        |
