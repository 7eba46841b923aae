# What a studio is doing, as operators watch it at the console.
@simulated
Feature: What a studio is doing
  An operator at the console sees whether a studio is on air, who holds it, what its outputs play, and what runs.

  @LIVE-1
  Rule: A service sends what its studio is doing only while an operator watches

    Scenario: Clips, signals and the holder
      When the host itself calls GET /api/v2/signals/red-light/on
      And 1 minute passes
      Then the service has sent no state
      When the operator watches what the studio is doing
      Then the watched state soon has status "off_air"
      And the watched state soon has the entries:
        | kind   | name      | connected | value |
        | signal | Red light | true      | true  |
      When the host itself calls GET /api/v2/outputs/main/clips/weather/play
      And the host itself calls GET /api/v2/studio/onair
      And the host itself calls GET /api/v2/station/release
      And the host itself calls GET /api/v2/stations/bravo/take
      Then the watched state soon has status "on_air"
      And the watched state soon has holder "Bravo TV"
      And the watched state soon has the entries:
        | kind  | output         | clip    | tally   | durationMs |
        | scene | Main programme | weather | program | 60000      |

    Scenario: What the settings hide is not sent
      Given Read of Signals is switched off
      When the operator watches what the studio is doing
      Then the watched state soon has unreadable.0 "signals"

    Scenario: A visitor is refused
      When a visitor watches what the studio is doing
      Then the event stream is refused with 401 unauthorized
