// A device over TCP that a test operates, and the driver that is connected to it.
import { createServer, type Socket } from 'node:net';
import { expect } from 'vitest';
import { settleSockets } from '../advance-clock.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { layoutWith, openDrivers, type OpenedDrivers } from '../bench.js';

const closing: (() => void)[] = [];

/** Closes the drivers and the devices of a test. */
export const closeDevices = (): void => {
  for (const close of closing.splice(0).reverse()) close();
};

/** The settings of lines by the ids of their signals. */
export type Lines = Readonly<Record<string, object>>;

interface OpenDevice extends Pick<OpenedDrivers, 'clock'> {
  readonly signalLines: OpenedDrivers['drivers']['signalLines'];
  readonly connections: readonly { readonly socket: Socket; text: string }[];
  /** Replaces the lines of the studio file. */
  readonly serve: (lines: Lines) => void;
  /** What the device has received on its last connection. */
  readonly received: () => string | undefined;
  /** Sends a text on the last connection. Resolves when the driver has read it. */
  readonly reply: (text: string | Buffer) => Promise<void>;
}

/** Opens a device, and the driver of its lines. The driver is connected, unless it waits for an answer of the device. */
export const openDevice = async (
  lines: Lines,
  settings: object = {},
  readSecret?: (path: string) => Promise<string>,
  waits = false,
): Promise<OpenDevice> => {
  const connections: { readonly socket: Socket; text: string }[] = [];
  const server = createServer((socket) => {
    const connection = { socket: socket.on('error', () => undefined), text: '' };
    connections.push(connection);
    socket.setEncoding('latin1').on('data', (text) => (connection.text += String(text)));
  });
  const address = { host: '127.0.0.1', port: await listenOnLoopback(server) };
  const layout = (served: Lines) =>
    layoutWith('tcp', address, { lines: served, settings: { delimiter: '\n', ...settings } });
  const { drivers, current, clock, close } = openDrivers(layout(lines), undefined, undefined, readSecret);
  closing.push(() => {
    for (const { socket } of connections) socket.destroy();
    server.close();
  }, close);
  const { signalLines } = drivers;
  if (waits) await expect.poll(() => connections.length).toBe(1);
  else await expect.poll(() => Object.keys(lines).every(signalLines.connected)).toBe(true);
  return {
    signalLines,
    clock,
    connections,
    serve: (served) => {
      current.replace(layout(served));
    },
    received: () => connections.at(-1)?.text,
    reply: async (text) => {
      connections.at(-1)?.socket.write(text);
      for (let round = 0; round < 3; round += 1) await settleSockets();
    },
  };
};
