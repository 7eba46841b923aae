// Superseded commands end as their repetitions do.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { unconnectedDrivers } from '../../../adapters/unconnected/devices.js';
import type { Drivers } from '../../../application/commands/drivers.js';
import { withRepeats } from '../../../application/commands/repeated-commands.js';
import type { CommandResult, SendResult } from '../../../application/ports/commands.js';
import type { Players } from '../../../application/ports/players.js';
import { failure, superseded } from '../../../domain/failure.js';
import { stepResult } from '../../contracts/device-commands.js';
import { commandTo } from '../../support/commands.js';

describe('repeated commands', () => {
  const layout = { outputs: [] };
  const selection = (key: string) => ({ bank: 'news', clip: { number: 1, key, name: key, durationMs: 1_000 } });
  const done: CommandResult = E.right(undefined);
  const replaced: CommandResult = E.left(superseded('another command replaced it'));
  const refused: CommandResult = E.left(failure('device_error', 'refused'));

  /** The results of the commands, in the order in which they were sent. */
  let results: ((result: CommandResult) => void)[];
  let players: Players;

  const send = (): SendResult => {
    const { promise, resolve } = Promise.withResolvers<CommandResult>();
    results.push(resolve);
    const number = String(results.length);
    return E.right({
      accepted: Promise.resolve(done),
      confirmed: promise,
      failureAtTimeout: () => (number === '2' ? failure('device_error', number) : undefined),
    });
  };

  const confirmedOf = (sending: SendResult) => (E.isLeft(sending) ? Promise.resolve(sending) : sending.right.confirmed);

  /** Ends the first command as superseded, the second as given, and returns the result of the first. */
  const firstResult = async (first: SendResult, second: CommandResult) => {
    results[0]?.(replaced);
    results[1]?.(second);
    await confirmedOf(first);
    return stepResult(confirmedOf(first));
  };

  beforeEach(() => {
    results = [];
    const drivers = unconnectedDrivers({ layout });
    players = withRepeats({ ...drivers.players, send });
  });

  describe('a superseded command', () => {
    it.each([
      [done, 'done'],
      [refused, 'device_error'],
    ] as const)('ends as its repetition: %j', async (second, expected) => {
      const first = players.send(commandTo.play('out-1', 'full', selection('opener')));
      players.send(commandTo.play('out-1', 'full', selection('opener')));
      expect(await firstResult(first, second)).toBe(expected);
    });

    it('waits for its repetition', async () => {
      const first = confirmedOf(players.send(commandTo.play('out-1', 'full', selection('opener'))));
      players.send(commandTo.play('out-1', 'full', selection('opener')));
      results[0]?.(replaced);
      expect(await stepResult(first)).toBe('pending');
    });

    it('ends as the last of several repetitions', async () => {
      const first = confirmedOf(players.send(commandTo.play('out-1', 'full', selection('opener'))));
      players.send(commandTo.play('out-1', 'full', selection('opener')));
      players.send(commandTo.play('out-1', 'full', selection('opener')));
      results[0]?.(replaced);
      results[1]?.(replaced);
      results[2]?.(done);
      expect(E.isRight(await first)).toBe(true);
    });

    it('fails if it was superseded by a clip in another scene', async () => {
      const first = players.send(commandTo.play('out-1', 'full', selection('opener')));
      players.send(commandTo.play('out-1', 'left', selection('opener')));
      expect(await firstResult(first, done)).toBe('device_error');
    });

    it('of several scenes ends as its repetition in all of them', async () => {
      const first = players.send(commandTo.stop('out-1', ['left', 'right']));
      players.send(commandTo.stop('out-1', ['left', 'right']));
      expect(await firstResult(first, done)).toBe('done');
    });

    it('of one scene ends as a later one of several scenes, among them that one', async () => {
      const first = players.send(commandTo.stop('out-1', ['left']));
      players.send(commandTo.stop('out-1', ['right', 'left']));
      expect(await firstResult(first, done)).toBe('done');
    });

    it('of several scenes fails if only one of them was repeated', async () => {
      const first = players.send(commandTo.stop('out-1', ['left', 'right']));
      players.send(commandTo.stop('out-1', ['left']));
      expect(await firstResult(first, done)).toBe('device_error');
    });

    it('fails at its timeout as its repetition does', () => {
      const first = players.send(commandTo.play('out-1', 'full', selection('opener')));
      players.send(commandTo.play('out-1', 'full', selection('opener')));
      expect(E.isRight(first) && first.right.failureAtTimeout?.()).toEqual(failure('device_error', '2'));
    });
  });

  describe('a command that failed by itself', () => {
    it("isn't mended by its repetition", async () => {
      const first = confirmedOf(players.send(commandTo.play('out-1', 'full', selection('opener'))));
      players.send(commandTo.play('out-1', 'full', selection('opener')));
      results[0]?.(refused);
      results[1]?.(done);
      expect(await stepResult(first.then((result) => result))).toMatch(/pending|device_error/);
      expect(E.isLeft(await first)).toBe(true);
    });
  });
});

describe('each command', () => {
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
    drivers = {
      players: withRepeats({ ...players, send }),
      signalLines: withRepeats({ ...signalLines, send }),
      cameras,
    };
  });

  const commands = {
    play: () => drivers.players.send(commandTo.play('out-1', 'full', selection('a'))),
    'play another clip': () => drivers.players.send(commandTo.play('out-1', 'full', selection('b'))),
    'play the clip of another bank': () =>
      drivers.players.send(commandTo.play('out-1', 'full', selection('a', 'music'))),
    'play on another output': () => drivers.players.send(commandTo.play('out-2', 'full', selection('a'))),
    stop: () => drivers.players.send(commandTo.stop('out-1', ['full'])),
    cue: () => drivers.players.send(commandTo.cue('out-1', 'full', selection('a'))),
    'cue another clip': () => drivers.players.send(commandTo.cue('out-1', 'full', selection('b'))),
    take: () => drivers.players.send(commandTo.take('out-1', 'full')),
    pause: () => drivers.players.send(commandTo.pause('out-1', 'full')),
    resume: () => drivers.players.send(commandTo.resume('out-1', 'full')),
    seek: () => drivers.players.send(commandTo.seek('out-1', 'full', 5)),
    'update the texts': () => drivers.players.send(commandTo.update('out-1', 'full', {})),
    'seek elsewhere': () => drivers.players.send(commandTo.seek('out-1', 'full', 6)),
    show: () => drivers.players.send(commandTo.show('out-1', 'full', {})),
    hide: () => drivers.players.send(commandTo.hide('out-1', 'full')),
    on: () => drivers.signalLines.send(commandTo.switch('sig-1', true)),
    off: () => drivers.signalLines.send(commandTo.switch('sig-1', false)),
    'on of another signal': () => drivers.signalLines.send(commandTo.switch('sig-2', true)),
  } satisfies Readonly<Record<string, () => SendResult>>;

  type Name = keyof typeof commands;

  /** Sends commands, of which all but the last one are superseded, and returns how the first one ends. */
  const endOfFirst = async (...names: readonly [Name, ...Name[]]): Promise<string> => {
    const [first] = names.map((name) => commands[name]());
    for (const [at, end] of results.entries()) end(at === names.length - 1 ? done : replaced);
    const result = first && E.isRight(first) ? await first.right.confirmed : replaced;
    return E.isRight(result) ? 'done' : result.left.code;
  };

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
    ['update the texts', 'update the texts'],
  ])('%s fails if it was superseded by: %s', async (first, second) => {
    expect(await endOfFirst(first, second)).toBe('device_error');
  });

  it.each<readonly [Name, Name]>([
    ['take', 'play'],
    ['play', 'take'],
    ['play', 'play another clip'],
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
