# What operators who have the console open are told, as it happens.
Feature: What happens at the console
  Nobody has to reload the page: it follows what happens, and reads anew what has changed, whoever changed it.

  @CONSOLE-19
  Rule: Every change is told as it happens, and first of all every studio

    Scenario: It begins with the studios as they are
      When the operator follows what happens at the console
      Then the console soon tells:
        | event  | id       | name       | connected | key | refusal |
        | studio | {studio} | Studio One | true      | set | null    |

    Scenario Outline: <what>
      Given the operator follows what happens at the console
      When the operator sends <method> <path> to the console, showing:
        | body | <body> |
      Then the console soon tells:
        | event   | studioId | section   |
        | changed | <studio> | <section> |

      Examples:
        | what                   | method | path                          | body                                                                                          | studio   | section   |
        | Access was changed     | PUT    | /api/studios/{studio}/access  | {"apiEnabled":true,"accessWithoutToken":"off","listedDevices":[],"legacyAuthorization":false} | {studio} | access    |
        | A device was added     | POST   | /api/studios/{studio}/devices | {"name":"Desk panel","access":"read_only"}                                                    | {studio} | devices   |
        | An operator was added  | POST   | /api/operators                | {"username":"vera","role":"viewer","password":"very secret"}                                  | null     | operators |

    Scenario: A change, and soon that it is in force
      Given the operator follows what happens at the console
      When Control of Outputs is switched off
      Then the console soon tells:
        | event   | studioId | section  |
        | changed | {studio} | features |
      And the console soon tells that the newest version is in force

    Scenario: A device calls, and a stranger is refused
      Given the device "Desk panel"
      And the operator follows what happens at the console
      When the device "Desk panel" reads the signals
      Then the console soon tells:
        | event   | studioId | section |
        | changed | {studio} | devices |
      When a caller at 198.51.100.7 reads the signals
      And 60 seconds pass
      Then the console soon tells:
        | event   | studioId | section |
        | changed | {studio} | refused |

    Scenario: The studio's service goes away, and comes back
      Given the operator follows what happens at the console
      When the console can't be reached by the service
      Then the console soon tells:
        | event  | id       | connected |
        | studio | {studio} | false     |
      When the console can be reached again
      Then the console soon tells:
        | event  | id       | connected |
        | studio | {studio} | true      |

    Scenario: A studio comes, gets another name, and goes
      Given the operator follows what happens at the console
      When the operator sends POST /api/studios to the console, showing:
        | body | {"id":"studio-2","name":"Studio Two"} |
      Then the console soon tells:
        | event  | id       | name       | connected |
        | studio | studio-2 | Studio Two | false     |
      When the operator sends PATCH /api/studios/studio-2 to the console, showing:
        | body | {"name":"The small studio"} |
      Then the console soon tells:
        | event  | id       | name             |
        | studio | studio-2 | The small studio |
      When the operator sends DELETE /api/studios/studio-2 to the console
      Then the console soon tells:
        | event   | studioId |
        | removed | studio-2 |

    Scenario: A service refuses its configuration
      Given the operator follows what happens at the console
      When a configuration with a wrong word in it arrives
      Then the console soon tells that the configuration was refused

  @CONSOLE-20
  Rule: Nobody else is told anything, and nobody for longer than they are signed in

    Scenario: Somebody who isn't signed in
      When somebody follows what happens at the console
      Then the stream is refused with 401 unauthorized

    Scenario: An operator who signs out
      Given the operator signs in to the console
      And the operator's session follows what happens at the console
      When the operator's session sends DELETE /api/session to the console
      Then the stream ends

    Scenario: An operator who is removed meanwhile
      Given the operator sends POST /api/operators to the console, showing:
        | body | {"username":"vera","role":"viewer","password":"very secret"} |
      And somebody follows what happens at the console, showing:
        | Basic | vera:very secret |
      When the operator sends DELETE /api/operators/vera to the console
      Then the stream ends
