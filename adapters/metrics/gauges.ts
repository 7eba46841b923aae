// Metrics that are read when they are collected: uptime, connections, streams.
import { Gauge, type Registry } from 'prom-client';
import type { MetricsDeps } from './metrics-deps.js';

const gauge = (registry: Registry, name: string, help: string, value: () => number): void => {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value());
    },
  });
};

const driverGauge = (registry: Registry, { studio, players }: MetricsDeps): void => {
  new Gauge({
    name: 'studio_control_driver_connected',
    help: 'Whether the player of an output is connected',
    labelNames: ['output'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { id } of studio.records.outputs.all) this.set({ output: id }, Number(players.state(id).connected));
    },
  });
};

/** Registers the gauges. */
export const gauges = (registry: Registry, deps: MetricsDeps): void => {
  const { about, clock, events } = deps;
  new Gauge({
    name: 'studio_control_info',
    help: 'Always 1; the label holds the version',
    registers: [registry],
    labelNames: ['version'],
  }).set({ version: about.version }, 1);
  gauge(
    registry,
    'studio_control_uptime_seconds',
    'Time since the service started',
    () => (clock.now() - about.startedAtMs) / 1_000,
  );
  gauge(registry, 'studio_control_console_connected', 'Whether the console is connected', () =>
    Number(about.cloudConnected()),
  );
  gauge(registry, 'studio_control_event_streams', 'Open event streams', events.streams);
  driverGauge(registry, deps);
};
