# The studio file is edited in a browser. These are the service's answers to the page.
@process
Feature: Editing the studio file

  Background:
    Given a studio file:
      """
      # The studio of the morning show.
      serverId: server-9
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

  @EDITING-1
  Rule: Editing is off unless the host allows it

    Scenario: Without the setting there is no page
      When the service is started with:
        | studio-file | {studio file} |
        | devices     | simulated     |
      Then no page edits the studio file

    Scenario: A proxy or another site's page can't edit
      When the studio file can be edited
      Then an editor behind a proxy is answered 403 "requests that a proxy forwards are refused"
      And an editor on a page of another site is answered 403 "browser requests from another site are refused"

  Rule: A change is saved whole or not at all

    @EDITING-2
    Scenario: A change is in force at once, and everything else in the file stays
      Given the studio file can be edited
      When the editor saves "red-light" as "on-air-light"
      Then the answer is "saved"
      And a call to /signals/on-air-light is answered 200 "0"
      And the studio file has lost "red-light" only

    @EDITING-3
    Scenario: Issues are named at their places
      Given the studio file can be edited
      When the editor saves "off_air" as "maybe"
      Then the answer is "refused"
      And line 5 has the issue "status: expected one of on_air, off_air"
      And the studio file is as before

    @EDITING-5
    Scenario: Two editors change the file
      Given the studio file can be edited
      And another editor has saved "Studio Nine" as "Studio Ten"
      When the editor saves "red-light" as "on-air-light"
      Then the answer is "outdated"
      And both changes together have "Studio Ten" and "on-air-light"

  @EDITING-4
  Rule: Every content of the file is a version

    Scenario: What the host writes is a version, too, and an earlier one is restored
      Given the studio file can be edited
      And "Studio Nine" is replaced by "Studio Ten" in the studio file
      When soon there are 2 versions of the studio file
      And version 1 of the studio file is restored
      Then the answer is "saved"
      And the studio file is as before
      And there are 3 versions of the studio file

  @EDITING-6
  Rule: No editor reads a secret

    Scenario: What opens the legacy routes is hidden, and stays
      Given the studio file can be edited
      When the editor saves "Studio Nine" as "Studio Ten"
      Then the answer is "saved"
      And no answer contains "server-9"
      And the studio file has lost "Studio Nine" only

  Rule: Equipment is entered and tried at the page

    @EDITING-21
    Scenario: A template becomes a connection
      Given the studio file can be edited
      When the editor enters the host "192.0.2.8" for the template "vmix"
      Then the last answer contains '"protocol":"vmix","host":"192.0.2.8"'

    @EDITING-26
    Scenario: A macro is planned before it is saved
      Given the studio file can be edited
      When the editor plans a macro with the steps:
        | { switch: { signal: sig-1, on: true } } |
        | { set: { variable: lamp, value: on } }      |
      Then the last answer contains "expected the id of a variable"
      When the editor plans a macro with the steps:
        | { switch: { signal: sig-1, on: true } } |
      Then the last answer contains '"operation":"signal.on","parameters":{"signal":"sig-1"'
      And a call to /signals/red-light is answered 200 "0"
      And the studio file is as before

    @EDITING-22 @EDITING-24
    Scenario: A signal is tried on its device
      Given the studio file can be edited
      When the editor tries "on" at the signal "red-light"
      Then the last answer contains '"done":true'
      And a call to /signals/red-light is answered 200 "1"
      And soon the state of the equipment contains '"name":"Red light","connected":true,"shows":"on"'
