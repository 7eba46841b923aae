// A line that is switched: gpioset holds its value for as long as it runs, so another value needs another one.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { notConnected } from '../shared/lines.js';
import { connectionLost, PendingCommands } from '../shared/pending-commands.js';
import { getArguments, holdArguments, setArguments, type PlacedLine } from './command-lines.js';
import type { OutputLine } from './settings.js';
import { reasonOf, runTool } from './tools.js';
import { LineWorker } from './worker.js';

/** An output. */
export class OutputWorker extends LineWorker<OutputLine> {
  readonly #pending = new PendingCommands<boolean>();
  /** The value that the last program was started with. */
  #holding: boolean | undefined;
  #sentAtLook = 0;

  switch(on: boolean): SendResult {
    if (!this.isConnected || this.place === undefined) return notConnected('signal', this.signal, this.host.connection);
    const pending = this.#pending.add(this.signal, `the line of the signal "${this.signal}"`, on);
    this.#sentAtLook = this.host.looks();
    if (this.phase === 'held' && this.value !== on) this.#change(this.place, on);
    this.host.look();
    return E.right(pending.sent);
  }

  protected override async begin(place: PlacedLine): Promise<(() => void) | string> {
    const on = this.#holding ?? (await this.#first(place));
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

  protected override async left(): Promise<void> {
    const { safe = 'off' } = this.settings;
    if (safe === 'keep' || this.place === undefined || this.#holding === undefined) return;
    if (this.#holding === (safe === 'on')) return;
    await runTool(this.host, 'gpioset', setArguments(this.place, safe === 'on')).result;
  }

  /** After a loss, the line gets what it showed before, and no command that has failed. */
  #keepShown(): void {
    if (this.value !== null) this.#holding = this.value;
  }

  /** Returns the value with which the line begins, or why it can't be read. */
  async #first(place: PlacedLine): Promise<boolean | string> {
    const { safe = 'off' } = this.settings;
    if (safe !== 'keep' || place.version === 1) return safe === 'on';
    const read = await runTool(this.host, 'gpioget', getArguments(place)).result;
    return read.code === 0 ? read.output.trim() === '1' : reasonOf('gpioget', read);
  }

  #change(place: PlacedLine, on: boolean): void {
    this.#holding = on;
    void this.holdInstead('gpioset', holdArguments(place, on));
  }
}
