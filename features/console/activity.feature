# The calls of a studio, as operators watch them at the console.
@simulated
Feature: Live activity of a studio
  An operator who looks for the reason why a panel doesn't work watches its calls at the console, with the step of the
  check that admitted or refused each of them.

  Background:
    Given the device "Desk panel"

  @ACTIVITY-1
  Rule: A service sends calls only while an operator watches

    Scenario: Calls are sent while somebody watches, and not before or after
      When the device "Desk panel" reads the signals
      And the operator watches the calls of the studio
      Then the watched calls soon begin
      When the device "Desk panel" reads the outputs
      Then the watched calls are soon:
        | path            |
        | /api/v2/outputs |
      When the operator stops watching
      Then the service soon sends no more calls
      When the device "Desk panel" reads the signals
      And 1 minute passes
      Then the service has sent 2 batches of calls

    Scenario: A broken connection ends the watch, and a new one begins it again
      Given the operator watches the calls of the studio
      And the watched calls soon begin
      When the service loses its connection to the console
      And the device "Desk panel" reads the signals
      And the connection to the console is restored
      Then the watched calls soon begin
      When the device "Desk panel" reads the outputs
      Then the watched calls are soon:
        | path            |
        | /api/v2/outputs |

  @ACTIVITY-2 @ACTIVITY-4
  Rule: Each call is sent with what decided it

    Scenario: Admitted and refused calls
      Given the device "Rack panel" is read only
      And the device "Retired" is revoked
      And Control of Outputs is switched off
      And the operator watches the calls of the studio
      And the watched calls soon begin
      When the device "Desk panel" at 192.168.1.30 reads the signals
      And the device "Rack panel" at 192.168.1.31 switches the signal red-light on
      And the device "Retired" at 192.168.1.32 reads the signals
      And the device "Desk panel" at 192.168.1.30 stops the output main
      And a caller at 198.51.100.7 reads the signals
      Then the watched calls are soon:
        | address      | caller            | method | path                         | status | error            | decidedBy.step | decidedBy.device.name |
        | 192.168.1.30 | device:Desk panel | GET    | /api/v2/signals              | 200    | null             | device_token   | Desk panel            |
        | 192.168.1.31 | device:Rack panel | GET    | /api/v2/signals/red-light/on | 403    | read_only        | read_only      | Rack panel            |
        | 192.168.1.32 | device:Retired    | GET    | /api/v2/signals              | 401    | unauthorized     | revoked_token  | Retired               |
        | 192.168.1.30 | device:Desk panel | GET    | /api/v2/outputs/main/stop    | 403    | feature_disabled | switch_off     |                       |
        | 198.51.100.7 | null              | GET    | /api/v2/signals              | 401    | unauthorized     | no_token       |                       |

    Scenario: A token is sent nowhere
      Given the operator watches the calls of the studio
      And the watched calls soon begin
      When a caller at 198.51.100.7 calls GET /api/v2/signals?token=svc_00000000000000000000000000000000&x=svc_00000000000000000000000000000001
      And a caller at 198.51.100.7 calls GET /api/v2/svc_00000000000000000000000000000000?svc_00000000000000000000000000000001=1
      Then the watched calls are soon:
        | path                             |
        | /api/v2/signals?token=***&x=***  |
        | /api/v2/***?***=1                |

  @ACTIVITY-5
  Rule: Only operators who may see the studio watch its calls

    Scenario: A visitor is refused
      When a visitor watches the calls of the studio
      Then the event stream is refused with 401 unauthorized

    Scenario: An operator without a role in the studio is refused
      Given the operator adds a studio with:
        | id   | studio-2   |
        | name | Studio Two |
      And the operator adds an operator with:
        | username             | vera        |
        | studioRoles.studio-2 | viewer      |
        | password             | very secret |
      When "vera" watches the calls of the studio
      Then the event stream is refused with 404 not_found

    Scenario: The stream of an operator who is removed ends
      Given the operator adds an operator with:
        | username | vera        |
        | role     | viewer      |
        | password | very secret |
      And "vera" watches the calls of the studio
      When the operator removes the operator "vera"
      Then the event stream ends before its first heartbeat
