# The service's metrics.
@fresh
Feature: Metrics
  Metrics for monitoring systems and operators: calls, actions, acknowledgements, connections, memory.

  @METRICS-1 @METRICS-2
  Rule: Metrics are JSON, and the plain twin has the Prometheus text format

    @simulated
    Scenario: The JSON form lists the metrics
      Given the host itself switches the signal red-light on
      And the host itself plays clip 99 on main
      And the host itself plays clip 3 on main
      And a caller at 198.51.100.7 reads the signals
      When the host itself reads the metrics
      Then the response status is 200
      And the response has the fields ok, metrics
      And each item of "metrics" has the fields name, help, type, samples
      And the metrics are:
        | calls, status 2xx                                                | 2 |
        | calls, status 4xx                                                | 2 |
        | refusals, reason not_found                                       | 1 |
        | refusals, reason unauthorized                                    | 1 |
        | actions, operation signal.on, outcome acknowledged               | 1 |
        | actions, operation clip.play, output out-1, outcome acknowledged | 1 |
        | actions, operation clip.play, output out-1, outcome refused      | 1 |
        | acknowledgements, operation clip.play                            | 1 |
        | acknowledgements within 30 s, operation signal.on                | 1 |
        | connected, kind player, device out-1                             | 1 |
        | reconnects, kind player, device out-1                            | 0 |
        | on air                                                           | 0 |
        | event streams                                                    | 0 |
        | events                                                           | 2 |
      And the metrics include:
        | version           |
        | uptime in seconds |
        | console connected |
        | memory            |
        | event loop lag    |

    @simulated
    Scenario: The plain form has the Prometheus text format
      Given the host itself switches the signal red-light on
      When the host itself reads the metrics in plain text
      Then the response status is 200
      And the header "Content-Type" is "text/plain; charset=utf-8"
      And every line has the Prometheus text format

    @simulator
    Scenario: Acknowledgement times and late acknowledgements are counted
      Given the clock is stopped
      And the line of red-light is 3000 ms late
      And the host itself switches the signal red-light on and waits
      And 2000 ms pass
      And the call is refused with 424 ack_timeout
      When 3000 ms pass
      And the host itself reads the metrics
      Then the metrics are:
        | actions, operation signal.on, outcome timed_out  | 1 |
        | late ends                                        | 1 |
        | acknowledgements within 2 s, operation signal.on | 0 |
        | acknowledgements within 5 s, operation signal.on | 1 |
        | uptime in seconds                                | 5 |
      And there is no metric "actions, operation signal.on, outcome acknowledged"

    @simulated
    Scenario: Event streams and connected drivers are counted
      Given the host itself opens the event stream, 3 times
      And the player of wall is offline
      When the host itself reads the metrics
      Then the metrics are:
        | event streams                        | 3 |
        | connected, kind player, device out-1 | 1 |
        | connected, kind player, device out-2 | 0 |
      When the player of wall works again
      And the host itself reads the metrics
      Then the metrics are:
        | connected, kind player, device out-2  | 1 |
        | reconnects, kind player, device out-2 | 1 |
        | reconnects, kind player, device out-1 | 0 |

    @simulated
    Scenario: The on-air status, outcomes and the configuration are shown
      Given the device "Panel"
      And the host itself takes the studio on air
      And the player of wall is offline
      And the host itself stops the output wall
      And the player of main rejects commands
      And the host itself plays clip 3 on MAIN
      When the host itself reads the metrics
      Then the metrics are:
        | on air                                                       | 1 |
        | actions, operation studio.onair, outcome acknowledged        | 1 |
        | actions, operation output.stop, output out-2, outcome failed | 1 |
        | actions, operation clip.play, output out-1, outcome failed   | 1 |
        | refusals, reason device_unavailable                          | 1 |
        | refusals, reason device_error                                | 1 |
      And the metrics include:
        | configuration version |

    @SWITCH-3
    Scenario: The switches and limits of System apply
      Given the device "Panel" is limited to signals
      When the device "Panel" reads the metrics
      Then the call is refused with 403 forbidden
      When Read of System is switched off
      And the host itself reads the metrics
      Then the call is refused with 403 feature_disabled

    Scenario: A caller admitted by its address may read the metrics
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the metrics
      Then the response status is 200

    Scenario: The metrics contain neither callers nor secrets
      Given the device "Wall display"
      And the device "Wall display" reads the signals
      When the host itself reads the metrics
      Then the response doesn't contain "Wall display"
      And the response doesn't contain "{Wall display}"
      And the response doesn't contain "192.168.1.20"
