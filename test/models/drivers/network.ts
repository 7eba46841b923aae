// The network between a driver and its equipment, which can end or silence connections. It stays at one address.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { tcpRelay } from '../../adapters/cloud/network-path.js';

/** A network path to equipment on loopback. */
export interface Network {
  /** Where the driver reaches the equipment. */
  readonly port: number;
  /** Ends every connection, and admits none until it is mended. */
  readonly cut: () => void;
  /** Forwards nothing on the open connections any more, and ends none of them. New ones work. */
  readonly hang: () => void;
  /** Admits connections. Those of TCP that hang go on hanging. */
  readonly mend: () => void;
  readonly close: () => unknown;
}

/** Opens a path for TCP. */
export const tcpNetwork = async (port: number): Promise<Network> => {
  const { url, cut, freeze, restore, close } = await tcpRelay(port);
  return { port: Number(new URL(url).port), cut, hang: freeze, mend: restore, close };
};

const boundSocket = async (): Promise<Socket> => {
  const socket = createSocket('udp4').on('error', () => undefined);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
};

/** Opens a path for UDP. A connection is the port that a driver sends from. */
export const udpNetwork = async (port: number): Promise<Network> => {
  const [near, far] = [await boundSocket(), new Map<number, Socket>()];
  const hanging = new Set<number>();
  let isCut = false;

  const open = (driver: RemoteInfo): Socket => {
    const socket = createSocket('udp4').on('error', () => undefined);
    socket.on('message', (datagram) => {
      if (!isCut && !hanging.has(driver.port)) near.send(datagram, driver.port, driver.address);
    });
    far.set(driver.port, socket);
    return socket;
  };

  near.on('message', (datagram, driver) => {
    if (isCut || hanging.has(driver.port)) return;
    (far.get(driver.port) ?? open(driver)).send(datagram, port, '127.0.0.1');
  });

  return {
    port: near.address().port,
    cut: () => (isCut = true),
    hang: () => {
      for (const driver of far.keys()) hanging.add(driver);
    },
    // A driver that was never answered has no connection to give up: it goes on with its port.
    mend: () => {
      isCut = false;
      hanging.clear();
    },
    close: () => {
      for (const socket of [near, ...far.values()]) socket.close();
    },
  };
};
