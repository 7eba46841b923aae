// A connection that a device can't overload: what it sends is read a bounded part in each turn of the event loop and up to the
// budget of the connection, and what it doesn't read is sent up to a bound.
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { ReceiveBudget } from '../../../application/connections/receive-budget.js';
import type { Wire } from '../../../application/ports/wire.js';

/** The most that waits to be sent to a device that reads nothing, in bytes. */
const maxUnsentBytes = 65_536;

/** The most messages and bytes of one turn. */
const turn = { messages: 50, bytes: 65_536 } as const;

/** The length of one part, in bytes. It is read to its end, however many messages it contains. */
const partBytes = 1_024;

/** Receives the result of an operation, as {@link Duplex} has it. */
type Done = (error?: Error | null) => void;

/** A socket over another one. Its reader counts the messages in the budget. */
export class PacedSocket extends Duplex {
  #waiting: Buffer | undefined;
  #isReading = false;
  /** Whether the reader takes more. */
  #isWanted = true;

  constructor(
    private readonly transport: Socket,
    private readonly budget: ReceiveBudget,
    private readonly wire?: Wire,
  ) {
    super({ allowHalfOpen: false, readableHighWaterMark: 4 * partBytes });
    transport.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    transport.once('connect', () => this.emit('connect'));
    transport.on('error', (error) => this.destroy(error));
    transport.once('close', () => {
      this.#endSoon();
    });
  }

  /** Whether the connection isn't made yet. */
  get connecting(): boolean {
    return this.transport.connecting;
  }

  /** Sends bytes. A device that reads nothing loses its connection. */
  override write(chunk: unknown, done?: Done): boolean;
  override write(chunk: unknown, encoding: BufferEncoding, done?: Done): boolean;
  override write(...words: readonly unknown[]): boolean {
    if (this.writableLength <= maxUnsentBytes) return super.write(...(words as Parameters<Duplex['write']>));
    this.destroy(new Error('the device takes nothing of what is sent to it'));
    return false;
  }

  override _read(): void {
    this.#isWanted = true;
    if (this.#waiting !== undefined) this.#readLater();
    else if (!this.transport.closed) this.transport.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.wire?.noteChunk('sent', chunk);
    this.transport.write(chunk, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'latin1', done);
  }

  override _final(done: Done): void {
    this.transport.end();
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#waiting = undefined;
    // After an orderly close the system would go on sending what the device hasn't received, and the device would execute it late.
    if (error === null) this.transport.destroy();
    else this.transport.resetAndDestroy();
    done(error);
  }

  /** Takes what has arrived. Each arrival counts as a message, because it costs as much. */
  #take(chunk: Buffer): void {
    if (this.destroyed) return;
    this.wire?.noteChunk('received', chunk);
    if (!this.budget.takeMessage(chunk.length)) {
      this.#flood();
      return;
    }
    this.#waiting = this.#waiting === undefined ? chunk : Buffer.concat([this.#waiting, chunk]);
    if (!this.#isReading) this.#readTurn();
  }

  #readLater(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    setImmediate(() => {
      this.#readTurn();
    });
  }

  #readTurn(): void {
    this.#isReading = true;
    this.#readParts();
    this.#isReading = false;
    if (this.destroyed) return;
    if (this.#waiting !== undefined) {
      this.transport.pause();
      if (this.#isWanted) this.#readLater();
    } else if (this.transport.closed) this.#endSoon();
    else if (this.#isWanted) this.transport.resume();
    else this.transport.pause();
  }

  #readParts(): void {
    const messages = this.budget.messages + turn.messages;
    for (let read = 0; read < turn.bytes && this.budget.messages < messages && this.#isWanted; read += partBytes) {
      const waiting = this.#waiting;
      if (waiting === undefined || this.destroyed) return;
      this.#waiting = waiting.length > partBytes ? waiting.subarray(partBytes) : undefined;
      this.#isWanted = this.push(waiting.subarray(0, partBytes));
      if (this.budget.isExceeded) this.#flood();
    }
  }

  #flood(): void {
    this.destroy(new Error(this.budget.reason));
  }

  /** Ends with what the device has sent, once it is read. */
  #endSoon(): void {
    if (this.#waiting === undefined) this.destroy();
  }
}
