# Clip banks: what clips there are, and which bank is active.
Feature: Clip banks
  Banks belong to the studio, and one of them is active: its clips are played by their numbers. The demo studio has
  news, which is active, and music.

  @BANK-1
  Rule: Banks can be read

    Scenario: All banks
      When the host itself reads the banks
      Then it is answered 200
      And the answer has the fields ok, banks
      And each in "banks" has the fields key, name, active
      And the answer lists in "banks":
        | key   | name  | active |
        | news  | News  | true   |
        | music | Music | false  |

    @PARAMETER-5
    Scenario Outline: One bank, named <named>
      When the host itself reads the bank <named>
      Then it is answered 200
      And the answer has the fields ok, bank
      And "bank" has the fields key, name, active
      And the answer says:
        | bank.key    | music |
        | bank.name   | Music |
        | bank.active | false |

      Examples:
        | named |
        | music |
        | MUSIC |

    @PLAIN-6 @BANK-3
    Scenario Outline: In plain text: <deed>
      When the host itself <deed> in plain text
      Then it is answered 200
      And the text is "<text>"

      Examples:
        | deed                              | text |
        | reads the banks                   | 2    |
        | reads the bank news               | 4    |
        | reads the bank music              | 2    |
        | reads the clips of the bank news  | 4    |
        | reads the clips of the bank MUSIC | 2    |

    Scenario Outline: Whichever station holds the studio
      Given the host itself releases the studio
      And the host itself takes the studio for bravo
      When the host itself <deed>
      Then it is answered 200

      Examples:
        | deed                             |
        | reads the bank news              |
        | reads the clips of the bank news |
        | activates the bank music         |

  @BANK-3
  Rule: The clips of a bank can be listed

    Scenario: The clips of news
      When the host itself reads the clips of the bank news
      Then it is answered 200
      And the answer has the fields ok, clips
      And each in "clips" has the fields number, key, name, durationMs
      And the answer lists in "clips":
        | number | key       | name           | durationMs |
        | 1      | opener    | Opening titles | 15000      |
        | 2      | headlines | Headlines      | 90000      |
        | 3      | weather   | Weather        | 60000      |
        | 4      | closer    | Closing titles | 20000      |

    Scenario: The clips of a bank that isn't active
      When the host itself reads the clips of the bank music
      Then the answer lists in "clips":
        | number | key   | name      | durationMs |
        | 1      | bed   | Music bed | 180000     |
        | 2      | sting | Sting     | 10000      |

  @BANK-2
  Rule: One bank is active; another can be activated

    Scenario Outline: By <method>, named <named>
      When the host itself calls <method> /api/v2/banks/<named>/activate
      Then it is answered 200
      And the answer has the fields ok, operation, action, bank
      And the answer says:
        | operation   | bank.activate |
        | bank.key    | music         |
        | bank.active | true          |
      When the host itself reads the banks
      Then the answer lists in "banks":
        | key   | active |
        | news  | false  |
        | music | true   |

      Examples:
        | method | named |
        | GET    | music |
        | POST   | music |
        | GET    | Music |

    @PLAY-3
    Scenario: From then on the numbers are those of its clips
      Given the host itself activates the bank music
      When the host itself plays clip 1 on main
      Then main plays the clip bed of the bank music
      When the host itself plays clip 3 on main
      Then it is refused with 404 not_found
      And the message mentions "music"

    Scenario: What plays already isn't touched
      Given the host itself plays clip 3 on main
      When the host itself activates the bank music
      Then main plays the clip weather of the bank news

    @ACK-14
    Scenario: A bank that is active already
      When the host itself activates the bank news
      Then it is answered 200
      And the answer says:
        | bank.active | true |

    @SERVICE-3
    Scenario: In plain text
      When the host itself activates the bank music in plain text
      Then the text is "OK"

    @ACK-2 @SHAPE-3
    Scenario: With wait=0
      When the host itself activates the bank music with wait=0
      Then it is answered 202
      When the host itself reads the bank music
      Then the answer says:
        | bank.active | true |

  Rule: Only a bank that is there

    @ERROR-15
    Scenario Outline: An unknown bank: nobody <deed>
      When the host itself <deed>
      Then it is refused with 404 not_found
      And the message mentions "attic"

      Examples:
        | deed                              |
        | reads the bank attic              |
        | reads the clips of the bank attic |
        | activates the bank attic          |
