# The console's management API: studios, and for each its Access, Features and Devices.
Feature: The console
  Operators manage a studio's access in the console. Its pages and its management API do the same.

  Rule: Operators alone are served

    @CONSOLE-1 @CONSOLE-2
    Scenario Outline: <who> sends <method> <path>
      When <who> sends <method> <path> to the console
      Then the console answers 401
      And there is no header "WWW-Authenticate"

      Examples:
        | who                                    | method | path                                |
        | somebody                               | GET    | /api/studios                        |
        | somebody                               | GET    | /api/studios/{studio}/access        |
        | somebody                               | PUT    | /api/studios/{studio}/access        |
        | somebody                               | GET    | /api/studios/{studio}/features      |
        | somebody                               | GET    | /api/studios/{studio}/devices       |
        | somebody                               | POST   | /api/studios/{studio}/devices       |
        | an operator with a wrong password      | GET    | /api/studios                        |

    @CONSOLE-1
    Scenario: An operator with HTTP Basic
      When the operator sends GET /api/studios to the console
      Then the console answers 200

    @CONSOLE-1
    Scenario: An operator who has signed in with a session
      When the operator signs in to the console
      And the operator's session sends GET /api/studios to the console
      Then the console answers 200

    @CONSOLE-1
    Scenario: A session ends when its operator signs out
      When the operator signs in to the console
      And the operator's session sends DELETE /api/session to the console
      And the operator's session sends GET /api/studios to the console
      Then the console answers 401

    @CONSOLE-21
    Scenario Outline: A session <stays> when its operator signs in <times> times more, as in other browsers
      When the operator signs in to the console
      And the operator signs in <times> times more
      And the operator's session sends GET /api/studios to the console
      Then the console answers <status>

      Examples:
        | times | stays | status |
        | 31    | stays | 200    |
        | 32    | ends  | 401    |

    @CONSOLE-4
    Scenario: Five failed sign-ins slow an address down, and even the right password has to wait
      When an operator fails 4 times to sign in
      And the operator sends GET /api/studios to the console
      Then the console answers 200
      When an operator fails 5 times to sign in
      And the operator sends GET /api/studios to the console
      Then the console asks to wait

    @CONSOLE-3
    Scenario Outline: A page of another site can't change anything, with <header> <value>
      When the operator sends PUT /api/studios/{studio}/access to the console, showing:
        | <header> | <value>                                                                                             |
        | body     | {"apiEnabled":false,"accessWithoutToken":"off","listedDevices":[],"legacyAuthorization":true}        |
      Then the console answers 403
      When the host itself reads the signals
      Then it is answered 200

      Examples:
        | header         | value               |
        | Origin         | http://evil.example |
        | Origin         | null                |
        | Sec-Fetch-Site | cross-site          |
        | Sec-Fetch-Site | same-site           |

  Rule: Each operator may do what the role allows

    @CONSOLE-16
    Scenario Outline: Vera is <role> and sends <method> <path>
      When the operator sends POST /api/operators to the console, showing:
        | body | {"username":"vera","role":"<role>","password":"very secret"} |
      And somebody sends <method> <path> to the console, showing:
        | Authorization | Basic dmVyYTp2ZXJ5IHNlY3JldA== |
        | body          | <body>     |
      Then the console answers <status>

      Examples:
        | role     | method | path                         | body                                        | status |
        | viewer   | GET    | /api/studios                 |                                             | 200    |
        | viewer   | POST   | /api/studios/{studio}/devices | {"name":"Panel","access":"read_only"}       | 403    |
        | operator | POST   | /api/studios/{studio}/devices | {"name":"Panel","access":"read_only"}       | 201    |
        | operator | POST   | /api/studios                 | {"id":"studio-2","name":"Studio Two"}       | 403    |
        | operator | GET    | /api/operators               |                                             | 403    |
        | admin    | POST   | /api/studios                 | {"id":"studio-2","name":"Studio Two"}       | 201    |

    @CONSOLE-16
    Scenario: Somebody who may do everything always stays
      When the operator sends DELETE /api/operators/admin to the console
      Then the console answers 409

  Rule: The studios

    @CONSOLE-5 @CONFIG-2
    Scenario: A studio shows whether it is connected, and the versions of its configuration
      When Control of Outputs is switched off
      And the operator sends GET /api/studios to the console
      Then the console answers 200
      And the answer lists in "studios":
        | id       | name       | connected |
        | {studio} | Studio One | true      |
      And the version in force is the desired one

    @CONSOLE-13
    Scenario: A studio is entered with a key that is shown once
      When the operator sends POST /api/studios to the console, showing:
        | body | {"id":"studio-2","name":"Studio Two"} |
      Then the console answers 201
      And the answer shows a key
      When the operator sends GET /api/studios to the console
      Then the answer doesn't mention "{key}"

    @CONSOLE-13
    Scenario Outline: A service whose key is <taken> is let in no more, and keeps its configuration
      Given access without a token is Whole LAN
      When the operator sends <method> /api/studios/{studio}/key to the console, showing:
        | body | {} |
      Then the studio is soon shown as not connected
      When a caller at 192.168.1.21 reads the signals
      Then it is answered 200

      Examples:
        | taken    | method |
        | replaced | POST   |
        | revoked  | DELETE |

  Rule: The Access section

    @CONSOLE-6 @SWITCH-9
    Scenario: As it is at first
      When the operator sends GET /api/studios/{studio}/access to the console
      Then the console answers 200
      And the answer says:
        | apiEnabled           | true |
        | accessWithoutToken   | off  |
        | listedDevices.length | 0    |
        | legacyAuthorization  | true |

    @CONSOLE-6
    Scenario: What is written is read again
      Given these devices are listed:
        | address      | label        |
        | 192.168.1.20 | Desk panel   |
        | fd00::/64    | Machine room |
      And legacy authorization is switched off
      When the operator sends GET /api/studios/{studio}/access to the console
      Then the answer says:
        | apiEnabled              | true         |
        | accessWithoutToken      | listed       |
        | listedDevices.0.address | 192.168.1.20 |
        | listedDevices.0.label   | Desk panel   |
        | listedDevices.1.address | fd00::/64    |
        | listedDevices.1.label   | Machine room |
        | legacyAuthorization     | false        |

    @CONSOLE-15
    Scenario Outline: What makes no sense is refused and changes nothing: <flaw>
      When the operator sends PUT /api/studios/{studio}/access to the console, showing:
        | body | <body> |
      Then the console answers 400
      When the operator sends GET /api/studios/{studio}/access to the console
      Then the answer says:
        | apiEnabled         | true |
        | accessWithoutToken | off  |

      Examples:
        | flaw                  | body                                                                                                                                    |
        | not JSON              | apiEnabled                                                                                                                              |
        | nothing in it         | {}                                                                                                                                      |
        | a wrong word          | {"apiEnabled":false,"accessWithoutToken":"everybody","listedDevices":[],"legacyAuthorization":true}                                     |
        | a wrong type          | {"apiEnabled":"no","accessWithoutToken":"off","listedDevices":[],"legacyAuthorization":true}                                            |
        | no address            | {"apiEnabled":false,"accessWithoutToken":"listed","listedDevices":[{"address":"desk","label":"x"}],"legacyAuthorization":true}          |
        | a range that is none  | {"apiEnabled":false,"accessWithoutToken":"listed","listedDevices":[{"address":"10.0.0.0/33","label":"x"}],"legacyAuthorization":true}   |
        | an entry without label | {"apiEnabled":false,"accessWithoutToken":"listed","listedDevices":[{"address":"10.0.0.1"}],"legacyAuthorization":true}                 |

  Rule: Operators don't get in each other's way

    @CONSOLE-17
    Scenario: Who has seen an older state overwrites nothing
      When the operator sends PUT /api/studios/{studio}/access to the console, showing:
        | If-Match | "what was seen before"                                                                       |
        | body     | {"apiEnabled":false,"accessWithoutToken":"off","listedDevices":[],"legacyAuthorization":true} |
      Then the console answers 412
      When the host itself reads the signals
      Then it is answered 200

    @CONSOLE-18
    Scenario: Who changed what is shown, newest first
      Given the device "Desk panel"
      And Control of Outputs is switched off
      When the operator sends GET /api/studios/{studio}/changes to the console
      Then the console answers 200
      And the answer says:
        | changes.0.operator | admin                         |
        | changes.0.action   | features.set                  |
        | changes.0.summary  | outputs: control switched off |
        | changes.1.summary  | added device "Desk panel"     |
      And the answer doesn't mention "{Desk panel}"

  Rule: The Features section

    @CONSOLE-7 @SERVICE-4
    Scenario: Eleven features, each with a Read and a Control switch
      When the operator sends GET /api/studios/{studio}/features to the console
      Then the console answers 200
      And the answer says:
        | system.read        | true |
        | core.read          | true |
        | studio.read        | true |
        | station.control    | true |
        | signals.control    | true |
        | macros.control     | true |
        | automations.read   | true |
        | outputs.control    | true |
        | cameras.control    | true |
        | variables.read     | true |
        | legacy.read        | true |

    @CONSOLE-7
    Scenario: What is written is read again
      Given Control of Outputs is switched off
      And Read of Signals is switched off
      When the operator sends GET /api/studios/{studio}/features to the console
      Then the answer says:
        | outputs.read    | true  |
        | outputs.control | false |
        | signals.read    | false |
        | signals.control | true  |

    @CONSOLE-15
    Scenario Outline: What makes no sense is refused: <body>
      When the operator sends PUT /api/studios/{studio}/features to the console, showing:
        | body | <body> |
      Then the console answers 400

      Examples:
        | body                                         |
        | {"signals":{"read":"maybe","control":true}}  |
        | {"signals":true}                             |
        | []                                           |

  Rule: The Devices section

    @CONSOLE-9 @TOKEN-8 @TOKEN-9
    Scenario: A new device is answered with its token
      When the operator sends POST /api/studios/{studio}/devices to the console, showing:
        | body | {"name":"Desk panel","access":"read_only","station":"alpha","fixedAddress":"192.168.1.20","features":["signals"]} |
      Then the console answers 201
      And the answer says:
        | device.name         | Desk panel   |
        | device.access       | read_only    |
        | device.station      | alpha        |
        | device.fixedAddress | 192.168.1.20 |
        | device.features.0   | signals      |
        | device.state        | active       |
        | device.lastCall     | null         |
      And the answer has a token in "token"

    @CONSOLE-8 @DEVICE-14
    Scenario: The list shows every device with its settings; one that never called has no last call
      Given the device "Desk panel" is read only
      And the device "Rack panel" works from fd00::20 only
      When the operator reads the devices
      Then the list of devices shows:
        | name       | access           | fixedAddress | state  | lastCall |
        | Desk panel | read_only        | null         | active | null     |
        | Rack panel | read_and_control | fd00::20     | active | null     |

    @TOKEN-9 @TOKEN-10 @CONSOLE-8
    Scenario: The token is never shown again, nor its hash
      Given the device "Desk panel"
      When the operator reads the devices
      Then the answer doesn't mention "{Desk panel}"
      And the answer doesn't mention "{SHA-256 of Desk panel}"
      And the answer doesn't mention "svc_"

    @TOKEN-11
    Scenario: A lost token is replaced by a new device
      Given the device "Desk panel" is revoked
      And the device "Desk panel, new"
      When the device "Desk panel" reads the signals
      Then it is refused with 401 unauthorized
      When the device "Desk panel, new" reads the signals
      Then it is answered 200

    @DEVICE-13 @ERROR-17
    Scenario Outline: Names are unique, here a second "<name>"
      Given the device "Desk panel"
      When the operator sends POST /api/studios/{studio}/devices to the console, showing:
        | body | {"name":"<name>","access":"read_only","station":null,"fixedAddress":null,"features":[]} |
      Then the console answers 409

      Examples:
        | name       |
        | Desk panel |
        | DESK PANEL |

    @DEVICE-13
    Scenario: A device can't be renamed to another's name
      Given the device "Desk panel"
      And the device "Rack panel"
      When the operator changes the device "Rack panel":
        | body | {"name":"Desk panel"} |
      Then the console answers 409

    @CONSOLE-10
    Scenario: Settings can be changed one by one
      Given the device "Desk panel"
      When the operator changes the device "Desk panel":
        | body | {"access":"read_only"} |
      Then the console answers 200
      When the operator changes the device "Desk panel":
        | body | {"features":["signals"],"fixedAddress":"192.168.1.20"} |
      Then the console answers 200
      When the operator reads the devices
      Then the list of devices shows:
        | name       | access    | fixedAddress | features    |
        | Desk panel | read_only | 192.168.1.20 | ["signals"] |

    @CONSOLE-15
    Scenario Outline: What makes no sense is refused: <body>
      Given the device "Desk panel"
      When the operator changes the device "Desk panel":
        | body | <body> |
      Then the console answers 400

      Examples:
        | body                              |
        | {"name":""}                       |
        | {"access":"everything"}           |
        | {"fixedAddress":"192.168.1"}      |
        | {"fixedAddress":"192.168.1.0/24"} |
        | {"features":["lights"]}           |
        | {"features":"signals"}            |

    @CONSOLE-15
    Scenario Outline: State and token aren't an operator's to write: <body>
      Given the device "Desk panel" is revoked
      When the operator changes the device "Desk panel":
        | body | <body> |
      And the device "Desk panel" reads the signals
      Then it is refused with 401 unauthorized

      Examples:
        | body                         |
        | {"state":"active"}           |
        | {"name":"x","state":"active"} |

    @CONSOLE-11 @DEVICE-7 @DEVICE-8
    Scenario: A device is revoked
      Given the device "Desk panel"
      When the device "Desk panel" is revoked
      And the operator reads the devices
      Then the list of devices shows:
        | name       | state   |
        | Desk panel | revoked |

    @CONSOLE-11 @DEVICE-10
    Scenario: A device is deleted
      Given the device "Desk panel"
      When the device "Desk panel" is deleted
      And the operator reads the devices
      Then the list of devices is empty

    @CONSOLE-11
    Scenario Outline: Nothing can be done to a device that isn't there: <method> <path>
      When the operator sends <method> /api/studios/{studio}/devices/<path> to the console, showing:
        | body | {} |
      Then the console answers 404

      Examples:
        | method | path         |
        | PATCH  | attic        |
        | POST   | attic/revoke |
        | DELETE | attic        |
