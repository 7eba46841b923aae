// Simulated devices behind text templates: what each of them understands, what it answers, and what it shows.
import * as E from 'fp-ts/lib/Either.js';
import type { Drivers } from '../../application/commands/drivers.js';
import type { ClipSelection } from '../../application/ports/players.js';
import type { SendResult } from '../../application/ports/commands.js';
import type { Watch } from '../../application/ports/watch.js';
import { fieldOf } from '../../domain/codec/unchecked.js';
import type { FaceOptions } from '../wire-face.js';
import { expanded, type Expansion, type Writing } from './expansion.js';

/** A command that a device understands, as the templates of its record describe it. */
export interface KnownCommand {
  readonly template: unknown;
  readonly accepted: unknown;
  readonly refused: unknown;
  readonly execute: () => SendResult;
}

/** A device that takes texts. */
export interface TextDevice {
  readonly commands: readonly KnownCommand[];
  /** What asks for its state; undefined if it shows each change by itself. */
  readonly question: unknown;
  /** Returns what shows its state; undefined if it shows none. */
  readonly shows: () => unknown;
  readonly isReachable: () => boolean;
  /** Notifies when its state, or whether it can be reached, may have changed. */
  readonly watch: (watcher: () => void) => () => void;
}

const watchOne =
  (watch: Watch, id: string): TextDevice['watch'] =>
  (watcher) =>
    watch((changed) => {
      if (changed === id) watcher();
    });

const commandWith = (settings: unknown, field: string, values: Expansion, write: Writing | undefined) => ({
  template: expanded(fieldOf(settings, field), values, write),
  accepted: expanded(fieldOf(settings, 'accepted'), values),
  refused: expanded(fieldOf(settings, 'refused'), values),
});

const lineDevice = (signal: string, settings: unknown, { signalLines }: Drivers): TextDevice => {
  const state = fieldOf(settings, 'state');
  return {
    commands: [true, false].map((on) => ({
      ...commandWith(settings, on ? 'on' : 'off', {}, undefined),
      execute: () => signalLines.send({ do: 'switch', signal, on }),
    })),
    question: fieldOf(state, 'ask'),
    shows: () => fieldOf(state, signalLines.value(signal) === true ? 'on' : 'off'),
    isReachable: () => signalLines.connected(signal),
    watch: watchOne(signalLines.watch, signal),
  };
};

const headDevice = (camera: string, settings: unknown, { cameras }: Drivers, write?: Writing): TextDevice => {
  const presets = (fieldOf(settings, 'presets') ?? {}) as Expansion;
  const state = fieldOf(settings, 'state');
  const valuesOf = (angle: string): Expansion => ({ angle, preset: presets[angle] ?? 'none' });
  return {
    commands: Object.keys(presets).map((angle) => ({
      ...commandWith(settings, 'recall', valuesOf(angle), write),
      execute: () => cameras.send({ do: 'recall', camera, angle }),
    })),
    question: fieldOf(state, 'ask'),
    shows: () => {
      const angle = cameras.angle(camera);
      return expanded(fieldOf(state, 'is'), valuesOf(angle ?? 'none'));
    },
    isReachable: () => cameras.connected(camera),
    watch: watchOne(cameras.watch, camera),
  };
};

/** What the placeholders of a clip stand for. */
const clipValues = ({ bank, clip: { key, media = key, number } }: ClipSelection): Expansion => ({
  bank,
  clip: key,
  media,
  number,
});

type Player = FaceOptions['attachments']['players'] extends ReadonlyMap<string, infer One> ? One : never;

/** One scene of a player, which understands every clip of the studio. */
const sceneDevice = (
  { output, settings }: Player,
  scene: string,
  selections: readonly ClipSelection[],
  { players }: Drivers,
  write?: Writing,
): TextDevice => {
  const scenes = (fieldOf(settings, 'scenes') ?? {}) as Expansion;
  const ofScene: Expansion = { scene: scenes[scene] ?? scene };
  const state = fieldOf(settings, 'state');
  return {
    commands: [
      ...selections.map((selection) => ({
        ...commandWith(settings, 'play', { ...ofScene, ...clipValues(selection) }, write),
        execute: () => players.send({ do: 'play', output: output.id, scene, clip: selection }),
      })),
      {
        ...commandWith(settings, 'stop', ofScene, write),
        execute: () => players.send({ do: 'stop', output: output.id, scenes: [scene] }),
      },
    ],
    question: expanded(fieldOf(state, 'ask'), ofScene, write),
    shows: () => {
      const run = players.state(output.id).scenes.find(({ id }) => id === scene)?.run;
      return run
        ? expanded(fieldOf(state, 'playing'), { ...ofScene, ...clipValues(run) })
        : expanded(fieldOf(state, 'stopped'), ofScene);
    },
    isReachable: () => players.state(output.id).connected,
    watch: watchOne(players.watch, output.id),
  };
};

/** Returns the devices of a connection. `write` writes values into what the devices receive, by default as they are. */
export const textDevices = ({ attachments, devices }: FaceOptions, write?: Writing): readonly TextDevice[] => [
  ...[...attachments.lines].map(([signal, settings]) => lineDevice(signal, settings, devices)),
  ...[...attachments.heads].map(([camera, settings]) => headDevice(camera, settings, devices, write)),
  ...[...attachments.players.values()].flatMap((player) =>
    player.output.scenes.map((scene) => sceneDevice(player, scene, attachments.selections, devices, write)),
  ),
];

/** What a device does with a command. */
export interface Outcome {
  readonly isRefused: boolean;
  /** What fits its answer; undefined if it answers nothing. */
  readonly answer: unknown;
}

/** Executes a command, and waits until the device accepts or refuses it. */
export const outcomeOf = async ({ execute, accepted, refused }: KnownCommand): Promise<Outcome> => {
  const sent = execute();
  const result = E.isLeft(sent) ? sent : await Promise.race([sent.right.accepted, sent.right.confirmed]);
  return E.isLeft(result) ? { isRefused: true, answer: refused } : { isRefused: false, answer: accepted };
};
