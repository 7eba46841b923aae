// Several commands that count as one.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { combinedCommands } from '../../../application/commands/combined-commands.js';
import { safeDrivers, type Drivers } from '../../../application/commands/drivers.js';
import type { CommandResult, SendResult } from '../../../application/ports/commands.js';
import { failure } from '../../../domain/failure.js';
import { commandTo } from '../../support/commands.js';
import { memoryLog } from '../console/readable-log.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';

const throwing = {
  players: {
    send: () => {
      throw new Error('a bug');
    },
  },
  signalLines: {},
  cameras: {},
} as unknown as Drivers;

describe('several commands', () => {
  const notSent = (message: string): SendResult => E.left(failure('device_unavailable', message));
  const sent = (confirmed: CommandResult | 'pending', atTimeout?: string): SendResult =>
    E.right({
      accepted: Promise.resolve(E.right(undefined)),
      confirmed: confirmed === 'pending' ? new Promise(() => undefined) : Promise.resolve(confirmed),
      failureAtTimeout: () => (atTimeout === undefined ? undefined : failure('device_error', atTimeout)),
    });
  const done = sent(E.right(undefined));
  const failed = sent(E.left(failure('device_error', 'refused')));
  const resultsOf = async (...all: readonly SendResult[]) => {
    const combined = sentCommand(combinedCommands(all, notSent('there are none')));
    await new Promise(setImmediate);
    return commandResults(combined);
  };

  it('are confirmed when all are, and fail when one fails', async () => {
    expect(await resultsOf(done, done)).toEqual(['done', 'done']);
    expect(await resultsOf(done, sent('pending'))).toEqual(['done', 'pending']);
    expect(await resultsOf(sent('pending'), done)).toEqual(['done', 'pending']);
    expect(await resultsOf(done, failed)).toEqual(['done', 'device_error']);
    expect(await resultsOf(failed, done)).toEqual(['done', 'device_error']);
  });

  it('fail if one was not sent, and are not sent if none was', async () => {
    expect(await resultsOf(done, notSent('away'))).toEqual(['device_unavailable', 'device_unavailable']);
    expect(combinedCommands([notSent('first'), notSent('second')], notSent('there are none'))).toEqual(
      notSent('first'),
    );
    expect(combinedCommands([], notSent('there are none'))).toEqual(notSent('there are none'));
  });

  it('may have reached a device if the driver of one threw', () => {
    const { players } = safeDrivers(throwing, throwing, memoryLog());
    const thrown = players.send(commandTo.take('out-1', 'full'));
    expect(combinedCommands([notSent('away'), thrown], notSent('there are none'))).toBe(thrown);
  });

  it('have the failure at their timeout of any of them', () => {
    const [one, other] = [sent('pending'), sent('pending', 'it shows another clip')];
    for (const all of [
      [one, other],
      [other, one],
    ])
      expect(sentCommand(combinedCommands(all, notSent('there are none'))).failureAtTimeout?.()?.message).toBe(
        'it shows another clip',
      );
    expect(sentCommand(combinedCommands([one, one], one)).failureAtTimeout?.()).toBeUndefined();
  });
});
