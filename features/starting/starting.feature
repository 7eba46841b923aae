# Starting and stopping the processes.
@process
Feature: Starting

  @START-1
  Rule: The service listens on all addresses of IPv4 and IPv6

    Scenario: The service listens on IPv4 and IPv6
      When the service is started
      Then the process prints the address of the service
      And the service answers at 127.0.0.1
      And the service answers at [::1]

    Scenario: The service listens on the port of its settings
      Given a free port
      When the service is started with:
        | port | {free port} |
      Then the service answers at port {free port}

  @START-2 @START-3
  Rule: The parts start together, or each alone

    Scenario: All parts start together
      When everything is started
      Then the process prints the address of the service
      And the process prints the address of the console
      And the process prints the address of the simulator
      And the service answers at 127.0.0.1

    Scenario Outline: The <part> starts alone
      When the <part> is started
      Then the process prints the address of the <part>
      When the process is asked to stop
      Then the process exits with 0
      And the process has printed no other address than that of the <part>

      Examples:
        | part      |
        | service   |
        | console   |
        | simulator |

    Scenario: A flag wins over the environment
      Given the environment variables are:
        | HOST | 10.99.99.99 |
      When the service is started with:
        | host | 127.0.0.1 |
      Then the service answers at 127.0.0.1

  @START-4
  Rule: The processes stop cleanly, and report in one line why they can't start

    Scenario: The processes stop on SIGTERM
      When everything is started
      And the process is asked to stop
      Then the process exits with 0

    @ERROR-21
    Scenario: A pending call is answered when the service stops
      When the service is started with:
        | simulator-clock | manual |
      And a call is waiting for its device
      And the process is asked to stop
      Then a new call is answered 503 "ERR unavailable"
      And the waiting call is answered 424 "ERR ack_timeout"
      And the process exits with 0

    Scenario: An invalid setting is reported
      When the service is started with:
        | port | 70000 |
      Then the process exits with 1
      And the process prints one line that contains "PORT: expected a whole number from 0 to 65535"

    @PARAMETER-6
    Scenario: Two records with the same id are reported
      Given a studio file in which two signals have the id "sig-1"
      When the service is started with:
        | studio-file | {studio file} |
      Then the process exits with 1
      And the process prints one line that contains "signals[1].id: expected another id than that of signals[0]"

    @START-8
    Scenario Outline: <count> invalid signals are reported in one line
      Given a studio file with <count> signals, all without fields
      When the service is started with:
        | studio-file | {studio file} |
      Then the process exits with 1
      And the process prints one line that contains "<report>"

      Examples:
        | count | report                                         |
        | 30    | and 82 more                                    |
        | 2001  | signals: expected at most 2000 entries, got 2001 |

    @START-8
    Scenario: A studio file that is nested too deeply is reported in one line
      Given a studio file that is nested 1000 levels deep
      When the service is started with:
        | studio-file | {studio file} |
      Then the process exits with 1
      And the process prints one line that contains "expected at most 100 levels of nesting"

  @START-6
  Rule: A configured studio drives real devices, and devices without a driver are unavailable

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
          - key: news
            name: News
            clips:
              - { number: 1, key: opener, name: Opening titles, durationMs: 15000 }
              - { number: 2, key: live, name: Live report }
        activeBank: news
        signals:
          - { id: sig-1, identifier: red-light, name: Red light }
        cameras:
          - { id: cam-1, name: Host, angles: [{ id: wide, name: Wide }] }
        """

    Scenario: A studio without drivers starts
      When the service is started with:
        | studio-file | {studio file} |
      Then the process also prints "no driver is connected to the outputs main; the signals red-light; the cameras cam-1"
      And a call to /outputs/main/clips/1/play is answered 424 "ERR device_unavailable"
      And a call to /outputs/main/stop is answered 424 "ERR device_unavailable"
      And a call to /signals/red-light/on is answered 424 "ERR device_unavailable"
      And a call to /cameras/cam-1/angles/wide/recall is answered 424 "ERR device_unavailable"
      And a call to /signals/red-light is answered 200 ""
      And a call to /outputs/main is answered 200 ""
      And a call to /cameras/cam-1 is answered 200 ""
      And a call to /banks/news is answered 200 "2"

    @START-16
    Scenario: A configured studio can be simulated
      When the service is started with:
        | studio-file | {studio file} |
        | devices     | simulated     |
        | log-level   | info          |
      Then a call to /signals/red-light/on is answered 200 "OK"
      And the process logs "the devices are simulated"

    @CLIP-TIME-9
    Scenario: A clip needs no length
      When the service is started with:
        | studio-file | {studio file} |
        | devices     | simulated     |
      Then a call to /outputs/main/clips/2/play is answered 200 "OK"
      And a call to /outputs/main is answered 200 "live"

    @START-12
    Scenario: Real devices need a studio file
      Given the environment variables are:
        | DEVICES | |
      When the service is started
      Then the process exits with 1
      And the process prints one line that contains "STUDIO_FILE: expected the file that describes the studio"

  @START-5
  Rule: The operator's password is configured, or generated and written to a file

    Scenario: The password is generated when none is configured
      When the console is started
      Then the operator's password is in a file that only its owner can read

    Scenario: The password file is omitted when one is configured
      When the console is started with:
        | console-admin-password | correct horse |
      Then the process prints nothing about a password file

    @START-7
    Scenario: A password that is too short is refused
      When the console is started with:
        | console-admin-password | a |
      Then the process exits with 1
      And the process prints one line that contains "CONSOLE_ADMIN_PASSWORD: expected a text of 8 to 1024 characters"

  @ADDRESS-9
  Rule: Loopback can be treated as any other address

    Scenario: A proxy on the host adds no header
      When the service is started with:
        | trust-loopback | off |
      Then a call to /signals is answered 401 "ERR unauthorized"
      And a call to /health is answered 200 "OK"

    Scenario: By default loopback is the host itself
      When the service is started
      Then a call to /signals is answered 200 "4"

    Scenario: A wrong value is rejected
      When the service is started with:
        | trust-loopback | no |
      Then the process exits with 1
      And the process prints one line that contains "TRUST_LOOPBACK"

  @START-9
  Rule: With a certificate the service also listens for TLS

    Scenario: TLS has a port of its own, and plain HTTP is unchanged
      Given a certificate
      When the service is started with:
        | tls-cert | {certificate} |
        | tls-key  | {key}         |
        | tls-port | 0             |
      Then a call to /signals is answered 200 "4"
      And a call over TLS to /signals is answered 200 "4"

  @LEGACY-AUTH-15
  Rule: At start the service logs who gets in without a password

    Scenario: Legacy authorization is on
      When the service is started with:
        | log-level | warn |
      Then the process logs "callers on private addresses get in as EXTERNAL_APP with any password"

  @LEGACY-AUTH-16
  Rule: At start the service logs which ids can be guessed

    Scenario: The ids of the demo studio can be guessed
      When the service is started with:
        | log-level | warn |
      Then the process logs "serverId can be guessed"
      And the process logs "id can be guessed"

    Scenario: An id that mixes letters and digits can't be guessed
      Given a studio file:
        """
        serverId: k7f3q9x2m4t8w1z5
        id: n2v8c5j1r6h9p3d7
        name: Studio Nine
        status: off_air
        holder: null
        stations: []
        variables: []
        macros: []
        automations: []
        outputs: []
        banks:
          - { key: news, name: News, clips: [] }
        activeBank: news
        signals: []
        cameras: []
        """
      When the service is started with:
        | studio-file | {studio file} |
        | log-level   | warn          |
      Then the process logs "EXTERNAL_APP with any password"
      And the process logs nothing about "can be guessed"

  @START-16 @LEGACY-AUTH-15 @LEGACY-AUTH-16
  Rule: The demo prints what others warn of

    Scenario Outline: <part> does not warn of what it prints: <warning>
      When <part> is started with:
        | log-level | warn |
      Then the process also prints "a demo: its devices are simulated, and its ids can be guessed"
      And the process also prints "private addresses get in as EXTERNAL_APP with any password"
      And the process logs nothing about "<warning>"

      Examples:
        | part       | warning            |
        | everything | warn               |
        | the demo   | simulated          |
        | the demo   | can be guessed     |
        | the demo   | private addresses  |
        | the demo   | fewer connections  |

    Scenario: Everything on a studio file warns as a service does
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
        outputs: []
        banks:
          - { key: news, name: News, clips: [] }
        activeBank: news
        signals: []
        cameras: []
        """
      When everything is started with:
        | studio-file | {studio file} |
        | log-level   | warn          |
      Then the process logs "the devices are simulated"
      And the process logs "serverId can be guessed"

  @CONSOLE-14
  Rule: Beyond loopback the console must be encrypted

    Scenario Outline: The console doesn't start <how>
      When the console is started with:
        | console-host | 0.0.0.0 |
        | <setting>    | <value> |
      Then the process exits with 1
      And the process prints one line that contains "<what>"

      Examples:
        | how                           | setting          | value        | what                             |
        | without TLS                   | console-insecure |              | is beyond loopback               |
        | with a certificate but no key | console-tls-cert | /nowhere.pem | CONSOLE_TLS_KEY: expected a file |
        | with a key but no certificate | console-tls-key  | /nowhere.pem | is beyond loopback               |

    Scenario: The console starts without TLS when that is configured explicitly
      When the console is started with:
        | console-host     | 0.0.0.0 |
        | console-insecure | 1       |
      Then the process prints the address of the console

    @CONSOLE-24
    Scenario Outline: The console doesn't start with a database beyond loopback <how>
      When the console is started with:
        | database-url | postgres://console:secret@192.0.2.1/console<query> |
      Then the process exits with 1
      And the process prints one line that contains "DATABASE_URL: the database is beyond loopback"

      Examples:
        | how                             | query              |
        | without TLS                     |                    |
        | with TLS that verifies no names | ?sslmode=no-verify |

    Scenario: The service sends its key over https only
      When the service is started with:
        | console-url | http://192.168.1.9:3010 |
        | studio-key  | studio_x                |
      Then the process exits with 1
      And the process prints one line that contains "CONSOLE_URL: expected https beyond loopback"

  @START-13
  Rule: The command line explains itself

    Scenario Outline: The help of the <part> lists its settings
      When the <part> is started with:
        | help | |
      Then the process exits with 0
      And the output of the process contains "<line>"

      Examples:
        | part    | line                                           |
        | service | a whole number from 0 to 65535 (default: 3002) |
        | console | --console-admin-password-file                  |

    Scenario: The version is printed
      When the service is started with:
        | version | |
      Then the process exits with 0
      And the process prints one line that contains "studio-control 0."

  @START-14
  Rule: Secrets can stand in files

    Scenario: The password of the operator stands in a file
      Given the environment variables are:
        | CONSOLE_ADMIN_PASSWORD_FILE | /missing/file |
      When the console is started
      Then the process exits with 1
      And the process prints one line that contains "CONSOLE_ADMIN_PASSWORD_FILE: /missing/file can't be read"

  @START-15
  Rule: Data of a newer program is refused

    Scenario Outline: The <part> refuses it
      Given data of a newer program
      When the <part> is started with:
        | data-dir | {newer data} |
      Then the process exits with 1
      And the process prints one line that contains "was written by version 9.0.0 in format 99"

      Examples:
        | part    |
        | service |
        | console |
