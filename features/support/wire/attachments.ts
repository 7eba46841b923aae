// How the demo studio's devices are attached to a connection of each protocol.
import type { FaceProtocol } from '../../../infra/simulated/connection-faces.js';

/** Settings of an attachment, as a studio file has them. */
type Settings = Readonly<Record<string, unknown>>;

/** The settings of a connection besides its address, and of the record with a number that is attached to it. */
export interface WireAttachments {
  /** Whether it takes some of the studio's time to connect. */
  readonly takesTime?: boolean;
  readonly settings?: Settings;
  readonly line?: (number: number) => Settings;
  readonly head?: (angles: readonly string[]) => Settings;
  readonly player?: (scenes: readonly string[]) => Settings;
}

const numbered = (angles: readonly string[]): Settings =>
  Object.fromEntries(angles.map((angle, preset) => [angle, preset]));

/** The pause between two questions for the state, in milliseconds. */
const everyMs = 50;

const lamp = (number: number): Settings => {
  const address = `/lamp/${String(number)}`;
  return {
    on: { address, args: [true] },
    off: { address, args: [false] },
    accepted: { address: `${address}/done` },
    refused: { address: `${address}/failed` },
    state: {
      ask: { address: `${address}/get` },
      everyMs,
      on: { address: `${address}/is`, args: [true] },
      off: { address: `${address}/is`, args: [false] },
    },
  };
};

const relay = (number: number): Settings => ({
  on: `RELAY ${String(number)} ON`,
  off: `RELAY ${String(number)} OFF`,
  accepted: `OK ${String(number)}`,
  refused: 'ERR*',
  state: { ask: `RELAY ${String(number)}?`, everyMs, on: `${String(number)} IS ON`, off: `${String(number)} IS OFF` },
});

const presets = (angles: readonly string[]): Settings => ({
  recall: 'PRESET {preset}',
  presets: numbered(angles),
  accepted: 'OK {preset}',
  refused: 'ERR*',
  state: { ask: 'PRESET?', everyMs, is: 'PRESET IS {preset}' },
});

/** The attachments by protocol. Almost every protocol has some, so that the features run against its simulated equipment; CasparCG's servers have a profile of their own. */
export const wireAttachments: Readonly<Record<FaceProtocol, WireAttachments>> = {
  modbus: { line: (number) => ({ coil: number }) },
  obs: {
    settings: { mediaFolder: '/media' },
    player: (scenes) => ({
      scenes: Object.fromEntries(scenes.map((scene) => [scene, { inputs: [`${scene} A`, `${scene} B`] }])),
    }),
  },
  mqtt: { line: (number) => ({ profile: 'shelly-gen2', device: `relay-${String(number)}` }) },
  emberplus: { line: (number) => ({ parameter: `Console/Channels/Channel${String(number)}/On` }) },
  videohub: { line: (number) => ({ output: number + 1, input: 2, offInput: 1 }) },
  atem: { line: (number) => ({ aux: number + 1, input: 2, offInput: 1 }) },
  visca: { head: (angles) => ({ presets: numbered(angles) }) },
  panasonic: { takesTime: true, head: (angles) => ({ presets: numbered(angles) }) },
  // It learns from two states which clip runs.
  vmix: {
    takesTime: true,
    player: (scenes) => ({
      idle: 'Black',
      mixes: Object.fromEntries(scenes.map((scene, index) => [scene, index + 1])),
    }),
  },
  gpio: { settings: { chip: 'gpiochip0' }, line: (line) => ({ line, direction: 'out', safe: 'keep' }) },
  // Its lines can't be switched; the features of signals need that.
  tsl: {},
  // It has one scene and cues nothing; the features of outputs need both.
  hyperdeck: {},
  tcp: { line: relay, head: presets },
  udp: { line: relay, head: presets },
  http: {
    line: (number) => ({
      on: `/relay/${String(number)}?turn=on`,
      off: `/relay/${String(number)}?turn=off`,
      state: {
        ask: `/relay/${String(number)}`,
        everyMs,
        on: { pointer: '/on', equals: true },
        off: { pointer: '/on', equals: false },
      },
    }),
    head: (angles) => ({
      recall: '/recall?preset={preset}',
      presets: numbered(angles),
      state: { ask: '/preset', everyMs, is: 'preset={preset}' },
    }),
  },
  osc: {
    line: lamp,
    head: (angles) => ({
      recall: { address: '/preset', args: ['{preset}'] },
      presets: numbered(angles),
      accepted: { address: '/preset/ok' },
      refused: { address: '/preset/error' },
      state: { ask: { address: '/preset/get' }, everyMs, is: { address: '/preset/is', args: ['{preset}'] } },
    }),
  },
};
