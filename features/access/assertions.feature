# Policy tests: what a studio asserts of its access.
Feature: Assertions about access
  "Tablet A may not take the studio." Somebody who later changes the tablet in a hurry doesn't know that. A studio keeps what must
  stay true of its access, and the console refuses a change that breaks it.

  Background:
    Given the device "Tablet" may only call:
      | operation    | with         |
      | signal.pulse | id=door-lock |
    And legacy authorization is switched off
    And the studio asserts:
      | name                                  | who    | rule     | operation    | with         |
      | The tablet may not take the studio    | Tablet | may_not  | station.take |              |
      | The tablet may only pulse the lock    | Tablet | may_only | signal.pulse | id=door-lock |
      | The tablet opens the door             | Tablet | may      | signal.pulse | id=door-lock |
      | A caller in the hall controls nothing | 10.0.0.9 | may_not | signal.pulse |              |

  @ASSERTION-1 @ASSERTION-2
  Rule: A change that breaks an assertion is refused with its name

    Scenario Outline: <change> is refused
      When the operator changes the device "Tablet":
        | <field> | <value> |
      Then the console refuses it as not allowed
      And the response body contains "<name>"
      When the operator reads the devices
      Then the response contains:
        | devices.0.access                 | read_and_control |
        | devices.0.operations.0.operation | signal.pulse     |

      Examples:
        | change                         | field                  | value         | name                               |
        | Every action                   | operations             | an empty list | The tablet may not take the studio |
        | Another action                 | operations.0.operation | signal.on     | The tablet may only pulse the lock |
        | No action at all               | access                 | read_only     | The tablet opens the door          |

    Scenario: A switch that takes the action away is refused
      When the operator switches Control of Signals off
      Then the console refuses it as not allowed
      And the response body contains "The tablet opens the door"

    Scenario: An address that may control is refused
      When the operator sets the section Access of this studio with:
        | apiEnabled              | true     |
        | accessWithoutToken      | listed   |
        | listedDevices.0.address | 10.0.0.0/24 |
        | listedDevices.0.label   | Hall     |
        | legacyAuthorization     | false    |
      Then the console refuses it as not allowed
      And the response body contains "A caller in the hall controls nothing"

    Scenario: Other changes are accepted
      When the operator changes the device "Tablet":
        | name | Tablet at the door |
      Then the console accepts it

  @ASSERTION-3
  Rule: A device can always be revoked, and the API switched off

    Scenario: The device is revoked
      Given the device "Tablet" is revoked
      When the operator reads the assertions
      Then the response contains:
        | assertions.0.state | void |
        | assertions.2.state | void |
        | assertions.3.state | kept |

    Scenario: The API is switched off
      Given the API is switched off
      When the operator reads the assertions
      Then the response contains:
        | assertions.2.state | kept |

  @ASSERTION-4
  Rule: Admins of the studio keep its assertions

    Scenario Outline: An assertion <flaw> is refused
      When the studio is to assert:
        | name   | who   | rule   | operation   | with |
        | A name | <who> | <rule> | <operation> |      |
      Then the console refuses it <how>
      And the response body contains "<message>"

      Examples:
        | flaw                    | who       | rule | operation    | how           | message                                       |
        | that doesn't hold       | Tablet    | may  | station.take | as a conflict | may not call station.take |
        | about the host itself   | 127.0.0.1 | may  | station.take | as invalid    | other than loopback                           |
        | about no action         | Tablet    | may  | station.takee | as invalid    | an action, such as station.take |
        | with an unknown rule    | Tablet    | can  | station.take | as invalid    | may_only                                      |
