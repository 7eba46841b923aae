# The part that tests of panels start: a simulated studio with a preset token.
@process
Feature: The demo for tests of panels
  The part demo is a service and its simulator in one process, without a console. It is what the image studio-control-demo runs.

  @DEMO-4
  Rule: A preset token admits a panel from the first moment

    Scenario: The token admits a caller that has no other right
      When the demo is started with:
        | demo-token     | svc_0123456789abcdefghijklmnopqrstuv |
        | trust-loopback | off                                  |
      Then the process prints the address of the simulator
      And a call with the token "svc_0123456789abcdefghijklmnopqrstuv" to /signals/red-light/on is answered 200 "OK"
      And a call with the token "svc_99999999999999999999999999999999" to /signals/red-light/on is answered 401 "ERR unauthorized"
      And a call to /signals/red-light/on is answered 401 "ERR unauthorized"

    Scenario: Each start begins with the default access, whatever the data folder contains
      Given data of an earlier start with the API switched off
      When the demo is started with:
        | data-dir   | {earlier data}                       |
        | demo-token | svc_0123456789abcdefghijklmnopqrstuv |
      Then a call to /signals/red-light is answered 200 "0"

    Scenario: Without a token only the machine itself is admitted, and a line reports it
      When the demo is started
      Then the process also prints "no DEMO_TOKEN: only callers on this machine are admitted"
      And a call to /signals/red-light/on is answered 200 "OK"

  @DEMO-5
  Rule: A preset token is refused where it could reach real devices, and is never printed

    Scenario Outline: <part> does not start with a preset token
      Given the environment variables are:
        | DEMO_TOKEN | svc_0123456789abcdefghijklmnopqrstuv |
      When <part> is started
      Then the process exits with 1
      And the process prints one line that contains "DEMO_TOKEN: expected nothing"

      Examples:
        | part          |
        | the service   |
        | the console   |
        | the simulator |
        | everything    |

    Scenario Outline: A token is refused <how>
      When the demo is started with:
        | demo-token | <token> |
      Then the process exits with 1
      And the process prints one line that contains "DEMO_TOKEN: expected svc_ and 32 lowercase letters and digits"
      And the process prints nothing about "<token>"

      Examples:
        | how                    | token                                |
        | that is too short      | svc_0123456789                       |
        | with capital letters   | svc_0123456789ABCDEFGHIJKLMNOPQRSTUV |
        | without its beginning  | 0123456789abcdefghijklmnopqrstuvwxyz |
