// A GPIO chip of the machine: finds it, asks the kernel for its lines again and again, and lets a program hold each line in use.
import * as E from 'fp-ts/lib/Either.js';
import type {
  Attachments,
  ConnectedLines,
  ConnectionDeps,
} from '../../../application/connections/connection-driver.js';
import { ConnectionLog } from '../../../application/connections/connection-log.js';
import { isEqual } from '../../../domain/codec/equality.js';
import { notConnected, onlyReported } from '../shared/lines.js';
import { connectionLost, studioFileChanged } from '../shared/pending-commands.js';
import { chipIn, infoArguments, linesIn, versionIn, type LineInfo, type PlacedLine } from './command-lines.js';
import { InputWorker } from './input-line.js';
import { OutputWorker } from './output-line.js';
import type { GpioLine, GpioSettings } from './settings.js';
import { reasonOf, runTool, type StartTool, type ToolName } from './tools.js';
import type { LineHost } from './worker.js';

type Lines = Attachments<GpioLine, never, never>['lines'];
type Worker = InputWorker | OutputWorker;

/** The pause before the kernel is asked again: while a program takes a line, after a failure, and else. In milliseconds. */
const pauseMs = { soon: 20, failed: 500, usual: 1_000 } as const;

/** How long the safe values may take at the end, in milliseconds. */
const closeMs = 900;

/** Where the chip is: the version of the programs, and its name there. */
type Place = Omit<PlacedLine, 'settings' | 'offset'>;

/** Returns what a line is taken with: its safe value counts only at the start and the end. */
const withoutSafe = (line: GpioLine): object =>
  Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'safe'));

/** Why the lines aren't known. */
interface LookFailure {
  readonly reason: string;
  /** Whether the machine has no such chip. */
  readonly isChipMissing: boolean;
}

const failedLook = (reason: string): E.Either<LookFailure, never> => E.left({ reason, isChipMissing: false });

const never = (): void => undefined;

/** The lines of one chip. */
export class GpioChip {
  readonly #log: ConnectionLog;
  readonly #workers = new Map<string, Worker>();
  /** The lines that are being released: nothing takes them before that is done. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #host: LineHost;
  /** What is wrong with the lines whose edges are a flood, by their signals. */
  readonly #floods = new Map<string, string>();
  #place: Place | undefined;
  #looks = 0;
  #isLooking = false;
  #isWanted = false;
  #isClosed = false;
  #cancelLook = never;
  #endTool = never;

  constructor(
    private readonly settings: GpioSettings,
    start: StartTool,
    private readonly deps: ConnectionDeps,
  ) {
    this.#log = new ConnectionLog(deps, { chip: settings.chip });
    this.#host = {
      start,
      connection: deps.id,
      clock: deps.clock,
      changed: deps.changed,
      look: () => {
        this.#lookNow();
      },
      looks: () => this.#looks,
      flooded: (signal, message) => {
        this.#noteFlood(signal, message);
      },
      warn: (reason) => {
        this.#log.refused(reason);
      },
    };
    this.#lookNow();
  }

  readonly lines: ConnectedLines = {
    send: ({ signal, on }) => {
      const worker = this.#workers.get(signal);
      if (worker instanceof OutputWorker) return worker.switch(on);
      return worker?.isConnected === true ? E.left(onlyReported(signal)) : notConnected('signal', signal, this.deps.id);
    },
    refusal: ({ signal }) => {
      const worker = this.#workers.get(signal);
      return worker instanceof InputWorker && worker.isConnected ? onlyReported(signal) : undefined;
    },
    value: (signal) => this.#workers.get(signal)?.value ?? null,
    connected: (signal) => this.#workers.get(signal)?.isConnected ?? false,
  };

  /** Serves other lines from now on. */
  follow(lines: Lines): void {
    for (const [signal, worker] of [...this.#workers])
      if (!this.#takesOver(worker, lines.get(signal))) this.#leave(signal, worker, studioFileChanged);
    for (const [signal, line] of lines)
      if (!this.#workers.has(signal)) this.#workers.set(signal, this.#workerFor(signal, line));
    this.#lookNow();
  }

  /** Takes over what may change of a line that is held. Returns false if the line has to be taken anew. */
  #takesOver(worker: Worker, line: GpioLine | undefined): boolean {
    if (line === undefined || !isEqual(withoutSafe(worker.settings), withoutSafe(line))) return false;
    if (line.direction === 'out' && worker instanceof OutputWorker) worker.settings = line;
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelLook();
    this.#endTool();
    for (const [signal, worker] of [...this.#workers]) this.#leave(signal, worker, connectionLost);
  }

  /** Resolves once the lines are released, within a second. */
  async whenClosed(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const cancel = this.deps.clock.after(closeMs, () => {
      resolve(undefined);
    });
    await Promise.race([Promise.all(this.#leaving), promise]);
    cancel();
  }

  #workerFor(signal: string, line: GpioLine): Worker {
    return line.direction === 'in'
      ? new InputWorker(signal, line, this.#host)
      : new OutputWorker(signal, line, this.#host);
  }

  #leave(signal: string, worker: Worker, reason: string): void {
    this.#workers.delete(signal);
    const left = worker.leave(reason).finally(() => {
      this.#leaving.delete(left);
      if (!this.#isClosed) this.#lookNow();
    });
    this.#leaving.add(left);
    this.deps.changed(signal);
  }

  #lookNow(): void {
    this.#isWanted = this.#isLooking;
    if (this.#isLooking || this.#isClosed) return;
    this.#cancelLook();
    void this.#look();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    this.#looks += 1;
    const look = this.#looks;
    const found = await this.#ask();
    if (this.#isClosed) return;
    if (E.isLeft(found)) this.#lose(found.left);
    else this.#see(found.right.place, found.right.lines, look);
    this.#isLooking = false;
    this.#lookLater(E.isLeft(found));
  }

  #lookLater(hasFailed: boolean): void {
    const workers = [...this.#workers.values()];
    const isSoon = this.#isWanted || (!hasFailed && workers.some(({ isWaiting }) => isWaiting));
    const isFailed = hasFailed || workers.some(({ problem }) => problem !== undefined);
    this.#isWanted = false;
    this.#cancelLook();
    this.#cancelLook = this.deps.clock.after(
      isSoon ? pauseMs.soon : isFailed ? pauseMs.failed : pauseMs.usual,
      () => void this.#look(),
    );
  }

  /** The alarm of the connection lasts for as long as one of its lines is a flood. */
  #noteFlood(signal: string, message: string | null): void {
    const wasFlooding = this.#floods.size > 0;
    if (message === null) this.#floods.delete(signal);
    else this.#floods.set(signal, message);
    if (wasFlooding !== this.#floods.size > 0) this.deps.flooded?.(message);
  }

  /** Returns the lines of the chip, or why they aren't known. */
  async #ask(): Promise<E.Either<LookFailure, { readonly place: Place; readonly lines: readonly LineInfo[] }>> {
    const place = this.#place === undefined ? await this.#find() : E.right(this.#place);
    if (E.isLeft(place)) return place;
    const info = await this.#run('gpioinfo', infoArguments(place.right));
    if (E.isLeft(info)) return failedLook(info.left);
    return E.right({ place: place.right, lines: linesIn(place.right.version, info.right) });
  }

  async #find(): Promise<E.Either<LookFailure, Place>> {
    const reported = await this.#run('gpiodetect', ['--version']);
    if (E.isLeft(reported)) return failedLook(reported.left);
    const version = versionIn(reported.right);
    if (version === undefined) return failedLook('gpiodetect has an unknown version; expected 1 or 2');
    const chips = await this.#run('gpiodetect', []);
    if (E.isLeft(chips)) return failedLook(chips.left);
    const chip = chipIn(chips.right, this.settings.chip);
    if (chip !== undefined) return E.right({ version, chip });
    const known = chips.right.trim().replaceAll('\n', ', ');
    const reason = `there is no chip "${this.settings.chip}"; the machine has ${known === '' ? 'none' : known}`;
    return E.left({ reason, isChipMissing: true });
  }

  async #run(name: ToolName, args: readonly string[]): Promise<E.Either<string, string>> {
    const { result, end } = runTool(this.#host, name, args);
    this.#endTool = end;
    const ended = await result;
    return ended.code === 0 ? E.right(ended.output) : E.left(reasonOf(name, ended));
  }

  #see(place: Place, lines: readonly LineInfo[], look: number): void {
    this.#place = place;
    const signals = new Map<number, string>();
    for (const worker of this.#workers.values()) {
      const { line } = worker.settings;
      const info = lines.find(({ offset, name }) => (typeof line === 'number' ? offset === line : name === line));
      const other = info && signals.get(info.offset);
      if (info === undefined) worker.hide(`${place.chip} has no line ${JSON.stringify(line)}`);
      else if (this.settings.isTrial === true) worker.find();
      else if (other !== undefined) worker.fault(`the signal "${other}" has line ${String(info.offset)} already`);
      else this.#seeLine(worker, info, place, look);
      if (info !== undefined) signals.set(info.offset, other ?? worker.signal);
    }
    this.#report();
  }

  /** A line that is new waits until those before it are released: it may be one of them. */
  #seeLine(worker: Worker, info: LineInfo, place: Place, look: number): void {
    if (this.#leaving.size === 0 || !worker.isNew) worker.see(info, place, look);
  }

  #report(): void {
    const workers = [...this.#workers.values()];
    const problem = workers.find((worker) => worker.problem !== undefined)?.problem;
    if (problem !== undefined) this.#log.lost(problem);
    else if (workers.every(({ isConnected }) => isConnected)) this.#log.back();
  }

  /** A look may fail though the lines are held: only a chip that is missing takes them away. */
  #lose({ reason, isChipMissing }: LookFailure): void {
    this.#place = undefined;
    for (const worker of this.#workers.values())
      if (isChipMissing) worker.lose();
      else worker.hide();
    this.#log.lost(reason);
  }
}
