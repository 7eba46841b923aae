# The change feed, which keeps open console pages up to date.
Feature: The console's change feed
  An open console page doesn't have to be reloaded. It follows the change feed, and reads again what has changed.

  @CONSOLE-19
  Rule: The change feed sends the status of every studio first, and then every change

    Scenario: The change feed starts with the status of the studios
      When the operator opens the change feed
      Then the change feed soon sends:
        | event  | id       | name       | connected | key | refusal |
        | studio | {studio} | Studio One | true      | set | null    |

    Scenario Outline: The change feed reports: <what>
      Given the operator opens the change feed
      When the operator <does> with:
        | fields | <fields> |
      Then the change feed soon sends:
        | event   | studioId | section   |
        | changed | <studio> | <section> |

      Examples:
        | what                  | does                                   | fields                                                                                              | studio   | section   |
        | Access was changed    | sets the section Access of this studio | apiEnabled: true, accessWithoutToken: off, listedDevices: an empty list, legacyAuthorization: false | {studio} | access    |
        | A device was added    | adds a device to this studio           | name: Desk panel, access: read_only                                                                 | {studio} | devices   |
        | An operator was added | adds an operator                       | username: vera, role: viewer, password: very secret                                                 | null     | operators |

    Scenario: The change feed reports a change, and soon that it is in force
      Given the operator opens the change feed
      When Control of Outputs is switched off
      Then the change feed soon sends:
        | event   | studioId | section  |
        | changed | {studio} | features |
      And the change feed soon reports that the newest version is in force

    @simulated
    Scenario: The change feed reports a device's call and a refused caller
      Given the device "Desk panel"
      And the operator opens the change feed
      When the device "Desk panel" reads the signals
      Then the change feed soon sends:
        | event   | studioId | section |
        | changed | {studio} | devices |
      When a caller at 198.51.100.7 reads the signals
      And 60 seconds pass
      Then the change feed soon sends:
        | event   | studioId | section |
        | changed | {studio} | refused |

    Scenario: The change feed reports that the service disconnects and reconnects
      Given the operator opens the change feed
      When the service loses its connection to the console
      Then the change feed soon sends:
        | event  | id       | connected |
        | studio | {studio} | false     |
      When the connection to the console is restored
      Then the change feed soon sends:
        | event  | id       | connected |
        | studio | {studio} | true      |

    Scenario: The change feed reports a studio that is added, renamed and removed
      Given the operator opens the change feed
      When the operator adds a studio with:
        | id   | studio-2   |
        | name | Studio Two |
      Then the change feed soon sends:
        | event  | id       | name       | connected |
        | studio | studio-2 | Studio Two | false     |
      When the operator changes the studio "studio-2" with:
        | name | The small studio |
      Then the change feed soon sends:
        | event  | id       | name             |
        | studio | studio-2 | The small studio |
      When the operator removes the studio "studio-2"
      Then the change feed soon sends:
        | event   | studioId |
        | removed | studio-2 |

    Scenario: The change feed reports that a service rejects its configuration
      Given the operator opens the change feed
      When the service receives a configuration with an invalid value
      Then the change feed soon reports that the configuration was rejected

  @CONSOLE-20
  Rule: The change feed is open to signed-in operators only, and ends when they are signed out

    Scenario: A visitor who isn't signed in is refused
      When a visitor opens the change feed
      Then the event stream is refused with 401 unauthorized

    Scenario: The feed of an operator who signs out ends
      Given the operator signs in to the console
      And the signed-in operator opens the change feed
      When the signed-in operator signs out
      Then the event stream ends before its first heartbeat

    Scenario: The feed of an operator who is removed ends
      Given the operator adds an operator with:
        | username | vera        |
        | role     | viewer      |
        | password | very secret |
      And "vera" opens the change feed
      When the operator removes the operator "vera"
      Then the event stream ends before its first heartbeat
