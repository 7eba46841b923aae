// Values that a message can't contain in the encoding and with the delimiter of its connection: their commands are refused.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { escapeFor, textProtocol } from '../../../../../adapters/drivers/shared/templates/text-protocol.js';
import { refusedBy, sendError } from '../../../../contracts/device-commands.js';
import { closedAfterEach } from '../../../../support/closed-after-each.js';
import { listenOnLoopback } from '../../../../support/loopback.js';
import { layoutWith, openDrivers } from '../../bench.js';
import { commandTo } from '../../../../support/commands.js';

const closing = closedAfterEach();

/** Returns the port of a device that answers nothing, and what it received, as Latin-1. */
const device = {
  tcp: async () => {
    let received = '';
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.setEncoding('latin1').on('error', () => undefined));
      socket.on('data', (text) => (received += String(text)));
    });
    const port = await listenOnLoopback(server);
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return { port, received: () => received };
  },
  udp: async () => {
    let received = '';
    const socket = createSocket('udp4').on('message', (message) => (received += message.toString('latin1')));
    await once(socket.bind(0, '127.0.0.1'), 'listening');
    closing.push(() => socket.close());
    return { port: socket.address().port, received: () => received };
  },
};

it.each(['tcp', 'udp'] as const)('over %s', async (protocol) => {
  const { port, received } = await device[protocol]();
  const head = { recall: 'P {preset}', presets: { wide: 'a;b', close: 'Ċ', profile: 'ü' }, confirm: 'sent' };
  const settings = { delimiter: ';', encoding: 'latin1' };
  const layout = layoutWith(protocol, { host: '127.0.0.1', port }, { heads: { 'cam-1': head }, settings });
  const { drivers, close } = openDrivers(layout);
  closing.push(close);
  await expect.poll(() => drivers.cameras.connected('cam-1')).toBe(true);
  expect(refusedBy(drivers.cameras, commandTo.recall('cam-1', 'wide'))).toBe('conflict');
  expect(drivers.cameras.send(commandTo.recall('cam-1', 'close'))).toMatchObject(
    E.left({ message: `camera "cam-1": the value of {preset} can't be written in its template: "Ċ"` }),
  );
  expect(sendError(drivers.cameras.send(commandTo.recall('cam-1', 'profile')))).toBe('sent');
  await expect.poll(received).toBe('P ü;');
});

it('a template that contains characters that the encoding lacks is not sent', () => {
  const { fill } = textProtocol(escapeFor(undefined, {}, 'latin1'), 'latin1');
  expect(fill('SAY Ü', {})).toEqual(E.right('SAY Ü'));
  expect(fill('SAY č', {})).toEqual(E.left('its template contains characters that latin1 lacks'));
});
