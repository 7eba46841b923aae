# What helps a person who sets up a panel: the nearest name, ignored parameters, and messages in plain text.
Feature: Hints in responses
  A typing error in a panel's address is found in the response, without reading the service's log.

  @ERROR-26 @ERROR-15
  Rule: The message of an unknown record names the nearest one

    Scenario Outline: <path> suggests <suggestion>
      When the host itself calls GET /api/v2<path>
      Then the call is refused with 404 not_found
      And the error message contains 'did you mean <suggestion>?'

      Examples:
        | path                                 | suggestion                 |
        | /signals/red-lihgt                   | "red-light"    |
        | /signals/SIG-11                      | "sig-1"        |
        | /signals/light                       | "red-light"    |
        | /macros/Opening                      | "mac-1" (Opening) |
        | /macros/opning/run                   | "mac-1" (Opening) |
        | /cameras/Guest                       | "cam-2" (Guest) |
        | /cameras/cam-1/angles/profil/recall  | "profile"      |
        | /automations/Night%20loop            | "auto-2" (Night loop) |
        | /outputs/mian                        | "main"         |
        | /outputs/main/clips/wether/play      | "weather"      |
        | /banks/newz/activate                 | "news"         |
        | /variables/Headlnie/value            | "Headline"     |
        | /stations/alhpa/take                 | "alpha"        |

    Scenario Outline: <path> suggests nothing
      When the host itself calls GET /api/v2<path>
      Then the call is refused with 404 not_found
      And the error message doesn't contain "did you mean"

      Examples:
        | path                                          |
        | /signals/xyzzy                                |
        | /signals/svc_abcdefghijklmnopqrstuvwxyz012345 |
        | /variables/Tonight                            |
        | /actions/sig-1                                |

    @ERROR-10
    Scenario: A misspelt station is named while another one holds the studio
      When the host itself calls GET /api/v2/variables?station=bravoo
      Then the call is refused with 409 station_mismatch
      And the error message contains 'the call is for the station "bravoo", which does not exist'
      And the error message contains 'did you mean "bravo"?'

    Scenario: Nothing is suggested that the caller may not read
      Given Read of Signals is switched off
      When the host itself calls GET /api/v2/signals/red-lihgt/on
      Then the call is refused with 404 not_found
      And the error message doesn't contain "did you mean"
      And the error message doesn't contain "red-light"

    @simulated
    Scenario: A station is suggested only to callers that may read stations
      Given the device "Panel" is limited to variables
      And the host itself releases the studio
      When the device "Panel" calls GET /api/v2/variables?station=alhpa
      Then the call is refused with 404 not_found
      And the error message doesn't contain "did you mean"
      When the host itself calls GET /api/v2/variables?station=alhpa
      Then the error message contains "alpha"

  @PARAMETER-7 @PARAMETER-1
  Rule: The answer names unknown query parameters

    Scenario Outline: <target> ignores <ignored>
      When the host itself calls GET <target>
      Then the header "X-Ignored-Parameters" is "<ignored>"

      Examples:
        | target                                                               | ignored              |
        | /api/v2/signals?station=alpha&waits=0                                | station, waits       |
        | /api/v2/signals/red-light/on?Wait=0                                  | Wait                 |
        | /api/v2/plain/signals?soft=1&Soft=1                                  | Soft                 |
        | /api/v2/signals?soft=1                                               | soft                 |
        | /api/v2/signals/nothing?waits=0                                      | waits                |
        | /api/v2/signals?Token=svc_abcdefghijklmnopqrstuvwxyz012345           | Token                |
        | /api/v2/signals?svc_abcdefghijklmnopqrstuvwxyz012345=1               | ***                  |
        | /api/v2/signals?svc%255Fabcdefghijklmnopqrstuvwxyz012345             | ***                  |
        | /api/v2/signals?a%0D%0AX-Evil:%201&caf%C3%A9%2C=2                      | a%0D%0AX-Evil%3A%201, caf%C3%A9%2C |
        | /api/signals?waits=0                                                 | waits                |

    Scenario: Long names and many names are cut
      When the host itself calls GET /api/v2/signals?abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz01234567=1
      Then the header "X-Ignored-Parameters" is "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz01..."

    Scenario Outline: <target> ignores nothing
      When the host itself calls GET <target>
      Then there is no header "X-Ignored-Parameters"

      Examples:
        | target                                               |
        | /api/v2/signals                                      |
        | /api/v2/signals?                                     |
        | /api/v2/signals?token=x                              |
        | /api/v2/plain/signals?soft=1                         |
        | /api/v2/signals/red-light/on?wait=1&timeout=1000     |
        | /api/v2/nowhere?a=1                                  |

  @PLAIN-7
  Rule: An error in plain text has its message in a header

    Scenario Outline: <target> has a message
      When the host itself calls GET <target>
      Then the response status is <status>
      And the header "X-Error-Message" is '<message>'

      Examples:
        | target                                           | status | message                                                         |
        | /api/v2/plain/signals/xyzzy                      | 404    | there is no signal "xyzzy"                          |
        | /api/v2/plain/signals/xyzzy?soft=1               | 200    | there is no signal "xyzzy"                          |
        | /api/v2/plain/signals/caf%C3%A9%25%0A            | 404    | there is no signal "caf%C3%A9%25%0A"                |

    Scenario: Other formats have no such header
      When the host itself calls GET /api/v2/signals/nothing
      Then there is no header "X-Error-Message"
      When the host itself calls GET /api/signals/nothing
      Then there is no header "X-Error-Message"

    Scenario: A refused caller reads why
      When a caller at 198.51.100.7 calls GET /api/v2/plain/signals
      Then the header "X-Error-Message" is "a device token, LAN access or legacy authorization is required"
