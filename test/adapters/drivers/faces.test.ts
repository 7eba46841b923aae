// Simulated equipment with several devices and several clients: what one of them does leaves the others as they are.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { parseXml } from '@rgrove/parse-xml';
import { expect, it } from 'vitest';
import type { FaceProtocol } from '../../../infra/simulated/connection-faces.js';
import { closedAfterEach } from '../../support/closed-after-each.js';
import { eventually } from '../../support/eventually.js';
import { camera, presets } from './camera-bench.js';
import { faceBench, rawClient, type FaceBench, type RawClient } from './face-bench.js';
import type { BenchOptions } from './bench.js';
import { lineOf } from './shared/templates/templates.js';
import { datagramHex, peerAt, types } from './visca/peer.js';
import { output, selections, vmixPlayer } from './vmix/bench.js';
import { commandTo } from '../../support/commands.js';

const closers = closedAfterEach();

const opened = async (protocol: FaceProtocol, options: BenchOptions): Promise<FaceBench> => {
  const bench = await faceBench(protocol, options);
  closers.push(bench.close);
  return bench;
};

const connected = async ({ port }: FaceBench): Promise<RawClient> => {
  const client = await rawClient(port);
  closers.push(client.end);
  return client;
};

const twoLines = (protocol: string): BenchOptions => ({
  lines: { 'sig-1': lineOf(protocol, 1), 'sig-2': lineOf(protocol, 2) },
});

it('vMix reports changes to a client that has subscribed to something else since', async () => {
  const bench = await opened('vmix', { players: { [output]: vmixPlayer } });
  const client = await connected(bench);
  client.send('SUBSCRIBE ACTS\r\nSUBSCRIBE TALLY\r\n');
  await eventually('the answers', () => client.received().includes('SUBSCRIBE OK TALLY\r\n'));
  bench.studio.players.send(commandTo.play(output, 'left', selections.headlines));
  await bench.passUntil('the report', () => /ACTS OK InputPlaying \d+ 1\r\n/.test(client.received().toString()));
});

it('vMix counts the bytes of its state, whose names are escaped', async () => {
  const idle = 'Schwärze <&">';
  const client = await connected(await opened('vmix', { players: { [output]: { ...vmixPlayer, idle } } }));
  client.send('XML\r\n');
  await eventually('the state', () => client.received().includes('</vmix>\r\n'));
  const [, length, body = ''] = /XML (\d+)\r\n(.*)$/s.exec(client.received().toString()) ?? [];
  expect(Number(length)).toBe(Buffer.byteLength(body));
  expect(parseXml(body.trim()).text).toContain(idle);
});

const scene = (name: string) => ({ scene: name, inputs: [`${name} A`, `${name} B`] });

/** Two devices behind one connection. */
const twoDevices: readonly (readonly [FaceProtocol, BenchOptions])[] = [
  ['tcp', twoLines('tcp')],
  ['modbus', { lines: { 'sig-1': { coil: 0 }, 'sig-2': { coil: 1 } } }],
  ['emberplus', { lines: { 'sig-1': { parameter: 'A/On' }, 'sig-2': { parameter: 'B/On' } } }],
  ['videohub', { lines: { 'sig-1': { output: 1, input: 2 }, 'sig-2': { output: 2, input: 3 } } }],
  ['vmix', { players: { 'out-1': { idle: 'Black', mixes: { full: 3 } }, 'out-2': vmixPlayer } }],
  [
    'obs',
    {
      players: {
        'out-1': { scenes: { full: scene('Full') } },
        'out-2': { scenes: { left: scene('Left'), right: scene('Right') } },
      },
    },
  ],
];

it.each(
  twoDevices.flatMap(([protocol, options]) =>
    Object.keys(options.lines ?? options.players ?? {}).map((device) => [protocol, device, options] as const),
  ),
)('%s: equipment ends or refuses each connection as long as one of its devices is offline: %s', async (...row) => {
  const [protocol, device, options] = row;
  const bench = await opened(protocol, options);
  const before = await connected(bench);
  bench.studio.setFault(device, { type: 'offline' });
  const isEnded = await connected(bench).then(
    ({ isClosed }) => isClosed,
    () => () => true,
  );
  await eventually('the connections end', () => before.isClosed() && isEnded());
});

it('equipment over TCP writes in its own encoding', async () => {
  const state = { on: 'Läuft', off: 'Gelöscht' };
  const bench = await opened('tcp', {
    settings: { encoding: 'latin1' },
    lines: { 'sig-1': { on: 'A', off: 'B', state } },
  });
  const client = await connected(bench);
  await eventually('the state', () => client.received().includes('\r\n'));
  expect(client.received().toString('latin1')).toBe('Gelöscht\r\n');
});

it('a device behind HTTP that goes away leaves requests to the others', async () => {
  const bench = await opened('http', twoLines('http'));
  bench.studio.setFault('sig-1', { type: 'frozen' });
  let status: number | undefined;
  const base = `http://127.0.0.1:${String(bench.port)}`;
  void fetch(`${base}/relay/1?turn=on`).then(
    (response) => (status = response.status),
    () => (status = 0),
  );
  await bench.passUntil('the command is queued', () => bench.studio.commands()[0]?.outcome === 'queued');
  bench.studio.setFault('sig-2', { type: 'offline' });
  bench.studio.setFault('sig-1', null);
  await bench.passUntil('the answer', () => status !== undefined);
  expect(status).toBe(200);
});

it('equipment with an HTTP interface undoes the escapes of XML once', async () => {
  const line = { on: { path: '/on', text: 'A&lt;B' }, off: '/off' };
  const bench = await opened('http', { lines: { 'sig-1': line } });
  const headers = { 'content-type': 'text/xml' };
  let status: number | undefined;
  void fetch(`http://127.0.0.1:${String(bench.port)}/on`, { method: 'POST', headers, body: 'A&amp;lt;B' }).then(
    (response) => (status = response.status),
  );
  await bench.passUntil('the answer', () => status !== undefined);
  expect(status).toBe(200);
});

/** Opens a terminal that counts its notifications. */
const terminal = async (host = '127.0.0.1', port = 0) => {
  const counted = { port: 0, notified: 0 };
  const server = createServer((socket) => socket.on('data', () => (counted.notified += 1)));
  await once(server.listen(port, host), 'listening');
  ({ port: counted.port } = server.address() as AddressInfo);
  closers.push(() => server.close());
  return counted;
};

it('a Panasonic camera notifies each terminal of a host, and of more than five the newest', async () => {
  const bench = await opened('panasonic', { heads: { [camera]: { presets } } });
  const base = `http://127.0.0.1:${String(bench.port)}/cgi-bin`;
  const [first, second, third] = [await terminal(), await terminal(), await terminal()];
  for (const port of [first.port, 1, 2, 3, second.port, third.port])
    await fetch(`${base}/event?connect=start&my_port=${String(port)}&uid=0`);
  void fetch(`${base}/aw_ptz?cmd=%23R01&res=1`);
  await bench.passUntil('the notifications', () => second.notified > 0 && third.notified > 0);
  expect([first.notified, second.notified, third.notified]).toEqual([0, 1, 1]);
});

it('a Panasonic camera notifies terminals of several hosts at the same port, and ends only the notification of one', async () => {
  const bench = await opened('panasonic', { heads: { [camera]: { presets } } });
  const first = await terminal('127.0.0.1');
  const second = await terminal('127.0.0.2', first.port);
  const ask = async (localAddress: string, connect: string): Promise<void> => {
    const path = `/cgi-bin/event?connect=${connect}&my_port=${String(first.port)}&uid=0`;
    const [response] = (await once(get({ port: bench.port, host: '127.0.0.1', path, localAddress }), 'response')) as [
      IncomingMessage,
    ];
    response.resume();
  };
  const recall = (preset: string) =>
    fetch(`http://127.0.0.1:${String(bench.port)}/cgi-bin/aw_ptz?cmd=%23${preset}&res=1`);
  for (const host of ['127.0.0.1', '127.0.0.2']) await ask(host, 'start');
  void recall('R01');
  await bench.passUntil('both notifications', () => first.notified > 0 && second.notified > 0);
  await ask('127.0.0.1', 'stop');
  void recall('R00');
  await bench.passUntil('the notification', () => second.notified > 1);
  expect([first.notified, second.notified]).toEqual([1, 2]);
});

/** Returns a request for coils from address 0. */
const readCoils = (transaction: number, count: number): Buffer => {
  const request = Buffer.from('000000000006010100000000', 'hex');
  request.writeUInt16BE(transaction, 0);
  request.writeUInt16BE(count, 10);
  return request;
};

it('a Modbus device reads up to 2,000 bits, and answers each of the requests that arrive together', async () => {
  const client = await connected(await opened('modbus', { lines: { 'sig-1': { coil: 0 } } }));
  client.send(Buffer.concat([readCoils(1, 1), readCoils(2, 2_000), readCoils(3, 2_001)]));
  // The device has no coil but the first, so 2,000 are an illegal address. 2,001 are an illegal value.
  const answers = ['00010000000401010100', '000200000003018102', '000300000003018103'].join('');
  await eventually('the answers', () => client.received().length >= answers.length / 2);
  expect(client.received().toString('hex')).toBe(answers);
});

it('a Modbus device answers with the transaction and the unit of each request, also one that it refuses', async () => {
  const bench = await opened('modbus', { lines: { 'sig-1': { coil: 0 } } });
  const client = await connected(bench);
  const answer = async (request: string): Promise<string> => {
    const before = client.received().length;
    client.send(Buffer.from(request, 'hex'));
    await bench.passUntil('the answer', () => client.received().length > before);
    return client.received().subarray(before).toString('hex');
  };
  const switchOn = 'abcd0000000611050000ff00';
  expect(await answer(switchOn)).toBe(switchOn);
  bench.studio.setFault('sig-1', { type: 'refused' });
  expect(await answer('abce00000006f7050000ff00')).toBe('abce00000003f78504');
});

it('a VISCA camera that goes away with a command does not answer it, and answers again once it is back', async () => {
  const bench = await opened('visca', { heads: { [camera]: { presets } } });
  const controller = await peerAt(() => []);
  closers.push(controller.close);
  const inquiry = datagramHex(types.inquiry, '00000001', '81090400ff');
  controller.send(inquiry, bench.port);
  await eventually('the first answer', () => controller.received.length > 0);
  controller.send(datagramHex(types.command, '00000002', '8101043f0201ff'), bench.port);
  await eventually('the command arrives', () => bench.studio.commands().length > 0);
  bench.studio.setFault(camera, { type: 'offline' });
  await bench.clock.advance(100);
  bench.studio.setFault(camera, null);
  controller.send(datagramHex(types.inquiry, '00000003', '81090400ff'), bench.port);
  await eventually('the last answer', () => controller.received.at(-1)?.number === '00000003');
  expect(controller.received.map(({ number }) => number)).toEqual(['00000001', '00000003']);
});
