# The studio file is read again while a driver throws whenever its device is read.
@process @ERROR-27 @RELOAD-1
Feature: Reloading the studio file while a driver fails

  Rule: A new studio file comes into force, whichever driver fails

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
          - { id: sig-2, identifier: mic-live, name: Microphone live }
        cameras:
          - { id: cam-1, name: Host, angles: [{ id: wide, name: Wide }] }
        """
      When the demo is started with:
        | studio-file    | {studio file} |
        | log-level      | info          |
        | trust-loopback | on            |

    Scenario Outline: The driver of <device> throws
      Given the driver of <device> in the process throws
      When "mic-live" is replaced by "on-air-light" in the studio file
      Then soon a call to /signals/on-air-light/on is answered 200 "OK"
      And a call to /signals/mic-live is answered 404 "ERR not_found"
      And the process logs "the studio file was read again and is in force"
      And the process logs "a driver threw while its device was read"
      And a call to <path> is answered 200 ""

      Examples:
        | device | path               |
        | out-1  | /outputs/main      |
        | sig-1  | /signals/red-light |
        | cam-1  | /cameras/cam-1     |
