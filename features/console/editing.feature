# The studio file of a studio, edited at the console: over the connection that the service has opened.
@process
Feature: Editing the studio file at the console

  Background:
    Given a studio file:
      """
      # The studio of the morning show.
      serverId: server-of-the-studio
      id: studio-9
      name: 'Studio Nine'
      status: off_air
      holder: null
      stations: []
      variables: []
      macros: []
      automations: []
      outputs: []
      banks:
        - { key: news, name: News, clips: [] }
      activeBank: news
      signals:
        # Above the door.
        - { id: sig-1, identifier: red-light, name: Red light }
      cameras: []
      """

  @EDITING-7
  Rule: The host decides whether its studio file is edited at the console

    Scenario: Editing is off
      When the console has a studio whose file can't be edited
      Then the console shows that the studio file can't be edited
      And an admin who reads the studio file is answered 409 "the host of this studio does not allow editing (STUDIO_EDITING)"
      And an admin who saves the studio file is answered 409 "the host of this studio does not allow editing (STUDIO_EDITING)"

    Scenario: The service is not connected
      When the console has a studio whose file can be edited
      And the console has the studio "van", which is not connected
      Then an admin who reads the studio file of "van" is answered 503 "the service of this studio is not connected"

  @EDITING-8
  Rule: An admin of the studio edits its file

    Scenario: A change is in force at once
      When the console has a studio whose file can be edited
      And an admin saves "red-light" as "on-air-light" at the console
      Then the console answers "saved"
      And a call to /signals/on-air-light is answered 200 "0"
      And an admin reads the studio file without "server-of-the-studio"

    Scenario: Nobody else may read or change it
      When the console has a studio whose file can be edited
      Then an operator who reads the studio file is answered 403 "this requires the role admin in this studio"
      And an operator who saves the studio file is answered 403 "this requires the role admin in this studio"
      And a viewer who reads the studio file is answered 403 "this requires the role admin in this studio"

  @EDITING-9
  Rule: Each change stands in the history

    Scenario: A change, but no read
      When the console has a studio whose file can be edited
      And an admin saves "Red light" as "On air" at the console
      And an admin reads the studio file without "Red light"
      Then the newest change of the studio is "saved the studio file: signals.sig-1.name: Red light → On air" by "admin"

  @EDITING-28
  Rule: A webhook is tested before it is saved, and keeps its secret for its URL

    Scenario: A new webhook, with a secret that is not stored yet
      Given a receiver of webhooks
      When the console has a studio whose file can be edited
      And an admin tests a new webhook to the receiver at the console
      Then the console answers "accepted"
      And the receiver soon has signed messages:
        | type | data.webhook |
        | test | newsroom     |
      And the newest change of the studio is "tested the webhook newsroom" by "admin"
      And an admin reads the studio file without "newsroom"

    Scenario: The kept secret of a webhook, for its URL and for another one
      Given a receiver of webhooks
      When the console has a studio whose file can be edited
      And an admin saves a new webhook to the receiver at the console
      Then the console answers "saved"
      And an admin reads the studio file without "{receiver}"
      When an admin tests the webhook with the URL "(kept on the host)" at the console
      Then the console answers "accepted"
      And the receiver soon has signed messages:
        | type | data.webhook |
        | test | newsroom     |
      When an admin tests the webhook with the URL "https://other.example.com" at the console
      Then the console answers "webhooks[0].secretFile: expected the secret set again, because this leads to another address now"
