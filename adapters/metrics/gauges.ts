// What is looked up when the figures are asked for: uptime, connections, streams.
import { Gauge, type Registry } from 'prom-client';
import type { MetricsDeps } from './metrics-deps.js';

const one = (registry: Registry, name: string, help: string, value: () => number): void => {
  new Gauge({
    ...{ name, help, registers: [registry] },
    collect() {
      this.set(value());
    },
  });
};

const drivers = (registry: Registry, { studio, players }: MetricsDeps): void => {
  new Gauge({
    ...{ name: 'studio_control_driver_connected', labelNames: ['output'], registers: [registry] },
    help: 'Whether the player of an output is connected',
    collect() {
      for (const { id } of studio.records.outputs.all) this.set({ output: id }, Number(players.state(id).connected));
    },
  });
};

/** Registers everything that is looked up. */
export const gauges = (registry: Registry, needs: MetricsDeps): void => {
  const { about, clock, events } = needs;
  new Gauge({
    ...{ name: 'studio_control_info', help: 'Always 1; the version is in the label', registers: [registry] },
    labelNames: ['version'],
  }).set({ version: about.version }, 1);
  one(
    registry,
    'studio_control_uptime_seconds',
    'How long the service runs',
    () => (clock.now() - about.startedAtMs) / 1_000,
  );
  one(registry, 'studio_control_console_connected', 'Whether the console can be reached', () =>
    Number(about.cloudConnected()),
  );
  one(registry, 'studio_control_event_streams', 'Streams of events that are open', events.streams);
  drivers(registry, needs);
};
