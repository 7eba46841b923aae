// A network path between the driver and a CasparCG server that withholds replies, and that can hang.
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../../../support/loopback.js';
import { casparcgBench, type CasparcgBench, type CasparcgBenchOptions } from './bench.js';

/** One connection of the driver. */
export interface HeldLink {
  /** Whether nothing arrives on it any more, in either direction. */
  isHanging: boolean;
  /** Whether the driver has reset it, which discards what was on its way. */
  isReset: boolean;
  /** The replies that the driver didn't get, oldest first. */
  readonly withheld: string[];
  /** Sends the driver bytes as if they came from the server. */
  readonly inject: (text: string) => void;
}

/** A path. */
export interface HeldPath {
  /** The driver's connections, oldest first. */
  readonly links: readonly HeldLink[];
  /** Returns whether the driver doesn't get a reply. */
  withholds: (reply: string) => boolean;
  /** Opens the path to a port, and returns the port of its near end. */
  readonly open: (port: number) => Promise<number>;
  readonly close: () => void;
}

const joinEnds = (near: Socket, far: Socket, link: HeldLink): void => {
  near.once('close', () => far.destroy());
  near.on('error', ({ code }: NodeJS.ErrnoException) => (link.isReset = code === 'ECONNRESET'));
  far.on('error', () => undefined).once('close', () => near.destroy());
};

/** Returns a path that isn't open yet, and withholds nothing. */
const heldPath = (): HeldPath => {
  const [links, ends]: [HeldLink[], Socket[]] = [[], []];
  const server = createServer();

  const forward = (near: Socket, port: number): void => {
    const far = connect(port, '127.0.0.1');
    const link: HeldLink = { isHanging: false, isReset: false, withheld: [], inject: (text) => near.write(text) };
    joinEnds(near, far, link);
    near.on('data', (bytes) => {
      if (!link.isHanging) far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (link.isHanging || path.withholds(String(bytes))) link.withheld.push(String(bytes));
      else near.write(bytes);
    });
    links.push(link);
    ends.push(near);
  };

  const path: HeldPath = {
    links,
    withholds: () => false,
    open: (port) => {
      server.on('connection', (near) => {
        forward(near, port);
      });
      return listenOnLoopback(server);
    },
    close: () => {
      server.close();
      for (const end of ends) end.destroy();
    },
  };
  return path;
};

/** A bench whose driver reaches the server through a path, which is closed with the bench. */
export interface HeldBench {
  readonly bench: CasparcgBench;
  readonly path: HeldPath;
}

/** Connects a driver through a path. */
export const heldBench = async (options: CasparcgBenchOptions = {}): Promise<HeldBench> => {
  const path = heldPath();
  const bench = await casparcgBench({ ...options, path: path.open });
  const close = (): void => {
    bench.close();
    path.close();
  };
  return { bench: { ...bench, close }, path };
};
