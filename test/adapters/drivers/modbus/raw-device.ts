// A Modbus device of tables of bits, for tests: it records the requests, and refuses or withholds answers on demand.
import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../../../support/loopback.js';

/** A request: the unit that it is for, its function (1 and 2 read coils and inputs, 5 writes a coil), its address, and its count or value. */
export interface RawRequest {
  readonly unit: number;
  readonly code: number;
  readonly address: number;
  readonly count: number;
}

/** A device. */
export interface RawDevice {
  readonly port: number;
  readonly requests: RawRequest[];
  /** The addresses of the bits that are 1. */
  readonly coils: Set<number>;
  readonly inputs: Set<number>;
  /** What happens to a request, by its function and address. Default: it is answered. */
  decide: (request: RawRequest) => 'answer' | 'refuse' | 'withhold';
  readonly close: () => void;
}

/** The exception of an address that the device doesn't have. */
const illegalAddress = 2;

const bitsOf = (table: ReadonlySet<number>, { address, count }: RawRequest): Buffer => {
  const bytes = Buffer.alloc(Math.ceil(count / 8));
  for (let bit = 0; bit < count; bit += 1)
    if (table.has(address + bit)) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
};

const answerTo = (device: RawDevice, request: RawRequest, body: Buffer): Buffer => {
  const { code, address, count } = request;
  if (device.decide(request) === 'refuse') return Buffer.of(code | 0x80, illegalAddress);
  if (code === 5) {
    if (count === 0xff00) device.coils.add(address);
    else device.coils.delete(address);
    return body;
  }
  return Buffer.concat([Buffer.of(code), bitsOf(code === 1 ? device.coils : device.inputs, request)]);
};

const receive = (device: RawDevice, socket: Socket, frame: Buffer): void => {
  const [unit = 0, code = 0] = frame.subarray(6);
  const request = { unit, code, address: frame.readUInt16BE(8), count: frame.readUInt16BE(10) };
  device.requests.push(request);
  if (device.decide(request) === 'withhold') return;
  const answer = answerTo(device, request, frame.subarray(7));
  const header = Buffer.from(frame.subarray(0, 7));
  header.writeUInt16BE(answer.length + 1, 4);
  socket.write(Buffer.concat([header, answer]));
};

/** Starts a device, all of whose bits are 0. */
export const rawDevice = async (): Promise<RawDevice> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('data', (frame) => {
      receive(device, socket, frame);
    });
  });
  const port = await listenOnLoopback(server);
  const device: RawDevice = {
    port,
    requests: [],
    coils: new Set(),
    inputs: new Set(),
    decide: () => 'answer',
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return device;
};
