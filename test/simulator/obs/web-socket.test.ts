// The WebSocket server of simulated OBS (RFC 6455): its handshake, messages in several frames, and control frames.
import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { opcodes } from '../../../simulator/obs/frames.js';
import { WebSocketServer, type Peer } from '../../../simulator/obs/web-socket.js';
import { eventually } from '../../support/eventually.js';
import { rawClient, type RawClient } from '../../adapters/drivers/face-bench.js';

let server: WebSocketServer;
let client: RawClient;
let peers: Peer[];
/** What the server received, and the number of each peer that is gone. */
let messages: string[];
let gone: number[];
beforeEach(async () => {
  const left: number[] = [];
  [peers, messages, gone] = [[], [], left];
  server = new WebSocketServer((peer) => {
    const number = peers.push(peer);
    return { receive: (text) => messages.push(text), closed: () => left.push(number) };
  });
  client = await rawClient(await server.listener.listen(0, '127.0.0.1'));
});
afterEach(async () => {
  client.end();
  await server.listener.hangUp();
});

const request = (...headers: readonly string[]): string =>
  ['GET / HTTP/1.1', 'Host: obs', ...headers, '\r\n'].join('\r\n');

const upgraded = async (...headers: readonly string[]): Promise<string> => {
  // The key of RFC 6455, section 1.3.
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  client.send(request('Connection: Upgrade', 'Upgrade: websocket', key, ...headers));
  await eventually('the head', () => client.received().includes('\r\n\r\n'));
  return client.received().toString();
};

/** Returns a frame of a client. */
const masked = (first: number, payload: Buffer): Buffer => {
  const mask = Buffer.of(1, 2, 3, 4);
  const body = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([Buffer.of(first, 0x80 | payload.length), mask, body]);
};

const last = 0x80;

/** What the server has sent after its head. */
const sent = (): string => client.received().toString('latin1').split('\r\n\r\n')[1] ?? '';

it('accepts a client with the answer to its key and the first of its protocols', async () => {
  const head = await upgraded('Sec-WebSocket-Protocol: obswebsocket.json,obswebsocket.msgpack');
  expect(head.split('\r\n').slice(0, 5)).toEqual([
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
    'Sec-WebSocket-Protocol: obswebsocket.json',
  ]);
});

it('names no protocol to a client that names none', async () => {
  expect(await upgraded()).not.toContain('Sec-WebSocket-Protocol');
});

it('requires a plain request to be upgraded', async () => {
  client.send(request());
  await eventually('the answer', () => client.received().includes('\r\n\r\n'));
  expect([client.received().toString().split('\r\n')[0], peers]).toEqual(['HTTP/1.1 426 Upgrade Required', []]);
});

it('joins the frames of a message, also where one ends within a character', async () => {
  await upgraded();
  const [first, second] = [Buffer.from('"Straße'), Buffer.from(' und Öl"')];
  const bytes = Buffer.concat([first, second]);
  const within = bytes.indexOf(0xc3) + 1;
  client.send(masked(opcodes.text, bytes.subarray(0, within)));
  client.send(masked(last | opcodes.ping, Buffer.from('still there?')));
  client.send(masked(opcodes.continuation, bytes.subarray(within, within + 2)));
  client.send(masked(last | opcodes.continuation, bytes.subarray(within + 2)));
  client.send(masked(last | opcodes.text, Buffer.from('next')));
  await eventually('both messages', () => messages.length > 1 && sent() !== '');
  expect(messages).toEqual(['"Straße und Öl"', 'next']);
  expect(sent()).toBe('\x8a\x0cstill there?');
});

it('answers a close frame with the same, and reports that its client is gone', async () => {
  await upgraded();
  const payload = Buffer.concat([Buffer.of(0x03, 0xe8), Buffer.from('bye')]);
  client.send(masked(last | opcodes.close, payload));
  await eventually('the answer', () => sent().length > 0);
  expect(sent()).toBe('\x88\x05\x03\xe8bye');
  client.end();
  await eventually('the client is gone', () => gone.length > 0);
  expect(gone).toEqual([1]);
});

it('ends the connection of a client that breaks the rules, and takes nothing of it', async () => {
  await upgraded();
  client.send(Buffer.from('8103616263', 'hex'));
  await eventually('the connection ends', client.isClosed);
  expect([messages, gone]).toEqual([[], [1]]);
});
