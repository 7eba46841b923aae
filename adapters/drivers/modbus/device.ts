// A Modbus device: reads the bits of its lines all the time, and writes coils.
import * as E from 'fp-ts/lib/Either.js';
import type {
  Attachments,
  ConnectedLines,
  ConnectionDeps,
} from '../../../application/connections/connection-driver.js';
import { steadyMs } from '../../../application/ports/clock.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { isEqual } from '../../../domain/codec/equality.js';
import type { Failure } from '../../../domain/failure.js';
import { labelOf, notConnected, onlyReported } from '../shared/lines.js';
import { connectionLost, PendingCommands, studioFileChanged, type PendingCommand } from '../shared/pending-commands.js';
import { TcpLink } from '../shared/tcp-link.js';
import { bitOf, blocksOf, contains, type Bit, type BitBlock } from './bits.js';
import { ModbusExchange } from './exchange.js';
import { defaultEveryMs, defaultPort, defaultUnit, type ModbusLine, type ModbusSettings } from './settings.js';

type Lines = Attachments<ModbusLine, never, never>['lines'];

/** The pause between two readings after a command, and for how long, in milliseconds: so that its effect is seen soon. */
const afterCommand = { everyMs: 10, forMs: 3_000 };

/** What is read again and again: the blocks of all lines, and each line with its bit. */
interface Reading {
  readonly blocks: readonly BitBlock[];
  readonly lines: readonly { readonly signal: string; readonly line: ModbusLine; readonly bit: Bit }[];
}

const readingOf = (followed: Lines): Reading => {
  const lines = [...followed].map(([signal, line]) => ({ signal, line, bit: bitOf(line) }));
  return { blocks: blocksOf(lines.map(({ bit }) => bit)), lines };
};

const inWords = (on: boolean): string => (on ? 'on' : 'off');

/** The lines of one device. */
export class ModbusDevice {
  readonly #link: TcpLink;
  readonly #pending = new PendingCommands<boolean>();
  readonly #values = new Map<string, boolean | null>();
  readonly #everyMs: number;
  #lines: Lines;
  #reading: Reading;
  #exchange: ModbusExchange | undefined;
  /** Whether every block was read since the connection was made. */
  #isRead = false;
  /** Why the device refused to read a block at last, by the block. */
  readonly #refusals = new Map<string, string | undefined>();
  #commandAtMs = -Infinity;
  #cancelReading: () => void = () => undefined;

  constructor(
    { host, port = defaultPort, unit = defaultUnit, everyMs = defaultEveryMs }: ModbusSettings,
    lines: Lines,
    private readonly deps: ConnectionDeps,
  ) {
    this.#lines = lines;
    this.#reading = readingOf(lines);
    this.#everyMs = everyMs;
    let opened: ModbusExchange | undefined;
    this.#link = new TcpLink({ host, port }, deps, {
      opened: (socket) => {
        opened = new ModbusExchange(socket, unit, deps.clock);
      },
      connected: () => {
        this.#exchange = opened;
        void this.#readAll();
      },
      lost: () => {
        this.#lose();
      },
    });
  }

  readonly lines: ConnectedLines = {
    send: ({ signal, on }) => this.#switch(signal, on),
    refusal: ({ signal }) => this.#refusal(signal),
    value: (signal) => this.#values.get(signal) ?? null,
    connected: () => this.#isRead,
  };

  /** Serves other lines from now on. */
  follow(lines: Lines): void {
    const gone = [...this.#lines].filter(([id, line]) => !isEqual(line, lines.get(id))).map(([id]) => id);
    this.#pending.fail(studioFileChanged, gone);
    for (const signal of gone) this.#values.delete(signal);
    this.#lines = lines;
    this.#reading = readingOf(lines);
    this.#refusals.clear();
    this.#readAgain();
  }

  close(): void {
    this.#link.close();
  }

  #refusal(signal: string): Failure | undefined {
    const line = this.#lines.get(signal);
    return line === undefined || !this.#isRead || 'coil' in line ? undefined : onlyReported(signal);
  }

  #switch(signal: string, on: boolean): SendResult {
    const line = this.#lines.get(signal);
    const exchange = this.#exchange;
    if (line === undefined || exchange === undefined || !this.#isRead)
      return notConnected('signal', signal, this.deps.id);
    if (!('coil' in line)) return E.left(onlyReported(signal));
    this.#commandAtMs = steadyMs(this.deps.clock);
    const pending = this.#pending.add(signal, labelOf(signal), on);
    void this.#write(exchange, line, pending);
    return E.right(pending.sent);
  }

  async #write(
    exchange: ModbusExchange,
    line: Extract<ModbusLine, { readonly coil: number }>,
    pending: PendingCommand<boolean>,
  ): Promise<void> {
    const answer = await exchange.write(line.coil, pending.command !== (line.inverted ?? false));
    if (E.isLeft(answer)) {
      pending.fail(answer.left.refused ? `the device refused the command: ${answer.left.reason}` : connectionLost);
      return;
    }
    pending.accept();
    const [block] = blocksOf([bitOf(line)]);
    if (block !== undefined && !pending.isOver()) await this.#read(exchange, block);
    if (exchange === this.#exchange) this.#readLater();
  }

  #readAgain(): void {
    this.#cancelReading();
    if (this.#exchange !== undefined) void this.#readAll();
  }

  async #readAll(): Promise<void> {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    for (const block of this.#reading.blocks) if (!(await this.#read(exchange, block))) return;
    if (exchange !== this.#exchange) return;
    this.#setRead(true);
    this.#readLater();
  }

  #readLater(): void {
    this.#cancelReading();
    const isSoon = !this.#pending.isEmpty && steadyMs(this.deps.clock) < this.#commandAtMs + afterCommand.forMs;
    const delayMs = isSoon ? afterCommand.everyMs : this.#everyMs;
    this.#cancelReading = this.deps.clock.after(delayMs, () => void this.#readAll());
  }

  /** Reads a block. If the device refuses that, the values are unknown. Returns whether the device answered. */
  async #read(exchange: ModbusExchange, block: BitBlock): Promise<boolean> {
    const answer = await exchange.read(block);
    if (exchange !== this.#exchange) return false;
    if (E.isLeft(answer) && !answer.left.refused) return false;
    this.#link.noteMessage();
    this.#noteRefusal(block, E.isLeft(answer) ? answer.left.reason : undefined);
    for (const { signal, line, bit } of this.#reading.lines)
      if (contains(block, bit))
        this.#show(signal, line, E.isLeft(answer) ? null : answer.right[bit.address - block.start]);
    return true;
  }

  /** Logs once that the device refuses to read a block. */
  #noteRefusal({ table, start }: BitBlock, reason: string | undefined): void {
    const key = `${table} ${String(start)}`;
    if (reason !== undefined && reason !== this.#refusals.get(key)) this.#link.noteRefusal(`${reason} (${key})`);
    this.#refusals.set(key, reason);
  }

  #show(signal: string, line: ModbusLine, bit: boolean | null | undefined): void {
    const value = bit === null || bit === undefined ? null : bit !== (line.inverted ?? false);
    const isChanged = this.#values.get(signal) !== value;
    this.#values.set(signal, value);
    const pending = this.#pending.of(signal);
    if (pending?.isAccepted === true && value !== null) {
      if (pending.command === value) pending.confirm();
      else pending.observe(`the signal is ${inWords(value)}`);
    }
    if (isChanged) this.deps.changed(signal);
  }

  #setRead(isRead: boolean): void {
    if (this.#isRead === isRead) return;
    this.#isRead = isRead;
    for (const signal of this.#lines.keys()) this.deps.changed(signal);
  }

  #lose(): void {
    this.#cancelReading();
    this.#exchange = undefined;
    this.#pending.fail(connectionLost);
    this.#setRead(false);
  }
}
