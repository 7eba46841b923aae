// Requests to a Modbus device over one socket, one after the other. The socket ends if the device doesn't answer.
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import type Modbus from 'jsmodbus';
import type { Clock } from '../../../application/ports/clock.js';
import type { BitBlock } from './bits.js';

type Client = InstanceType<typeof Modbus.client.TCP>;

/** The library has a hundred files, which are loaded with the first client: services without Modbus devices don't need them. */
const load = createRequire(import.meta.url);

const clientOf = (socket: Duplex, unit: number): Client => {
  const { client } = load('jsmodbus') as typeof Modbus;
  // The library reads, writes and listens, which every stream can.
  const OverStream = client.TCP as new (stream: Duplex, unit: number, timeoutMs: number) => Client;
  return new OverStream(socket, unit, libraryTimeoutMs);
};

/** How long a device may take for an answer, in milliseconds. Afterwards its connection counts as lost. */
export const answerTimeoutMs = 5_000;

/** The library's own limit, in milliseconds. It isn't on the service's clock, so it never comes first. */
const libraryTimeoutMs = 600_000;

/** Maximum number of bytes between two answers. The longest answer has 260. */
const maxBytes = 1_024;

/** Where an answer has its unit: after its number, protocol and length. */
const unitAt = 6;

/** Why a request has no result. The device `refused` it, or the connection was lost. */
export interface NoReading {
  readonly refused: boolean;
  readonly reason: string;
}

/** The result of a request. */
export type RequestResult<Result> = E.Either<NoReading, Result>;

/** The exceptions of a gateway, in the library's words: the device itself says nothing. */
const ofGateway = /\(Code 1[01]\)/;

/** Returns why a device refuses a request. */
const refusalOf = (message: string): string =>
  ofGateway.test(message)
    ? `${message}: its gateway gets no answer of the unit; the equipment may have another one`
    : message;

const ofAnother =
  'it answers with the transaction number or function of another request; a gateway may mix the answers to several clients';

const noAnswer = (error: unknown): NoReading => {
  const { err, message = 'no answer' } = error as { readonly err?: string; readonly message?: string };
  return { refused: err === 'ModbusException', reason: err === 'OutOfSync' ? ofAnother : refusalOf(message) };
};

/** Requests over one socket. Made before the socket is connected. */
export class ModbusExchange {
  readonly #client: Client;
  #pending = 0;
  #bytes = 0;
  /** The unit of an answer that was another one's. */
  #otherUnit: number | undefined;
  #cancelTimeout: () => void = () => undefined;

  constructor(
    private readonly socket: Duplex,
    private readonly unit: number,
    private readonly clock: Clock,
  ) {
    socket.on('data', (chunk: Buffer) => {
      this.#count(chunk);
    });
    this.#client = clientOf(socket, unit);
  }

  /** Reads the bits of a block. */
  async read({ table, start, count }: BitBlock): Promise<RequestResult<readonly boolean[]>> {
    const answer = await this.#request(async () =>
      table === 'coil'
        ? (await this.#client.readCoils(start, count)).response.body.valuesAsArray
        : (await this.#client.readDiscreteInputs(start, count)).response.body.valuesAsArray,
    );
    if (E.isLeft(answer)) return answer;
    const { length } = answer.right;
    return length >= count
      ? E.right(answer.right.slice(0, count).map(Boolean))
      : this.#drop(`expected ${String(count)} bits, got ${String(length)}`);
  }

  /** Writes a coil. */
  async write(address: number, on: boolean): Promise<RequestResult<void>> {
    const answer = await this.#request(() => this.#client.writeSingleCoil(address, on));
    return E.isLeft(answer) ? answer : E.right(undefined);
  }

  async #request<Result>(send: () => Promise<Result>): Promise<RequestResult<Result>> {
    this.#pending += 1;
    // A request that waits behind another one doesn't extend the time for that one's answer.
    if (this.#pending === 1) this.#expectAnswer();
    try {
      return E.right(await send());
    } catch (error) {
      const failed = noAnswer(error);
      return failed.refused ? E.left(failed) : this.#drop(failed.reason);
    } finally {
      this.#pending -= 1;
      this.#bytes = 0;
      this.#expectAnswer();
    }
  }

  #expectAnswer(): void {
    this.#cancelTimeout();
    if (this.#pending > 0 && !this.socket.destroyed)
      this.#cancelTimeout = this.clock.after(answerTimeoutMs, () => {
        this.#drop(this.#whySilent());
      });
  }

  /** The library ignores answers of other units. Some equipment answers every unit as one of its own. */
  #whySilent(): string {
    const unit = String(this.unit);
    return this.#otherUnit === undefined
      ? `it does not answer as unit ${unit}; equipment of another unit is silent`
      : `it answers as unit ${String(this.#otherUnit)}; expected unit ${unit}, that of its connection`;
  }

  #count(chunk: Buffer): void {
    // Only the first chunk after an answer begins with an answer.
    const unit = this.#bytes === 0 ? chunk[unitAt] : this.unit;
    if (unit !== undefined && unit !== this.unit) this.#otherUnit = unit;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) this.#drop('the device sends what is no answer');
  }

  #drop(reason: string): E.Either<NoReading, never> {
    this.#cancelTimeout();
    if (!this.socket.destroyed) this.socket.destroy(new Error(reason));
    return E.left({ refused: false, reason });
  }
}
