# Panels of the studio file, as a screen reads them.
Feature: Panels
  A tablet on the desk is a panel: the studio file names its keys, the page shows them, and every key is a call of the API.

  @PANEL-1
  Rule: A panel has the keys that the studio file names

    Scenario: The presenter's panel
      When the host itself calls GET /api/v2/panels/presenter
      Then the response status is 200
      And the response contains:
        | panel.name                      | Presenter        |
        | panel.station                   | null             |
        | panel.pages.0.name              | Show             |
        | panel.pages.0.columns           | 4                |
        | panel.pages.0.keys.0.show       | output.remaining |
        | panel.pages.0.keys.1.label      | Opening titles   |
        | panel.pages.0.keys.1.press      | clip.play        |
        | panel.pages.0.keys.1.with.slot  | main             |
        | panel.pages.0.keys.4.colour     | red              |
        | panel.pages.0.keys.4.hold       | 600              |
        | panel.pages.0.keys.8.confirm    | true             |

    Scenario: All panels by name
      When the host itself calls GET /api/v2/panels
      Then the response contains:
        | panels.0.id   | presenter    |
        | panels.1.name | Whole studio |

    Scenario: A panel that the studio doesn't have
      When the host itself calls GET /api/v2/panels/nowhere
      Then the call is refused with 404 not_found

  @PANEL-4
  Rule: A panel without pages shows the whole studio

    Scenario: Outputs with their clips, signals, cameras and macros
      When the host itself calls GET /api/v2/panels/studio
      Then the response contains:
        | panel.pages.0.name         | Main programme · News |
        | panel.pages.0.keys.2.label | Opening titles        |
        | panel.pages.2.name         | Video wall · left · News |
        | panel.pages.6.name         | Signals               |
        | panel.pages.7.name         | Cameras               |
        | panel.pages.8.name         | Macros                |

  @PANEL-3
  Rule: A caller sees the keys that it may use

    Scenario: A read-only device sees what keys show, and none that act
      Given the device "Desk panel" is read only
      When the device "Desk panel" calls GET /api/v2/panels/presenter
      Then the response contains:
        | panel.pages.0.keys.0.show | output.remaining |
        | panel.pages.0.keys.1      | null             |

    Scenario: A device limited to Signals sees no keys of outputs
      Given the device "Desk panel" is limited to signals
      When the device "Desk panel" calls GET /api/v2/panels/presenter
      Then the response contains:
        | panel.pages.0.keys.1       | null      |
        | panel.pages.0.keys.5.press | signal.on |

    Scenario: A page without any key that the caller may use is left out
      Given the device "Desk panel" is limited to signals
      When the device "Desk panel" calls GET /api/v2/panels/studio
      Then the response lists in "panel.pages":
        | name    |
        | Signals |

    Scenario: A key of a feature that is switched off is gone
      Given Control of Outputs is switched off
      When the host itself calls GET /api/v2/panels/presenter
      Then the response contains:
        | panel.pages.0.keys.0.show | output.remaining |
        | panel.pages.0.keys.1      | null             |

  @PANEL-6
  Rule: The page of a panel is open, and shows nothing of the studio by itself

    Scenario Outline: A stranger loads <path>
      When a caller at 8.8.8.8 calls GET <path>
      Then the response status is 200
      And the header "Content-Type" is "text/html; charset=utf-8"
      And the header "Content-Security-Policy" starts with "default-src 'none'; script-src 'self'"

      Examples:
        | path                  |
        | /panels/presenter     |
        | /panels/nowhere       |
        | /displays/main        |
        | /displays/tally/cam-1 |

    Scenario: The page is closed while the API is switched off
      Given the API is switched off
      When a caller at 8.8.8.8 calls GET /panels/presenter
      Then the response status is 403
