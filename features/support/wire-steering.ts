// Steering of a simulated studio whose players are reached over the wire: what arrived there, in the driver's words.
import { setImmediate as turn } from 'node:timers/promises';
import type { LoggedCommand } from '../../simulator/command-log.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { StudioSteering } from './driver.js';
import type { RunningPlayout } from './playout.js';
import { deviceId, steer, told } from './simulator-steering.js';
import { eventually } from './eventually.js';

/** How often the event loop turns for what is on the wire. */
const turns = 8;

/** How far the clock moves at once, milliseconds: as long as players are left alone unless something is awaited soon. */
const strideMs = { short: 5, long: 200 };
const soonMs = 60_000;

const strideBefore = (restMs: number): number => (restMs > soonMs ? strideMs.long : Math.min(strideMs.short, restMs));

const delivered = async (): Promise<void> => {
  for (let done = 0; done < turns; done += 1) await turn();
};

const wind = async ({ clock }: RunningPlayout, ms: number): Promise<void> => {
  await delivered();
  for (let restMs = ms, passedMs = 0; restMs > 0; restMs -= passedMs) {
    passedMs = strideBefore(restMs);
    await clock.advance(passedMs);
    await delivered();
  }
};

type Sent = Pick<LoggedCommand, 'device' | 'command'>;

/** The clip that lies in a file. */
const clipIn = ({ banks }: StudioLayout, media: string | undefined): object => {
  const holds = ({ clips }: StudioLayout['banks'][number]) => clips.find((clip) => clip.media === media);
  const bank = banks.find((one) => holds(one) !== undefined);
  return { bank: bank?.key, clip: { key: bank && holds(bank)?.key } };
};

const sceneOn = ({ outputs }: StudioLayout, output: string, layer: string | undefined): string => {
  const layers = Object.entries(outputs.find(({ id }) => id === output)?.player?.layers ?? {});
  return layers.find(([, number]) => String(number) === layer)?.[0] ?? '';
};

const line = /(PLAY|STOP) \d+-(\d+)(?: "([^"]+)")?/;

/** A line of AMCP as the command that it came from. */
export const meant = (layout: StudioLayout, { device, command }: Sent): Sent => {
  if (!('line' in command)) return { device, command };
  const [, verb, layer, media] = line.exec(String(command.line)) ?? [];
  const scene = sceneOn(layout, device, layer);
  const stop = { type: 'stop', scenes: [scene] };
  return { device, command: verb === 'STOP' ? stop : { type: 'play', scene, cue: clipIn(layout, media) } };
};

/** Steers a studio that runs. */
export const steerOnWire = (running: RunningPlayout): StudioSteering => {
  const { studio, clock, service } = running;
  const steering = steer(studio, clock);
  return {
    ...steering,
    advance: (ms) => wind(running, ms),
    afflict: async (device, fault) => {
      await steering.afflict(device, fault);
      if (device.kind !== 'player') return;
      const { state } = service().players;
      const away = fault.kind === 'offline';
      await eventually('the driver knows', () => state(deviceId(studio, device)).connected !== away);
    },
    commands: async () => {
      await delivered();
      return studio.commands().map((command) => told(meant(studio.layout, command)));
    },
  };
};
