# What operators manage at the console: studios, and the sections Access, Features and Devices of each.
Feature: The console
  Operators manage a studio's access in the console, on its pages or through its management API.

  Rule: Only operators are admitted

    @CONSOLE-1 @CONSOLE-2
    Scenario Outline: Nobody <does> as <who>
      When <who> <does>
      Then the console refuses it as not signed in
      And there is no header "WWW-Authenticate"

      Examples:
        | who                               | does                                      |
        | a visitor                         | lists the studios                         |
        | a visitor                         | reads the section Access of this studio   |
        | a visitor                         | sets the section Access of this studio    |
        | a visitor                         | reads the section Features of this studio |
        | a visitor                         | reads the section Devices of this studio  |
        | a visitor                         | adds a device to this studio              |
        | an operator with a wrong password | lists the studios                         |

    @CONSOLE-1
    Scenario: An operator is admitted with name and password
      When the operator lists the studios
      Then the console accepts it

    @CONSOLE-1
    Scenario: An operator is admitted with a session
      When the operator signs in to the console
      And the signed-in operator lists the studios
      Then the console accepts it

    @CONSOLE-1
    Scenario: A session ends when its operator signs out
      When the operator signs in to the console
      And the signed-in operator signs out
      And the signed-in operator lists the studios
      Then the console refuses it as not signed in

    @CONSOLE-21
    Scenario Outline: A session <stays> when its operator signs in <times> more times
      When the operator signs in to the console
      And the operator signs in <times> more times
      And the signed-in operator lists the studios
      Then the console <answer>

      Examples:
        | times | stays | answer                      |
        | 31    | stays | accepts it                  |
        | 32    | ends  | refuses it as not signed in |

    @CONSOLE-4
    Scenario: Five failed sign-ins throttle an address, even for the correct password
      When an operator enters a wrong password 4 times
      And the operator lists the studios
      Then the console accepts it
      When an operator enters a wrong password 5 times
      And the operator lists the studios
      Then the console asks to wait before the next attempt

    @CONSOLE-22 @own-console
    Scenario: Failed sign-ins of one operator do not throttle another
      When a visitor enters wrong passwords for the operator "otto" 5 times
      And a visitor signs in with:
        | username | otto    |
        | password | a guess |
      Then the console asks to wait before the next attempt
      When the operator lists the studios
      Then the console accepts it

    @CONSOLE-23 @own-console
    Scenario: Twenty failed sign-ins throttle a network, except for an operator who has signed in there
      When the operator signs in to the console
      And a visitor enters wrong passwords for 20 operators
      And a visitor signs in with:
        | username | one-more |
        | password | a guess  |
      Then the console asks to wait before the next attempt
      When the operator lists the studios
      Then the console accepts it

    @CONSOLE-3
    Scenario Outline: A page of another site can't change anything, with <header> <value>
      When a page of another site sets the section Access of this studio with:
        | <header>            | <value>       |
        | apiEnabled          | false         |
        | accessWithoutToken  | off           |
        | listedDevices       | an empty list |
        | legacyAuthorization | true          |
      Then the console refuses it as not allowed
      When the host itself reads the signals
      Then the response status is 200

      Examples:
        | header         | value               |
        | Origin         | http://evil.example |
        | Origin         | null                |
        | Sec-Fetch-Site | cross-site          |
        | Sec-Fetch-Site | same-site           |

  Rule: A role decides what an operator may do

    @CONSOLE-16
    Scenario Outline: Somebody with the role <role> <does>
      When the operator adds an operator with:
        | username | vera        |
        | role     | <role>      |
        | password | very secret |
      And "vera" <does> with:
        | fields | <fields> |
      Then the console <answer>

      Examples:
        | role     | does                         | fields                         | answer                    |
        | viewer   | lists the studios            |                                | accepts it                |
        | viewer   | adds a device to this studio | name: Panel, access: read_only | refuses it as not allowed |
        | operator | adds a device to this studio | name: Panel, access: read_only | accepts it                |
        | operator | adds a studio                | id: studio-2, name: Studio Two | refuses it as not allowed |
        | operator | lists the operators          |                                | refuses it as not allowed |
        | admin    | adds a studio                | id: studio-2, name: Studio Two | accepts it                |

    @CONSOLE-16
    Scenario: The last admin can't be removed
      When the operator removes the operator "admin"
      Then the console refuses it as a conflict

  Rule: The studios are managed in the console

    @CONSOLE-5 @CONFIG-2
    Scenario: The list shows whether a studio is connected, and its configuration versions
      When Control of Outputs is switched off
      And the operator lists the studios
      Then the console accepts it
      And the response lists in "studios":
        | id       | name       | connected |
        | {studio} | Studio One | true      |
      And the version in force is the desired version

    @CONSOLE-13
    Scenario: The key of a new studio is shown once
      When the operator adds a studio with:
        | id   | studio-2   |
        | name | Studio Two |
      Then the console accepts it
      And the response has a key
      When the operator lists the studios
      Then the response doesn't contain "{key}"

    @CONSOLE-26
    Scenario Outline: A service with <credentials> is refused, and learns nothing
      When a service with <credentials> asks for its configuration
      Then the console refuses it as not signed in
      And the response has the fields ok, error, message
      And the response contains:
        | error   | unauthorized                                |
        | message | a studio id and its studio key are required |

      Examples:
        | credentials       |
        | a wrong key       |
        | an unknown studio |
        | no studio         |

    @CONSOLE-13
    Scenario Outline: A service whose key is <taken> is disconnected, and keeps its configuration
      Given access without a token is Whole LAN
      When the operator <does>
      Then the studio is soon shown as not connected
      When a caller at 192.168.1.21 reads the signals
      Then the response status is 200

      Examples:
        | taken            | does                                    |
        | replaced at once | replaces the key of this studio at once |
        | revoked          | revokes the key of this studio          |

    @KEY-1 @KEY-5
    Scenario: A service whose key is replaced stays connected with the old one
      When the operator replaces the key of this studio with:
        | body | {} |
      Then the console accepts it
      When the operator lists the studios
      Then the response lists in "studios":
        | id       | connected | keyInUse |
        | {studio} | true      | old      |
      When the operator ends the old key of this studio with:
        | body | {} |
      Then the studio is soon shown as not connected

  Rule: The section Access can be read and written

    @CONSOLE-6 @SWITCH-9
    Scenario: The section Access has its defaults at first
      When the operator reads the section Access of this studio
      Then the console accepts it
      And the response contains:
        | apiEnabled           | true |
        | accessWithoutToken   | off  |
        | listedDevices.length | 0    |
        | legacyAuthorization  | true |

    @CONSOLE-6
    Scenario: The section Access shows what was written
      Given these devices are listed:
        | address      | label        |
        | 192.168.1.20 | Desk panel   |
        | fd00::/64    | Machine room |
      And legacy authorization is switched off
      When the operator reads the section Access of this studio
      Then the response contains:
        | apiEnabled              | true         |
        | accessWithoutToken      | listed       |
        | listedDevices.0.address | 192.168.1.20 |
        | listedDevices.0.label   | Desk panel   |
        | listedDevices.1.address | fd00::/64    |
        | listedDevices.1.label   | Machine room |
        | legacyAuthorization     | false        |

    @CONSOLE-15
    Scenario Outline: A section Access with <flaw> is rejected and changes nothing
      When the operator sets the section Access of this studio with:
        | apiEnabled              | false      |
        | accessWithoutToken      | listed     |
        | listedDevices.0.address | 10.0.0.1   |
        | listedDevices.0.label   | Desk panel |
        | legacyAuthorization     | true       |
        | <setting>               | <value>    |
      Then the console refuses it as invalid
      When the operator reads the section Access of this studio
      Then the response contains:
        | apiEnabled         | true |
        | accessWithoutToken | off  |

      Examples:
        | flaw                   | setting                 | value       |
        | an unknown value       | accessWithoutToken      | everybody   |
        | a wrong type           | apiEnabled              | no          |
        | an invalid address     | listedDevices.0.address | desk        |
        | an invalid range       | listedDevices.0.address | 10.0.0.0/33 |
        | an entry without label | listedDevices.1.address | 10.0.0.2    |

    @CONSOLE-15
    Scenario Outline: A body that is <flaw> is rejected and changes nothing
      When the operator sets the section Access of this studio with:
        | body | <body> |
      Then the console refuses it as invalid
      When the operator reads the section Access of this studio
      Then the response contains:
        | apiEnabled         | true |
        | accessWithoutToken | off  |

      Examples:
        | flaw            | body       |
        | not JSON        | apiEnabled |
        | an empty object | {}         |

    @LAN-11
    Scenario Outline: The label <label> is rejected, because it imitates Whole LAN
      When the operator sets the section Access of this studio with:
        | apiEnabled              | true     |
        | accessWithoutToken      | listed   |
        | listedDevices.0.address | 10.0.0.1 |
        | listedDevices.0.label   | <label>  |
        | legacyAuthorization     | true     |
      Then the console refuses it as invalid
      When the operator reads the section Access of this studio
      Then the response contains:
        | accessWithoutToken | off |

      Examples:
        | label     |
        | whole-lan |
        | Whole-LAN |

    @CONFIG-14
    Scenario: Many issues are cut to 20 and the number of the others
      When the operator sets the section Access of this studio with:
        | apiEnabled          | false                      |
        | accessWithoutToken  | listed                     |
        | listedDevices       | a list of 25 empty objects |
        | legacyAuthorization | true                       |
      Then the console refuses it as invalid
      And the error message contains "listedDevices[9].label"
      And the error message contains "; and 30 more"
      And the error message doesn't contain "listedDevices[10]"

  Rule: Operators don't overwrite each other's changes

    @CONSOLE-17
    Scenario: An outdated change is rejected
      When the operator changes the section Access of this studio as it was before, with:
        | apiEnabled          | false         |
        | accessWithoutToken  | off           |
        | listedDevices       | an empty list |
        | legacyAuthorization | true          |
      Then the console refuses it as outdated
      When the host itself reads the signals
      Then the response status is 200

    @CONSOLE-18
    Scenario: The history shows who changed what, newest first
      Given the device "Desk panel"
      And Control of Outputs is switched off
      When the operator reads the history of this studio
      Then the console accepts it
      And the response contains:
        | changes.0.operator | admin                         |
        | changes.0.action   | features.set                  |
        | changes.0.summary  | outputs: control switched off |
        | changes.1.summary  | added device "Desk panel"     |
      And the response doesn't contain "{Desk panel}"

  Rule: The section Features can be read and written

    @CONSOLE-7 @SERVICE-4
    Scenario: The section Features has a Read and a Control switch for each of eleven features
      When the operator reads the section Features of this studio
      Then the console accepts it
      And the response contains:
        | system.read      | true |
        | core.read        | true |
        | studio.read      | true |
        | station.control  | true |
        | signals.control  | true |
        | macros.control   | true |
        | automations.read | true |
        | outputs.control  | true |
        | cameras.control  | true |
        | variables.read   | true |
        | legacy.read      | true |

    @CONSOLE-7
    Scenario: The section Features shows what was written
      Given Control of Outputs is switched off
      And Read of Signals is switched off
      When the operator reads the section Features of this studio
      Then the response contains:
        | outputs.read    | true  |
        | outputs.control | false |
        | signals.read    | false |
        | signals.control | true  |

    @CONSOLE-15
    Scenario Outline: Features with <what> are rejected
      When the operator sets the section Features of this studio with:
        | fields | <fields> |
      Then the console refuses it as invalid

      Examples:
        | what                     | fields                                     |
        | a value that is no state | signals.read: maybe, signals.control: true |
        | one switch for both      | signals: true                              |
        | a list instead of names  | 0: signals                                 |

  Rule: The section Devices can be read and written

    @CONSOLE-9 @TOKEN-8 @TOKEN-9
    Scenario: The response to a new device contains its token
      When the operator adds a device to this studio with:
        | name         | Desk panel   |
        | access       | read_only    |
        | station      | alpha        |
        | fixedAddress | 192.168.1.20 |
        | features.0   | signals      |
      Then the console accepts it
      And the response contains:
        | device.name         | Desk panel   |
        | device.access       | read_only    |
        | device.station      | alpha        |
        | device.fixedAddress | 192.168.1.20 |
        | device.features.0   | signals      |
        | device.state        | active       |
        | device.lastCall     | null         |
      And the response has a token in "token"

    @CONSOLE-8 @DEVICE-14
    Scenario: The list shows every device with its settings and last call
      Given the device "Desk panel" is read only
      And the device "Rack panel" has the fixed address fd00::20
      When the operator reads the devices
      Then the list of devices shows:
        | name       | access           | fixedAddress | state  | lastCall |
        | Desk panel | read_only        | null         | active | null     |
        | Rack panel | read_and_control | fd00::20     | active | null     |

    @TOKEN-9 @TOKEN-10 @CONSOLE-8
    Scenario: The list shows neither tokens nor their hashes
      Given the device "Desk panel"
      When the operator reads the devices
      Then the response doesn't contain "{Desk panel}"
      And the response doesn't contain "{SHA-256 of Desk panel}"
      And the response doesn't contain "svc_"

    @TOKEN-11
    Scenario: A lost token is replaced by adding a new device
      Given the device "Desk panel" is revoked
      And the device "Desk panel, new"
      When the device "Desk panel" reads the signals
      Then the call is refused with 401 unauthorized
      When the device "Desk panel, new" reads the signals
      Then the response status is 200

    @DEVICE-13 @ERROR-17
    Scenario Outline: A second device named "<name>" is rejected
      Given the device "Desk panel"
      When the operator adds a device to this studio with:
        | name         | <name>        |
        | access       | read_only     |
        | station      | null          |
        | fixedAddress | null          |
        | features     | an empty list |
      Then the console refuses it as a conflict

      Examples:
        | name       |
        | Desk panel |
        | DESK PANEL |

    @DEVICE-13
    Scenario: A device can't get the name of another device
      Given the device "Desk panel"
      And the device "Rack panel"
      When the operator changes the device "Rack panel":
        | name | Desk panel |
      Then the console refuses it as a conflict

    @CONSOLE-10
    Scenario: The settings of a device can be changed one by one
      Given the device "Desk panel"
      When the operator changes the device "Desk panel":
        | access | read_only |
      Then the console accepts it
      When the operator changes the device "Desk panel":
        | features.0   | signals      |
        | fixedAddress | 192.168.1.20 |
      Then the console accepts it
      When the operator reads the devices
      Then the list of devices shows:
        | name       | access    | fixedAddress | features.0 |
        | Desk panel | read_only | 192.168.1.20 | signals    |

    @CONSOLE-15
    Scenario Outline: A device with <what> is rejected
      Given the device "Desk panel"
      When the operator changes the device "Desk panel":
        | <setting> | <value> |
      Then the console refuses it as invalid

      Examples:
        | what                       | setting      | value          |
        | an empty name              | name         |                |
        | an unknown access          | access       | everything     |
        | an incomplete address      | fixedAddress | 192.168.1      |
        | a range as its address     | fixedAddress | 192.168.1.0/24 |
        | an unknown feature         | features.0   | lights         |
        | a text instead of features | features     | signals        |

    @CONSOLE-25
    Scenario Outline: A name with <what> is rejected
      Given the device "Desk panel"
      When the operator changes the device "Desk panel":
        | <setting> | <value> |
      Then the console refuses it as invalid

      Examples:
        | what                   | setting | value           |
        | a bidi override        | name    | Desk{U+202E}panel |
        | a zero-width space     | name    | Desk{U+200B}panel |
        | half a surrogate pair  | name    | Desk{U+D83D}panel |
        | a station that differs | station | al{U+200B}pha     |

    @CONSOLE-15
    Scenario Outline: An operator can't write <what>
      Given the device "Desk panel" is revoked
      When the operator changes the device "Desk panel":
        | fields | <fields> |
      And the device "Desk panel" reads the signals
      Then the call is refused with 401 unauthorized

      Examples:
        | what                  | fields                 |
        | the state             | state: active          |
        | the state with a name | name: x, state: active |

    @CONSOLE-11 @DEVICE-7 @DEVICE-8
    Scenario: A device can be revoked
      Given the device "Desk panel"
      When the device "Desk panel" is revoked
      And the operator reads the devices
      Then the list of devices shows:
        | name       | state   |
        | Desk panel | revoked |

    @CONSOLE-11 @DEVICE-10
    Scenario: A device can be deleted
      Given the device "Desk panel"
      When the device "Desk panel" is deleted
      And the operator reads the devices
      Then the list of devices is empty

    @CONSOLE-11
    Scenario Outline: Nobody <does>
      When the operator <does> with:
        | body | {} |
      Then the console refuses it as not found

      Examples:
        | does                      |
        | changes an unknown device |
        | revokes an unknown device |
        | deletes an unknown device |
