// The driver and a Videohub that is written by hand from the published protocol and from what real ones send.
import { createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../../../features/support/silent-log.js';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { commandResults, refusedBy, sentCommand } from '../../../contracts/device-commands.js';
import { commandTo } from '../../../support/commands.js';
import { eventually } from '../../../support/eventually.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { manualClock } from '../../../../simulator/clock.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';

const block = (title: string, ...lines: readonly string[]): string => [`${title}:`, ...lines, '', ''].join('\n');

const numbered = (all: readonly (number | string)[]): readonly string[] =>
  all.map((one, at) => `${String(at)} ${String(one)}`);

/** What a Smart Videohub CleanSwitch 12x12 sends first: the example of the crate videohub 1.0.1, MIT, without its labels. */
const device = block(
  'VIDEOHUB DEVICE',
  ...['Device present: true', 'Model name: Smart Videohub CleanSwitch 12x12', 'Unique ID: 7C2E0D0726A0'],
  ...['Video inputs: 12', 'Video processing units: 0', 'Video outputs: 12'],
);
const locks = (...of: readonly string[]): string => block('VIDEO OUTPUT LOCKS', ...of);
const routing = (...of: readonly string[]): string => block('VIDEO OUTPUT ROUTING', ...of);
const inputs = [6, 3, 4, 9, 4, 1, 11, 11, 11, 11, 11, 0];
const prelude = [
  ...[block('PROTOCOL PREAMBLE', 'Version: 2.8'), device, block('INPUT LABELS', '0 HyperDeck 1', '11 Input: 12')],
  ...[locks(...numbered(inputs.map(() => 'U'))), routing(...numbered(inputs))],
  ...[block('CONFIGURATION', 'Take Mode: false'), block('END PRELUDE')],
].join('');

const ask = routing();

interface Peer extends OpenedDrivers {
  readonly received: string[];
  readonly warnings: string[];
  readonly send: (text: string) => void;
  readonly pass: (ms: number) => Promise<void>;
  /** The answer to a request. */
  answer: (request: string) => string;
}

const lines = {
  'sig-1': { output: 1, input: 3, offInput: 7 },
  'sig-2': { output: 12, input: 1 },
  'sig-3': { output: 13, input: 1, offInput: 2 },
};

const peerOf = async (first: string): Promise<Peer> => {
  const sockets = new Set<Socket>();
  const [received, warnings]: [string[], string[]] = [[], []];
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.setNoDelay(true).setEncoding('utf8').write(first);
    let rest = '';
    socket.on('data', (chunk: string) => {
      const requests = (rest + chunk).split('\n\n');
      rest = requests.pop() ?? '';
      received.push(...requests);
      for (const request of requests) socket.write(peer.answer(request));
    });
  });
  const port = await listenOnLoopback(server);
  const log = {
    ...silent,
    warn: (_: string, fields?: Readonly<Record<string, unknown>>) => void warnings.push(String(fields?.['reason'])),
  };
  const opened = openDrivers(layoutWith('videohub', { host: '127.0.0.1', port }, { lines }), manualClock(), log);
  const peer: Peer = {
    ...{ ...opened, received, warnings, answer: () => 'ACK\n\n' },
    send: (text) => {
      for (const socket of sockets) socket.write(text);
    },
    pass: async (ms) => {
      for (let passed = 0; passed < ms; passed += 20) {
        await opened.clock.advance(20);
        for (let turns = 0; turns < 8; turns += 1) await turn();
      }
    },
  };
  onTestFinished(() => {
    opened.close();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return peer;
};

let peer: Peer;
const value = (signal: string) => peer.drivers.signalLines.value(signal);
const connected = (signal: string) => peer.drivers.signalLines.connected(signal);
const until = (what: string, holds: () => boolean) =>
  eventually(what, async () => {
    if (!holds()) await peer.pass(20);
    return holds();
  });
const send = (signal: string, on: boolean) => peer.drivers.signalLines.send(commandTo.switch(signal, on));

beforeEach(async () => {
  peer = await peerOf(prelude);
  await until('the driver is connected', () => connected('sig-1'));
});

describe('a crosspoint', () => {
  it('is on while its output takes its input, also when that is one of several in a report', async () => {
    expect([value('sig-1'), value('sig-2')]).toEqual([false, true]);
    peer.send(routing('0 2', '11 4'));
    await until('the report', () => value('sig-1') === true);
    expect(value('sig-2')).toBe(false);
  });

  it('is switched by one line beneath the title, and confirmed by the report of the routing alone', async () => {
    const sent = sentCommand(send('sig-1', true));
    await until('the command arrives', () => peer.received.includes('VIDEO OUTPUT ROUTING:\n0 2'));
    await peer.pass(200);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    peer.send(locks('0 O') + routing('0 2'));
    await until('the report', () => value('sig-1') === true);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

  it('is confirmed by an answer about the whole routing, if nothing has changed', async () => {
    peer.answer = (request) => `ACK\n\n${request === ask.trim() ? routing(...numbered([6, 3])) : ''}`;
    const sent = sentCommand(send('sig-1', false));
    await peer.pass(100);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(peer.received.filter((request) => request.includes('\n'))).toEqual(['VIDEO OUTPUT ROUTING:\n0 6']);
  });

  it('that is refused fails, and is not sent again', async () => {
    peer.answer = (request) => (request.includes('\n') ? 'NAK\n\n' : 'ACK\n\n');
    const sent = sentCommand(send('sig-1', true));
    await peer.pass(500);
    expect(await sent.confirmed).toMatchObject({
      left: {
        code: 'device_error',
        message: 'the line of the signal "sig-1": the Videohub refused to connect input 3 to output 1 (NAK)',
      },
    });
    expect(peer.received.filter((request) => request.includes('\n'))).toHaveLength(1);
  });

  it('on an output that another client has locked is refused until it is unlocked', async () => {
    peer.send(locks('0 L'));
    await until('the lock', () => refusedBy(peer.drivers.signalLines, commandTo.switch('sig-1', true)) === 'conflict');
    expect(send('sig-1', true)).toMatchObject({
      left: {
        message: `the line of the signal "sig-1" can't be switched: output 1 is locked by another client of the Videohub`,
      },
    });
    peer.send(locks('0 U'));
    await until('the lock', () => E.isRight(send('sig-1', true)));
  });

  it('without an input for off is not switched off', () => {
    expect(refusedBy(peer.drivers.signalLines, commandTo.switch('sig-2', false))).toBe('conflict');
    expect(refusedBy(peer.drivers.signalLines, commandTo.switch('sig-2', true))).toBe('sent');
  });

  it('of an output that the router lacks is not connected, and the reason is logged once', async () => {
    const reason = 'the Videohub has 12 outputs, and no output 13';
    peer.send(device + routing('0 1'));
    await peer.pass(100);
    expect([connected('sig-3'), peer.warnings]).toEqual([false, [reason]]);
    expect(send('sig-3', true)).toMatchObject({
      left: { code: 'device_unavailable', message: `the line of the signal "sig-3" is not connected: ${reason}` },
    });
  });

  it('that waits behind an unanswered request until its timeout is never sent', async () => {
    peer.answer = () => '';
    sentCommand(send('sig-1', true));
    const second = sentCommand(send('sig-2', true));
    await peer.pass(1_000);
    second.failureAtTimeout?.();
    peer.answer = () => 'ACK\n\n';
    peer.send('ACK\n\n');
    await peer.pass(500);
    expect((await commandResults(second))[1]).toBe('device_error');
    expect(peer.received.filter((request) => request.includes('\n11 '))).toEqual([]);
  });
});

describe('a router', () => {
  it('that leaves its server is not connected until another one has reported all', async () => {
    const sent = sentCommand(send('sig-1', true));
    await peer.pass(100);
    peer.send(block('VIDEOHUB DEVICE', 'Device present: false'));
    await until('the loss', () => !connected('sig-1'));
    expect((await commandResults(sent))[1]).toBe('device_error');
    expect(peer.warnings).toContain('the Videohub reports that its router is not present');
    peer.send(device.replaceAll('12', '20') + routing('0 2', '11 5', '12 0'));
    await until('the other one', () => connected('sig-3'));
    expect([value('sig-1'), value('sig-2'), value('sig-3')]).toEqual([true, false, true]);
  });

  it('that is renamed stays connected', async () => {
    peer.send(block('VIDEOHUB DEVICE', 'Friendly name: Rack 2') + routing('0 2'));
    await until('the report', () => value('sig-1') === true);
    expect(connected('sig-1')).toBe(true);
  });

  it('that says nothing is asked for an answer, and lost without one', async () => {
    await peer.pass(2_100);
    expect(peer.received).toEqual(['VIDEOHUB DEVICE:', 'VIDEO OUTPUT ROUTING:']);
    peer.send(device.replaceAll('12', '20') + routing('0 2', '11 5', '12 0'));
    await until('every line', () => connected('sig-3'));
    peer.received.length = 0;
    await peer.pass(2_100);
    expect(peer.received).toEqual(['PING:']);
    peer.answer = () => '';
    await peer.pass(7_200);
    expect(connected('sig-1')).toBe(false);
  });
});

it.each([
  ['a router', prelude, E.right({ description: 'a Videohub (Smart Videohub CleanSwitch 12x12)' })],
  ['another protocol', '500 connection info:\n\n', E.left(expect.stringMatching(/^is no Videohub: it sent "500/))],
])('@DISCOVER-5: %s', async (_, first, expected) => {
  const server = createServer((socket) => void socket.on('error', () => undefined).write(first));
  const port = await listenOnLoopback(server);
  onTestFinished(() => void server.close());
  const { discovery } = connectionDrivers.videohub;
  const deps = { clock: manualClock(), signal: AbortSignal.timeout(5_000) };
  expect(await discovery?.probe({ host: '127.0.0.1', port }, deps)).toEqual(expected);
});
