// What drivers note of their wires: everything that is sent and received, each command that they are given, and no secret.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { WireContent, WireEntry } from '../../../application/ports/wire.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';
import { closedAfterEach } from '../../support/closed-after-each.js';
import { eventually } from '../../support/eventually.js';
import { settleSockets } from './advance-clock.js';
import { connectionId, layoutWith, openDrivers, type BenchOptions } from './bench.js';
import { openBench } from './closed-bench.js';
import { everyProtocolRow } from './every-protocol.js';
import { describedLine } from './mqtt/lines.js';
import { obsOptions, output as obsOutput } from './obs/bench.js';
import { lineOf } from './shared/templates/templates.js';

const closing = closedAfterEach();

describe.each(everyProtocolRow)('a device over %s', (protocol, { options, connected, isKnown, send }) => {
  it('notes both directions, and the commands', async () => {
    const bench = await openBench(protocol, options);
    const entries: WireEntry[] = [];
    const end = bench.wires.follow(connectionId, (entry) => entries.push(entry));
    await bench.passUntil('its state is known', () => connected(bench) && isKnown(bench));
    const before = entries.length;
    send(bench);
    await bench.passUntil('it answers the command', () =>
      entries.slice(before).some((entry) => 'direction' in entry && entry.direction === 'received'),
    );
    end();
    const [first, second] = entries.slice(before);
    expect(first).toHaveProperty('command');
    expect(second, 'what is sent follows the command').toMatchObject({ direction: 'sent' });
    const kept = bench.wires.messages(connectionId);
    expect(new Set(kept.map(({ direction }) => direction))).toEqual(new Set(['sent', 'received']));
  });
});

/** Returns content as Latin-1. */
const textOf = (content: WireContent): string =>
  'text' in content ? content.text : Buffer.from(content.hex, 'hex').toString('latin1');

it('OBS: what proves the password is not noted', async () => {
  const bench = await openBench('obs', {
    ...obsOptions,
    settings: { ...obsOptions.settings, passwordFile: '/password' },
  });
  await bench.passUntil('it is admitted', () => bench.drivers.players.state(obsOutput).connected);
  const sent = bench.wires.messages(connectionId).map(({ content }) => textOf(content));
  expect(sent.find((text) => text.includes('"authentication":"'))).toMatch(/"authentication":"\*+"/);
});

const password = 'correct horse "battery"';
const greetingNumber = '498e4a67';
const credentials = { username: 'studio', passwordFile: '/password' };

/** Equipment that returns what it receives: at once, or byte by byte. */
const echo = async (answer: (socket: Socket, chunk: Buffer) => void, greeting: string): Promise<number> => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.write(greeting);
    socket.on('data', (chunk: Buffer) => {
      answer(socket, chunk);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

const inBody = (socket: Socket, chunk: Buffer): void => {
  const body = chunk.toString();
  socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`);
};

const digestInBody = (socket: Socket, chunk: Buffer): void => {
  if (chunk.includes('Digest ')) inBody(socket, chunk);
  else socket.end('HTTP/1.1 401 \r\nWWW-Authenticate: Digest nonce="1", qop="auth"\r\nContent-Length: 0\r\n\r\n');
};

const byteByByte = (socket: Socket, chunk: Buffer): void => {
  socket.setNoDelay(true);
  for (const byte of chunk) socket.write(Buffer.of(byte));
};

it.each<readonly [string, BenchOptions, (socket: Socket, chunk: Buffer) => void, greeting: string]>([
  [
    'http',
    { settings: { ...credentials, headers: { 'x-key': 'sesame' } }, lines: { 'sig-1': lineOf('http', 1) } },
    inBody,
    '',
  ],
  ['http', { settings: credentials, lines: { 'sig-1': lineOf('http', 1) } }, digestInBody, ''],
  ['mqtt', { settings: credentials, lines: { 'sig-1': describedLine('relay') } }, byteByByte, ''],
  [
    'tcp',
    {
      settings: { delimiter: '\n', passwordFile: '/password', opening: ['LOGIN {password}'] },
      lines: { 'sig-1': lineOf('tcp', 1) },
    },
    byteByByte,
    '',
  ],
  [
    'tcp',
    {
      settings: { delimiter: '\n', passwordFile: '/password', login: 'pjlink' },
      lines: { 'sig-1': lineOf('tcp', 1) },
    },
    byteByByte,
    `PJLINK 1 ${greetingNumber}\n`,
  ],
])(
  'notes no secret, also if the equipment returns what it receives: %s',
  async (protocol, options, answer, greeting) => {
    const port = await echo(answer, greeting);
    const clock = manualClock();
    const layout = layoutWith(protocol, { host: '127.0.0.1', port }, options);
    const opened = openDrivers(layout, clock, silent, () => Promise.resolve(password));
    closing.push(opened.close);
    let noted = '';
    opened.wires.follow(connectionId, (entry) => {
      if ('content' in entry) noted += textOf(entry.content);
    });
    await eventually('it returns something', async () => {
      await clock.advance(20);
      await settleSockets();
      return noted.includes('****');
    });
    const basic = Buffer.from(`studio:${password}`).toString('base64');
    const digest = createHash('md5').update(`${greetingNumber}${password}`).digest('hex');
    for (const secret of [password, JSON.stringify(password).slice(1, -1), basic, digest, 'sesame'])
      expect(noted).not.toContain(secret);
    expect(noted).not.toMatch(/response="[^*]/);
    expect(JSON.stringify(opened.wires.messages(connectionId))).not.toContain(password);
  },
);
