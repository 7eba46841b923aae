// A relay to a real OBS that can be cut, that can hold back what the client sends, and that can misdirect its commands.
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../../../support/loopback.js';

/**
 * - `cut`: connections are closed.
 * - `frozen`: what the client sends is held back until the fault is cleared.
 * - `refused`: commands name inputs that don't exist.
 */
export type RelayFault = 'none' | 'cut' | 'frozen' | 'refused';

/** Commands, as opposed to readings. The client's frames are masked, so the relay reads and writes whole frames. */
const acting = /"requestType":"(?:SetInputSettings|TriggerMediaInputAction|SetMediaInputCursor|SetSceneItemEnabled)"/;

/** What a command does first: it closes the file before. */
const closing = '"local_file":""';

const mask = (payload: Buffer, key: Buffer): Buffer =>
  Buffer.from(payload.map((byte, index) => byte ^ (key[index % 4] ?? 0)));

/** Returns the length of the first frame's head, and of its payload; undefined if it isn't complete. */
const measured = (bytes: Buffer): readonly [number, number] | undefined => {
  const short = (bytes[1] ?? 0) & 0x7f;
  if (bytes.length < 14) return undefined;
  if (short < 126) return [6, short];
  return short === 126 ? [8, bytes.readUInt16BE(2)] : [14, Number(bytes.readBigUInt64BE(2))];
};

const textOf = (frame: Buffer, headLength: number): string =>
  mask(frame.subarray(headLength), frame.subarray(headLength - 4, headLength)).toString('utf8');

const misdirected = (frame: Buffer, headLength: number): Buffer => {
  const [head, key] = [frame.subarray(0, headLength), frame.subarray(headLength - 4, headLength)];
  const text = textOf(frame, headLength);
  // The length stays, because the name gets another letter for each of its own.
  const changed = text.replaceAll(/"(inputName|sceneName)":"([^"]*)"/g, (_, field: string, name: string) => {
    return `"${field}":"${'?'.repeat(name.length)}"`;
  });
  return acting.test(text) ? Buffer.concat([head, mask(Buffer.from(changed), key)]) : frame;
};

/** One connection of the client. */
class Connection {
  #rest: Buffer = Buffer.alloc(0);
  #isUpgraded = false;

  constructor(
    private readonly server: Socket,
    private readonly fault: () => RelayFault,
    private readonly record: (text: string) => void,
  ) {}

  /** Forwards what the client has sent, unless it is held back. */
  forward(chunk: Buffer = Buffer.alloc(0)): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    if (this.fault() === 'frozen') return;
    if (!this.#isUpgraded) this.#forwardHead();
    if (this.#isUpgraded) this.#forwardFrames();
  }

  #forwardHead(): void {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end === -1) return;
    this.#isUpgraded = true;
    this.#send(end + 4);
  }

  #forwardFrames(): void {
    for (let found = measured(this.#rest); found !== undefined; found = measured(this.#rest)) {
      const [headLength, length] = found;
      if (this.#rest.length < headLength + length) return;
      const text = textOf(this.#rest.subarray(0, headLength + length), headLength);
      if (acting.test(text) && !text.includes(closing)) this.record(text);
      this.#send(headLength + length, headLength);
    }
  }

  #send(length: number, headLength?: number): void {
    const bytes = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    const isRefused = headLength !== undefined && this.fault() === 'refused';
    this.server.write(isRefused ? misdirected(bytes, headLength) : bytes);
  }
}

/** A message that was forwarded, with its ISO-8601 time. */
export interface RecordedMessage {
  readonly time: string;
  readonly text: string;
}

/** A relay that listens on loopback. */
export interface ObsRelay {
  readonly port: number;
  /** The messages with commands that were forwarded, oldest first. */
  readonly recorded: readonly RecordedMessage[];
  readonly setFault: (fault: RelayFault) => void;
  readonly close: () => void;
}

/** Opens a relay to an OBS on loopback. */
export const obsRelay = async (obsPort: number): Promise<ObsRelay> => {
  let fault: RelayFault = 'none';
  const recorded: RecordedMessage[] = [];
  const record = (text: string): void => {
    recorded.push({ time: new Date().toISOString(), text });
  };
  const sockets = new Set<Socket>();
  const connections = new Set<Connection>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
  };
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const relay = createServer((client) => {
    keep(client);
    if (fault === 'cut') client.destroy();
    const server = connect(obsPort, '127.0.0.1');
    keep(server);
    const connection = new Connection(server, () => fault, record);
    connections.add(connection);
    client.on('data', (chunk: Buffer) => {
      connection.forward(chunk);
    });
    server.on('data', (chunk) => client.write(chunk));
    client.once('close', () => {
      connections.delete(connection);
      server.destroy();
    });
    server.once('close', () => client.destroy());
  });
  const port = await listenOnLoopback(relay);
  return {
    port,
    recorded,
    setFault: (next) => {
      fault = next;
      if (fault === 'cut') cut();
      else for (const connection of connections) connection.forward();
    },
    close: () => {
      cut();
      relay.close();
    },
  };
};
