// The port of a simulated display, which has to be free for UDP and for TCP.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { simulatedDisplay } from '../../../simulator/tsl/display.js';
import { isListening } from '../../support/loopback.js';

const host = '127.0.0.1';

let datagrams: ReturnType<typeof createSocket> | undefined;
/** A port that is free for TCP only. */
let taken: number;

/** Whether nothing uses a port for TCP, also no connection. */
const isFree = async (port: number): Promise<boolean> => {
  const server = new Server();
  try {
    await once(server.listen(port, host), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

beforeEach(async () => {
  do {
    datagrams?.close();
    datagrams = createSocket('udp4');
    await once(datagrams.bind(0, host), 'listening');
    taken = datagrams.address().port;
  } while (!(await isFree(taken)));
});
afterEach(() => {
  vi.restoreAllMocks();
  datagrams?.close();
  datagrams = undefined;
});

/** Makes the taken port the one that the system chooses first. Returns the ports that servers have asked for. */
const chooseTaken = (): (() => readonly unknown[]) => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  listen.mockImplementationOnce(function (this: Server) {
    return this.listen(taken, host);
  });
  return () => listen.mock.calls.map(([port]: readonly unknown[]) => port);
};

describe('a display that may have any port', () => {
  it('takes another one if the first is taken for UDP', async () => {
    const asked = chooseTaken();
    const display = await simulatedDisplay(host);
    expect(asked()).toEqual([0, taken, 0]);
    expect(display.port).not.toBe(taken);
    expect([await isListening(display.port), await isListening(taken)]).toEqual([true, false]);
    await display.close();
  });
});

describe('a display with a certain port', () => {
  it('is refused if it is taken for UDP, and does not keep it for TCP', async () => {
    await expect(simulatedDisplay(host, taken)).rejects.toThrow('EADDRINUSE');
    expect(await isListening(taken)).toBe(false);
  });
});
