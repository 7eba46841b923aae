# Writing a studio file from what equipment reports about itself.
@process
Feature: Discovering equipment

  @DISCOVER-1 @DISCOVER-2
  Rule: A server is asked once, and its channels and media become a studio file

    Scenario: A server with a media scanner
      Given a CasparCG server with 2 channels, a media scanner and the files:
        | name         | seconds |
        | opener       | 10      |
        | news/weather | 62.4    |
      When the server is discovered
      Then the process exits with 0
      And the printed studio file is valid, without a warning
      And the printed studio file has the outputs:
        | slot      | channel |
        | channel-1 | 1       |
        | channel-2 | 2       |
      And the printed studio file has the clips:
        | number | key          | durationMs | media        |
        | 1      | news-weather | 62400      | NEWS/WEATHER |
        | 2      | opener       | 10000      | OPENER       |
      And the server has received only the commands VERSION, INFO, CLS

  @DISCOVER-3
  Rule: The studio file names what it lacks

    Scenario: A server without a media scanner
      Given a CasparCG server with 1 channel, without a media scanner
      When the server is discovered
      Then the process exits with 0
      And the printed studio file is valid, without a warning
      And the printed studio file has no clips
      And the process prints on standard error "there are no clips: the server replied to CLS with 501 CLS FAILED"

    Scenario: A file whose name is a word of CasparCG
      Given a CasparCG server with 1 channel, a media scanner and the files:
        | name   | seconds |
        | red    | 5       |
        | opener | 10      |
      When the server is discovered
      Then the printed studio file has the clips:
        | number | key    | durationMs | media  |
        | 1      | opener | 10000      | OPENER |
      And the process prints on standard error "left out: the media "RED" is a reserved word of CasparCG"

  @DISCOVER-4
  Rule: Without a CasparCG server, one line states why

    Scenario: Nothing listens
      Given nothing listens at the address of the server
      When the server is discovered
      Then the process exits with 1
      And the process prints one line that contains "refuses the connection: no server listens there"

    Scenario: Another kind of server
      Given a web server at the address of the server
      When the server is discovered
      Then the process exits with 1
      And the process prints one line that contains "is not a CasparCG server: it sent"

    Scenario: A server that does not reply
      Given a CasparCG server that is frozen
      When the server is discovered
      Then the process exits with 1
      And the process prints one line that contains "did not reply to VERSION within 5 s"

    Scenario: The address is none
      When discover is started with the address "http:/studio"
      Then the process exits with 1
      And the process prints one line that contains "discover"

  @DISCOVER-5 @DISCOVER-6
  Rule: Equipment that answers a probe becomes a connection of the studio file

    Scenario Outline: Equipment of a protocol
      Given the simulated equipment of <protocol>
      When the equipment is discovered by its protocol
      Then the process exits with 0
      And the printed studio file is valid, without a warning
      And the printed studio file has a <protocol> connection to the equipment
      And the equipment has executed no command

      Examples:
        | protocol  |
        | emberplus |
        | modbus    |
        | mqtt      |
        | panasonic |
        | visca     |
        | vmix      |
        | hyperdeck |
        | videohub  |
        | atem      |
        | obs       |

    Scenario: Equipment of another protocol
      Given the simulated equipment of modbus
      When the equipment is discovered as vmix
      Then the process exits with 1
      And the process prints one line that contains "(vmix) does not answer within 3 s"
