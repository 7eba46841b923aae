// Which states of a device count for which record and which command, also while the studio file changes.
import { afterEach, expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../../../contracts/device-commands.js';
import { connectionBench, layoutWith, type ConnectionBench } from '../../bench.js';
import { closeDevices, openDevice } from '../../tcp/device.js';
import { recordOf } from './record-bench.js';
import { lineOf, protocols } from './templates.js';
import { commandTo } from '../../../../support/commands.js';

const signal = 'sig-1';

let bench: ConnectionBench | undefined;

afterEach(async () => {
  closeDevices();
  await bench?.close();
});

it.each(protocols)('a device over %s is read as the studio file describes it now', async (protocol) => {
  const opened = (bench = await connectionBench(protocol, { lines: { [signal]: lineOf(protocol, 1) } }));
  const { drivers, current, port, passUntil } = opened;
  await passUntil('it is read', () => drivers.signalLines.value(signal) === false);
  const { state, ...line } = lineOf(protocol, 1);
  const { on, off, ...question } = { on: undefined, off: undefined, ...state };
  const lines = { [signal]: { ...line, state: { ...question, on: off, off: on } } };
  current.replace(layoutWith(protocol, { host: '127.0.0.1', port }, { lines }));
  await passUntil('it is read anew', () => drivers.signalLines.value(signal) === true);
  expect(drivers.signalLines.connected(signal)).toBe(true);
});

it('a state that several lines have is that of each of them', async () => {
  const line = (number: number): object => ({
    on: `ON ${String(number)}`,
    off: `OFF ${String(number)}`,
    state: { on: 'ALL ON', off: `OFF ${String(number)}` },
  });
  const { signalLines, reply } = await openDevice({ 'sig-1': line(1), 'sig-2': line(2) });
  const values = () => ['sig-1', 'sig-2'].map(signalLines.value);
  await reply('ALL ON\n');
  expect(values()).toEqual([true, true]);
  await reply('OFF 2\n');
  expect(values()).toEqual([true, false]);
});

it('the answer to a question from before a command does not confirm that, and the next one is asked for at once', async () => {
  const line = { on: 'ON', off: 'OFF', state: { ask: 'ASK', everyMs: 60_000, on: 'IS ON', off: 'IS OFF' } };
  const { signalLines, clock, received, reply } = await openDevice({ 'sig-1': line }, {}, undefined, true);
  await expect.poll(received).toBe('ASK\n');
  await reply('IS OFF\n');
  await clock.advance(60_000);
  await expect.poll(received).toBe('ASK\nASK\n');
  const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
  await expect.poll(received).toBe('ASK\nASK\nON\n');
  await reply('IS ON\n');
  await clock.advance(0);
  await expect.poll(received).toBe('ASK\nASK\nON\nASK\n');
  expect([signalLines.value('sig-1'), (await commandResults(sent))[1]]).toEqual([true, 'pending']);
  await reply('IS ON\n');
  expect((await commandResults(sent))[1]).toBe('done');
});

it('a state that the device had already confirms a command from 50 ms after it on', async () => {
  const { clock, host, record } = recordOf({ state: { ask: '?', on: '1', off: '0' } });
  record.showed('on', host.moment());
  const sent = sentCommand(record.send('on'));
  await clock.advance(49);
  record.showed('on', host.moment());
  expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  await clock.advance(1);
  record.showed('on', host.moment());
  expect(await commandResults(sent)).toEqual(['done', 'done']);
});

it.each([
  ['shows nothing', [], 'done'],
  ['shows another state meanwhile', ['off'], 'pending'],
  ['shows another state, and the same again', ['off', 'on'], 'done'],
])('of a device that is not asked, a state that it had already confirms a command: it %s', async (...given) => {
  const [, states, expected] = given;
  const { clock, host, record } = recordOf({ state: { on: '1', off: '0' } });
  record.showed('on', host.moment());
  const sent = sentCommand(record.send('on'));
  await clock.advance(20);
  for (const state of states) record.showed(state, host.moment());
  await clock.advance(29);
  expect((await commandResults(sent))[1]).toBe('pending');
  await clock.advance(1);
  expect((await commandResults(sent))[1]).toBe(expected);
});

it('a record that is lost leaves no timer behind', async () => {
  const { clock, host, record } = recordOf({ state: { on: '1', off: '0' } });
  record.showed('on', host.moment());
  const sent = sentCommand(record.send('on'));
  record.lost('the connection was lost');
  expect([clock.waiting(), await commandResults(sent)]).toEqual([0, ['device_error', 'device_error']]);
});

it('a record confirms a command only by a state that was asked for after it', async () => {
  const { host, record } = recordOf({ state: { ask: '?', on: '1', off: '0' } });
  const askedBefore = host.moment();
  const sent = sentCommand(record.send('on'));
  record.showed('on', askedBefore);
  expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  record.showed('off', host.moment());
  expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  record.showed('on', host.moment());
  expect(await commandResults(sent)).toEqual(['done', 'done']);
});
