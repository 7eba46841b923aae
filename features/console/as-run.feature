# The as-run log of a studio, as operators read it at the console.
@simulator
Feature: The as-run log at the console
  "Who pressed play?" A producer in the office looks it up at the console, without a key to the machine in the studio. The
  log stays in the studio's house: the service reads it when an operator asks.

  Background:
    Given the device "Panel"

  @AS-RUN-8
  Rule: Everybody who may see the studio reads what was sent to its devices

    Scenario: What went on air, who started it, and what became of it
      When the device "Panel" plays clip 2 on main
      And the player of main rejects commands
      And the host itself plays clip 3 on main with wait=0
      And the host itself switches the signal red-light on
      Then the as-run log at the console is soon:
        | caller       | operation | parameters.output | parameters.clip | outcome   | error        |
        | loopback     | signal.on |                   |                 | confirmed | null         |
        | loopback     | clip.play | out-1             | weather         | failed    | device_error |
        | device:Panel | clip.play | out-1             | headlines       | confirmed | null         |

    Scenario: A viewer of the studio, but nobody from another one
      Given the operator adds a studio with:
        | id   | studio-2   |
        | name | Studio Two |
      And the operator adds an operator with:
        | username | vera        |
        | role     | viewer      |
        | password | very secret |
      And the operator adds an operator with:
        | username             | otto        |
        | studioRoles.studio-2 | admin       |
        | password             | very secret |
      Then "vera" who reads the as-run log at the console is answered 200
      And a visitor who reads the as-run log at the console is answered 401
      And "otto" who reads the as-run log at the console is answered 404

    Scenario: A service that is away
      When the service loses its connection to the console
      Then the console soon says that "the service of this studio is not connected"

  @AS-RUN-9
  Rule: A producer finds one command among many

    Background:
      Given the device "Panel" plays clip 2 on main
      And the host itself cues clip 3 on main
      And the host itself switches the signal red-light on
      And the host itself switches the signal red-light off

    Scenario Outline: The commands with <filter>
      Then the as-run log at the console with <filter> is soon:
        | operation   |
        | <operation> |

      Examples:
        | filter                           | operation |
        | clip=HEAD                        | clip.play |
        | caller=panel                     | clip.play |
        | operation=clip.cue               | clip.cue  |
        | signal=sig-1&operation=signal.on | signal.on |

    Scenario: Nothing was sent on another day
      Then the as-run log at the console with to=2021-02-28 is soon:
        | operation |

    Scenario: Page after page
      Then the as-run log at the console with limit=3 is soon:
        | operation  |
        | signal.off |
        | signal.on  |
        | clip.cue   |
      When the host itself switches the signal red-light on
      And the operator asks for older entries with limit=3
      Then the as-run log at the console goes on with:
        | operation |
        | clip.play |
      And the as-run log at the console ends here
