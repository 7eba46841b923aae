// Counts how often devices have come back after a lost connection.
import { Counter, type Registry } from 'prom-client';
import type { MetricsDeps } from './metrics-deps.js';

/** Registers the counter. The first connection of a device after the start isn't counted. */
export const countReconnects = (
  registry: Registry,
  { studio, players }: Pick<MetricsDeps, 'studio' | 'players'>,
): void => {
  const reconnects = new Counter({
    name: 'studio_control_device_reconnects_total',
    help: 'Connections that devices have regained',
    labelNames: ['kind', 'device'],
    registers: [registry],
  });
  /** Whether each output's player is connected; absent before its first connection. */
  const wasConnected = new Map<string, boolean>();
  const follow = (output: string): void => {
    const { connected } = players.state(output);
    const before = wasConnected.get(output);
    if (connected || before !== undefined) wasConnected.set(output, connected);
    if (connected && before === false) reconnects.inc({ kind: 'player', device: output });
  };
  for (const { id } of studio.records.outputs.all) {
    reconnects.inc({ kind: 'player', device: id }, 0);
    follow(id);
  }
  players.watch(follow);
};
