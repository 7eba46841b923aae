# Starting: what runs, where it listens, and how it ends.
@process
Feature: Starting

  @START-1
  Rule: The service listens on all addresses of IPv4 and IPv6

    Scenario: The service alone
      When service is started
      Then it says where the service listens
      And the service answers at 127.0.0.1
      And the service answers at [::1]

  @START-2 @START-3
  Rule: All parts start together, or each alone

    Scenario: All together
      When all is started
      Then it says where the service listens
      And it says where the console listens
      And it says where the simulator listens
      And the service answers at 127.0.0.1

    Scenario Outline: The <part> alone
      When <part> is started
      Then it says where the <part> listens

      Examples:
        | part      |
        | console   |
        | simulator |

    Scenario: A flag wins over the environment
      Given the environment says:
        | HOST | 10.99.99.99 |
      When service is started with:
        | host | 127.0.0.1 |
      Then the service answers at 127.0.0.1

  @START-4
  Rule: It stops cleanly, and says in one line why it can't start

    Scenario: It is told to stop
      When all is started
      And it is told to stop
      Then it ends with 0

    @ERROR-21
    Scenario: A call waits when it is told to stop
      When service is started with:
        | simulator-clock | manual |
      And a call waits for its device
      And it is told to stop
      Then a new call is answered 503 "ERR unavailable"
      And the call that waits is answered 424 "ERR ack_timeout"
      And it ends with 0

    Scenario: A setting is wrong
      When service is started with:
        | port | 70000 |
      Then it ends with 1
      And it says one line, which mentions "PORT: expected a whole number from 0 to 65535"

    @PARAMETER-6
    Scenario: Two records of a kind have the same id
      Given a studio file in which two signals have the id "sig-1"
      When service is started with:
        | studio-file | {studio file} |
      Then it ends with 1
      And it says one line, which mentions "signals[1].id: expected another id than that of signals[0]"

  @START-6
  Rule: A studio that is described has real devices, and nothing is made up for those that no driver reaches

    Background:
      Given a studio file:
        """
        serverId: server-9
        id: studio-9
        name: Studio Nine
        status: off_air
        holder: null
        stations: []
        variables: []
        macros: []
        automations: []
        outputs:
          - { id: out-1, slot: main, name: Main programme, scenes: [full] }
        banks:
          - { key: news, name: News, clips: [{ number: 1, key: opener, name: Opening titles, durationMs: 15000 }] }
        activeBank: news
        signals:
          - { id: sig-1, identifier: red-light, name: Red light }
        cameras:
          - { id: cam-1, name: Host, angles: [{ id: wide, name: Wide }] }
        """

    Scenario: No driver is connected
      When service is started with:
        | studio-file | {studio file} |
      Then it also says "no driver is connected to the outputs main; the signals red-light; the cameras cam-1"
      And a call of /outputs/main/clips/1/play is answered 424 "ERR device_unavailable"
      And a call of /outputs/main/stop is answered 424 "ERR device_unavailable"
      And a call of /signals/red-light/on is answered 424 "ERR device_unavailable"
      And a call of /cameras/cam-1/angles/wide/recall is answered 424 "ERR device_unavailable"
      And a call of /signals/red-light is answered 200 "0"
      And a call of /outputs/main is answered 200 ""
      And a call of /cameras/cam-1 is answered 200 ""
      And a call of /banks/news is answered 200 "1"

    Scenario: It is simulated where that is asked for
      When service is started with:
        | studio-file | {studio file} |
        | devices     | simulated     |
      Then a call of /signals/red-light/on is answered 200 "OK"

    Scenario: Real devices without a studio
      When service is started with:
        | devices | real |
      Then it ends with 1
      And it says one line, which mentions "STUDIO_FILE: expected the file that describes the studio"

  @START-5
  Rule: The operator's password is told, or made up and left in a file

    Scenario: Nobody told one
      When console is started
      Then the operator's password is in a file that only its owner reads

    Scenario: Somebody told one
      When console is started with:
        | console-admin-password | correct horse |
      Then it says nothing of a password file

  @LEGACY-AUTH-11
  Rule: Further app-type usernames can be configured

    Scenario: A username that is known by configuration alone
      When service is started with:
        | app-usernames | SHOW_CLOCK |
      Then a proxied call of "SHOW_CLOCK" without a password reads the signals: 200
      And a proxied call of "show_clock" without a password reads the signals: 401

  @CONSOLE-14
  Rule: Beyond this machine the console is reached encrypted, or not at all

    Scenario Outline: The console doesn't start <how>
      When console is started with:
        | console-host | 0.0.0.0 |
        | <setting>    | <value> |
      Then it ends with 1
      And it says one line, which mentions "<what>"

      Examples:
        | how                            | setting          | value        | what                                        |
        | in clear                       | console-insecure |              | is beyond loopback                          |
        | with a certificate but no key  | console-tls-cert | /nowhere.pem | CONSOLE_TLS_KEY: expected a file            |
        | with a key but no certificate  | console-tls-key  | /nowhere.pem | is beyond loopback                          |

    Scenario: The console starts in clear where that is said in so many words
      When console is started with:
        | console-host     | 0.0.0.0 |
        | console-insecure | 1       |
      Then it says where the console listens

    Scenario: The service sends its key in clear nowhere else
      When service is started with:
        | console-url | http://192.168.1.9:3010 |
        | studio-key  | studio_x                |
      Then it ends with 1
      And it says one line, which mentions "CONSOLE_URL: expected https beyond loopback"
