// Superseded commands end as their repetitions do.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { withRepeats } from '../../application/commands/repeated-commands.js';
import { superseded, type CommandResult, type SendResult } from '../../application/ports/commands.js';
import type { Players } from '../../application/ports/players.js';
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import { failure } from '../../domain/failure.js';
import { stepResult } from '../contracts/device-commands.js';

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
  players = withRepeats({ ...drivers, players: { ...drivers.players, play: send, stop: send } }).players;
});

describe('a superseded command', () => {
  it.each([
    [done, 'done'],
    [refused, 'device_error'],
  ] as const)('ends as its repetition: %j', async (second, expected) => {
    const first = players.play('out-1', 'full', selection('opener'));
    players.play('out-1', 'full', selection('opener'));
    expect(await firstResult(first, second)).toBe(expected);
  });

  it('waits for its repetition', async () => {
    const first = confirmedOf(players.play('out-1', 'full', selection('opener')));
    players.play('out-1', 'full', selection('opener'));
    results[0]?.(replaced);
    expect(await stepResult(first)).toBe('pending');
  });

  it('ends as the last of several repetitions', async () => {
    const first = confirmedOf(players.play('out-1', 'full', selection('opener')));
    players.play('out-1', 'full', selection('opener'));
    players.play('out-1', 'full', selection('opener'));
    results[0]?.(replaced);
    results[1]?.(replaced);
    results[2]?.(done);
    expect(E.isRight(await first)).toBe(true);
  });

  it.each([
    ['another clip', () => players.play('out-1', 'full', selection('closer'))],
    ['a clip in another scene', () => players.play('out-1', 'left', selection('opener'))],
    ['a stop', () => players.stop('out-1', ['full'])],
  ])('fails if it was superseded by %s', async (_, other) => {
    const first = players.play('out-1', 'full', selection('opener'));
    other();
    expect(await firstResult(first, done)).toBe('device_error');
  });

  it('fails if a repetition followed another clip', async () => {
    const first = players.play('out-1', 'full', selection('opener'));
    players.play('out-1', 'full', selection('closer'));
    players.play('out-1', 'full', selection('opener'));
    results[2]?.(done);
    expect(await firstResult(first, done)).toBe('device_error');
  });

  it('of several scenes ends as its repetition in all of them', async () => {
    const first = players.stop('out-1', ['left', 'right']);
    players.stop('out-1', ['left', 'right']);
    expect(await firstResult(first, done)).toBe('done');
  });

  it('of one scene ends as a later one of several scenes, among them that one', async () => {
    const first = players.stop('out-1', ['left']);
    players.stop('out-1', ['right', 'left']);
    expect(await firstResult(first, done)).toBe('done');
  });

  it('of several scenes fails if only one of them was repeated', async () => {
    const first = players.stop('out-1', ['left', 'right']);
    players.stop('out-1', ['left']);
    expect(await firstResult(first, done)).toBe('device_error');
  });

  it('fails at its timeout as its repetition does', () => {
    const first = players.play('out-1', 'full', selection('opener'));
    players.play('out-1', 'full', selection('opener'));
    expect(E.isRight(first) && first.right.failureAtTimeout?.()).toEqual(failure('device_error', '2'));
  });
});

describe('a command that failed by itself', () => {
  it("isn't mended by its repetition", async () => {
    const first = confirmedOf(players.play('out-1', 'full', selection('opener')));
    players.play('out-1', 'full', selection('opener'));
    results[0]?.(refused);
    results[1]?.(done);
    expect(await stepResult(first.then((result) => result))).toMatch(/pending|device_error/);
    expect(E.isLeft(await first)).toBe(true);
  });
});
