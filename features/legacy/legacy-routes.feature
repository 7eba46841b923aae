# The routes of the earlier generation: what they answer, and when they are open.
Feature: Legacy routes
  Programs of the earlier generation call /, /status and /api/... They get bare records and lists, an empty object for
  an action, and a text for an error.

  @LEGACY-4 @PUBLIC-3
  Rule: Name, status and health need nobody's leave

    Scenario Outline: <caller> asks for the name
      When <caller> calls GET /
      Then it is answered 200
      And the header "Content-Type" is "text/plain; charset=utf-8"
      And the text mentions "Studio Control"

      Examples:
        | caller                   |
        | the host itself          |
        | a caller at 192.168.1.20 |
        | a caller at 198.51.100.7 |

    Scenario: The status is JSON for monitors
      When a caller at 198.51.100.7 calls GET /status
      Then it is answered 200
      And the header "Content-Type" starts with "application/json"
      And the answer has the fields name, version, onAir, connections
      And the answer has a text in "name"
      And the answer has a text in "version"
      And the answer says:
        | onAir | false |

    Scenario: It tells whether the studio is on air, and whether the console is connected
      Given the host itself takes the studio on air
      And the device "Panel"
      When a caller at 198.51.100.7 calls GET /status
      Then the answer says:
        | onAir             | true |
        | connections.cloud | true |

    Scenario: The health
      When a caller at 198.51.100.7 calls GET /status/health
      Then it is answered 200
      And the text is "OK"

    @PUBLIC-6 @HEAD-1
    Scenario Outline: HEAD <path>
      When a caller at 198.51.100.7 calls HEAD <path>
      Then it is answered 200

      Examples:
        | path           |
        | /              |
        | /status        |
        | /status/health |

    @PUBLIC-4
    Scenario Outline: <path> stays up while the API is switched off
      Given the API is switched off
      When a caller at 198.51.100.7 calls GET <path>
      Then it is answered 200

      Examples:
        | path           |
        | /              |
        | /status        |
        | /status/health |

    @PUBLIC-7
    Scenario: A revoked token doesn't close them
      Given the device "Panel" is revoked
      When the device "Panel" calls GET /status/health
      Then it is answered 200

    @LEGACY-AUTH-12
    Scenario Outline: <path> doesn't show the ids that open the legacy door
      When a caller at 198.51.100.7 calls GET <path>
      Then the answer doesn't mention "server-1"
      And the answer doesn't mention "studio-1"

      Examples:
        | path           |
        | /              |
        | /status        |
        | /status/health |

  @LEGACY-6 @SERVICE-7
  Rule: What can be read is a bare list or record

    Scenario Outline: The list <path>
      When the host itself calls GET <path>
      Then it is answered 200
      And the header "Content-Type" starts with "application/json"
      And each in the answer has the fields <fields>
      And the answer says:
        | 0.<key> | <first> |

      Examples:
        | path                      | fields                            | key | first  |
        | /api/stations             | id, name, holdsStudio             | id  | alpha  |
        | /api/signals              | id, identifier, name, value       | id  | sig-1  |
        | /api/macros               | id, name, state, step, steps      | id  | mac-1  |
        | /api/automations          | id, name, state                   | id  | auto-1 |
        | /api/outputs              | id, slot, name, scenes, connected | id  | out-1  |
        | /api/banks                | key, name, active                 | key | news   |
        | /api/banks/music/clips    | number, key, name, durationMs     | key | bed    |
        | /api/cameras              | id, name, angle                   | id  | cam-1  |
        | /api/cameras/cam-2/angles | id, name                          | id  | wide   |
        | /api/variables            | id, name, type, value             | id  | var-1  |

    Scenario Outline: The record <path>
      When the host itself calls GET <path>
      Then it is answered 200
      And the answer has the fields <fields>
      And the answer says:
        | <key> | <value> |

      Examples:
        | path                    | fields                            | key | value    |
        | /api/studio             | id, name, status                  | id  | studio-1 |
        | /api/station            | id, name, holdsStudio             | id  | alpha    |
        | /api/signals/red-light  | id, identifier, name, value       | id  | sig-1    |
        | /api/macros/mac-2       | id, name, state, step, steps      | id  | mac-2    |
        | /api/automations/auto-2 | id, name, state                   | id  | auto-2   |
        | /api/outputs/wall       | id, slot, name, scenes, connected | id  | out-2    |
        | /api/banks/music        | key, name, active                 | key | music    |
        | /api/cameras/cam-1      | id, name, angle                   | id  | cam-1    |
        | /api/variables/Headline | id, name, type, value             | id  | var-1    |

    Scenario: A list in full
      Given the host itself calls GET /api/signals/mic-live/on
      When the host itself calls GET /api/signals
      Then the answer is a bare list:
        | id    | identifier | name            | value |
        | sig-1 | red-light  | Red light       | false |
        | sig-2 | mic-live   | Microphone live | true  |
        | sig-3 | phone-ring | Phone ringing   | false |
        | sig-4 | door-lock  | Door lock       | false |

    Scenario Outline: The value <path>
      When the host itself calls GET <path>
      Then it is answered 200
      And the text is '<text>'

      Examples:
        | path                          | text           |
        | /api/studio/status            | "off_air"      |
        | /api/variables/Headline/value | "Good morning" |
        | /api/variables/ShowLive/value | true           |
        | /api/variables/Sponsor/value  | null           |

    Scenario: Nobody holds the studio
      Given the host itself calls GET /api/station/release
      When the host itself calls GET /api/station
      Then it is answered 200
      And the text is "null"
      When the host itself calls GET /api/variables
      Then the text is "[]"

    @HEAD-1
    Scenario: HEAD
      When the host itself calls HEAD /api/signals
      Then it is answered 200
      And the text is empty

  @LEGACY-6
  Rule: An action is answered with an empty object

    Scenario Outline: <path>
      When the host itself calls GET <path>
      Then it is answered 200
      And the text is "{}"
      And there is a header "X-Action-Id"
      When the host itself calls POST <path>
      Then it is answered <again>

      Examples:
        | path                                  | again |
        | /api/studio/onair                     | 200   |
        | /api/studio/offair                    | 200   |
        | /api/stations/alpha/take              | 200   |
        | /api/station/release                  | 200   |
        | /api/signals/red-light/on             | 200   |
        | /api/signals/red-light/off            | 200   |
        | /api/signals/red-light/toggle         | 200   |
        | /api/signals/red-light/pulse?ms=50    | 200   |
        | /api/macros/mac-1/run                 | 409   |
        | /api/macros/mac-1/stop                | 200   |
        | /api/automations/auto-1/start         | 409   |
        | /api/automations/auto-1/stop          | 200   |
        | /api/outputs/main/clips/3/play        | 200   |
        | /api/outputs/main/stop                | 200   |
        | /api/banks/music/activate             | 200   |
        | /api/cameras/cam-1/angles/wide/recall | 200   |
        | /api/variables/Headline/set?value=x   | 200   |

    Scenario: An automation that is paused and resumed
      Given the host itself calls GET /api/automations/auto-1/start
      When the host itself calls GET /api/automations/auto-1/pause
      Then the text is "{}"
      When the host itself calls GET /api/automations/auto-1/resume
      Then the text is "{}"

    Scenario: It is done
      When the host itself calls GET /api/outputs/main/clips/weather/play
      Then main plays the clip weather of the bank news

    @ACK-2
    Scenario: With wait=0
      When the host itself calls GET /api/signals/red-light/on?wait=0
      Then it is answered 202
      And the text is "{}"

  @LEGACY-6
  Rule: Nothing else has a legacy face

    Scenario Outline: <path>
      When the host itself calls GET <path>
      Then it is answered 404
      And the text is "Not Found"

      Examples:
        | path               |
        | /api               |
        | /api/health        |
        | /api/requests      |
        | /api/core          |
        | /api/events        |
        | /api/actions/1     |
        | /api/metrics       |
        | /api/openapi.json  |
        | /api/docs          |
        | /api/plain/signals |
        | /plain/signals     |
        | /signals           |
        | /api/attic         |
        | /api/state         |
        | /API/signals       |

  @ERROR-11 @ERROR-25
  Rule: An error is a text

    Scenario Outline: <what>
      When <caller> calls <method> <path>
      Then it is answered <status>
      And the text is "<text>"
      And the header "Content-Type" is "text/plain; charset=utf-8"

      Examples:
        | what                                     | caller                   | method | path                                     | status | text               |
        | Nobody                                   | a caller at 192.168.1.20 | GET    | /api/signals                             | 401    | Unauthorized       |
        | Nobody                                   | a caller at 198.51.100.7 | GET    | /api/attic                               | 401    | Unauthorized       |
        | A bad parameter                          | the host itself          | GET    | /api/outputs/main/clips/3/play?timeout=5 | 400    | Bad Request        |
        | Bad encoding                             | the host itself          | GET    | /api/signals/%zz                         | 400    | Bad Request        |
        | An unknown resource                      | the host itself          | GET    | /api/signals/attic                       | 404    | Not Found          |
        | Another method                           | the host itself          | DELETE | /api/signals                             | 405    | Method Not Allowed |
        | HEAD isn't for actions, GET and POST are | the host itself          | PUT    | /api/signals/red-light/on                | 405    | Method Not Allowed |
        | Not possible now                         | the host itself          | GET    | /api/stations/bravo/take                 | 409    | Conflict           |
        | Another station                          | the host itself          | GET    | /api/variables?station=bravo             | 409    | Conflict           |

    @simulator @ACK-7 @ACK-9 @ACK-10
    Scenario Outline: A line that <fault>
      Given the line of red-light <fault>
      When the host itself calls GET /api/signals/red-light/on?timeout=100
      Then it is answered 424
      And the text is "Failed Dependency"

      Examples:
        | fault                      |
        | refuses                    |
        | is offline                 |
        | loses its acknowledgements |

    @ERROR-3
    Scenario: A 401 says how to sign in
      When a caller at 192.168.1.20 calls GET /api/signals
      Then it is answered 401
      And the header "WWW-Authenticate" is 'Basic realm="SVCSERVERCOREAPI"'

    @PLAIN-3
    Scenario: soft=1 means nothing here
      When the host itself calls GET /api/signals/attic?soft=1
      Then it is answered 404

    @GUARD-13
    Scenario Outline: A page of another site that calls <path>
      When the host itself calls GET <path>, showing:
        | Sec-Fetch-Site | cross-site |
      Then it is answered 403
      And the text is "Forbidden"
      And nothing is sent to any device

      Examples:
        | path                      |
        | /api/signals              |
        | /api/signals/red-light/on |
        | /api/state/state          |

    @GUARD-13
    Scenario: A page of another origin, in a browser let in by its address
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 calls GET /api/signals, showing:
        | Origin | http://evil.example |
      Then it is answered 403
      And the text is "Forbidden"

  @SERVICE-8 @LEGACY-AUTH-3
  Rule: Every way to be let in opens them

    Scenario Outline: <who>
      When a caller at <address> calls GET /api/signals/red-light/on, showing:
        | Basic | <shown> |
      Then it is answered 200
      And the signal red-light is on

      Examples:
        | who                               | address      | shown                             |
        | EXTERNAL_APP on the LAN           | 192.168.1.20 | EXTERNAL_APP:anything             |
        | A display on the LAN              | 192.168.1.20 | STUDIO_DISPLAY:                   |
        | EXTERNAL_APP with the server's id | 198.51.100.7 | EXTERNAL_APP:{base64 of server-1} |
        | EXTERNAL_APP with the studio's id | 198.51.100.7 | EXTERNAL_APP:{base64 of studio-1} |

    @LEGACY-AUTH-8
    Scenario Outline: Not <who>
      When a caller at <address> calls GET /api/signals/red-light/on, showing:
        | Basic | <shown> |
      Then it is answered 401
      And the text is "Unauthorized"
      And the signal red-light is off

      Examples:
        | who                                | address      | shown                 |
        | EXTERNAL_APP with a wrong password | 198.51.100.7 | EXTERNAL_APP:wrong    |
        | a display from a public address    | 198.51.100.7 | STUDIO_DISPLAY:       |
        | a display with a password          | 192.168.1.20 | STUDIO_DISPLAY:wrong  |
        | a name that no program has         | 192.168.1.20 | SOMEBODY:             |
        | a name in other letters            | 192.168.1.20 | external_app:anything |

    Scenario: A device with its token
      Given the device "Panel"
      When the device "Panel" calls GET /api/signals/red-light/on
      Then it is answered 200

    @LAN-9
    Scenario: A caller let in by its address
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 calls GET /api/signals/red-light/on
      Then it is answered 200

    @DEVICE-1
    Scenario: A read-only device controls nothing here either
      Given the device "Panel" is read only
      When the device "Panel" calls GET /api/signals/red-light/on
      Then it is answered 403
      And the text is "Forbidden"
      When the device "Panel" calls GET /api/signals/red-light
      Then it is answered 200

    @AUTH-ORDER-6
    Scenario: A revoked token isn't helped by a legacy name
      Given the device "Panel" is revoked
      When a caller at 192.168.1.20 calls GET /api/signals, showing:
        | Basic       | EXTERNAL_APP:anything |
        | query token | {Panel}               |
      Then it is answered 401
      And the text is "Unauthorized"

  @LEGACY-1
  Rule: They are open only while legacy authorization and the feature Legacy routes are both on

    Scenario Outline: <switched> is switched off, and <caller> calls <path>: <status>
      Given the device "Panel"
      And <switched> is switched off
      When <caller> calls GET <path>
      Then it is answered <status>
      And the text is "<text>"

      Examples:
        | switched                 | caller                   | path                      | status | text         |
        | legacy authorization     | the host itself          | /api/signals              | 403    | Forbidden    |
        | legacy authorization     | the host itself          | /api/signals/red-light/on | 403    | Forbidden    |
        | legacy authorization     | the device "Panel"       | /api/state/state          | 403    | Forbidden    |
        | legacy authorization     | the host itself          | /                         | 403    | Forbidden    |
        | legacy authorization     | the host itself          | /status                   | 403    | Forbidden    |
        | legacy authorization     | the host itself          | /status/health            | 403    | Forbidden    |
        | legacy authorization     | a caller at 198.51.100.7 | /api/signals              | 401    | Unauthorized |
        | Read of Legacy routes    | the host itself          | /api/signals              | 403    | Forbidden    |
        | Read of Legacy routes    | the host itself          | /api/state/state          | 403    | Forbidden    |
        | Read of Legacy routes    | the host itself          | /                         | 403    | Forbidden    |
        | Read of Legacy routes    | the host itself          | /status                   | 403    | Forbidden    |
        | Read of Legacy routes    | the host itself          | /status/health            | 403    | Forbidden    |
        | Read of Legacy routes    | the device "Panel"       | /api/signals              | 403    | Forbidden    |
        | Control of Legacy routes | the host itself          | /api/signals/red-light/on | 403    | Forbidden    |

    @LEGACY-AUTH-9
    Scenario: With legacy authorization off, its header lets nobody in
      Given legacy authorization is switched off
      When a caller at 192.168.1.20 calls GET /api/signals, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is answered 401
      And the text is "Unauthorized"

    Scenario Outline: With <switched> off, <path> is still answered
      Given <switched> is switched off
      When the host itself calls GET <path>
      Then it is answered 200

      Examples:
        | switched                 | path                      |
        | Read of Legacy routes    | /api/signals/red-light/on |
        | Control of Legacy routes | /api/signals              |
        | Control of Legacy routes | /status                   |
        | Control of Legacy routes | /api/state/state          |
        | legacy authorization     | /api/v2/signals           |
        | Read of Legacy routes    | /api/v2/signals           |

    @SWITCH-2
    Scenario Outline: While the API is switched off, <path> is Forbidden
      Given the API is switched off
      When the host itself calls GET <path>
      Then it is answered 403
      And the text is "Forbidden"
      And nothing is sent to any device

      Examples:
        | path                      |
        | /api/signals              |
        | /api/signals/red-light/on |
        | /api/state/state          |
        | /api/attic                |

  @LEGACY-2 @LEGACY-7
  Rule: A legacy route also needs the feature that it touches

    Scenario Outline: <switched> is switched off: <path> is answered <status>
      Given <switched> is switched off
      When the host itself calls GET <path>
      Then it is answered <status>

      Examples:
        | switched             | path                               | status |
        | Read of Signals      | /api/signals                       | 403    |
        | Read of Signals      | /api/signals/red-light/on          | 200    |
        | Control of Signals   | /api/signals/red-light/on          | 403    |
        | Control of Signals   | /api/signals                       | 200    |
        | Read of Studio       | /api/studio                        | 403    |
        | Read of Station      | /api/stations                      | 403    |
        | Read of Macros       | /api/macros                        | 403    |
        | Control of Macros    | /api/macros/mac-1/run              | 403    |
        | Read of Automations  | /api/automations                   | 403    |
        | Read of Outputs      | /api/outputs                       | 403    |
        | Read of Outputs      | /api/banks                         | 403    |
        | Read of Cameras      | /api/cameras                       | 403    |
        | Control of Variables | /api/variables/Sponsor/set?value=x | 403    |
        | Read of Studio       | /api/state/state                   | 200    |
        | Read of Studio       | /status                            | 200    |

    Scenario Outline: A device limited to <features> calls <path>: <status>
      Given the device "Panel" is limited to <features>
      When the device "Panel" calls GET <path>
      Then it is answered <status>

      Examples:
        | features        | path                      | status |
        | signals         | /api/signals              | 403    |
        | legacy          | /api/signals              | 403    |
        | legacy, signals | /api/signals              | 200    |
        | legacy, signals | /api/signals/red-light/on | 200    |
        | legacy, signals | /api/studio               | 403    |
        | legacy          | /api/state/state          | 200    |
        | signals         | /api/state/state          | 403    |
        | signals         | /status                   | 200    |

    Scenario: The body of such a refusal
      Given the device "Panel" is limited to signals
      When the device "Panel" calls GET /api/signals
      Then it is answered 403
      And the text is "Forbidden"
