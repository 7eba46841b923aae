# What holds for every route, checked route by route.
Feature: Every route
  Reads support GET and HEAD. Actions support GET and POST, and wait for the acknowledgement up to timeout, unless wait=0.

  @ACK-6 @SERVICE-1 @SERVICE-2 @SERVICE-3 @SHAPE-2 @SHAPE-3 @SHAPE-4 @HEAD-2 @ERROR-16 @simulated
  Rule: Every action supports GET and POST, and the parameters wait and timeout

    Scenario Outline: The action <path> reports <operation>
      Given the host itself calls GET /api/v2/automations/auto-2/start
      And 100 ms pass
      When the host itself calls HEAD /api/v2<path>
      Then the response status is 405
      And the header "Allow" is "GET, POST"
      When the host itself calls DELETE /api/v2<path>
      Then the call is refused with 405 method_not_allowed
      When the host itself calls GET /api/v2<path><mark>timeout=99
      Then the call is refused with 400 invalid_parameter
      And the error message contains "timeout"
      And there is a header "X-Action-Id"
      When the host itself calls POST /api/v2/plain<path><mark>timeout=30001&wait=0
      Then the call is refused with 400 invalid_parameter
      When the host itself calls POST /api/v2<path><mark>timeout=30000&wait=1
      Then the response status is 200
      And the response field "action" equals the header "X-Action-Id"
      And the response contains:
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
        | /outputs/main/graphic/hide        | ?    | graphic.hide     |
        | /banks/music/activate             | ?    | bank.activate    |
        | /cameras/cam-1/angles/wide/recall | ?    | camera.recall    |
        | /variables/Headline/set?value=x   | &    | variable.set     |

    Scenario Outline: The action <path> is accepted with wait=0
      When the host itself calls GET /api/v2<path>wait=0
      Then the response status is 202
      And the response has the fields ok, accepted, operation, action
      And the response field "action" equals the header "X-Action-Id"
      And the response contains:
        | ok       | true |
        | accepted | true |
      When the host itself calls GET /api/v2/plain<again>wait=0
      Then the response status is 202
      And the response body is "OK"
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
    Scenario Outline: The action <path> is refused for callers without control
      Given the device "Reader" is read only
      When a caller at 198.51.100.7 calls GET /api/v2<path>
      Then the call is refused with 401 unauthorized
      When the device "Reader" calls GET /api/v2<path>
      Then the call is refused with 403 read_only
      When a caller at 192.168.1.20 calls GET /api/v2<path> with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 403 forbidden
      And no command is sent to any device

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
        | /outputs/main/graphic/show        |
        | /outputs/main/graphic/hide        |
        | /banks/music/activate             |
        | /cameras/cam-1/angles/wide/recall |
        | /variables/Headline/set?value=x   |

  @HEAD-1 @ERROR-16 @SERVICE-2 @SHAPE-1 @PLAIN-1
  Rule: Every read supports GET and HEAD

    Scenario Outline: The read <path> answers in JSON and in plain text
      When the host itself calls GET /api/v2<path>
      Then the response status is 200
      And there is no header "X-Action-Id"
      And the response has the fields ok, <shown>
      When the host itself calls HEAD /api/v2<path>
      Then the response status is 200
      And the response body is empty
      When the host itself calls POST /api/v2<path>
      Then the call is refused with 405 method_not_allowed
      And the header "Allow" is "GET, HEAD"
      When the host itself calls HEAD /api/v2/plain<path>
      Then the response status is 200
      And the response body is empty
      When the host itself calls GET /api/v2/plain<path>
      Then the response status is 200
      And the response body is "<text>"
      When a caller at 198.51.100.7 calls GET /api/v2/plain<path>
      Then the response status is <public>

      Examples:
        | path                      | shown       | text         | public |
        | /health                   | status      | OK           | 200    |
        | /studio                   | studio      | 0            | 401    |
        | /studio/status            | status      | 0            | 401    |
        | /station                  | station     | alpha        | 401    |
        | /stations                 | stations    | 2            | 401    |
        | /signals                  | signals     | 4            | 401    |
        | /macros                   | macros      | 2            | 401    |
        | /macros/mac-1             | macro       | 0            | 401    |
        | /automations              | automations | 2            | 401    |
        | /automations/auto-1       | automation  | stopped      | 401    |
        | /outputs                  | outputs     | 2            | 401    |
        | /outputs/main             | output      |              | 401    |
        | /banks                    | banks       | 2            | 401    |
        | /banks/news               | bank        | 4            | 401    |
        | /banks/news/clips         | clips       | 4            | 401    |
        | /cameras                  | cameras     | 2            | 401    |
        | /cameras/cam-1            | camera      |              | 401    |
        | /cameras/cam-1/angles     | angles      | 3            | 401    |
        | /variables                | variables   | 5            | 401    |
        | /variables/Headline       | variable    | Good morning | 401    |
        | /variables/Headline/value | value       | Good morning | 401    |

      @simulated
      Examples: A device that reports its state
        | path               | shown  | text | public |
        | /signals/red-light | signal | 0    | 401    |

      @simulated @fresh
      Examples:
        | path      | shown    | text | public |
        | /requests | requests | 4    | 401    |
