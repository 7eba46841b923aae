# What the steps of macros and automations do, and the parameters of macros.
@simulator
Feature: Steps and parameters
  A step does what a caller's action does. It starts once the previous one is confirmed.

  @MACRO-5
  Rule: Every kind of action can be a step

    @simulated-playout
    Scenario: A macro cues, takes and stops clips, and pulses a signal
      Given the studio also has:
        """
        macros:
          - id: mac-3
            name: Wall
            steps:
              - cue: { output: out-2, scene: left, clip: "3", bank: news }
              - take: { output: out-2, scene: left }
              - pulse: { signal: sig-1, ms: 200 }
              - stop: { output: out-2, scene: left }
              - stop: { output: out-2 }
        """
      When the host itself runs the macro mac-3
      And 1000 ms pass
      Then these commands were sent, in this order:
        | out-2 cues weather of news in left     |
        | out-2 takes the cued clip in left      |
        | sig-1 switches on                      |
        | out-2 stops left                       |
        | out-2 stops left and right             |
        | sig-1 switches off                     |
      And nothing plays in the scene left of wall
      And the signal red-light is off

    Scenario: A macro sets variables, activates a bank and takes the studio on air
      Given the studio also has:
        """
        macros:
          - id: mac-3
            name: On air
            steps:
              - set: { variable: var-1, value: Live now }
              - set: { variable: var-3, value: 4 }
              - set: { variable: var-2, value: "off" }
              - activate: { bank: music }
              - studio: on_air
        """
      When the host itself runs the macro mac-3
      And 10 ms pass 6 times
      And the host itself reads the variables
      Then the response lists in "variables":
        | name       | value    |
        | Headline   | Live now |
        | ShowLive   | false    |
        | GuestCount | 4        |
        | Sponsor    | null     |
        | PhoneOpen  | false    |
      When the host itself reads the bank music
      Then the response contains:
        | bank.active | true |
      When the host itself reads the studio's status in plain text
      Then the response body is "1"

    Scenario: A step runs another macro to its end
      Given the studio also has:
        """
        macros:
          - { id: mac-3, name: Outer, steps: [run: { macro: mac-4 }, switch: { signal: sig-2, on: true }] }
          - { id: mac-4, name: Inner, steps: [switch: { signal: sig-1, on: true }, { waitMs: 1000 }] }
        """
      When the host itself runs the macro mac-3
      And 900 ms pass
      And the host itself reads the macro mac-4 in plain text
      Then the response body is "1"
      And the signal mic-live is off
      When 200 ms pass
      Then the signal mic-live is on
      When the host itself reads the macro mac-4 in plain text
      Then the response body is "0"

    Scenario: A macro that is stopped stops the macro that it runs
      Given the studio also has:
        """
        macros:
          - { id: mac-3, name: Outer, steps: [run: { macro: mac-4 }] }
          - { id: mac-4, name: Inner, steps: [{ waitMs: 1000 }, switch: { signal: sig-1, on: true }] }
        """
      And the host itself runs the macro mac-3
      And 500 ms pass
      When the host itself stops the macro mac-3
      And the host itself reads the macro mac-4 in plain text
      Then the response body is "0"
      When 2000 ms pass
      Then no command is sent to any device

    Scenario: A take without a cued clip fails, and nothing is sent
      Given the studio also has:
        """
        macros:
          - { id: mac-3, name: Take, steps: [take: { output: out-1, scene: full }, switch: { signal: sig-1, on: true }] }
        """
      When the host itself runs the macro mac-3
      And 100 ms pass
      Then no command is sent to any device

  @MACRO-6 @MACRO-2
  Rule: A macro takes the parameters that it declares

    Background:
      Given the studio also has:
        """
        macros:
          - id: mac-3
            name: Guest
            parameters:
              - { name: guest, type: NUMBER }
              - { name: angle, type: STRING, default: wide }
              - { name: live, type: BOOLEAN, default: false }
            steps:
              - recall: { camera: "cam-${guest}", angle: "${angle}" }
              - set: { variable: var-3, value: "${guest}" }
              - set: { variable: var-1, value: "Guest ${guest}" }
              - set: { variable: var-2, value: "${live}" }
        """

    Scenario: The record lists them
      When the host itself reads the macro mac-3
      Then the response contains:
        | macro.parameters.0.name    | guest  |
        | macro.parameters.0.type    | NUMBER |
        | macro.parameters.0.default | null   |
        | macro.parameters.1.default | wide   |

    Scenario: The values take the places of the placeholders
      When the host itself runs the macro mac-3 with guest=2&angle=close&live=1
      Then the response status is 200
      When 100 ms pass 4 times
      Then these commands were sent, in this order:
        | cam-2 recalls close |
      When the host itself reads the variables
      Then the response lists in "variables":
        | name       | value   |
        | Headline   | Guest 2 |
        | ShowLive   | true    |
        | GuestCount | 2       |
        | Sponsor    | null    |
        | PhoneOpen  | false   |

    @prompt
    Scenario: Defaults are used for what a call leaves out, and unknown parameters are ignored
      When the host itself runs the macro mac-3 with guest=1&angle=&seat=4
      And 100 ms pass
      Then these commands were sent, in this order:
        | cam-1 recalls wide |

    Scenario Outline: The parameters <query> are refused
      When the host itself runs the macro mac-3 with <query>
      Then the call is refused with 400 invalid_parameter
      And the error message contains "<message>"
      And no command is sent to any device

      Examples:
        | query            | message                                     |
        | live=1           | guest: expected a value of type NUMBER      |
        | guest=two        | guest: expected a decimal number            |
        | guest=1&live=7   | live: expected one of 1, 0, true, false     |
        | guest=1&guest=2  | guest: expected one value                   |

    Scenario: A value that names nothing fails the step
      When the host itself runs the macro mac-3 with guest=7
      Then the call is refused with 404 not_found
      And the error message contains "failed at step 1 of 4"
      When 100 ms pass
      Then no command is sent to any device
      When the host itself reads the value of GuestCount in plain text
      Then the response body is "2"
