// Reads the state of a scene of OBS again and again. OBS reports no positions by itself.
import * as E from 'fp-ts/lib/Either.js';
import { steadyMs, type Clock } from '../../../application/ports/clock.js';
import type { ObsLink } from './link.js';
import { readScene } from './requests.js';
import { sceneReport, type SceneReport } from './scene-report.js';

/** The pause between two readings: while a command is awaited, and at rest. Milliseconds. */
const pauses = { busyMs: 10, atRestMs: 500 };

/** How long OBS may call a scene active after it has called the transition that ends it done, in milliseconds. */
const fadedMs = 100;

/** What a reader uses, and what it reports to. */
export interface SceneReaderDeps {
  readonly clock: Clock;
  readonly link: Pick<ObsLink, 'request'>;
  /** Whether the effect of a command is awaited. */
  readonly isBusy: () => boolean;
  readonly received: (report: SceneReport, reading: number) => void;
  /** The scene can't be used. */
  readonly failed: (reason: string) => void;
}

/** Reads one scene while it is open. At most one reading is under way. */
export class SceneReader {
  #last = 0;
  #isOpen = false;
  #isReading = false;
  #isReadAgain = false;
  #changedAtMs = -Infinity;
  #cancelTimer: () => void = () => undefined;
  readonly #requests: ReturnType<typeof readScene>;

  constructor(
    private readonly scene: string,
    private readonly inputs: readonly string[],
    private readonly deps: SceneReaderDeps,
  ) {
    this.#requests = readScene(scene, { inputs });
  }

  /** The number of the next reading. Readings with this number or a higher one begin after now. */
  get next(): number {
    return this.#last + 1;
  }

  open(): void {
    this.#isOpen = true;
    this.read();
  }

  close(): void {
    this.#isOpen = false;
    this.#cancelTimer();
  }

  /** Reads at once, or as soon as the reading under way is done. */
  read(): void {
    this.#isReadAgain = this.#isReading;
    if (this.#isOpen && !this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#cancelTimer();
    this.#isReading = true;
    this.#last += 1;
    const reading = this.#last;
    const answer = await this.deps.link.request('reading', this.#requests);
    this.#isReading = false;
    if (!this.#isOpen) return;
    // The connection was lost, and is open again.
    if (E.isLeft(answer) && !answer.left.refused) {
      this.read();
      return;
    }
    const report = E.isLeft(answer) ? E.left(answer.left.reason) : sceneReport(this.scene, this.inputs, answer.right);
    if (E.isLeft(report)) this.deps.failed(report.left);
    else this.deps.received(this.#faded(report.right), reading);
    this.#readLater();
  }

  #faded(report: SceneReport): SceneReport {
    const nowMs = steadyMs(this.deps.clock);
    if (report.isChanging) this.#changedAtMs = nowMs;
    return { ...report, isChanging: nowMs - this.#changedAtMs < fadedMs };
  }

  #readLater(): void {
    if (!this.#isOpen) return;
    if (this.#isReadAgain) this.read();
    else
      this.#cancelTimer = this.deps.clock.after(this.deps.isBusy() ? pauses.busyMs : pauses.atRestMs, () => {
        this.read();
      });
  }
}
