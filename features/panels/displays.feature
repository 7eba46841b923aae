# Displays: pages for screens that only show, and pictures for devices that show nothing else.
Feature: Displays
  A screen on the wall shows how long the clip still runs. A key with a picture shows whether a camera is on air.

  @PICTURE-1
  Rule: A tally is also a picture

    Scenario Outline: The picture of <path>
      When the host itself calls GET /api/v2/<path>
      Then the response status is 200
      And the header "Content-Type" is "image/png"
      And the header "Cache-Control" is "no-cache"
      And there is a header "ETag"

      Examples:
        | path                             |
        | cameras/cam-1/tally.png          |
        | outputs/main/tally.png?size=512  |
        | outputs/OUT-1/tally.png?size=16  |

    @simulated
    Scenario: A device asks for what has changed
      Given the host itself calls GET /api/v2/outputs/main/tally.png
      And the header "ETag" is saved as "tag"
      When the host itself calls GET /api/v2/outputs/main/tally.png with:
        | If-None-Match | {tag} |
      Then the response status is 304
      And the response body is empty
      When the host itself plays clip 3 on main
      And the host itself calls GET /api/v2/outputs/main/tally.png with:
        | If-None-Match | {tag} |
      Then the response status is 200

    Scenario Outline: <size> pixels are no size of a picture
      When the host itself calls GET /api/v2/cameras/cam-1/tally.png?size=<size>
      Then the call is refused with 400 invalid_parameter

      Examples:
        | size |
        | 15   |
        | 513  |
        | big  |

    Scenario: A camera that the studio doesn't have
      When the host itself calls GET /api/v2/cameras/nowhere/tally.png
      Then the call is refused with 404 not_found

    Scenario: The head of a picture
      When the host itself calls HEAD /api/v2/outputs/main/tally.png
      Then the response status is 200
      And the header "Content-Type" is "image/png"
      And the response body is empty

  @PICTURE-2
  Rule: A picture may be read as the tally is

    Scenario: A device limited to the tally of one camera
      Given the device "Wall lamp" may only call:
        | operation    | with     |
        | camera.tally | id=cam-1 |
      When the device "Wall lamp" calls GET /api/v2/cameras/cam-1/tally.png
      Then the response status is 200
      When the device "Wall lamp" calls GET /api/v2/cameras/cam-2/tally.png
      Then the call is refused with 403 forbidden

    Scenario: Reading of Cameras is switched off
      Given Read of Cameras is switched off
      When the host itself calls GET /api/v2/cameras/cam-1/tally.png
      Then the call is refused with 403 feature_disabled

    Scenario Outline: There is no picture at <path>
      When the host itself calls GET <path>
      Then the response status is 404

      Examples:
        | path                                 |
        | /api/v2/plain/cameras/cam-1/tally.png |
        | /api/v2/plain/outputs/main/tally.png |
        | /api/cameras/cam-1/tally.png         |
