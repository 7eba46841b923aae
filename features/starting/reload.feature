# The studio file is read again while the service runs.
@process
Feature: Reloading the studio file

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
      cameras: []
      """
    When the service is started with:
      | studio-file | {studio file} |
      | devices     | simulated     |
      | log-level   | info          |

  @RELOAD-1 @RELOAD-6
  Rule: A change of the file, and SIGHUP, read it again

    Scenario: A changed file is read without a signal
      Given a call to /signals/red-light/on is answered 200 "OK"
      When "red-light" is replaced by "on-air-light" in the studio file
      Then soon a call to /signals/on-air-light is answered 200 "1"
      And a call to /signals/red-light is answered 404 "ERR not_found"

    Scenario: A file that an editor replaces is read
      When the studio file is replaced by one in which "red-light" reads "on-air-light"
      Then soon a call to /signals/on-air-light is answered 200 "0"

    Scenario: SIGHUP reads the file again
      Given a call to /signals/red-light is answered 200 "0"
      When the process is sent SIGHUP
      Then the process logs "the studio file was read again"

  @RELOAD-2
  Rule: A file with issues changes nothing

    Scenario: The issues are logged, until the file is mended
      When "off_air" is replaced by "maybe" in the studio file
      Then the process logs "the studio file was refused"
      And the process logs "status: expected one of on_air, off_air"
      And a call to /signals/red-light is answered 200 "0"
      When "maybe" is replaced by "off_air" in the studio file
      Then the process logs "the studio file is again the one in force"

    Scenario: A file that is gone changes nothing
      When the studio file is removed
      Then the process logs "can't be read (ENOENT)"
      And a call to /signals/red-light is answered 200 "0"

  @RELOAD-8
  Rule: The ids of the studio can't change

    Scenario: Another id is refused
      When "id: studio-9" is replaced by "id: studio-8" in the studio file
      Then the process logs "id: expected the one that the service started with"
