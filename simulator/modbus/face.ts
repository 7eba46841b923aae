// A simulated Modbus device: its coils and inputs are simulated signal lines.
import { Buffer } from 'node:buffer';
import { createServer, type Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { inOrder } from '../in-order.js';
import { TcpListener } from '../tcp-listener.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';
import {
  exceptionResponse,
  exceptions,
  functionCodes,
  packedBits,
  response,
  takeRequests,
  type ModbusRequest,
} from './frames.js';

/** The table of a bit, and its address. */
const keyOf = (table: 'coil' | 'input', address: number): string => `${table} ${String(address)}`;

/** A signal whose line is a bit of the device. */
interface BitLine {
  readonly signal: string;
  readonly inverted: boolean;
}

const bitLines = ({ lines }: FaceOptions['attachments']): ReadonlyMap<string, BitLine> =>
  new Map(
    [...lines].flatMap(([signal, settings]) => {
      const { coil, input, inverted = false } = settings as Readonly<Record<string, number>> & { inverted?: boolean };
      const bit = { signal, inverted };
      return [
        ...(coil === undefined ? [] : [[keyOf('coil', coil), bit] as const]),
        ...(input === undefined ? [] : [[keyOf('input', input), bit] as const]),
      ];
    }),
  );

/** A switched coil, as a request contains it. */
const onValue = 0xff00;

class ModbusFace implements WireFace {
  readonly #bits: ReadonlyMap<string, BitLine>;
  readonly #listener = new TcpListener(() =>
    createServer((socket) => {
      this.#accept(socket);
    }),
  );
  readonly #unsubscribe: () => void;

  constructor(private readonly options: FaceOptions) {
    this.#bits = bitLines(options.attachments);
    this.#unsubscribe = options.devices.signalLines.watch(() => {
      if (!this.#isReachable) this.#listener.disconnect();
    });
  }

  listen(port: number, host: string): Promise<number> {
    return this.#listener.listen(port, host);
  }

  close(): Promise<void> {
    this.#unsubscribe();
    return this.#listener.hangUp();
  }

  /** Whether no line of the device is offline. */
  get #isReachable(): boolean {
    const { connected } = this.options.devices.signalLines;
    return [...this.#bits.values()].every(({ signal }) => connected(signal));
  }

  #accept(socket: Socket): void {
    if (!this.#isReachable) {
      socket.destroy();
      return;
    }
    let rest: Buffer = Buffer.alloc(0);
    const answer = inOrder(socket);
    socket.on('data', (chunk) => {
      const taken = takeRequests(Buffer.concat([rest, chunk]));
      if (taken === undefined) {
        socket.destroy();
        return;
      }
      ({ rest } = taken);
      for (const request of taken.requests) answer(async () => socket.write(await this.#answer(request)));
    });
  }

  #answer(request: ModbusRequest): Buffer | Promise<Buffer> {
    if (request.data.length !== 4) return exceptionResponse(request, exceptions.illegalDataValue);
    if (request.code === functionCodes.writeSingleCoil) return this.#write(request);
    if (request.code === functionCodes.readCoils) return this.#read(request, 'coil');
    if (request.code === functionCodes.readDiscreteInputs) return this.#read(request, 'input');
    return exceptionResponse(request, exceptions.illegalFunction);
  }

  #read(request: ModbusRequest, table: 'coil' | 'input'): Buffer {
    const [start, count] = [request.data.readUInt16BE(0), request.data.readUInt16BE(2)];
    const bits = Array.from({ length: count }, (_, index) => this.#bits.get(keyOf(table, start + index)));
    if (count === 0 || count > 2_000) return exceptionResponse(request, exceptions.illegalDataValue);
    if (bits.includes(undefined)) return exceptionResponse(request, exceptions.illegalDataAddress);
    const { value } = this.options.devices.signalLines;
    return response(request, packedBits(bits.map((bit) => bit !== undefined && value(bit.signal) !== bit.inverted)));
  }

  async #write(request: ModbusRequest): Promise<Buffer> {
    const [address, written] = [request.data.readUInt16BE(0), request.data.readUInt16BE(2)];
    const bit = this.#bits.get(keyOf('coil', address));
    if (bit === undefined) return exceptionResponse(request, exceptions.illegalDataAddress);
    if (written !== 0 && written !== onValue) return exceptionResponse(request, exceptions.illegalDataValue);
    const sent = this.options.devices.signalLines.send({
      do: 'switch',
      signal: bit.signal,
      on: (written === onValue) !== bit.inverted,
    });
    const accepted = E.isLeft(sent) ? sent : await Promise.race([sent.right.accepted, sent.right.confirmed]);
    return E.isLeft(accepted)
      ? exceptionResponse(request, exceptions.serverDeviceFailure)
      : response(request, request.data);
  }
}

/** Creates a simulated Modbus device. */
export const modbusFace: OpenFace = (options) => new ModbusFace(options);
