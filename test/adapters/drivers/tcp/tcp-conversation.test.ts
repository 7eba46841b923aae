// A device over TCP whose connection is lost, or whose questions stay unanswered: what is known of it then, and what still counts.
import { afterEach, describe, expect, it } from 'vitest';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { answeredLine } from './answered-line.js';
import { closeDevices, openDevice } from './device.js';
import { commandTo } from '../../../support/commands.js';

afterEach(closeDevices);

const asked = (number: number): object => ({
  on: `ON ${String(number)}`,
  off: `OFF ${String(number)}`,
  state: { ask: `ASK ${String(number)}`, everyMs: 60_000, on: `${String(number)} on`, off: `${String(number)} off` },
});

describe('a device that is back', () => {
  it.each<readonly [string, object, object, string]>([
    ['is probed', answeredLine(1), { probe: { send: 'PING', everyMs: 60_000 } }, 'PONG\n'],
    ['is asked for its state', asked(1), {}, '1 off\n'],
  ])('is not connected before it answers: one that %s', async (_, line, settings, answer) => {
    const { signalLines, clock, connections, received, reply } = await openDevice(
      { 'sig-1': line },
      settings,
      undefined,
      true,
    );
    await expect.poll(received).not.toBe('');
    await reply(answer);
    await expect.poll(() => signalLines.connected('sig-1')).toBe(true);
    connections[0]?.socket.destroy();
    await expect.poll(() => signalLines.connected('sig-1')).toBe(false);
    await expect
      .poll(async () => {
        await clock.advance(100);
        return connections.length === 2 && received() !== '';
      })
      .toBe(true);
    expect(signalLines.connected('sig-1')).toBe(false);
    expect(sendError(signalLines.send(commandTo.switch('sig-1', true)))).toBe('device_unavailable');
    await reply(answer);
    expect(signalLines.connected('sig-1')).toBe(true);
  });
});

describe('a question that stays unanswered while the device answers others', () => {
  it('makes the state unknown after 5 s, and is asked again', async () => {
    const lines = { 'sig-1': asked(1), 'sig-2': asked(2) };
    const { signalLines, clock, received, reply, connections } = await openDevice(lines, {}, undefined, true);
    await expect.poll(received).toBe('ASK 1\nASK 2\n');
    await reply('1 on\n2 on\n');
    expect([signalLines.value('sig-1'), signalLines.value('sig-2')]).toEqual([true, true]);
    await clock.advance(60_000);
    await expect.poll(received).toBe('ASK 1\nASK 2\nASK 1\nASK 2\n');
    await reply('2 on\n');
    await clock.advance(5_000);
    expect([signalLines.value('sig-1'), signalLines.value('sig-2')]).toEqual([null, true]);
    await expect.poll(received).toBe('ASK 1\nASK 2\nASK 1\nASK 2\nASK 1\n');
    await reply('1 off\n');
    expect([signalLines.value('sig-1'), connections.length]).toEqual([false, 1]);
  });
});

describe('too many unanswered commands', () => {
  it('refuse the next one, which leaves the pending one of its line', async () => {
    const { signalLines, received, reply } = await openDevice({ 'sig-1': answeredLine(1), 'sig-2': answeredLine(2) });
    const pending = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    for (let sent = 1; sent < 100; sent += 1) sentCommand(signalLines.send(commandTo.switch('sig-2', true)));
    expect(sendError(signalLines.send(commandTo.switch('sig-1', false)))).toBe('device_error');
    expect(await commandResults(pending)).toEqual(['pending', 'pending']);
    await expect.poll(received).toContain('ON 2\n');
    expect(received()).not.toContain('OFF 1');
    await reply('OK\n');
    expect(await commandResults(pending)).toEqual(['done', 'done']);
    expect(signalLines.value('sig-1')).toBe(true);
  });
});

describe('the opening', () => {
  it('is sent before the first question', async () => {
    const { received } = await openDevice({ 'sig-1': asked(1) }, { opening: ['HELLO'] }, undefined, true);
    await expect.poll(received).toBe('HELLO\nASK 1\n');
  });
});

describe('a projector', () => {
  it.each([
    // The example of the PJLink Specifications, Class 1, section 5.1.
    ['asks for the password', 'PJLINK 1 498e4a67', '5d8409bc1c3fa39749434aa3a5c38682'],
    ['asks for none', 'PJLINK 0', ''],
    ['writes small letters', 'pjlink 0', ''],
  ])('that %s gets its answer before the first message alone', async (_, greeting, digest) => {
    const settings = { login: 'pjlink', passwordFile: '/password', opening: ['HELLO'], ignoreCase: true };
    const password = (): Promise<string> => Promise.resolve('JBMIAProjectorLink');
    const { signalLines, received, reply } = await openDevice({ 'sig-1': asked(1) }, settings, password, true);
    await reply('');
    expect(received()).toBe('');
    await reply(`${greeting}\n`);
    await expect.poll(received).toBe(`${digest}HELLO\nASK 1\n`);
    await reply('1 ON\n');
    expect(signalLines.value('sig-1')).toBe(true);
  });
});

describe('a device that is probed', () => {
  it('is lost once it has been silent for 5 s, however often it is probed, and not before', async () => {
    const { signalLines, clock, connections, received, reply } = await openDevice(
      { 'sig-1': answeredLine(1) },
      { probe: { send: 'PING', everyMs: 1_000 } },
      undefined,
      true,
    );
    await expect.poll(received).toBe('PING\n');
    await reply('PONG\n');
    await clock.advance(5_000);
    await expect.poll(received).toBe('PING\nPING\n');
    await reply('PONG\n');
    // The next probe, a second later, is the first one without an answer.
    for (let passed = 0; passed < 5_500; passed += 500) await clock.advance(500);
    await reply('');
    expect([signalLines.connected('sig-1'), connections.length]).toEqual([true, 1]);
    await clock.advance(500);
    await expect.poll(() => signalLines.connected('sig-1')).toBe(false);
  });
});

it('a line with a question that the studio file adds is asked, also if the device has not answered anything yet', async () => {
  const unasked = { on: 'ON', off: 'OFF', confirm: 'sent' };
  const { signalLines, serve, received, reply } = await openDevice({ 'sig-1': unasked });
  serve({ 'sig-1': unasked, 'sig-2': asked(2) });
  await expect.poll(received).toBe('ASK 2\n');
  await reply('2 on\n');
  expect([signalLines.connected('sig-1'), signalLines.value('sig-2')]).toEqual([true, true]);
});
