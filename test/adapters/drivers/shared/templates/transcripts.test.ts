// Published examples of text protocols. The driver and the simulated equipment are each compared with them, independently.
// - A projector over TCP: PJLink Specifications, Class 1, version 1.04, 10 December 2013 (JBMIA), sections 4.1 (POWR) and 2.3
//   (errors). https://pjlink.jbmia.or.jp/english/data/5-1_PJLink_eng_20131210.pdf
// - A relay over HTTP: Shelly, Gen1 Device API, sections "Shelly1/1PM", `/relay/0`, and "Authentication".
//   https://shelly-api-docs.shelly.cloud/gen1/#shelly1-shelly1pm
// - The bytes of two messages: Open Sound Control Specification 1.0 (2002), "OSC Message Examples".
//   https://opensoundcontrol.stanford.edu/spec-1_0-examples.html
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { decodedOsc, encodedOsc } from '../../../../../adapters/drivers/osc/osc-message.js';
import { attachmentsTo } from '../../../../../application/connections/attachments.js';
import { manualClock } from '../../../../../simulator/clock.js';
import { demoStudio } from '../../../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../../../simulator/studio.js';
import { readOsc, writtenOsc } from '../../../../../simulator/text/osc-packet.js';
import { tcpFace } from '../../../../../simulator/text/tcp.js';
import { commandResults, sentCommand } from '../../../../contracts/device-commands.js';
import { connectionId, layoutWith, openDrivers } from '../../bench.js';
import { commandTo } from '../../../../support/commands.js';

const address = (server: { address: () => unknown }) => ({
  host: '127.0.0.1',
  port: (server.address() as AddressInfo).port,
});

/** Advances a clock until something holds, while sockets communicate. */
const until = async (clock: ReturnType<typeof manualClock>, holds: () => boolean): Promise<void> => {
  for (let step = 0; step < 400 && !holds(); step += 1) {
    await clock.advance(10);
    for (let done = 0; done < 8; done += 1) await turn();
  }
  expect(holds()).toBe(true);
};

const projector = {
  on: '%1POWR 1',
  off: '%1POWR 0',
  accepted: '%1POWR=OK',
  refused: '%1POWR=ERR*',
  state: { ask: '%1POWR ?', everyMs: 100, on: '%1POWR=1', off: '%1POWR=0' },
};

const pjlink = { settings: { delimiter: '\r' }, lines: { 'sig-1': projector } };

describe('a projector, as PJLink describes it', () => {
  it('is what the driver of TCP speaks with', async () => {
    let power = '0';
    const answers: Readonly<Record<string, () => string>> = {
      '%1POWR ?': () => `%1POWR=${power}`,
      '%1POWR 1': () => {
        power = '1';
        return '%1POWR=OK';
      },
      '%1POWR 0': () => '%1POWR=ERR3',
    };
    const received: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('PJLINK 0\r');
      socket.setEncoding('utf8').on('data', (data) => {
        for (const line of String(data).split('\r').slice(0, -1)) {
          received.push(line);
          socket.write(`${answers[line]?.() ?? '%1POWR=ERR1'}\r`);
        }
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { drivers, clock, close } = openDrivers(layoutWith('tcp', address(server), pjlink));
    const { signalLines } = drivers;
    await until(clock, () => signalLines.value('sig-1') === false);
    const on = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    await until(clock, () => signalLines.value('sig-1') === true);
    await turn();
    expect(await commandResults(on)).toEqual(['done', 'done']);
    // ERR3: unavailable time, while the projector warms up.
    const off = sentCommand(signalLines.send(commandTo.switch('sig-1', false)));
    await until(clock, () => received.includes('%1POWR 0'));
    await until(clock, () => received.at(-1) === '%1POWR ?');
    expect(await commandResults(off)).toEqual(['device_error', 'device_error']);
    expect(received.filter((line) => line !== '%1POWR ?')).toEqual(['%1POWR 1', '%1POWR 0']);
    close();
    server.close();
  });

  it('is what the simulated equipment is', async () => {
    const clock = manualClock();
    const studio = simulatedStudio(demoStudio, clock);
    const attachments = attachmentsTo(layoutWith('tcp', {}, pjlink), connectionId);
    const face = tcpFace({ settings: pjlink.settings, attachments, devices: studio });
    const socket = connect({ port: await face.listen(0, '127.0.0.1'), host: '127.0.0.1', noDelay: true });
    let answered = '';
    socket.setEncoding('utf8').on('data', (data) => (answered += String(data)));
    await once(socket, 'connect');
    socket.write('%1POWR ?\r%1POWR 1\r');
    await until(clock, () => answered === '%1POWR=0\r%1POWR=OK\r');
    await clock.advance(50);
    socket.write('%1POWR ?\r');
    await until(clock, () => answered.endsWith('%1POWR=OK\r%1POWR=1\r'));
    socket.destroy();
    await face.close();
    studio.stop();
  });
});

describe('a relay, as Shelly describes it', () => {
  it('is what the driver of HTTP speaks with', async () => {
    let ison = false;
    const received: string[] = [];
    const server = createHttpServer((request, response) => {
      received.push(`${String(request.method)} ${String(request.url)} ${String(request.headers.authorization)}`);
      const { searchParams } = new URL(request.url ?? '', 'http://relay');
      ison = searchParams.get('turn') === 'on' || (ison && searchParams.get('turn') === null);
      const state = { ison, has_timer: false, timer_started: 0, timer_duration: 0, timer_remaining: 0, source: 'http' };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(state));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const line = {
      on: '/relay/0?turn=on',
      off: '/relay/0?turn=off',
      state: {
        ask: '/relay/0',
        everyMs: 100,
        on: { pointer: '/ison', equals: true },
        off: { pointer: '/ison', equals: false },
      },
    };
    const settings = { username: 'admin', passwordFile: '/run/secrets/shelly' };
    const { drivers, clock, close } = openDrivers(
      layoutWith('http', address(server), { settings, lines: { 'sig-1': line } }),
    );
    const { signalLines } = drivers;
    await until(clock, () => signalLines.value('sig-1') === false);
    const on = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    await until(clock, () => signalLines.value('sig-1') === true);
    expect(await commandResults(on)).toEqual(['done', 'done']);
    const basic = `Basic ${Buffer.from('admin:secret').toString('base64')}`;
    expect(new Set(received)).toEqual(new Set([`GET /relay/0 ${basic}`, `GET /relay/0?turn=on ${basic}`]));
    close();
    server.close();
  });
});

describe('messages, as OSC describes them', () => {
  const examples = [
    {
      bytes: '2f6f7363696c6c61746f722f342f6672657175656e6379002c66000043dc0000',
      message: { address: '/oscillator/4/frequency', types: 'f', values: [440] },
    },
    {
      bytes: '2f666f6f000000002c69697366660000000003e8ffffffff68656c6c6f0000003f9df3b640b5b22d',
      message: {
        address: '/foo',
        types: 'iisff',
        values: [1_000, -1, 'hello', Math.fround(1.234), Math.fround(5.678)],
      },
    },
  ];
  const typeNames: Readonly<Record<string, string>> = { i: 'integer', f: 'float', s: 'string' };
  const typed = (types: string, values: readonly unknown[]) =>
    values.map((value, at) => ({ type: typeNames[types.charAt(at)] ?? '', value }));

  it.each(examples)(
    'are what driver and simulated equipment read and write: $message.address',
    ({ bytes, message }) => {
      const datagram = Buffer.from(bytes, 'hex');
      const { address: to, types, values } = message;
      expect(writtenOsc(message).toString('hex')).toBe(bytes);
      expect(readOsc(datagram)).toEqual(message);
      expect(encodedOsc({ address: to, args: typed(types, values) }).toString('hex')).toBe(bytes);
      const read = decodedOsc(datagram).map(({ address: from, args }) => [from, args.map(({ value }) => value)]);
      expect(read).toEqual([[to, values]]);
    },
  );
});
