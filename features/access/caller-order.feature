# How a caller is identified: four ways of access, checked in order.
Feature: The order of the access checks
  A call is checked in four ways: as the host itself, by device token, by legacy authorization and by LAN access.
  The first that matches decides, whatever else the call contains.

  Background:
    Given the device "Reader" is read only

  @AUTH-ORDER-1
  Rule: The host itself is checked first and has full control

    @simulated
    Scenario: The host itself controls the studio without credentials
      When the host itself switches the signal red-light on
      Then the response status is 200

    @simulated
    Scenario: A read-only token doesn't limit the host itself
      When the host itself switches the signal red-light on with:
        | Bearer | {Reader} |
      Then the response status is 200

    Scenario: A revoked token doesn't limit the host itself
      Given the device "Reader" is revoked
      When the host itself reads the signals with:
        | Bearer | {Reader} |
      Then the response status is 200

    Scenario: A legacy header doesn't limit the host itself
      When the host itself reads the signals with:
        | Basic | EXTERNAL_APP:anything |
      Then the response status is 200

  @AUTH-ORDER-2
  Rule: A device token is checked before legacy authorization

    Scenario: A device that also sends a legacy header is identified as the device
      When a caller at 192.168.1.20 reads the signals with:
        | query token | {Reader}              |
        | Basic       | EXTERNAL_APP:anything |
      Then the response status is 200

    Scenario: A token as the password of EXTERNAL_APP identifies the device
      When a caller at 192.168.1.20 reads the signals with:
        | Basic | EXTERNAL_APP:{Reader} |
      Then the response status is 200

    Scenario: The device's limits apply when a legacy header is sent as well
      When a caller at 192.168.1.20 switches the signal red-light on with:
        | query token | {Reader}              |
        | Basic       | EXTERNAL_APP:anything |
      Then the call is refused with 403 read_only

  @AUTH-ORDER-2 @AUTH-ORDER-4
  Rule: A device token is checked before LAN access

    Scenario: A read-only device stays read only while its address has LAN access
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 switches the signal red-light on with:
        | Bearer | {Reader} |
      Then the call is refused with 403 read_only

  @AUTH-ORDER-3 @AUTH-ORDER-4 @LEGACY-AUTH-5
  Rule: Legacy authorization is checked before LAN access

    Scenario: A LAN caller that sends a legacy header may not use /api/v2
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the signals with:
        | Basic | EXTERNAL_APP:anything |
      Then the call is refused with 403 forbidden

    Scenario: A LAN caller without the header is admitted
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the signals
      Then the response status is 200

  @AUTH-ORDER-5 @ERROR-5
  Rule: A caller that no check admits is unauthorized

    Scenario Outline: A caller at <address> without credentials is unauthorized
      When a caller at <address> reads the signals
      Then the call is refused with 401 unauthorized

      Examples:
        | address      |
        | 192.168.1.20 |
        | 198.51.100.7 |
        | fe80::20     |
        | fd00::20     |
        | 2001:db8::20 |

  @AUTH-ORDER-6 @DEVICE-9
  Rule: The token of a revoked device ends the checks

    Background:
      Given access without a token is Whole LAN
      And the device "Reader" is revoked

    Scenario: LAN access doesn't admit a revoked token
      When a caller at 192.168.1.20 reads the signals with:
        | Bearer | {Reader} |
      Then the call is refused with 401 unauthorized

    Scenario: Legacy authorization doesn't admit a revoked token
      When a caller at 192.168.1.20 reads the signals with:
        | query token | {Reader}              |
        | Basic       | EXTERNAL_APP:anything |
      Then the call is refused with 401 unauthorized

  @AUTH-ORDER-7 @DEVICE-5
  Rule: A token that is used from an address other than its fixed one ends the checks

    Background:
      Given access without a token is Whole LAN
      And the device "Reader" has the fixed address 192.168.1.30

    Scenario: LAN access doesn't admit a token from another address
      When a caller at 192.168.1.20 reads the signals with:
        | Bearer | {Reader} |
      Then the call is refused with 401 unauthorized

    Scenario: Legacy authorization doesn't admit a token from another address
      When a caller at 192.168.1.20 reads the signals with:
        | query token | {Reader}              |
        | Basic       | EXTERNAL_APP:anything |
      Then the call is refused with 401 unauthorized

  @AUTH-ORDER-8
  Rule: An unknown token is ignored, and the checks continue

    Scenario Outline: LAN access admits a caller with the unknown token <token>
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the signals with:
        | Bearer | <token> |
      Then the response status is 200

      Examples:
        | token                                |
        | svc_00000000000000000000000000000000 |
        | guesswork                            |

    Scenario: Legacy authorization is checked after an unknown token
      When a caller at 192.168.1.20 reads the signals with:
        | query token | svc_00000000000000000000000000000000 |
        | Basic       | EXTERNAL_APP:anything                |
      Then the call is refused with 403 forbidden

    Scenario: A caller with nothing but an unknown token is unauthorized
      When a caller at 192.168.1.20 reads the signals with:
        | Bearer | svc_00000000000000000000000000000000 |
      Then the call is refused with 401 unauthorized

  @AUTH-ORDER-9
  Rule: A legacy header that isn't accepted is ignored, and the checks continue

    Scenario: LAN access admits a caller while legacy authorization is off
      Given access without a token is Whole LAN
      And legacy authorization is switched off
      When a caller at 192.168.1.20 reads the signals with:
        | Basic | EXTERNAL_APP:anything |
      Then the response status is 200

    Scenario: A listed public address is admitted in spite of a wrong legacy password
      Given these devices are listed:
        | address      | label       |
        | 198.51.100.7 | Outside van |
      When a caller at 198.51.100.7 reads the signals with:
        | Basic | EXTERNAL_APP:wrong |
      Then the response status is 200
