# What holds for every route alike, route by route.
Feature: Every route
  Reads take GET and HEAD. Actions take GET and POST, wait for the acknowledgement unless wait=0, and up to timeout.

  @ACK-6 @SERVICE-1 @SERVICE-2 @SERVICE-3 @SHAPE-2 @SHAPE-3 @SHAPE-4 @HEAD-2 @ERROR-16
  Rule: Every action

    Scenario Outline: <path>
      Given the host itself calls GET /api/v2/automations/auto-2/start
      And 100 ms pass
      When the host itself calls HEAD /api/v2<path>
      Then it is answered 405
      And the header "Allow" is "GET, POST"
      When the host itself calls DELETE /api/v2<path>
      Then it is refused with 405 method_not_allowed
      When the host itself calls GET /api/v2<path><mark>timeout=99
      Then it is refused with 400 invalid_parameter
      And the message mentions "timeout"
      And there is a header "X-Action-Id"
      When the host itself calls POST /api/v2/plain<path><mark>timeout=30001&wait=0
      Then it is refused with 400 invalid_parameter
      When the host itself calls POST /api/v2<path><mark>timeout=30000&wait=1
      Then it is answered 200
      And the answer's "action" is the header "X-Action-Id"
      And the answer says:
        | operation | <operation> |

      Examples:
        | path                              | mark | operation        |
        | /studio/onair                     | ?    | studio.onair     |
        | /studio/offair                    | ?    | studio.offair    |
        | /stations/alpha/take              | ?    | station.take     |
        | /station/release                  | ?    | station.release  |
        | /signals/red-light/on             | ?    | signal.on        |
        | /signals/red-light/off            | ?    | signal.off       |
        | /signals/red-light/toggle         | ?    | signal.toggle    |
        | /signals/red-light/pulse          | ?    | signal.pulse     |
        | /macros/mac-1/run                 | ?    | macro.run        |
        | /macros/mac-1/stop                | ?    | macro.stop       |
        | /automations/auto-1/start         | ?    | automation.start |
        | /automations/auto-2/pause         | ?    | automation.pause |
        | /automations/auto-2/stop          | ?    | automation.stop  |
        | /outputs/main/clips/3/play        | ?    | clip.play        |
        | /outputs/main/stop                | ?    | output.stop      |
        | /banks/music/activate             | ?    | bank.activate    |
        | /cameras/cam-1/angles/wide/recall | ?    | camera.recall    |
        | /variables/Headline/set?value=x   | &    | variable.set     |

    Scenario Outline: <path> with wait=0
      When the host itself calls GET /api/v2<path>wait=0
      Then it is answered 202
      And the answer has the fields ok, accepted, operation, action
      And the answer's "action" is the header "X-Action-Id"
      And the answer says:
        | ok       | true |
        | accepted | true |
      When the host itself calls GET /api/v2/plain<again>wait=0
      Then it is answered 202
      And the text is "OK"
      And there is a header "X-Action-Id"

      Examples:
        | path                               | again                              |
        | /studio/onair?                     | /studio/offair?                    |
        | /stations/alpha/take?              | /stations/alpha/take?              |
        | /station/release?                  | /station/release?                  |
        | /signals/red-light/on?             | /signals/red-light/off?            |
        | /signals/red-light/toggle?         | /signals/red-light/toggle?         |
        | /signals/red-light/pulse?          | /signals/red-light/pulse?          |
        | /macros/mac-1/run?                 | /macros/mac-1/stop?                |
        | /automations/auto-1/start?         | /automations/auto-1/pause?         |
        | /automations/auto-1/stop?          | /automations/auto-1/stop?          |
        | /outputs/main/clips/3/play?        | /outputs/main/stop?                |
        | /banks/music/activate?             | /banks/music/activate?             |
        | /cameras/cam-1/angles/wide/recall? | /cameras/cam-1/angles/wide/recall? |
        | /variables/Headline/set?value=x&   | /variables/Headline/set?value=&    |

    @SERVICE-8 @UNKNOWN-1 @LEGACY-AUTH-4 @DEVICE-1
    Scenario Outline: Who isn't let in, or may only read, doesn't get at <path>
      Given the device "Reader" is read only
      When a caller at 198.51.100.7 calls GET /api/v2<path>
      Then it is refused with 401 unauthorized
      When the device "Reader" calls GET /api/v2<path>
      Then it is refused with 403 read_only
      When a caller at 192.168.1.20 calls GET /api/v2<path>, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 403 forbidden
      And nothing is sent to any device

      Examples:
        | path                              |
        | /studio/onair                     |
        | /studio/offair                    |
        | /stations/alpha/take              |
        | /station/release                  |
        | /signals/red-light/on             |
        | /signals/red-light/off            |
        | /signals/red-light/toggle         |
        | /signals/red-light/pulse          |
        | /macros/mac-1/run                 |
        | /macros/mac-1/stop                |
        | /automations/auto-1/start         |
        | /automations/auto-1/pause         |
        | /automations/auto-1/resume        |
        | /automations/auto-1/stop          |
        | /outputs/main/clips/3/play        |
        | /outputs/main/stop                |
        | /banks/music/activate             |
        | /cameras/cam-1/angles/wide/recall |
        | /variables/Headline/set?value=x   |

  @HEAD-1 @ERROR-16 @SERVICE-2 @SHAPE-1 @PLAIN-1
  Rule: Every read

    Scenario Outline: <path>
      When the host itself calls GET /api/v2<path>
      Then it is answered 200
      And there is no header "X-Action-Id"
      And the answer has the fields ok, <shown>
      When the host itself calls HEAD /api/v2<path>
      Then it is answered 200
      And the text is empty
      When the host itself calls POST /api/v2<path>
      Then it is refused with 405 method_not_allowed
      And the header "Allow" is "GET, HEAD"
      When the host itself calls HEAD /api/v2/plain<path>
      Then it is answered 200
      And the text is empty
      When the host itself calls GET /api/v2/plain<path>
      Then it is answered 200
      And the text is "<text>"
      When a caller at 198.51.100.7 calls GET /api/v2/plain<path>
      Then it is answered <stranger>

      Examples:
        | path                      | shown       | text         | stranger |
        | /health                   | status      | OK           | 200      |
        | /requests                 | requests    | 4            | 401      |
        | /studio                   | studio      | 0            | 401      |
        | /studio/status            | status      | 0            | 401      |
        | /station                  | station     | alpha        | 401      |
        | /stations                 | stations    | 2            | 401      |
        | /signals                  | signals     | 4            | 401      |
        | /signals/red-light        | signal      | 0            | 401      |
        | /macros                   | macros      | 2            | 401      |
        | /macros/mac-1             | macro       | 0            | 401      |
        | /automations              | automations | 2            | 401      |
        | /automations/auto-1       | automation  | stopped      | 401      |
        | /outputs                  | outputs     | 2            | 401      |
        | /outputs/main             | output      |              | 401      |
        | /banks                    | banks       | 2            | 401      |
        | /banks/news               | bank        | 4            | 401      |
        | /banks/news/clips         | clips       | 4            | 401      |
        | /cameras                  | cameras     | 2            | 401      |
        | /cameras/cam-1            | camera      |              | 401      |
        | /cameras/cam-1/angles     | angles      | 3            | 401      |
        | /variables                | variables   | 5            | 401      |
        | /variables/Headline       | variable    | Good morning | 401      |
        | /variables/Headline/value | value       | Good morning | 401      |
