// A line that is switched: gpioset holds its value for as long as it runs, so another value needs another one.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { labelOf, notConnected } from '../shared/lines.js';
import { connectionLost, PendingCommands } from '../shared/pending-commands.js';
import { getArguments, holdArguments, setArguments, type PlacedLine } from './command-lines.js';
import type { OutputLine } from './settings.js';
import { levelIn, reasonOf, runTool } from './tools.js';
import { LineWorker, type Phase } from './worker.js';

/** The pause before the safe value is set again, in milliseconds. */
const retryMs = 100;

/** An output. */
export class OutputWorker extends LineWorker<OutputLine> {
  readonly #pending = new PendingCommands<boolean>();
  /** The value that the last program was started with. */
  #holding: boolean | undefined;
  #sentAtLook = 0;

  switch(on: boolean): SendResult {
    if (!this.isConnected || this.place === undefined) return notConnected('signal', this.signal, this.host.connection);
    const pending = this.#pending.add(this.signal, labelOf(this.signal), on);
    this.#sentAtLook = this.host.looks();
    if (this.phase === 'held' && this.value !== on) this.#change(this.place, on);
    this.host.look();
    return E.right(pending.sent);
  }

  protected override async begin(place: PlacedLine, isOutput: boolean): Promise<(() => void) | string> {
    const on = this.#holding ?? (await this.#first(place, isOutput));
    if (typeof on === 'string') return on;
    return () => {
      this.#holding = on;
      this.hold('gpioset', holdArguments(place, on));
    };
  }

  protected override taken(): void {
    const on = this.#holding ?? false;
    const pending = this.#pending.of(this.signal);
    this.setValue(on);
    if (pending?.command === on) pending.confirm();
    else if (pending !== undefined && this.place !== undefined) this.#change(this.place, pending.command);
  }

  protected override seen(look: number): void {
    const pending = this.#pending.of(this.signal);
    if (pending !== undefined && pending.command === this.value && look > this.#sentAtLook) pending.confirm();
  }

  protected override hidden(): void {
    this.#pending.fail(connectionLost);
  }

  protected override dropped(): void {
    this.#pending.fail(connectionLost);
    this.#keepShown();
  }

  protected override refused(reason: string): void {
    this.#pending.fail(`the command was refused: ${reason}`);
    this.#keepShown();
  }

  protected override abandoned(reason: string): void {
    this.#pending.fail(reason);
  }

  /** Sets the safe value, unless the line is known to have it or was never driven. */
  protected override async left(phase: Phase): Promise<void> {
    const { safe = 'off' } = this.settings;
    const wasDriven = this.value !== null || phase === 'taking';
    if (safe === 'keep' || this.place === undefined || !wasDriven) return;
    if (phase === 'held' && this.value === (safe === 'on')) return;
    const args = setArguments(this.place, safe === 'on');
    if ((await this.#set(args)) === undefined) return;
    await this.#pauseBeforeRetry();
    const problem = await this.#set(args);
    if (problem !== undefined) this.host.warn(`the signal "${this.signal}" has not got its safe value: ${problem}`);
  }

  /** Returns why the line could not be set; undefined if it was. */
  async #set(args: readonly string[]): Promise<string | undefined> {
    const set = await runTool(this.host, 'gpioset', args).result;
    return set.code === 0 ? undefined : reasonOf('gpioset', set);
  }

  async #pauseBeforeRetry(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.host.clock.after(retryMs, () => {
      resolve(undefined);
    });
    await promise;
  }

  /** After a loss, the line gets what it showed before, and no command that has failed. */
  #keepShown(): void {
    if (this.value !== null) this.#holding = this.value;
  }

  /** Returns the value with which the line begins, or why it can't be read. */
  async #first(place: PlacedLine, isOutput: boolean): Promise<boolean | string> {
    const { safe = 'off' } = this.settings;
    // What an input shows comes from outside, such as from its resistor: no output is on for that.
    if (safe !== 'keep' || place.version === 1 || !isOutput) return safe === 'on';
    return levelIn(await runTool(this.host, 'gpioget', getArguments(place)).result);
  }

  #change(place: PlacedLine, on: boolean): void {
    this.#holding = on;
    void this.holdInstead('gpioset', holdArguments(place, on));
  }
}
