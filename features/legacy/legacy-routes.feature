# The routes of the earlier generation: what they answer, and who may call them.
Feature: Legacy routes
  Programs of the earlier generation call /, /status and /api/... They get bare records and lists, an empty object for
  an action, and a short text for an error.

  @LEGACY-4 @PUBLIC-3
  Rule: Name, status and health need no authentication

    Scenario Outline: The service's name is public for <caller>
      When <caller> calls GET /
      Then the response status is 200
      And the header "Content-Type" is "text/plain; charset=utf-8"
      And the response body contains "Studio Control"

      Examples:
        | caller                   |
        | the host itself          |
        | a caller at 192.168.1.20 |
        | a caller at 198.51.100.7 |

    Scenario: The status is JSON for monitoring systems
      When a caller at 198.51.100.7 calls GET /status
      Then the response status is 200
      And the header "Content-Type" starts with "application/json"
      And the response has the fields name, version, onAir, simulated, connections
      And the response has text in "name"
      And the response has text in "version"
      And the response contains:
        | onAir | false |

    @simulated
    Scenario: The status shows the on-air status and the connection to the console
      Given the host itself takes the studio on air
      And the device "Panel"
      When a caller at 198.51.100.7 calls GET /status
      Then the response contains:
        | onAir             | true |
        | connections.cloud | true |

    Scenario: The health is OK
      When a caller at 198.51.100.7 calls GET /status/health
      Then the response status is 200
      And the response body is "OK"

    @PUBLIC-6 @HEAD-1
    Scenario Outline: HEAD is supported by <path>
      When a caller at 198.51.100.7 calls HEAD <path>
      Then the response status is 200

      Examples:
        | path           |
        | /              |
        | /status        |
        | /status/health |

    @PUBLIC-4
    Scenario Outline: The public route <path> is answered while the API is switched off
      Given the API is switched off
      When a caller at 198.51.100.7 calls GET <path>
      Then the response status is 200

      Examples:
        | path           |
        | /              |
        | /status        |
        | /status/health |

    @PUBLIC-7
    Scenario: A revoked token may read the health
      Given the device "Panel" is revoked
      When the device "Panel" calls GET /status/health
      Then the response status is 200

    @LEGACY-AUTH-12
    Scenario Outline: The public route <path> doesn't reveal the ids used as legacy passwords
      When a caller at 198.51.100.7 calls GET <path>
      Then the response doesn't contain "server-1"
      And the response doesn't contain "studio-1"

      Examples:
        | path           |
        | /              |
        | /status        |
        | /status/health |

  @LEGACY-6 @SERVICE-7
  Rule: A read answers a bare list or record

    Scenario Outline: The list <path> has the documented fields
      When the host itself calls GET <path>
      Then the response status is 200
      And the header "Content-Type" starts with "application/json"
      And each item of the response has the fields <fields>
      And the response contains:
        | 0.<key> | <first> |

      Examples:
        | path                      | fields                                            | key | first  |
        | /api/stations             | id, name, holdsStudio                             | id  | alpha  |
        | /api/signals              | id, identifier, name, value, connected            | id  | sig-1  |
        | /api/macros               | id, name, state, step, steps, parameters, lastRun | id  | mac-1  |
        | /api/automations          | id, name, state, nextRunAt, lastRun               | id  | auto-1 |
        | /api/outputs              | id, slot, name, scenes, connected, tally          | id  | out-1  |
        | /api/banks                | key, name, active                                 | key | news   |
        | /api/banks/music/clips    | number, key, name, durationMs                     | key | bed    |
        | /api/cameras              | id, name, angle, connected, tally                 | id  | cam-1  |
        | /api/cameras/cam-2/angles | id, name                                          | id  | wide   |
        | /api/variables            | id, name, type, value                             | id  | var-1  |

    Scenario Outline: The record <path> has the documented fields
      When the host itself calls GET <path>
      Then the response status is 200
      And the response has the fields <fields>
      And the response contains:
        | <key> | <value> |

      Examples:
        | path                    | fields                                            | key | value    |
        | /api/studio             | id, name, status                                  | id  | studio-1 |
        | /api/station            | id, name, holdsStudio                             | id  | alpha    |
        | /api/signals/red-light  | id, identifier, name, value, connected            | id  | sig-1    |
        | /api/macros/mac-2       | id, name, state, step, steps, parameters, lastRun | id  | mac-2    |
        | /api/automations/auto-2 | id, name, state, nextRunAt, lastRun               | id  | auto-2   |
        | /api/outputs/wall       | id, slot, name, scenes, connected, tally          | id  | out-2    |
        | /api/banks/music        | key, name, active                                 | key | music    |
        | /api/cameras/cam-1      | id, name, angle, connected, tally                 | id  | cam-1    |
        | /api/variables/Headline | id, name, type, value                             | id  | var-1    |

    @simulated
    Scenario: The list of signals shows all records
      Given the host itself calls GET /api/signals/mic-live/on
      When the host itself calls GET /api/signals
      Then the response is a JSON list:
        | id    | identifier | name            | value |
        | sig-1 | red-light  | Red light       | false |
        | sig-2 | mic-live   | Microphone live | true  |
        | sig-3 | phone-ring | Phone ringing   | false |
        | sig-4 | door-lock  | Door lock       | false |

    Scenario Outline: The value <path> is a bare value
      When the host itself calls GET <path>
      Then the response status is 200
      And the response body is '<text>'

      Examples:
        | path                          | text           |
        | /api/studio/status            | "off_air"      |
        | /api/variables/Headline/value | "Good morning" |
        | /api/variables/ShowLive/value | true           |
        | /api/variables/Sponsor/value  | null           |

    @simulated
    Scenario: The holder is null while no station holds the studio
      Given the host itself calls GET /api/station/release
      When the host itself calls GET /api/station
      Then the response status is 200
      And the response body is "null"
      When the host itself calls GET /api/variables
      Then the response body is "[]"

    @HEAD-1
    Scenario: HEAD is supported by reads
      When the host itself calls HEAD /api/signals
      Then the response status is 200
      And the response body is empty

  @LEGACY-6 @simulated
  Rule: An action answers an empty object

    Scenario Outline: The action <path> answers an empty object
      When the host itself calls GET <path>
      Then the response status is 200
      And the response body is "{}"
      And there is a header "X-Action-Id"
      When the host itself calls POST <path>
      Then the response status is <again>

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

    Scenario: An automation is paused and resumed
      Given the host itself calls GET /api/automations/auto-1/start
      When the host itself calls GET /api/automations/auto-1/pause
      Then the response body is "{}"
      When the host itself calls GET /api/automations/auto-1/resume
      Then the response body is "{}"

    Scenario: A clip is played
      When the host itself calls GET /api/outputs/main/clips/weather/play
      Then main plays the clip weather of the bank news

    @ACK-2
    Scenario: An action with wait=0 is accepted
      When the host itself calls GET /api/signals/red-light/on?wait=0
      Then the response status is 202
      And the response body is "{}"

  @LEGACY-6
  Rule: Other routes have no legacy counterpart

    Scenario Outline: The path <path> is Not Found
      When the host itself calls GET <path>
      Then the response status is 404
      And the response body is "Not Found"

      Examples:
        | path               |
        | /api               |
        | /api/health        |
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

      @simulated
      Examples:
        | path          |
        | /api/requests |

  @ERROR-11 @ERROR-25
  Rule: An error is a short text

    Scenario Outline: A refused call answers "<text>": <what>
      When <caller> calls <method> <path>
      Then the response status is <status>
      And the response body is "<text>"
      And the header "Content-Type" is "text/plain; charset=utf-8"

      Examples:
        | what                                | caller                   | method | path                                     | status | text               |
        | no credentials                      | a caller at 192.168.1.20 | GET    | /api/signals                             | 401    | Unauthorized       |
        | no credentials                      | a caller at 198.51.100.7 | GET    | /api/attic                               | 401    | Unauthorized       |
        | an invalid parameter                | the host itself          | GET    | /api/outputs/main/clips/3/play?timeout=5 | 400    | Bad Request        |
        | an invalid encoding                 | the host itself          | GET    | /api/signals/%zz                         | 400    | Bad Request        |
        | an unknown resource                 | the host itself          | GET    | /api/signals/attic                       | 404    | Not Found          |
        | a method that reads don't support   | the host itself          | DELETE | /api/signals                             | 405    | Method Not Allowed |
        | a method that actions don't support | the host itself          | PUT    | /api/signals/red-light/on                | 405    | Method Not Allowed |
        | a conflicting state                 | the host itself          | GET    | /api/stations/bravo/take                 | 409    | Conflict           |
        | another station                     | the host itself          | GET    | /api/variables?station=bravo             | 409    | Conflict           |

    @simulator @ACK-7 @ACK-9 @ACK-10
    Scenario Outline: A line that <fault> is Failed Dependency
      Given the line of red-light <fault>
      When the host itself calls GET /api/signals/red-light/on?timeout=100
      Then the response status is 424
      And the response body is "Failed Dependency"

      Examples:
        | fault                      |
        | rejects commands           |
        | is offline                 |
        | loses its acknowledgements |

    @ERROR-3
    Scenario: A 401 has a WWW-Authenticate header
      When a caller at 192.168.1.20 calls GET /api/signals
      Then the response status is 401
      And the header "WWW-Authenticate" is 'Basic realm="SVCSERVERCOREAPI"'

    @PLAIN-3
    Scenario: The parameter soft=1 is ignored
      When the host itself calls GET /api/signals/attic?soft=1
      Then the response status is 404

    @GUARD-13 @simulated
    Scenario Outline: A page of another site may not call <path>
      When the host itself calls GET <path> with:
        | Sec-Fetch-Site | cross-site |
      Then the response status is 403
      And the response body is "Forbidden"
      And no command is sent to any device

      Examples:
        | path                      |
        | /api/signals              |
        | /api/signals/red-light/on |
        | /api/state/state          |

    @GUARD-13
    Scenario: A page of another origin may not call through an admitted browser
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 calls GET /api/signals with:
        | Origin | http://evil.example |
      Then the response status is 403
      And the response body is "Forbidden"

  @GUARD-18 @simulated
  Rule: A browser that sends a legacy password is checked like any other

    Scenario Outline: A page of another site sends <shown> and <header>
      When a caller at <address> calls GET <path> with:
        | Basic      | <shown>                         |
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
        | <header>   | <value>                         |
      Then the response status is 403
      And the response body is "Forbidden"
      And no command is sent to any device

      Examples: Navigations and calls of another origin
        | address      | path                      | shown                             | header         | value                |
        | 192.168.1.20 | /api/signals/red-light/on | EXTERNAL_APP:x                    | Referer        | http://evil.example/ |
        | 192.168.1.20 | /api/signals/red-light/on | EXTERNAL_APP:x                    | Origin         | http://evil.example  |
        | 192.168.1.20 | /api/signals              | STUDIO_DISPLAY:                   | Origin         | http://evil.example  |
        | 198.51.100.7 | /api/signals/red-light/on | EXTERNAL_APP:{base64 of server-1} | Sec-Fetch-Site | cross-site           |
        | 198.51.100.7 | /api/signals/red-light/on | EXTERNAL_APP:{base64 of studio-1} | Origin         | null                 |

      Examples: A navigation that shows nothing of its page
        | address      | path                      | shown                             | header | value     |
        | 192.168.1.20 | /api/signals/red-light/on | EXTERNAL_APP:x                    | Accept | text/html |
        | 198.51.100.7 | /api/signals/red-light/on | EXTERNAL_APP:{base64 of server-1} | Accept | text/html |

      Examples: DNS rebinding
        | address      | path             | shown                             | header | value                     |
        | 192.168.1.20 | /api/state/state | EXTERNAL_APP:x                    | Host   | rebound.evil.example:3002 |
        | 198.51.100.7 | /api/state/state | EXTERNAL_APP:{base64 of server-1} | Host   | rebound.evil.example:3002 |

    @GUARD-17
    Scenario: A person who types the address may read
      When a caller at 192.168.1.20 calls GET /api/signals with:
        | Basic      | EXTERNAL_APP:x                  |
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64) |
      Then the response status is 200

    @GUARD-15
    Scenario: A page of the service's own may act
      When a caller at 192.168.1.20 calls GET /api/signals/red-light/on with:
        | Basic      | EXTERNAL_APP:x                       |
        | User-Agent | Mozilla/5.0 (X11; Linux x86_64)      |
        | Referer    | http://192.168.1.10:3002/api/v2/docs |
      Then the response status is 200

  @SERVICE-8 @LEGACY-AUTH-3
  Rule: Every way of access works on legacy routes

    @simulated
    Scenario Outline: The legacy app <who> is admitted
      When a caller at <address> calls GET /api/signals/red-light/on with:
        | Basic | <shown> |
      Then the response status is 200
      And the signal red-light is on

      Examples:
        | who                               | address      | shown                             |
        | EXTERNAL_APP on the LAN           | 192.168.1.20 | EXTERNAL_APP:anything             |
        | A display on the LAN              | 192.168.1.20 | STUDIO_DISPLAY:                   |
        | EXTERNAL_APP with the server's id | 198.51.100.7 | EXTERNAL_APP:{base64 of server-1} |
        | EXTERNAL_APP with the studio's id | 198.51.100.7 | EXTERNAL_APP:{base64 of studio-1} |

    @LEGACY-AUTH-8 @simulated
    Scenario Outline: The legacy app <who> isn't admitted
      When a caller at <address> calls GET /api/signals/red-light/on with:
        | Basic | <shown> |
      Then the response status is 401
      And the response body is "Unauthorized"
      And the signal red-light is off

      Examples:
        | who                                | address      | shown                 |
        | EXTERNAL_APP with a wrong password | 198.51.100.7 | EXTERNAL_APP:wrong    |
        | a display from a public address    | 198.51.100.7 | STUDIO_DISPLAY:       |
        | a display with a password          | 192.168.1.20 | STUDIO_DISPLAY:wrong  |
        | an unknown username                | 192.168.1.20 | SOMEBODY:             |
        | a username in lower case           | 192.168.1.20 | external_app:anything |

    @simulated
    Scenario: A device is admitted with its token
      Given the device "Panel"
      When the device "Panel" calls GET /api/signals/red-light/on
      Then the response status is 200

    @LAN-9 @simulated
    Scenario: A caller is admitted by its address
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 calls GET /api/signals/red-light/on
      Then the response status is 200

    @DEVICE-1
    Scenario: A read-only device may not control
      Given the device "Panel" is read only
      When the device "Panel" calls GET /api/signals/red-light/on
      Then the response status is 403
      And the response body is "Forbidden"
      When the device "Panel" calls GET /api/signals/red-light
      Then the response status is 200

    @AUTH-ORDER-6
    Scenario: A revoked token isn't admitted in spite of a legacy header
      Given the device "Panel" is revoked
      When a caller at 192.168.1.20 calls GET /api/signals with:
        | Basic       | EXTERNAL_APP:anything |
        | query token | {Panel}               |
      Then the response status is 401
      And the response body is "Unauthorized"

  @LEGACY-1
  Rule: Legacy routes work only while legacy authorization and the feature Legacy routes are on

    Scenario Outline: The call of <caller> to <path> is <status> while <switched> is off
      Given the device "Panel"
      And <switched> is switched off
      When <caller> calls GET <path>
      Then the response status is <status>
      And the response body is "<text>"

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
    Scenario: A legacy header isn't accepted while legacy authorization is off
      Given legacy authorization is switched off
      When a caller at 192.168.1.20 calls GET /api/signals with:
        | Basic | EXTERNAL_APP:anything |
      Then the response status is 401
      And the response body is "Unauthorized"

    Scenario Outline: The route <path> works while <switched> is off
      Given <switched> is switched off
      When the host itself calls GET <path>
      Then the response status is 200

      Examples:
        | switched                 | path             |
        | Control of Legacy routes | /api/signals     |
        | Control of Legacy routes | /status          |
        | Control of Legacy routes | /api/state/state |
        | legacy authorization     | /api/v2/signals  |
        | Read of Legacy routes    | /api/v2/signals  |

      @simulated
      Examples:
        | switched              | path                      |
        | Read of Legacy routes | /api/signals/red-light/on |

    @SWITCH-2 @simulated
    Scenario Outline: The route <path> is Forbidden while the API is switched off
      Given the API is switched off
      When the host itself calls GET <path>
      Then the response status is 403
      And the response body is "Forbidden"
      And no command is sent to any device

      Examples:
        | path                      |
        | /api/signals              |
        | /api/signals/red-light/on |
        | /api/state/state          |
        | /api/attic                |

  @LEGACY-2 @LEGACY-7
  Rule: A legacy route also needs the feature it belongs to

    Scenario Outline: The route <path> is <status> while <switched> is off
      Given <switched> is switched off
      When the host itself calls GET <path>
      Then the response status is <status>

      Examples:
        | switched             | path                               | status |
        | Read of Signals      | /api/signals                       | 403    |
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

      @simulated
      Examples:
        | switched        | path                      | status |
        | Read of Signals | /api/signals/red-light/on | 200    |

    Scenario Outline: A device limited to <features> calls <path>: <status>
      Given the device "Panel" is limited to <features>
      When the device "Panel" calls GET <path>
      Then the response status is <status>

      Examples:
        | features        | path             | status |
        | signals         | /api/signals     | 403    |
        | legacy          | /api/signals     | 403    |
        | legacy, signals | /api/signals     | 200    |
        | legacy, signals | /api/studio      | 403    |
        | legacy          | /api/state/state | 200    |
        | signals         | /api/state/state | 403    |
        | signals         | /status          | 200    |

      @simulated
      Examples:
        | features        | path                      | status |
        | legacy, signals | /api/signals/red-light/on | 200    |

    Scenario: The body of the refusal is Forbidden
      Given the device "Panel" is limited to signals
      When the device "Panel" calls GET /api/signals
      Then the response status is 403
      And the response body is "Forbidden"
