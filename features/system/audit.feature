# The audit log of the service: what was done, by whom and from where.
Feature: The audit log of the service
  After an incident somebody must be able to read who did what. The log is rotated and the list of requests is short, so the
  service records what matters in files of its own. Strangers can't push these entries out.

  @AUDIT-1 @simulated
  Rule: Every action is recorded with caller, address, call, answer and action id

    Scenario: The action of a device is recorded
      Given the device "Panel"
      When the device "Panel" switches the signal red-light on
      Then the response status is 200
      And the audit log of the service soon contains an entry with:
        | kind      | action                          |
        | caller    | device:Panel                    |
        | address   | 192.168.1.20                    |
        | operation | signal.on                       |
        | target    | /api/v2/signals/red-light/on    |
        | status    | 200                             |
        | error     | null                            |

    Scenario: An action that fails is recorded with its error
      When the host itself plays clip 99 on main
      Then the audit log of the service soon contains an entry with:
        | kind      | action    |
        | caller    | loopback  |
        | operation | clip.play |
        | status    | 404       |
        | error     | not_found |

    Scenario: Reads are not recorded
      When the host itself reads the signals
      And the host itself switches the signal red-light on
      Then the audit log of the service soon contains an entry with:
        | operation | signal.on |
      And the audit log of the service contains 0 entries with:
        | operation | signal.list |

  @AUDIT-2
  Rule: Every configuration that comes into force is recorded

    Scenario: A switch that an operator changes is recorded with the version
      When Control of Outputs is switched off
      And the operator lists the studios
      Then the audit log of the service soon contains an entry with:
        | kind    | configuration                 |
        | caller  | console                       |
        | summary | outputs: control switched off |

    Scenario: A revoked device is recorded
      Given the device "Lost panel"
      When the device "Lost panel" is revoked
      Then the audit log of the service soon contains an entry with:
        | kind    | configuration               |
        | summary | revoked device "Lost panel" |

  @AUDIT-3 @simulated
  Rule: Refused callers are recorded once and then counted

    Scenario: A hundred calls of a stranger are one entry, until they are counted
      Given the host itself switches the signal red-light on
      When a caller at 198.51.100.66 reads the signals, 100 times
      Then the audit log of the service soon contains an entry with:
        | kind    | refused       |
        | caller  | null          |
        | address | 198.51.100.66 |
        | status  | 401           |
        | error   | unauthorized  |
      And the audit log of the service contains 1 entry with:
        | address | 198.51.100.66 |
      And the audit log of the service contains 1 entry with:
        | operation | signal.on |

    @simulator
    Scenario: The count follows after ten minutes
      Given the clock is stopped
      And a caller at 198.51.100.66 reads the signals, 100 times
      When 600000 ms pass
      Then the audit log of the service soon contains an entry with:
        | kind    | refused       |
        | address | 198.51.100.66 |
        | count   | 99            |

    Scenario: The count is recorded when the service stops
      Given a caller at 198.51.100.66 reads the signals, 3 times
      When the service is restarted
      Then the audit log of the service soon contains an entry with:
        | kind    | refused       |
        | address | 198.51.100.66 |
        | count   | 2             |

  @AUDIT-6 @simulated
  Rule: Each start and stop is recorded

    Scenario: The start is recorded with the version of the program
      When the host itself reads the core status
      Then the audit log of the service soon contains an entry with:
        | kind    | started |
        | part    | service |
        | program | 0.1.0   |

    Scenario: A stop is recorded
      When the service is restarted
      Then the audit log of the service soon contains an entry with:
        | kind | stopped |

  @AUDIT-7
  Rule: No token is recorded

    Scenario: The token of a call is hidden
      Given the device "Panel"
      When a caller at 192.168.1.20 calls GET /api/v2/signals/nothing-here/on?token={Panel}
      Then the audit log of the service soon contains an entry with:
        | caller | device:Panel                                |
        | target | /api/v2/signals/nothing-here/on?token=***   |
      And the audit log of the service doesn't contain "{Panel}"
