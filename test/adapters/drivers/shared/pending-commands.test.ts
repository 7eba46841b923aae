// The pending commands of a connection: at most one for each record, the newest.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { PendingCommands } from '../../../../adapters/drivers/shared/pending-commands.js';
import { failure } from '../../../../domain/failure.js';
import { manualClock } from '../../../../simulator/clock.js';
import { commandResults } from '../../../contracts/device-commands.js';

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
    expect([newer.isOver(), commands[1]?.isOver()]).toEqual([false, true]);
    newer.confirm();
    expect([pending.of('b'), pending.isEmpty]).toEqual([undefined, false]);
    expect(newer.isOver()).toBe(true);
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

  it('end with the longest timeout of a call if there is a clock', async () => {
    const clock = manualClock();
    const pending = new PendingCommands<number>(clock);
    const [first, second] = [pending.add('a', 'device a', 1), pending.add('b', 'device b', 2)];
    await clock.advance(29_999);
    second.confirm();
    expect([first.isOver(), second.isOver()]).toEqual([false, true]);
    await clock.advance(1);
    const message = 'device a: its state did not show the command within 30 s';
    expect(await first.sent.confirmed).toEqual(E.left(failure('device_error', message)));
    expect(await commandResults(second.sent)).toEqual(['done', 'done']);
  });
});
