// Which states of a device over TCP count for which line and which command, and whom its answers are about.
import { afterEach, expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../../../contracts/device-commands.js';
import { closeDevices, openDevice } from '../../tcp/device.js';
import { commandTo } from '../../../../support/commands.js';

afterEach(closeDevices);

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
