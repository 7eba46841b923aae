// What the lines of a chip have in common: a program that holds the line, and when the kernel shows that it does.
import type { Clock } from '../../../application/ports/clock.js';
import { consumerOf, type LineInfo, type PlacedLine } from './command-lines.js';
import type { GpioLine } from './settings.js';
import { reasonOf, toolTimeoutMs, type StartTool, type Tool, type ToolDeps, type ToolName } from './tools.js';

/** The most that is kept of what a program reports as wrong, in characters. */
const maxErrors = 1_000;

/** The pause after a program has failed, in milliseconds. */
const retryDelayMs = 500;

/** Serves the lines of a chip. */
export interface LineHost extends ToolDeps {
  readonly connection: string;
  readonly clock: Clock;
  /** Notifies that a line has too many edges, and that it hasn't any more. */
  readonly flooded: (signal: string, message: string | null) => void;
  /** Notifies that what is known of a signal has changed. */
  readonly changed: (signal: string) => void;
  /** Asks the kernel for the lines soon. */
  readonly look: () => void;
  /** The number of the last time when the kernel was asked. */
  readonly looks: () => number;
  /** Logs what went wrong with a line that is given up. */
  readonly warn: (reason: string) => void;
}

/** A program that runs until it is ended. */
class Holder {
  readonly #ended = Promise.withResolvers<undefined>();
  readonly #tool: Tool;
  #errors = '';

  constructor(
    start: StartTool,
    name: ToolName,
    args: readonly string[],
    onOutput: (text: string) => void,
    onEnd: (reason: string) => void,
  ) {
    this.#tool = start(name, args, {
      output: onOutput,
      errors: (text) => (this.#errors = (this.#errors + text).slice(0, maxErrors)),
      ended: (code) => {
        this.#ended.resolve(undefined);
        onEnd(reasonOf(name, { code, errors: this.#errors }));
      },
    });
  }

  /** Ends it, and resolves once it has released its line. */
  end(): Promise<undefined> {
    this.#tool.end();
    return this.#ended.promise;
  }
}

/** `free`: nothing holds the line; `pausing`: a program has just failed; `busy`: a program ends or reads it; `taking`: one was started; `held`: the kernel shows it. */
export type Phase = 'free' | 'pausing' | 'busy' | 'taking' | 'held' | 'gone';

/** One line. A subclass decides which program holds it. */
export abstract class LineWorker<Settings extends GpioLine = GpioLine> {
  protected phase: Phase = 'free';
  protected place: PlacedLine | undefined;
  #holder: Holder | undefined;
  /** The end of the last program. */
  #released: Promise<undefined> = Promise.resolve(undefined);
  #takenAtLook = 0;
  /** Whether the kernel has shown that the program that was started doesn't have the line yet. */
  #isLate = false;
  #run = 0;
  #value: boolean | null = null;
  #isConnected = false;
  #problem: string | undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(
    readonly signal: string,
    public settings: Settings,
    protected readonly host: LineHost,
  ) {}

  get value(): boolean | null {
    return this.#value;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** What is wrong with the line; undefined if nothing is known to be. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Whether the kernel has to be asked soon. */
  get isWaiting(): boolean {
    return this.phase === 'taking';
  }

  /** Whether the line was never taken. */
  get isNew(): boolean {
    return this.place === undefined;
  }

  /** Takes what the kernel reports of the line. */
  see(info: LineInfo, place: Omit<PlacedLine, 'settings' | 'offset'>, look: number): void {
    this.place = { ...place, offset: info.offset, settings: this.settings };
    const isOurs = this.#isOurs(info, this.place);
    if (this.phase === 'free' && info.user !== undefined)
      this.fault(`"${info.user}" uses line ${String(info.offset)} of ${place.chip}`);
    else if (this.phase === 'free') this.#begin(this.place, info.isOutput);
    else if (this.phase === 'taking' && look > this.#takenAtLook) this.#seeTaking(isOurs);
    else if (this.phase === 'held') this.#seeHeld(isOurs, look);
  }

  /** Notes that the chip has the line, and takes nothing. */
  find(): void {
    this.#problem = undefined;
    this.#setConnected(true);
  }

  /** The line can't be used. */
  fault(problem: string): void {
    this.#problem = problem;
    this.#setConnected(false);
  }

  /** It is not known whether the chip has the line. A program that holds it goes on. */
  hide(problem = this.#problem): void {
    this.#problem = problem;
    this.hidden();
    this.#setConnected(false);
  }

  /** The chip is lost, and with it the line. */
  lose(): void {
    void this.#release();
    if (this.phase !== 'gone') this.phase = 'free';
    this.dropped();
    this.#setConnected(false);
  }

  /** Releases the line for good. Resolves once that is done. */
  async leave(reason: string): Promise<void> {
    const released = this.#release();
    const { phase } = this;
    this.phase = 'gone';
    this.abandoned(reason);
    this.#isConnected = false;
    await released;
    await this.left(phase);
  }

  /** Reads the line if that is needed. Returns what lets a program hold it, or why that isn't possible. */
  protected abstract begin(place: PlacedLine, isOutput: boolean): Promise<(() => void) | string>;
  /** The kernel shows that the line is held. */
  protected abstract taken(): void;
  /** The kernel shows that the line is still held. */
  protected abstract seen(look: number): void;
  /** The line isn't shown for now. */
  protected abstract hidden(): void;
  /** The line is lost. */
  protected abstract dropped(): void;
  /** The line could not be taken. */
  protected abstract refused(reason: string): void;
  /** The line is given up. */
  protected abstract abandoned(reason: string): void;
  /** The line is released. `phase` is the one before. */
  protected abstract left(phase: Phase): Promise<void>;

  protected setValue(value: boolean): void {
    if (this.#value === value) return;
    this.#value = value;
    if (this.#isConnected) this.host.changed(this.signal);
  }

  /** Lets a program hold the line. */
  protected hold(name: ToolName, args: readonly string[], onOutput: (text: string) => void = () => undefined): void {
    this.phase = 'taking';
    this.#takenAtLook = this.host.looks();
    const run = this.#run;
    const current =
      (react: (text: string) => void): ((text: string) => void) =>
      (text) => {
        if (run === this.#run) react(text);
      };
    const ended = (reason: string): void => {
      this.#ended(reason);
    };
    this.#holder = new Holder(this.host.start, name, args, current(onOutput), current(ended));
    this.#isLate = false;
    this.#limit(name);
    this.host.look();
  }

  /** A program that doesn't get the line is ended, but only once the kernel was asked whether it has it. */
  #limit(name: ToolName): void {
    this.#cancelTimer = this.host.clock.after(toolTimeoutMs, () => {
      if (this.#isLate) this.#giveUp(`${name} has not got the line within ${String(toolTimeoutMs / 1_000)} s`);
      else this.#limit(name);
    });
  }

  #giveUp(reason: string): void {
    void this.#release();
    this.#refuse(reason);
    this.#pause();
  }

  /** Lets another program hold the line once the present one has released it. */
  protected async holdInstead(name: ToolName, args: readonly string[]): Promise<void> {
    this.phase = 'busy';
    const released = this.#release();
    const run = this.#run;
    this.#cancelTimer = this.host.clock.after(toolTimeoutMs, () => {
      this.#giveUp(`${name} has not released the line within ${String(toolTimeoutMs / 1_000)} s`);
    });
    await released;
    if (run !== this.#run) return;
    this.#cancelTimer();
    this.hold(name, args);
  }

  /** Ends the program that holds the line, and starts none for a while. */
  protected stop(reason: string, pauseMs: number): void {
    void this.#release();
    this.dropped();
    this.fault(reason);
    this.#pause(pauseMs);
    this.host.look();
  }

  /** Ends what goes on. Resolves once no program has the line. */
  #release(): Promise<undefined> {
    this.#run += 1;
    this.#cancelTimer();
    const holder = this.#holder;
    this.#holder = undefined;
    if (holder !== undefined) this.#released = holder.end();
    return this.#released;
  }

  #begin(place: PlacedLine, isOutput: boolean): void {
    this.phase = 'busy';
    const run = this.#run;
    void this.begin(place, isOutput).then((hold) => {
      if (run !== this.#run) return;
      if (typeof hold !== 'string') {
        hold();
        return;
      }
      this.#refuse(hold);
      this.#pause();
    });
  }

  #isOurs({ user, isOutput }: LineInfo, { version }: PlacedLine): boolean {
    const { direction } = this.settings;
    return user === consumerOf(version, direction) && isOutput === (direction === 'out');
  }

  #seeTaking(isOurs: boolean): void {
    if (isOurs) this.#take();
    else this.#isLate = true;
  }

  #seeHeld(isOurs: boolean, look: number): void {
    if (!isOurs) {
      this.#ended('the line is not held any more');
      return;
    }
    this.#problem = undefined;
    this.seen(look);
    this.#setConnected(true);
  }

  #take(): void {
    this.#cancelTimer();
    this.phase = 'held';
    this.#problem = undefined;
    this.taken();
    this.#setConnected(true);
  }

  #ended(reason: string): void {
    void this.#release();
    if (this.phase === 'taking') this.#refuse(reason);
    else {
      this.phase = 'free';
      this.dropped();
      this.fault(reason);
    }
    this.#pause();
  }

  #pause(delayMs = retryDelayMs): void {
    this.phase = 'pausing';
    this.#cancelTimer = this.host.clock.after(delayMs, () => {
      this.phase = 'free';
      this.host.look();
    });
  }

  #refuse(reason: string): void {
    this.phase = 'free';
    this.refused(reason);
    this.fault(reason);
  }

  #setConnected(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return;
    this.#isConnected = isConnected;
    this.host.changed(this.signal);
  }
}
