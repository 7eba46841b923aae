// Which commands count as repetitions of each other: for each kind of command, the same one does, and others don't.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import type { Drivers } from '../../application/commands/drivers.js';
import { withRepeats } from '../../application/commands/repeated-commands.js';
import { superseded, type CommandResult, type SendResult } from '../../application/ports/commands.js';

const selection = (key: string, bank = 'news') => ({ bank, clip: { number: 1, key, name: key, durationMs: 1_000 } });
const done: CommandResult = E.right(undefined);
const replaced: CommandResult = E.left(superseded('another command replaced it'));

let results: ((result: CommandResult) => void)[];
let drivers: Drivers;

const send = (): SendResult => {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  results.push(resolve);
  return E.right({ accepted: Promise.resolve(done), confirmed: promise });
};

beforeEach(() => {
  results = [];
  const { players, signalLines, cameras } = unconnectedDrivers({ layout: { outputs: [] } });
  const sends = ['play', 'stop', 'cue', 'take', 'pause', 'resume', 'seek', 'showGraphic', 'hideGraphic'];
  drivers = withRepeats({
    players: { ...players, ...Object.fromEntries(sends.map((name) => [name, send])) },
    signalLines: { ...signalLines, switch: send },
    cameras,
  });
});

const commands = {
  play: () => drivers.players.play('out-1', 'full', selection('a')),
  'play another clip': () => drivers.players.play('out-1', 'full', selection('b')),
  'play the clip of another bank': () => drivers.players.play('out-1', 'full', selection('a', 'music')),
  'play on another output': () => drivers.players.play('out-2', 'full', selection('a')),
  stop: () => drivers.players.stop('out-1', ['full']),
  cue: () => drivers.players.cue('out-1', 'full', selection('a')),
  'cue another clip': () => drivers.players.cue('out-1', 'full', selection('b')),
  take: () => drivers.players.take('out-1', 'full'),
  pause: () => drivers.players.pause('out-1', 'full'),
  resume: () => drivers.players.resume('out-1', 'full'),
  seek: () => drivers.players.seek('out-1', 'full', 5),
  'seek elsewhere': () => drivers.players.seek('out-1', 'full', 6),
  show: () => drivers.players.showGraphic('out-1', 'full', {}),
  hide: () => drivers.players.hideGraphic('out-1', 'full'),
  on: () => drivers.signalLines.switch('sig-1', true),
  off: () => drivers.signalLines.switch('sig-1', false),
  'on of another signal': () => drivers.signalLines.switch('sig-2', true),
} satisfies Readonly<Record<string, () => SendResult>>;

type Name = keyof typeof commands;

/** Sends commands, of which all but the last one are superseded, and returns how the first one ends. */
const endOfFirst = async (...names: readonly [Name, ...Name[]]): Promise<string> => {
  const [first] = names.map((name) => commands[name]());
  for (const [at, end] of results.entries()) end(at === names.length - 1 ? done : replaced);
  const result = first && E.isRight(first) ? await first.right.confirmed : replaced;
  return E.isRight(result) ? 'done' : result.left.code;
};

describe('a superseded command', () => {
  it.each(['play', 'stop', 'cue', 'take', 'pause', 'resume', 'seek', 'show', 'hide', 'on', 'off'] as const)(
    '@ACK-15: %s ends as its repetition',
    async (name) => {
      expect(await endOfFirst(name, name)).toBe('done');
    },
  );

  it.each<readonly [Name, Name]>([
    ['play', 'play another clip'],
    ['play', 'play the clip of another bank'],
    ['play', 'play on another output'],
    ['play', 'cue'],
    ['play', 'stop'],
    ['take', 'play'],
    ['cue', 'cue another clip'],
    ['cue', 'play'],
    ['pause', 'resume'],
    ['resume', 'pause'],
    ['seek', 'seek elsewhere'],
    ['show', 'hide'],
    ['hide', 'show'],
    ['on', 'off'],
    ['on', 'on of another signal'],
  ])('%s fails if it was superseded by: %s', async (first, second) => {
    expect(await endOfFirst(first, second)).toBe('device_error');
  });

  it.each<readonly [Name, Name]>([
    ['take', 'play'],
    ['play', 'take'],
    ['pause', 'resume'],
    ['show', 'hide'],
    ['on', 'off'],
    ['seek', 'seek elsewhere'],
  ])('%s fails if its repetition followed: %s', async (first, between) => {
    expect(await endOfFirst(first, between, first)).toBe('device_error');
  });

  it.each<readonly [Name, Name]>([
    ['play', 'cue'],
    ['cue', 'take'],
    ['play', 'on'],
    ['pause', 'show'],
  ])('%s ends as its repetition although this was sent between: %s', async (first, between) => {
    expect(await endOfFirst(first, between, first)).toBe('done');
  });
});
