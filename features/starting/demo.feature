# The part that tests of panels start: a simulated studio with preset tokens.
@process
Feature: The demo for tests of panels
  The part demo is a service and its simulator in one process, without a console. It is what the image studio-control-demo runs.

  @DEMO-4
  Rule: A preset token admits a panel from the first moment

    Scenario: The token admits a caller that has no other right
      When the demo is started with:
        | demo-token | svc_0123456789abcdefghijklmnopqrstuv |
      Then the process prints the address of the simulator
      And a call with the token "svc_0123456789abcdefghijklmnopqrstuv" to /signals/red-light/on is answered 200 "OK"
      And a call with the token "svc_99999999999999999999999999999999" to /signals/red-light/on is answered 401 "ERR unauthorized"
      And a call to /signals/red-light/on is answered 401 "ERR unauthorized"

    Scenario: Each start begins with the default access, whatever the data folder contains
      Given data of an earlier start with the API switched off
      When the demo is started with:
        | data-dir   | {earlier data}                       |
        | demo-token | svc_0123456789abcdefghijklmnopqrstuv |
      Then a call with the token "svc_0123456789abcdefghijklmnopqrstuv" to /signals/red-light is answered 200 "0"

  @DEMO-8
  Rule: A panel sees each way in which a service answers it, also on the same machine

    Scenario: Devices of every kind have tokens, which the start prints
      When the demo is started
      Then the process also prints "svc_expired0000000000000000000000000 has expired"
      And a call to /signals/red-light is answered 401 "ERR unauthorized"
      And calls with the preset tokens are answered:
        | token                                | path                  | status | reason                                                     |
        | svc_fullaccess0000000000000000000000 | /signals/red-light/on | 200    |                                                            |
        | svc_fullaccess0000000000000000000000 | /macros               | 200    |                                                            |
        | svc_readonly000000000000000000000000 | /signals/red-light    | 200    |                                                            |
        | svc_readonly000000000000000000000000 | /signals/red-light/on | 403    | the device "Demo read only" is read-only and may not control anything |
        | svc_limited0000000000000000000000000 | /signals/red-light/on | 200    |                                                            |
        | svc_limited0000000000000000000000000 | /macros               | 403    | the device "Demo limited" may not use the feature Macros |
        | svc_expired0000000000000000000000000 | /signals/red-light    | 401    | the device token has expired                               |

    Scenario: Callers on the machine need no token if the setting states it
      When the demo is started with:
        | trust-loopback | on |
      Then the process also prints "callers on this machine need no token"
      And a call to /signals/red-light/on is answered 200 "OK"

  @DEMO-5
  Rule: DEMO_TOKEN is refused where it could reach real devices, and is never printed

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

    Scenario: A token that another preset device has is refused
      When the demo is started with:
        | demo-token | svc_readonly000000000000000000000000 |
      Then the process exits with 1
      And the process prints one line that contains "DEMO_TOKEN: expected a token that no other preset device has"
