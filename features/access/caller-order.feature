# Who is calling: the four ways to be let in, one after the other.
Feature: The order in which callers are let in
  A call is tried against four ways in. The first that matches decides, whatever else the call carries:
  the host machine itself, a device token, legacy authorization, LAN access.

  Background:
    Given the device "Reader" is read only

  @AUTH-ORDER-1
  Rule: The host machine itself goes first and has full control

    Scenario: The host needs nothing to control the studio
      When the host itself switches the signal red-light on
      Then it is answered 200

    Scenario: A read-only token takes nothing away from the host
      When the host itself switches the signal red-light on, showing:
        | Bearer | {Reader} |
      Then it is answered 200

    Scenario: A revoked token takes nothing away from the host
      Given the device "Reader" is revoked
      When the host itself reads the signals, showing:
        | Bearer | {Reader} |
      Then it is answered 200

    Scenario: A legacy header takes nothing away from the host
      When the host itself reads the signals, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is answered 200

  @AUTH-ORDER-2
  Rule: A device token goes before legacy authorization

    Scenario: A device that also sends a legacy header is the device
      When a caller at 192.168.1.20 reads the signals, showing:
        | query token | {Reader}              |
        | Basic       | EXTERNAL_APP:anything |
      Then it is answered 200

    Scenario: A token as the password of EXTERNAL_APP is the device
      When a caller at 192.168.1.20 reads the signals, showing:
        | Basic | EXTERNAL_APP:{Reader} |
      Then it is answered 200

    Scenario: The device's limits hold where the legacy header comes along
      When a caller at 192.168.1.20 switches the signal red-light on, showing:
        | query token | {Reader}              |
        | Basic       | EXTERNAL_APP:anything |
      Then it is refused with 403 read_only

  @AUTH-ORDER-2 @AUTH-ORDER-4
  Rule: A device token goes before LAN access

    Scenario: A read-only device stays read only on a LAN that is let in
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 switches the signal red-light on, showing:
        | Bearer | {Reader} |
      Then it is refused with 403 read_only

  @AUTH-ORDER-3 @AUTH-ORDER-4 @LEGACY-AUTH-5
  Rule: Legacy authorization goes before LAN access

    Scenario: A LAN address that sends the legacy header isn't let into v2
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the signals, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is refused with 403 forbidden

    Scenario: The same address without the header is let in
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the signals
      Then it is answered 200

  @AUTH-ORDER-5 @ERROR-5
  Rule: Anything else is unauthorized

    Scenario Outline: A caller at <address> shows nothing
      When a caller at <address> reads the signals
      Then it is refused with 401 unauthorized

      Examples:
        | address      |
        | 192.168.1.20 |
        | 198.51.100.7 |
        | fe80::20     |
        | fd00::20     |
        | 2001:db8::20 |

  @AUTH-ORDER-6 @DEVICE-9
  Rule: The token of a revoked device ends the check

    Background:
      Given access without a token is Whole LAN
      And the device "Reader" is revoked

    Scenario: LAN access doesn't help
      When a caller at 192.168.1.20 reads the signals, showing:
        | Bearer | {Reader} |
      Then it is refused with 401 unauthorized

    Scenario: Legacy authorization isn't tried
      When a caller at 192.168.1.20 reads the signals, showing:
        | query token | {Reader}              |
        | Basic       | EXTERNAL_APP:anything |
      Then it is refused with 401 unauthorized

  @AUTH-ORDER-7 @DEVICE-5
  Rule: A token that is used away from its fixed address ends the check

    Background:
      Given access without a token is Whole LAN
      And the device "Reader" works from 192.168.1.30 only

    Scenario: LAN access doesn't help
      When a caller at 192.168.1.20 reads the signals, showing:
        | Bearer | {Reader} |
      Then it is refused with 401 unauthorized

    Scenario: Legacy authorization isn't tried
      When a caller at 192.168.1.20 reads the signals, showing:
        | query token | {Reader}              |
        | Basic       | EXTERNAL_APP:anything |
      Then it is refused with 401 unauthorized

  @AUTH-ORDER-8
  Rule: A token that nobody owns is no match, and the check goes on

    Scenario Outline: LAN access lets in a caller who shows <token>
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the signals, showing:
        | Bearer | <token> |
      Then it is answered 200

      Examples:
        | token                                |
        | svc_00000000000000000000000000000000 |
        | guesswork                            |

    Scenario: Legacy authorization is tried, and doesn't open v2
      When a caller at 192.168.1.20 reads the signals, showing:
        | query token | svc_00000000000000000000000000000000 |
        | Basic       | EXTERNAL_APP:anything                |
      Then it is refused with 403 forbidden

    Scenario: With nothing after it the answer is unauthorized
      When a caller at 192.168.1.20 reads the signals, showing:
        | Bearer | svc_00000000000000000000000000000000 |
      Then it is refused with 401 unauthorized

  @AUTH-ORDER-9
  Rule: A legacy header that isn't accepted is no match, and the check goes on

    Scenario: LAN access lets in a caller while legacy authorization is off
      Given access without a token is Whole LAN
      And legacy authorization is switched off
      When a caller at 192.168.1.20 reads the signals, showing:
        | Basic | EXTERNAL_APP:anything |
      Then it is answered 200

    Scenario: A listed public address is let in with a wrong legacy password
      Given these devices are listed:
        | address      | label       |
        | 198.51.100.7 | Outside van |
      When a caller at 198.51.100.7 reads the signals, showing:
        | Basic | EXTERNAL_APP:wrong |
      Then it is answered 200
