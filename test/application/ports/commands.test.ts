// What drivers share of commands: those that are pending, and those to several scenes that count as one.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { combinedCommands } from '../../../adapters/drivers/shared/combined-commands.js';
import { PendingCommands } from '../../../adapters/drivers/shared/pending-commands.js';
import type { CommandResult, SendResult } from '../../../application/ports/commands.js';
import { failure } from '../../../domain/failure.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';

describe('pending commands', () => {
  const three = () => {
    const pending = new PendingCommands<number>();
    const commands = ['a', 'b', 'c'].map((record, index) => pending.add(record, `device ${record}`, index));
    const results = () => Promise.all(commands.map(({ sent }) => commandResults(sent)));
    return { pending, commands, results };
  };

  it('are one for each record: another one replaces it, and its end does not end that one', async () => {
    const { pending, commands, results } = three();
    const newer = pending.add('b', 'device b', 7);
    expect(await results()).toEqual([
      ['pending', 'pending'],
      ['device_error', 'device_error'],
      ['pending', 'pending'],
    ]);
    commands[1]?.confirm();
    commands[1]?.fail('late');
    expect(pending.of('b')).toBe(newer);
    expect([pending.has('b', newer), commands[1] && pending.has('b', commands[1])]).toEqual([true, false]);
    newer.confirm();
    expect([pending.of('b'), pending.isEmpty]).toEqual([undefined, false]);
    expect(await commandResults(newer.sent)).toEqual(['done', 'done']);
  });

  it('fail all, or those of some records, with the name of their device', async () => {
    const { pending, commands, results } = three();
    pending.fail('gone', ['a', 'c', 'x']);
    expect(await results()).toEqual([
      ['device_error', 'device_error'],
      ['pending', 'pending'],
      ['device_error', 'device_error'],
    ]);
    expect(await commands[2]?.sent.confirmed).toEqual(E.left(failure('device_error', 'device c: gone')));
    pending.fail('lost');
    expect((await results())[1]).toEqual(['device_error', 'device_error']);
    expect(pending.isEmpty).toBe(true);
  });

  it('that were accepted keep that when they fail', async () => {
    const { pending, commands, results } = three();
    commands[0]?.accept();
    pending.fail('lost');
    expect((await results())[0]).toEqual(['done', 'device_error']);
  });

  it('have the failure at their timeout that was observed last, of up to 200 characters', () => {
    const { commands } = three();
    const [command] = commands;
    const messageAt = () => command?.sent.failureAtTimeout?.()?.message;
    expect(messageAt()).toBeUndefined();
    command?.observe('it shows one');
    command?.observe('it shows two');
    expect(messageAt()).toBe('device a accepted the command, but it shows two');
    command?.observe('x'.repeat(400));
    expect(messageAt()).toBe(`device a accepted the command, but ${'x'.repeat(200)}…`);
    command?.observe(undefined);
    expect(messageAt()).toBeUndefined();
  });
});

describe('commands to several scenes', () => {
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
    const combined = sentCommand(combinedCommands('out-1', all));
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
    expect(combinedCommands('out-1', [notSent('first'), notSent('second')])).toEqual(notSent('first'));
    expect(combinedCommands('out-1', [])).toMatchObject(
      E.left({ code: 'device_unavailable', message: expect.stringContaining('"out-1"') as string }),
    );
  });

  it('have the failure at their timeout of any of them', () => {
    const [one, other] = [sent('pending'), sent('pending', 'it shows another clip')];
    for (const all of [
      [one, other],
      [other, one],
    ])
      expect(sentCommand(combinedCommands('out-1', all)).failureAtTimeout?.()?.message).toBe('it shows another clip');
    expect(sentCommand(combinedCommands('out-1', [one, one])).failureAtTimeout?.()).toBeUndefined();
  });
});
