// Metrics that are read when they are collected: uptime, on-air status, connections, streams, configuration.
import { Gauge, type Registry } from 'prom-client';
import { alarmKinds } from '../../domain/studio/alarm-kinds.js';
import type { MetricsDeps } from './metrics-deps.js';
import { connectedPlayers } from './players.js';

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

const infoGauge = (registry: Registry, { about }: MetricsDeps): void => {
  new Gauge({
    name: 'studio_control_info',
    help: 'Always 1; the label holds the version',
    registers: [registry],
    labelNames: ['version'],
  }).set({ version: about.version }, 1);
};

const deviceGauge = (registry: Registry, { studio, players }: MetricsDeps): void => {
  new Gauge({
    name: 'studio_control_device_connected',
    help: 'Whether a device is connected: the player of an output, by the id of the output; a backup by that id and -backup',
    labelNames: ['kind', 'device'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { id } of studio.records.outputs.all)
        for (const [device, connected] of connectedPlayers(players, id))
          this.set({ kind: 'player', device }, Number(connected));
    },
  });
};

const alarmGauge = (registry: Registry, { alarms }: MetricsDeps): void => {
  new Gauge({
    name: 'studio_control_open_alarms',
    help: 'Open alarms by kind',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const kind of alarmKinds) this.set({ kind }, 0);
      for (const { kind } of alarms.open()) this.inc({ kind });
    },
  });
};

/** Seconds since the service started; 0 if the clock was set to an earlier time. */
const uptimeSeconds = ({ about, clock }: MetricsDeps): number => Math.max(0, clock.now() - about.startedAtMs) / 1_000;

/** Registers the gauges. */
export const gauges = (registry: Registry, deps: MetricsDeps): void => {
  const { about, access, studio, events } = deps;
  infoGauge(registry, deps);
  gauge(registry, 'studio_control_uptime_seconds', 'Time since the service started', () => uptimeSeconds(deps));
  gauge(registry, 'studio_control_on_air', 'Whether the studio is on air', () =>
    Number(studio.runtime().status === 'on_air'),
  );
  gauge(registry, 'studio_control_console_connected', 'Whether the console is connected', () =>
    Number(about.cloudConnected()),
  );
  gauge(
    registry,
    'studio_control_configuration_version',
    'Version of the access configuration in force; 0 before the first one',
    () => access.current().configuration.version,
  );
  gauge(registry, 'studio_control_event_streams', 'Open event streams', events.streams);
  deviceGauge(registry, deps);
  alarmGauge(registry, deps);
};
