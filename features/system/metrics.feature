# The service's metrics.
Feature: Metrics
  Metrics for monitoring systems and operators: calls, actions, acknowledgements, connections, memory.

  @METRICS-1
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
        | studio_control_calls_total status=2xx               | 2 |
        | studio_control_calls_total status=4xx               | 2 |
        | studio_control_actions_total end=acknowledged       | 2 |
        | studio_control_actions_total end=failed             | 1 |
        | studio_control_acknowledgement_seconds_count        | 2 |
        | studio_control_acknowledgement_seconds_bucket le=30 | 2 |
        | studio_control_driver_connected output=out-1        | 1 |
        | studio_control_event_streams                        | 0 |
        | studio_control_events_total                         | 2 |
      And the metrics include:
        | studio_control_info              |
        | studio_control_uptime_seconds    |
        | studio_control_console_connected |
        | process_resident_memory_bytes    |
        | nodejs_eventloop_lag_seconds     |

    @simulated
    Scenario: The plain form has the Prometheus text format
      Given the host itself switches the signal red-light on
      When the host itself reads the metrics in plain text
      Then the response status is 200
      And the header "Content-Type" is "text/plain; charset=utf-8"
      And every line has the Prometheus text format
      And the response body has the line 'studio_control_calls_total{status="2xx"} 1'
      And the response body has the line 'studio_control_actions_total{end="acknowledged"} 1'

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
        | studio_control_actions_total end=timed_out         | 1 |
        | studio_control_late_ends_total                     | 1 |
        | studio_control_acknowledgement_seconds_bucket le=2 | 0 |
        | studio_control_acknowledgement_seconds_bucket le=5 | 1 |
        | studio_control_uptime_seconds                      | 5 |

    @simulated
    Scenario: Event streams and connected drivers are counted
      Given the host itself opens the event stream, 3 times
      And the player of wall is offline
      When the host itself reads the metrics
      Then the metrics are:
        | studio_control_event_streams                 | 3 |
        | studio_control_driver_connected output=out-1 | 1 |
        | studio_control_driver_connected output=out-2 | 0 |

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
