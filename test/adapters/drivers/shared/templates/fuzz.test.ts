// Answers of any kind: none of them crashes a driver, changes a value or confirms a command.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { decodedOsc } from '../../../../../adapters/drivers/osc/osc-message.js';
import { commandResults } from '../../../../contracts/device-commands.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../../bench.js';
import { lineOf } from './templates.js';
import { commandTo } from '../../../../support/commands.js';

const numRuns = Number(process.env['DEVICE_FUZZ'] ?? 100);

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const pieces = [
  'OK!',
  'ERR',
  'RELAY',
  ' 1 = ',
  'RELAY 1 = 10',
  '\r\n',
  '\r',
  '\n',
  '\0',
  '{"ison":',
  '"x"}',
  'HTTP/1.1 200 OK\r\n',
];
const nonsense = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map((all) => Buffer.from(all.join(''))),
);

/** Switches a signal again and again while its device answers nonsense. */
const proveHarmless = async ({ drivers, clock }: OpenedDrivers, setAnswer: (answer: Buffer) => void): Promise<void> => {
  const { signalLines } = drivers;
  await fc.assert(
    fc.asyncProperty(nonsense, async (answer) => {
      setAnswer(answer);
      const sent = signalLines.send(commandTo.switch('sig-1', true));
      for (let step = 0; step < 4; step += 1) {
        await clock.advance(200);
        for (let turns = 0; turns < 4; turns += 1) await turn();
      }
      const results = E.isLeft(sent) ? [] : await commandResults(sent.right);
      expect(results).not.toContain('done');
      expect(signalLines.value('sig-1')).toBeNull();
    }),
    { numRuns },
  );
};

const opened = (protocol: string, port: number): OpenedDrivers => {
  const lines = { 'sig-1': lineOf(protocol, 1) };
  const drivers = openDrivers(layoutWith(protocol, { host: '127.0.0.1', port }, { lines }));
  closers.push(drivers.close);
  return drivers;
};

describe('nonsense', () => {
  it.each(['tcp', 'http'])('over %s is harmless', async (protocol) => {
    let answer: Buffer = Buffer.from('x');
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
      socket.on('data', () => {
        if (protocol === 'tcp') socket.write(answer);
        else socket.end(answer);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closers.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    await proveHarmless(opened(protocol, (server.address() as AddressInfo).port), (next) => (answer = next));
  });

  it.each(['udp', 'osc'])('over %s is harmless', async (protocol) => {
    let answer: Buffer = Buffer.from('x');
    const socket = createSocket('udp4');
    socket
      .on('error', () => undefined)
      .on('message', (_, { port, address }) => {
        socket.send(answer, port, address);
      });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    closers.push(() => socket.close());
    await proveHarmless(opened(protocol, socket.address().port), (next) => (answer = next));
  });

  it('is no OSC message, or one that can be read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const bundle of [bytes, Buffer.concat([Buffer.from('#bundle\0'), bytes])])
          for (const { address } of decodedOsc(Buffer.from(bundle))) expect(typeof address).toBe('string');
      }),
      { numRuns: numRuns * 10 },
    );
  });

  it('without an end is dropped with its connection', async () => {
    let accepted = 0;
    let ended = 0;
    const server = createServer((socket) => {
      accepted += 1;
      socket.on('error', () => undefined).once('close', () => (ended += 1));
      socket.resume().write('x'.repeat(70_000));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closers.push(() => server.close());
    const { clock } = opened('tcp', (server.address() as AddressInfo).port);
    for (let step = 0; step < 200 && accepted < 2; step += 1) {
      await clock.advance(50);
      for (let turns = 0; turns < 8; turns += 1) await turn();
    }
    expect(accepted).toBeGreaterThanOrEqual(2);
    expect(ended).toBeGreaterThanOrEqual(1);
  });
});
