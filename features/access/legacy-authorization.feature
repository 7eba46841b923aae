# Legacy authorization, as far as the current API shows it: an accepted header is forbidden there, any other is no match.
Feature: Legacy authorization on the current API
  The earlier generation's programs sign in with HTTP Basic as EXTERNAL_APP. That opens legacy routes and never
  the current API. A header that is accepted is answered forbidden here; one that isn't accepted counts for nothing.

  @LEGACY-AUTH-4 @LEGACY-AUTH-3
  Rule: An accepted legacy header never opens the current API

    Scenario Outline: EXTERNAL_APP <deed>
      When a caller at 192.168.1.20 <deed>, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 403 forbidden
      And nothing is sent to any device

      Examples:
        | deed                                           |
        | reads the studio                               |
        | reads the signals                              |
        | switches the signal red-light on               |
        | plays clip 3 on main                           |
        | plays clip 3 on main in plain text             |

  Rule: From a public address the password has to be right

    @LEGACY-AUTH-1 @LEGACY-AUTH-2
    Scenario Outline: The base64 of the <name> is accepted
      When a caller at 198.51.100.7 reads the signals, showing:
        | Basic | EXTERNAL_APP:{base64 of <id>} |
      Then it is refused with 403 forbidden

      Examples:
        | name      | id       |
        | server id | server-1 |
        | studio id | studio-1 |

    @LEGACY-AUTH-8
    Scenario Outline: <who> isn't
      When a caller at 198.51.100.7 reads the signals, showing:
        | Basic | <shown> |
      Then it is refused with 401 unauthorized

      Examples:
        | who                           | shown                               |
        | A wrong password              | EXTERNAL_APP:wrong                  |
        | No password                   | EXTERNAL_APP:                       |
        | The id itself                 | EXTERNAL_APP:server-1               |
        | Another app-type user         | OUTPUT_PLAYER:                      |
        | Another with the right secret | OUTPUT_PLAYER:{base64 of server-1}  |
        | A stranger with the secret    | SOMEBODY:{base64 of server-1}       |

  Rule: From a private address less is asked

    @LEGACY-AUTH-6 @ADDRESS-7
    Scenario Outline: EXTERNAL_APP at <address> with any password
      When a caller at <address> reads the signals, showing:
        | Basic | EXTERNAL_APP:<password> |
      Then it is refused with 403 forbidden

      Examples:
        | address      | password |
        | 10.1.2.3     | anything |
        | 172.16.5.4   | anything |
        | 192.168.1.20 | anything |
        | 192.168.1.20 |          |
        | 169.254.7.20 | anything |
        | fd00::20     | anything |
        | fe80::20     | anything |

    @LEGACY-AUTH-6 @ADDRESS-7
    Scenario: A proxy on the host counts as private
      When the host itself reads the signals, showing:
        | Via   | 1.1 proxy             |
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 403 forbidden

    @LEGACY-AUTH-7 @LEGACY-AUTH-10
    Scenario Outline: <username> needs no password
      When a caller at 192.168.1.20 reads the signals, showing:
        | Basic | <username>: |
      Then it is refused with 403 forbidden

      Examples:
        | username          |
        | OUTPUT_PLAYER     |
        | CAMERA_CONTROLLER |
        | STUDIO_DISPLAY    |

    @LEGACY-AUTH-10
    Scenario Outline: <username> is no app-type user
      When a caller at 192.168.1.20 reads the signals, showing:
        | Basic | <username>: |
      Then it is refused with 401 unauthorized

      Examples:
        | username      |
        | external_app  |
        | Output_Player |
        | SOMEBODY      |
        | admin         |

  @LEGACY-AUTH-9
  Rule: It works only while legacy authorization is allowed, which it is by default

    Scenario: Switched off, the header counts for nothing
      Given legacy authorization is switched off
      When a caller at 192.168.1.20 reads the signals, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 401 unauthorized

    Scenario: Switched on again, it is accepted and forbidden
      Given legacy authorization is switched off
      When legacy authorization is switched on
      And a caller at 192.168.1.20 reads the signals, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 403 forbidden
