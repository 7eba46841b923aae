# The whole state in one response, for clients that show all of it.
@simulated
Feature: The state
  A client that shows the whole studio reads everything once, and then follows the events.

  @STATE-1
  Rule: The state has everything that the caller may read, at one moment

    Scenario: The state contains all records
      Given the host itself switches the signal red-light on
      And the host itself recalls the angle close of the camera cam-2
      And the host itself plays clip 3 on main
      When the host itself reads the state
      Then the response status is 200
      And the response has the fields ok, lastEventId, studio, station, stations, signals, macros, automations, outputs, banks, cameras, variables
      And the response contains:
        | studio.status           | off_air      |
        | station.id              | alpha        |
        | stations.0.holdsStudio  | true         |
        | signals.0.value         | true         |
        | macros.1.state          | idle         |
        | automations.0.id        | auto-1       |
        | outputs.0.scenes.0.clip | weather      |
        | outputs.1.slot          | wall         |
        | banks.0.active          | true         |
        | cameras.1.angle         | close        |
        | variables.0.value       | Good morning |

    @STATION-8
    Scenario: The state contains variables and automations of the holder
      Given the host itself releases the studio
      And the host itself takes the studio for bravo
      When the host itself reads the state
      Then the response contains:
        | station.id       | bravo   |
        | variables.0.id   | var-11  |
        | automations.0.id | auto-11 |

    @STATION-8
    Scenario: The state contains no variables while no station holds the studio
      Given the host itself releases the studio
      When the host itself reads the state
      Then the response contains:
        | station | null |
      And "variables" is empty
      And "automations" is empty

    @HEAD-1 @ERROR-16
    Scenario Outline: The method <method> is answered with <status>
      When the host itself calls <method> /api/v2/state
      Then the response status is <status>

      Examples:
        | method | status |
        | HEAD   | 200    |
        | POST   | 405    |

  @STATE-2
  Rule: Parts that are switched off or not allowed are left out, and the state has no switch of its own

    Scenario Outline: The state has no records of <feature> while its Read is off
      Given Read of <feature> is switched off
      When the host itself reads the state
      Then the response status is 200
      And the response has the fields <fields>

      Examples:
        | feature     | fields                                                                                                                  |
        | System      | ok, lastEventId, studio, station, stations, signals, macros, automations, outputs, banks, cameras, variables            |
        | Studio      | ok, lastEventId, station, stations, signals, macros, automations, outputs, banks, cameras, variables                    |
        | Station     | ok, lastEventId, studio, signals, macros, automations, outputs, banks, cameras, variables                               |
        | Signals     | ok, lastEventId, studio, station, stations, macros, automations, outputs, banks, cameras, variables                     |
        | Macros      | ok, lastEventId, studio, station, stations, signals, automations, outputs, banks, cameras, variables                    |
        | Automations | ok, lastEventId, studio, station, stations, signals, macros, outputs, banks, cameras, variables                         |
        | Outputs     | ok, lastEventId, studio, station, stations, signals, macros, automations, cameras, variables                            |
        | Cameras     | ok, lastEventId, studio, station, stations, signals, macros, automations, outputs, banks, variables                     |
        | Variables   | ok, lastEventId, studio, station, stations, signals, macros, automations, outputs, banks, cameras                       |

    Scenario: A device sees only the features that it may use
      Given the device "Wall display" is limited to signals
      When the device "Wall display" reads the state
      Then the response has the fields ok, lastEventId, signals

    Scenario: A device of another station sees no variables and no automations
      Given the device "Bravo display" belongs to the station bravo
      When the device "Bravo display" reads the state
      Then the response has the fields ok, lastEventId, studio, station, stations, signals, macros, outputs, banks, cameras

    Scenario: The state is refused while the API is switched off
      Given the API is switched off
      When the host itself reads the state
      Then the call is refused with 403 feature_disabled

    Scenario: A caller who isn't admitted is refused
      When a caller at 198.51.100.7 reads the state
      Then the call is refused with 401 unauthorized

  @STATE-3
  Rule: A stream that continues after the state has every later change and no earlier one

    Scenario: The stream continues after the state
      Given the device "Wall display"
      And the host itself switches the signal red-light on
      And the host itself reads the state
      And the field "lastEventId" is saved as "the state"
      And the host itself sets the variable Headline to News
      When the host itself opens the event stream after event "{the state}"
      And the host itself takes the studio on air
      Then the event stream sends:
        | event    | variable.value | studio.status |
        | variable | News           |               |
        | studio   |                | on_air        |

    Scenario: The stream continues after a state without any event before it
      Given the device "Wall display"
      And the device "Wall display" reads the state
      And the field "lastEventId" is saved as "the state"
      And the host itself switches the signal red-light on
      When the device "Wall display" opens the event stream after event "{the state}"
      Then the event stream sends:
        | event  | signal.value |
        | signal | true         |

    Scenario: The stream begins anew if the caller's rights have changed since the state
      Given the host itself reads the state
      And the field "lastEventId" is saved as "the state"
      And Read of Signals is switched off
      When the host itself opens the event stream after event "{the state}"
      Then the event stream sends:
        | event | reason |
        | reset | missed |

  @STATE-4 @PLAIN-1
  Rule: The plain form is the id of the last event

    Scenario: The plain form changes with every event that the caller may read
      Given the device "Wall display" is limited to signals
      And the host itself switches the signal red-light on
      And the device "Wall display" reads the state
      And the field "lastEventId" is saved as "the state"
      And the host itself takes the studio on air
      When the device "Wall display" reads the state in plain text
      Then the response status is 200
      And the response body is "{the state}"
      When the device "Wall display" reads the events in plain text
      Then the response body is "{the state}"

    Scenario: The plain form is never empty
      When the host itself reads the state in plain text
      Then the response body contains "-"

  @EVENT-7
  Rule: A stream may be limited to some types of events

    Scenario: A stream of signals and clip endings
      Given the host itself opens the event stream with types=signal,clip.ending
      And the host itself takes the studio on air
      And the host itself switches the signal red-light on
      When the host itself plays clip 2 on main with bank=music
      Then the event stream sends:
        | event       | signal.value | output.scenes.0.clip |
        | reset       |              |                      |
        | signal      | true         |                      |
        | clip.ending |              | sting                |

    Scenario: Missed events of other types aren't sent
      Given the device "Wall display"
      And the host itself opens the event stream with types=signal
      And the host itself switches the signal red-light on
      And the event stream is disconnected
      And the host itself takes the studio on air
      And the host itself switches the signal mic-live on
      When the host itself opens the event stream with types=signal after event "{last event}"
      Then the event stream sends:
        | event  | signal.identifier |
        | signal | mic-live          |

    Scenario: The plain form is the id of the last event of these types
      Given the device "Wall display"
      And the host itself opens the event stream with types=signal
      And the host itself switches the signal red-light on
      And the host itself takes the studio on air
      When the host itself reads the events with types=signal in plain text
      Then the response body is the id of the last event
      When the host itself reads the events with types=camera in plain text
      Then the response body is empty

    @ERROR-12 @PARAMETER-2
    Scenario Outline: The types "<types>" are <answer>
      When the host itself calls HEAD /api/v2/events?types=<types>
      Then the response status is <answer>

      Examples:
        | types                | answer |
        | signal               | 200    |
        | signal%2Csignal        | 200    |
        | bank%2Cstation%2Cstudio  | 200    |
        |                      | 200    |
        | signals              | 400    |
        | Signal               | 400    |
        | signal%2C              | 400    |
        | signal%2Cnothing       | 400    |
        | signal&types=output  | 400    |
        | toString             | 400    |

    @ERROR-12
    Scenario: The message lists the types
      When the host itself reads the events with types=signal%2Clamp
      Then the call is refused with 400 invalid_parameter
      And the error message contains "types: expected a list of signal, camera, output, bank, variable, station, studio, macro, automation, clip.ending"
      And the error message contains "signal,lamp"

  @EVENT-12
  Rule: A caller that may read none of the chosen types is refused, and one that may read some sees why the others are missing

    Scenario Outline: The device is limited to signals and chooses the types <types>
      Given the device "Wall display" is limited to signals
      When the device "Wall display" calls GET /api/v2/events?types=<types>
      Then the call is refused with 403 forbidden
      And the error message contains 'the device "Wall display" may not use the feature Outputs'

      Examples:
        | types              |
        | output             |
        | output%2Cclip.ending |

    Scenario: Reading the only chosen type is switched off
      Given Read of Outputs is switched off
      When the host itself reads the events with types=output in plain text
      Then the call is refused with 403 feature_disabled

    Scenario: A device with exact rights never sees alarms
      Given the device "Door panel" may only call:
        | operation    | with         |
        | signal.pulse | id=door-lock |
      When the device "Door panel" calls GET /api/v2/events?types=alarm
      Then the call is refused with 403 forbidden
      And the error message contains "limited to signal.pulse (id=door-lock)"

    Scenario: A comment says why one of the chosen types is missing
      Given the device "Wall display" is limited to signals
      When the device "Wall display" opens the event stream with types=signal,output
      Then the event stream has the comment 'not sent: output: the device "Wall display" may not use the feature Outputs'
      When the host itself switches the signal red-light on
      Then the event stream sends:
        | event  | signal.value |
        | reset  |              |
        | signal | true         |

    Scenario: A type that is no longer readable is named when the stream begins anew
      Given the host itself opens the event stream with types=signal,output
      When Read of Outputs is switched off
      Then the event stream sends:
        | event | reason  |
        | reset | begun   |
        | reset | changed |
      And the event stream has the comment "not sent: output: read of the feature Outputs is switched off"

  @EVENT-8
  Rule: A stream may begin with all records

    Scenario: The first event contains the state
      Given the host itself switches the signal red-light on
      When the host itself opens the event stream with records=state
      And the host itself takes the studio on air
      Then the event stream sends:
        | event  | reason | signals.0.value | station.id | variables.0.value | studio.status |
        | state  | begun  | true            | alpha      | Good morning      | off_air       |
        | studio |        |                 |            |                   | on_air        |

    Scenario: The state is sent again when the records that the caller may see have changed
      Given the device "Wall display"
      And the device "Wall display" opens the event stream with records=state
      When the host itself releases the studio
      And the host itself takes the studio for bravo
      And Read of Signals is switched off
      Then the event stream sends:
        | event   | reason  | signals.0.id | variables.0.value | station.id |
        | state   | begun   | sig-1        | Good morning      | alpha      |
        | station |         |              |                   | alpha      |
        | state   | changed | sig-1        |                   |            |
        | station |         |              |                   | bravo      |
        | state   | changed | sig-1        | Tonight on Bravo  | bravo      |
        | state   | changed |              | Tonight on Bravo  | bravo      |

    Scenario: A stream that resumes has no state before the missed events
      Given the device "Wall display"
      And the device "Wall display" opens the event stream with records=state
      And the event stream sends:
        | event | reason |
        | state | begun  |
      And the event stream is disconnected
      And the host itself switches the signal red-light on
      When the device "Wall display" opens the event stream with records=state after event "{last event}"
      Then the event stream sends:
        | event  | signal.value |
        | signal | true         |
      When the host itself opens the event stream with records=state after event "nothing"
      Then the event stream sends:
        | event | reason |
        | state | missed |

    Scenario: The state is limited to the types of the stream
      When the host itself opens the event stream with records=state&types=signal
      Then the event stream sends:
        | event | signals.0.id | studio.id | outputs.0.id |
        | state | sig-1        |           |              |

    Scenario: A device limited to signals receives only signals
      Given the device "Wall display" is limited to signals
      When the device "Wall display" opens the event stream with records=state
      Then the event stream sends:
        | event | signals.0.id | studio.id | outputs.0.id |
        | state | sig-1        |           |              |

    @ERROR-12
    Scenario: Only the state can be asked for
      When the host itself reads the events with records=signals
      Then the call is refused with 400 invalid_parameter
      And the error message contains "records: expected state"

  @EVENT-9
  Rule: openapi.json has a schema for each type of event, and every event matches that of its type

    Scenario: Events of all types match their schemas
      Given the host itself opens the event stream
      And the host itself switches the signal red-light on
      And the host itself recalls the angle close of the camera cam-1
      And the host itself activates the bank music
      And the host itself sets the variable Headline to News
      And the host itself takes the studio on air
      And the host itself plays clip 2 on main
      And the host itself stops the output main
      And the host itself runs the macro mac-1
      And the host itself stops the macro mac-1
      And the host itself starts the automation auto-1
      And the host itself releases the studio
      Then the event stream has sent the types reset, signal, camera, bank, variable, studio, output, clip.ending, macro, automation, station
