# The service's figures, for whoever watches over it.
Feature: Metrics
  What a monitoring system or an operator wants to know: calls, actions, acknowledgements, connections, memory.

  @METRICS-1
  Rule: JSON for programs and people, the text form of Prometheus as the plain twin

    Scenario: As JSON
      Given the host itself switches the signal red-light on
      And the host itself plays clip 99 on main
      And the host itself plays clip 3 on main
      And a caller at 198.51.100.7 reads the signals
      When the host itself reads the metrics
      Then it is answered 200
      And the answer has the fields ok, metrics
      And each in "metrics" has the fields name, help, type, samples
      And the figures are:
        | studio_control_calls_total status=2xx           | 2 |
        | studio_control_calls_total status=4xx           | 2 |
        | studio_control_actions_total end=acknowledged   | 2 |
        | studio_control_actions_total end=failed         | 1 |
        | studio_control_acknowledgement_seconds_count    | 2 |
        | studio_control_acknowledgement_seconds_bucket le=30 | 2 |
        | studio_control_driver_connected output=out-1    | 1 |
        | studio_control_event_streams                    | 0 |
        | studio_control_events_total                     | 2 |
      And there are figures of:
        | studio_control_info              |
        | studio_control_uptime_seconds    |
        | studio_control_console_connected |
        | process_resident_memory_bytes    |
        | nodejs_eventloop_lag_seconds     |

    Scenario: In the text form of Prometheus
      Given the host itself switches the signal red-light on
      When the host itself reads the metrics in plain text
      Then it is answered 200
      And the header "Content-Type" is "text/plain; charset=utf-8"
      And every line is as Prometheus reads it
      And there is the line 'studio_control_calls_total{status="2xx"} 1'
      And there is the line 'studio_control_actions_total{end="acknowledged"} 1'

    @simulator
    Scenario: How long it takes, and what comes late
      Given the clock stands still
      And the line of red-light is 3000 ms late
      And the host itself switches the signal red-light on and waits
      And 2000 ms pass
      And it is refused with 424 ack_timeout
      When 3000 ms pass
      And the host itself reads the metrics
      Then the figures are:
        | studio_control_actions_total end=timed_out         | 1 |
        | studio_control_late_ends_total                     | 1 |
        | studio_control_acknowledgement_seconds_bucket le=2 | 0 |
        | studio_control_acknowledgement_seconds_bucket le=5 | 1 |
        | studio_control_uptime_seconds                      | 5 |

    Scenario: Streams and drivers
      Given the host itself follows the events, 3 times
      And the player of wall is offline
      When the host itself reads the metrics
      Then the figures are:
        | studio_control_event_streams                 | 3 |
        | studio_control_driver_connected output=out-1 | 1 |
        | studio_control_driver_connected output=out-2 | 0 |

    @SWITCH-3
    Scenario: They belong to System
      Given the device "Panel" is limited to signals
      When the device "Panel" reads the metrics
      Then it is refused with 403 forbidden
      When Read of System is switched off
      And the host itself reads the metrics
      Then it is refused with 403 feature_disabled

    Scenario: An address that is let in may read them
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 reads the metrics
      Then it is answered 200

    Scenario: They name no caller, and show no secret
      Given the device "Wall display"
      And the device "Wall display" reads the signals
      When the host itself reads the metrics
      Then the answer doesn't mention "Wall display"
      And the answer doesn't mention "{Wall display}"
      And the answer doesn't mention "192.168.1.20"
