# Clip banks: which clips they have, and which bank is active.
Feature: Clip banks
  Banks belong to the studio. One of them is active: clip numbers refer to its clips. The demo studio has the banks
  news, which is active, and music.

  @BANK-1
  Rule: Banks can be read

    Scenario: The list shows all banks
      When the host itself reads the banks
      Then the response status is 200
      And the response has the fields ok, banks
      And each item of "banks" has the fields key, name, active
      And the response lists in "banks":
        | key   | name  | active |
        | news  | News  | true   |
        | music | Music | false  |

    @PARAMETER-5
    Scenario Outline: A bank is found as <named>
      When the host itself reads the bank <named>
      Then the response status is 200
      And the response has the fields ok, bank
      And "bank" has the fields key, name, active
      And the response contains:
        | bank.key    | music |
        | bank.name   | Music |
        | bank.active | false |

      Examples:
        | named |
        | music |
        | MUSIC |

    @PLAIN-6 @BANK-3
    Scenario Outline: The host <call> in plain text
      When the host itself <call> in plain text
      Then the response status is 200
      And the response body is "<text>"

      Examples:
        | call                              | text |
        | reads the banks                   | 2    |
        | reads the bank news               | 4    |
        | reads the bank music              | 2    |
        | reads the clips of the bank news  | 4    |
        | reads the clips of the bank MUSIC | 2    |

    @simulated
    Scenario Outline: The banks don't depend on the holder: the host <call>
      Given the host itself releases the studio
      And the host itself takes the studio for bravo
      When the host itself <call>
      Then the response status is 200

      Examples:
        | call                             |
        | reads the bank news              |
        | reads the clips of the bank news |
        | activates the bank music         |

  @BANK-3
  Rule: The clips of a bank can be listed

    Scenario: The list shows the clips of news
      When the host itself reads the clips of the bank news
      Then the response status is 200
      And the response has the fields ok, clips
      And each item of "clips" has the fields number, key, name, durationMs
      And the response lists in "clips":
        | number | key       | name           | durationMs |
        | 1      | opener    | Opening titles | 15000      |
        | 2      | headlines | Headlines      | 90000      |
        | 3      | weather   | Weather        | 60000      |
        | 4      | closer    | Closing titles | 20000      |

    Scenario: The list shows the clips of an inactive bank
      When the host itself reads the clips of the bank music
      Then the response lists in "clips":
        | number | key   | name      | durationMs |
        | 1      | bed   | Music bed | 180000     |
        | 2      | sting | Sting     | 10000      |

  @BANK-2 @simulated
  Rule: One bank is active, and another can be activated

    Scenario Outline: The bank <named> is activated by <method>
      When the host itself calls <method> /api/v2/banks/<named>/activate
      Then the response status is 200
      And the response has the fields ok, operation, action, bank
      And the response contains:
        | operation   | bank.activate |
        | bank.key    | music         |
        | bank.active | true          |
      When the host itself reads the banks
      Then the response lists in "banks":
        | key   | active |
        | news  | false  |
        | music | true   |

      Examples:
        | method | named |
        | GET    | music |
        | POST   | music |
        | GET    | Music |

    @PLAY-3
    Scenario: A clip number refers to the active bank
      Given the host itself activates the bank music
      When the host itself plays clip 1 on main
      Then main plays the clip bed of the bank music
      When the host itself plays clip 3 on main
      Then the call is refused with 404 not_found
      And the error message contains "music"

    Scenario: Activating a bank doesn't affect a playing clip
      Given the host itself plays clip 3 on main
      When the host itself activates the bank music
      Then main plays the clip weather of the bank news

    @ACK-14
    Scenario: Activating the active bank succeeds
      When the host itself activates the bank news
      Then the response status is 200
      And the response contains:
        | bank.active | true |

    @SERVICE-3
    Scenario: Activating a bank answers OK in plain text
      When the host itself activates the bank music in plain text
      Then the response body is "OK"

    @ACK-2 @SHAPE-3
    Scenario: Activating with wait=0 is accepted
      When the host itself activates the bank music with wait=0
      Then the response status is 202
      When the host itself reads the bank music
      Then the response contains:
        | bank.active | true |

  Rule: An unknown bank is not_found

    @ERROR-15
    Scenario Outline: The bank attic is unknown when the host <call>
      When the host itself <call>
      Then the call is refused with 404 not_found
      And the error message contains "attic"

      Examples:
        | call                              |
        | reads the bank attic              |
        | reads the clips of the bank attic |
        | activates the bank attic          |
