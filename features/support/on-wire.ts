// Steering of a simulated studio whose players are reached over the wire: what arrived there, in the driver's words.
import { setImmediate as turn } from 'node:timers/promises';
import { ids } from '../../infra/identifiers.js';
import type { LoggedCommand } from '../../simulator/command-log.js';
import type { Steering } from './driver.js';
import type { Host } from './host.js';
import { deviceId, steer, told } from './simulated.js';
import { soon } from './soon.js';

/** How far the clock moves at once, milliseconds, and how often the event loop turns for what is on the wire. */
const strideMs = 5;
const turns = 8;

const delivered = async (): Promise<void> => {
  for (let done = 0; done < turns; done += 1) await turn();
};

const wind = async ({ clock }: Host, ms: number): Promise<void> => {
  await delivered();
  for (let rest = ms; rest > 0; rest -= strideMs) {
    await clock.advance(Math.min(strideMs, rest));
    await delivered();
  }
};

const line = /(PLAY|STOP) 1-(\d+)(?: "(\w+)\/(\w+)")?/;

/** A line of AMCP as the command that it came from. */
const meant = ({ studio }: Host, { device, command }: LoggedCommand): Pick<LoggedCommand, 'device' | 'command'> => {
  if (!('line' in command)) return { device, command };
  const [, verb, layer, bank, key] = line.exec(String(command.line)) ?? [];
  const { player } = studio.layout.outputs.find(({ id }) => id === device) ?? {};
  const [scene = ''] = Object.entries(player?.layers ?? {}).find(([, number]) => String(number) === layer) ?? [];
  const stop = { type: 'stop', scenes: [scene] };
  return { device, command: verb === 'STOP' ? stop : { type: 'play', scene, cue: { bank, clip: { key } } } };
};

/** Steers the studio of a host. */
export const steerOnWire = (host: Host): Steering => {
  const { studio, clock, service } = host;
  const steering = steer(studio, clock);
  return {
    ...steering,
    advance: (ms) => wind(host, ms),
    afflict: async (device, fault) => {
      await steering.afflict(device, fault);
      if (device.kind !== 'player') return;
      const { state } = service().container.get(ids.players);
      const away = fault.kind === 'offline';
      await soon('the driver knows', () => state(deviceId(studio, device)).connected !== away);
    },
    commands: async () => {
      await delivered();
      return studio.commands().map((command) => told(meant(host, command)));
    },
  };
};
