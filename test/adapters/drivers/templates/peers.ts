// Devices that answer as a transcript says: one for each protocol whose messages transcripts show.
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { SimulatedBroker } from '../../../../simulator/mqtt/broker.js';
import { readOsc, writtenOsc } from '../../../../simulator/text/osc-packet.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { rawDevice } from '../modbus/raw-device.js';

/** What a transcript says of the connection. */
export interface Wire {
  /** What ends the messages of both, over TCP; CR LF by default. */
  readonly end?: string;
  /** What ends the messages of the device, if it is something else. */
  readonly deviceEnd?: string;
  /** What the device sends to everyone who connects. */
  readonly greeting?: string;
  /** Header fields that each request must have. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Messages that the broker keeps. */
  readonly retained?: readonly Publication[];
}

interface Publication {
  readonly topic: string;
  readonly payload: string;
}

/** Returns what the device answers to a message, as the transcript writes both. */
type Answer = (message: unknown) => readonly unknown[];

/** A device. */
export interface Peer {
  readonly port: number;
  /** Sends something that nothing has asked for. */
  readonly push: (message: unknown) => void;
  readonly close: () => unknown;
}

type OpenPeer = (answer: Answer, wire: Wire) => Promise<Peer>;

const tcpPeer: OpenPeer = async (answer, { end = '\r\n', deviceEnd = end, greeting }) => {
  const sockets = new Set<Socket>();
  const write = (socket: Socket, message: unknown): void => void socket.write(`${String(message)}${deviceEnd}`);
  const server = createServer((socket) => {
    let rest = '';
    sockets.add(socket.on('error', () => undefined));
    if (greeting !== undefined) write(socket, greeting);
    socket.setEncoding('utf8').on('data', (chunk) => {
      const messages = `${rest}${String(chunk)}`.split(end);
      rest = messages.pop() ?? '';
      for (const message of messages.flatMap(answer)) write(socket, message);
    });
  });
  return {
    port: await listenOnLoopback(server),
    push: (message) => {
      for (const socket of sockets) write(socket, message);
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
};

/** Messages are texts such as `PUT /lights {"on":true}`; answers are bodies, or numbers of a status. */
const httpPeer: OpenPeer = async (answer, { headers = {} }) => {
  const server = createHttpServer((request, response) => {
    void bodyOf(request).then((body) => {
      const isAdmitted = Object.entries(headers).every(([name, value]) => request.headers[name] === value);
      const [method = '', path = ''] = [request.method, request.url];
      const [given] = isAdmitted ? answer([method, path, body].filter((part) => part !== '').join(' ')) : [401];
      response.statusCode = typeof given === 'number' ? given : given === undefined ? 404 : 200;
      response.end(typeof given === 'string' ? given : '');
    });
  });
  return {
    port: await listenOnLoopback(server),
    push: () => undefined,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const datagramPeer =
  (read: (datagram: Buffer) => unknown, written: (message: unknown) => Buffer): OpenPeer =>
  async (answer) => {
    const socket = createSocket('udp4');
    let client: RemoteInfo | undefined;
    const push = (message: unknown): void => {
      if (client !== undefined) socket.send(written(message), client.port, client.address);
    };
    socket.on('message', (datagram, sender) => {
      client = sender;
      for (const message of answer(read(datagram))) push(message);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return { port: socket.address().port, push, close: () => socket.close() };
  };

interface OscMessage {
  readonly address: string;
  readonly args?: readonly unknown[];
}

const typeOf = (arg: unknown): string => {
  if (typeof arg === 'boolean') return arg ? 'T' : 'F';
  if (typeof arg === 'object') return 'f';
  return typeof arg === 'number' ? 'i' : 's';
};

const oscDatagram = (message: unknown): Buffer => {
  const { address, args = [] } = message as OscMessage;
  const values = args.map((arg) => (typeof arg === 'object' ? (arg as { readonly float: number }).float : arg));
  return writtenOsc({ address, types: args.map(typeOf).join(''), values });
};

const oscMessage = (datagram: Buffer): OscMessage => {
  const { address = '', types = '', values = [] } = readOsc(datagram) ?? {};
  const args = values.map((value, at) => (types[at] === 'f' ? { float: value } : value));
  return args.length === 0 ? { address } : { address, args };
};

const mqttPeer: OpenPeer = async (answer, { retained = [] }) => {
  const push = (message: unknown): void => void broker.publish({ ...(message as Publication), isRetained: false });
  const broker = new SimulatedBroker(({ topic, payload }) => {
    for (const message of answer({ topic, payload })) push(message);
    return 0;
  });
  for (const message of retained) broker.publish({ ...message, isRetained: true });
  return { port: await broker.listen(0, '127.0.0.1'), push, close: () => broker.close() };
};

/** Messages are texts such as `coil 3 on`. What the device shows is `coil 3 on` or `input 2 off`, which sets the bit. */
const modbusPeer: OpenPeer = async (answer) => {
  const device = await rawDevice();
  const push = (message: unknown): void => {
    const [table, address, value] = String(message).split(' ');
    const bits = table === 'coil' ? device.coils : device.inputs;
    if (value === 'on') bits.add(Number(address));
    else bits.delete(Number(address));
  };
  let last: unknown;
  device.decide = (request) => {
    const { unit, code, address, count } = request;
    const written = code === 5 ? `write ${String(address)} ${count === 0xff00 ? 'on' : 'off'}` : undefined;
    const message = `unit ${String(unit)} ${written ?? `read ${String(code)} ${String(address)}`}`;
    // A device decides about each request twice.
    if (request !== last) for (const shown of answer(message)) push(shown);
    last = request;
    return 'answer';
  };
  return { port: device.port, push, close: device.close };
};

/** The devices by protocol. */
export const peers: Readonly<Record<string, OpenPeer>> = {
  tcp: tcpPeer,
  http: httpPeer,
  udp: datagramPeer(String, (message) => Buffer.from(String(message))),
  osc: datagramPeer(oscMessage, oscDatagram),
  mqtt: mqttPeer,
  modbus: modbusPeer,
};
