// What a device over TCP sends and gets: its opening, texts that arrive in pieces, and replies to commands that are gone.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import { MessageReader } from '../../../../adapters/drivers/tcp/message-reader.js';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { answeredLine } from './answered-line.js';
import { closeDevices, openDevice as open, type Lines } from './device.js';
import { commandTo } from '../../../support/commands.js';

afterEach(closeDevices);

describe('the opening', () => {
  it('is sent in its order on every connection, before anything else, with the password of the moment', async () => {
    const passwords = ['old', 'new'];
    const readSecret = (path: string): Promise<string> => Promise.resolve(`${path}:${String(passwords.shift())}`);
    const settings = { opening: ['HELLO', 'LOGIN {password}'], passwordFile: '/password', probe: { send: 'PING' } };
    const { clock, connections, signalLines, received, reply } = await open({}, settings, readSecret);
    await expect.poll(received).toBe('HELLO\nLOGIN /password:old\nPING\n');
    await reply('PONG\n');
    connections[0]?.socket.destroy();
    await expect
      .poll(async () => {
        await clock.advance(100);
        return [connections.length, received()];
      })
      .toEqual([2, 'HELLO\nLOGIN /password:new\nPING\n']);
    expect(signalLines.connected('sig-1')).toBe(false);
  });
});

it('a connection that is lost while the password is read is not opened', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const settings = { opening: ['LOGIN {password}'], passwordFile: '/password' };
  const line = { 'sig-1': { on: 'ON', off: 'OFF', confirm: 'sent' } };
  const { clock, connections, signalLines, received, reply } = await open(line, settings, () => promise, true);
  connections[0]?.socket.destroy();
  await expect.poll(clock.waiting).toBe(1);
  resolve('secret');
  await reply('');
  expect(signalLines.connected('sig-1')).toBe(false);
  expect(sendError(signalLines.send(commandTo.switch('sig-1', true)))).toBe('device_unavailable');
  await clock.advance(500);
  await expect.poll(() => signalLines.connected('sig-1')).toBe(true);
  await expect.poll(received).toBe('LOGIN secret\n');
});

describe('a reply', () => {
  const lines = { 'sig-1': answeredLine(1), 'sig-2': answeredLine(2) };

  it.each<readonly [string, Lines]>([
    ['removed', { 'sig-2': answeredLine(2) }],
    ['redefined', { 'sig-1': answeredLine(7), 'sig-2': answeredLine(2) }],
  ])('to the command of a line that was %s since is not one to another command', async (_, changed) => {
    const { signalLines, serve, received, reply } = await open(lines);
    const gone = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    const kept = sentCommand(signalLines.send(commandTo.switch('sig-2', true)));
    await expect.poll(received).toBe('ON 1\nON 2\n');
    serve(changed);
    expect(await gone.confirmed).toMatchObject(
      E.left({ message: expect.stringContaining('the studio file was changed') as string }),
    );
    await reply('OK\n');
    expect(await commandResults(kept)).toEqual(['pending', 'pending']);
    await reply('ERR\n');
    expect(await commandResults(kept)).toEqual(['device_error', 'device_error']);
    expect(signalLines.value('sig-2')).toBeNull();
  });

  it('answers the oldest command: a refusal of the first does not fail the second', async () => {
    const { signalLines, received, reply } = await open(lines);
    const sent = ['sig-1', 'sig-2'].map((signal) => sentCommand(signalLines.send(commandTo.switch(signal, true))));
    await expect.poll(received).toBe('ON 1\nON 2\n');
    await reply('ERR\nOK\n');
    expect(await Promise.all(sent.map(commandResults))).toEqual([
      ['device_error', 'device_error'],
      ['done', 'done'],
    ]);
  });

  it('that no line awaits any more drops no connection', async () => {
    const unanswered = (number: number) => ({ on: `ON ${String(number)}`, off: 'OFF', confirm: 'sent' });
    const { clock, connections, serve, signalLines, received, reply } = await open({
      'sig-1': answeredLine(1),
      'sig-2': unanswered(2),
    });
    const gone = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    await expect.poll(received).toBe('ON 1\n');
    await clock.advance(1_000);
    serve({ 'sig-1': unanswered(1), 'sig-2': unanswered(2) });
    expect((await gone.confirmed)._tag).toBe('Left');
    await clock.advance(10_000);
    await reply('');
    expect([signalLines.connected('sig-2'), connections[0]?.socket.readableEnded]).toEqual([true, false]);
  });

  it('to a command that was replaced is not one to the command that replaced it', async () => {
    const { signalLines, received, reply } = await open(lines);
    const replaced = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    const newer = sentCommand(signalLines.send(commandTo.switch('sig-1', false)));
    await expect.poll(received).toBe('ON 1\nOFF 1\n');
    expect(await commandResults(replaced)).toEqual(['device_error', 'device_error']);
    await reply('OK\n');
    expect(await commandResults(newer)).toEqual(['pending', 'pending']);
    await reply('ERR\n');
    expect(await commandResults(newer)).toEqual(['device_error', 'device_error']);
    expect(signalLines.value('sig-1')).toBeNull();
  });

  it('on another connection is not one to a command before', async () => {
    const { clock, connections, signalLines, received, reply } = await open(lines);
    sentCommand(signalLines.send(commandTo.switch('sig-1', false)));
    await expect.poll(received).toBe('OFF 1\n');
    await reply('OK\n');
    expect(signalLines.value('sig-1')).toBe(false);
    const lost = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    await expect.poll(received).toBe('OFF 1\nON 1\n');
    connections[0]?.socket.destroy();
    expect(await lost.confirmed).toMatchObject(E.left({ code: 'device_error' }));
    await expect
      .poll(async () => {
        await clock.advance(100);
        return signalLines.connected('sig-2');
      })
      .toBe(true);
    const next = sentCommand(signalLines.send(commandTo.switch('sig-2', true)));
    await expect.poll(received).toBe('ON 2\n');
    await reply('OK\n');
    expect(await commandResults(next)).toEqual(['done', 'done']);
    expect([signalLines.value('sig-1'), signalLines.value('sig-2')]).toEqual([null, true]);
  });
});

describe('messages', () => {
  it.each<readonly [BufferEncoding, string, string]>([
    ['utf8', '\r\n', 'Größe 🎬'],
    ['latin1', '\n', 'Größe'],
    ['utf8', '§', 'länger'],
  ])('are the same however their bytes arrive: %s, %j', (encoding, delimiter, word) => {
    const bytes = Buffer.from([word, 'second', ` ${word} `, ''].join(delimiter), encoding);
    for (let size = 1; size <= bytes.length; size += 1) {
      const read: string[] = [];
      const reader = new MessageReader(delimiter, encoding, (text) => read.push(text));
      for (let at = 0; at < bytes.length; at += size) expect(reader.read(bytes.subarray(at, at + size))).toBe(true);
      expect(read).toEqual([word, 'second', word]);
    }
  });

  it('have up to 65,536 characters', () => {
    const read: number[] = [];
    const reader = new MessageReader('\n', 'utf8', ({ length }) => read.push(length));
    expect(reader.read(Buffer.from(`${'x'.repeat(65_536)}\n${'y'.repeat(65_536)}`))).toBe(true);
    expect(read).toEqual([65_536]);
    expect(reader.read(Buffer.from('y'))).toBe(false);
    expect(read).toEqual([65_536]);
    const another = new MessageReader('\n', 'utf8', ({ length }) => read.push(length));
    expect(another.read(Buffer.from(`${'z'.repeat(65_537)}\nshort\n`))).toBe(false);
    expect(read).toEqual([65_536]);
  });
});
