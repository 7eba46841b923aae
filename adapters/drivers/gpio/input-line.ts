// A line that is read: gpioget reads it once, and gpiomon reports each edge from then on.
import { floodPauseMs, ReceiveBudget } from '../../../application/connections/receive-budget.js';
import { edgeIn, getArguments, monitorArguments, type PlacedLine } from './command-lines.js';
import type { InputLine } from './settings.js';
import { levelIn, runTool } from './tools.js';
import { LineWorker } from './worker.js';

/** The longest text without an end that is kept, in characters. */
const maxRest = 256;

/** An input. */
export class InputWorker extends LineWorker<InputLine> {
  readonly #budget = new ReceiveBudget({
    clock: this.host.clock,
    flooded: (message) => {
      this.host.flooded(this.signal, message);
    },
  });
  #level = false;
  #rest = '';
  #cancelDebounce: () => void = () => undefined;

  protected override async begin(place: PlacedLine): Promise<(() => void) | string> {
    const level = levelIn(await runTool(this.host, 'gpioget', getArguments(place)).result);
    if (typeof level === 'string') return level;
    return () => {
      this.#level = level;
      this.#rest = '';
      this.hold('gpiomon', monitorArguments(place), (output) => {
        this.#read(place, output);
      });
    };
  }

  protected override taken(): void {
    this.setValue(this.#level);
  }

  protected override seen(): void {
    // gpiomon reports what changes.
  }

  protected override hidden(): void {
    // gpiomon goes on.
  }

  protected override dropped(): void {
    this.#cancelDebounce();
  }

  protected override refused(): void {
    this.#cancelDebounce();
  }

  protected override abandoned(): void {
    this.#budget.close();
    this.#cancelDebounce();
  }

  protected override left(): Promise<void> {
    return Promise.resolve();
  }

  #read({ version }: PlacedLine, output: string): void {
    const lines = (this.#rest + output).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, maxRest);
    for (const line of lines) {
      if (!this.#budget.takeMessage(line.length)) {
        this.stop(`the signal "${this.signal}": ${this.#budget.reason}`, floodPauseMs);
        return;
      }
      const level = edgeIn(version, line.trim());
      if (level !== undefined) this.#note(level);
    }
  }

  /** A contact that bounces has an edge for each bounce: the last one counts. */
  #note(level: boolean): void {
    this.#level = level;
    this.#cancelDebounce();
    const { debounceMs } = this.settings;
    if (debounceMs === undefined) this.#show();
    else
      this.#cancelDebounce = this.host.clock.after(debounceMs, () => {
        this.#show();
      });
  }

  #show(): void {
    if (this.phase === 'held') this.setValue(this.#level);
  }
}
