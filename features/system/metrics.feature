# The service's metrics.
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
        | studio_control_calls_total status=2xx               | 2 |
        | studio_control_calls_total status=4xx               | 2 |
        | studio_control_refusals_total reason=not_found      | 1 |
        | studio_control_refusals_total reason=unauthorized   | 1 |
        | studio_control_actions_total operation=signal.on outcome=acknowledged | 1 |
        | studio_control_actions_total operation=clip.play output=out-1 outcome=acknowledged | 1 |
        | studio_control_actions_total operation=clip.play output=out-1 outcome=refused | 1 |
        | studio_control_acknowledgement_duration_seconds_count operation=clip.play | 1 |
        | studio_control_acknowledgement_duration_seconds_bucket le=30 operation=signal.on | 1 |
        | studio_control_device_connected kind=player device=out-1 | 1 |
        | studio_control_device_reconnects_total kind=player device=out-1 | 0 |
        | studio_control_on_air                               | 0 |
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
      And the response body has the line 'studio_control_actions_total{operation="signal.on",outcome="acknowledged"} 1'

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
        | studio_control_actions_total operation=signal.on outcome=timed_out | 1 |
        | studio_control_late_ends_total                     | 1 |
        | studio_control_acknowledgement_duration_seconds_bucket le=2 operation=signal.on| 0 |
        | studio_control_acknowledgement_duration_seconds_bucket le=5 operation=signal.on| 1 |
        | studio_control_uptime_seconds                      | 5 |

    @simulated
    Scenario: Event streams and connected drivers are counted
      Given the host itself opens the event stream, 3 times
      And the player of wall is offline
      When the host itself reads the metrics
      Then the metrics are:
        | studio_control_event_streams                 | 3 |
        | studio_control_device_connected kind=player device=out-1 | 1 |
        | studio_control_device_connected kind=player device=out-2 | 0 |
      When the player of wall works again
      And the host itself reads the metrics
      Then the metrics are:
        | studio_control_device_connected kind=player device=out-2        | 1 |
        | studio_control_device_reconnects_total kind=player device=out-2 | 1 |
        | studio_control_device_reconnects_total kind=player device=out-1 | 0 |

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
        | studio_control_on_air                                                           | 1 |
        | studio_control_actions_total operation=studio.onair outcome=acknowledged        | 1 |
        | studio_control_actions_total operation=output.stop output=out-2 outcome=failed  | 1 |
        | studio_control_actions_total operation=clip.play output=out-1 outcome=failed    | 1 |
        | studio_control_refusals_total reason=device_unavailable                         | 1 |
        | studio_control_refusals_total reason=device_error                               | 1 |
      And the metrics include:
        | studio_control_configuration_version |

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
