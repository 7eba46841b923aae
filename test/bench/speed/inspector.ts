// Records CPU profiles of a program through Node's inspector.
import { once } from 'node:events';
import type { Profiler } from 'node:inspector';
import { createServer, type AddressInfo } from 'node:net';

/** The interval between two samples, in microseconds. */
const samplingInterval = 250;

/** Returns a port on which nothing listens. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A program's inspector. */
export interface Inspector {
  /** Starts a profile of the program's main thread. */
  readonly startProfile: () => Promise<void>;
  readonly stopProfile: () => Promise<Profiler.Profile>;
  readonly close: () => void;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const connect = async (port: number): Promise<Inspector> => {
  const listed = await fetch(`http://127.0.0.1:${String(port)}/json/list`);
  const [target] = (await listed.json()) as readonly { readonly webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await once(socket, 'open');
  let last = 0;
  const call = async (method: string, params: object = {}): Promise<unknown> => {
    const id = (last += 1);
    const answered = new Promise<Answer>((resolve) => {
      const listen = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(String(data)) as Answer;
        if (answer.id !== id) return;
        socket.removeEventListener('message', listen);
        resolve(answer);
      };
      socket.addEventListener('message', listen);
    });
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  return {
    startProfile: async () => {
      await call('Profiler.enable');
      await call('Profiler.setSamplingInterval', { interval: samplingInterval });
      await call('Profiler.start');
    },
    stopProfile: async () => ((await call('Profiler.stop')) as { readonly profile: Profiler.Profile }).profile,
    close: () => {
      socket.close();
    },
  };
};

/** Returns the flags of Node for a program that is to be inspected, and the function that connects to it once it runs. */
export const inspected = async (): Promise<{
  readonly flags: readonly string[];
  readonly connect: () => Promise<Inspector>;
}> => {
  const port = await freePort();
  const flags = [`--inspect=127.0.0.1:${String(port)}`, '--inspect-publish-uid=http'];
  return { flags, connect: () => connect(port) };
};
