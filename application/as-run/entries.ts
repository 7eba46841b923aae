// Joins the lines of the as-run log to entries: each command with its end, in the order of sending.
import {
  asRunEntry,
  type AsRunEnded,
  type AsRunEntry,
  type AsRunLine,
  type AsRunLost,
  type AsRunSent,
} from '../../domain/as-run.js';

/** The first and the last day of an export, such as `2026-01-31`; undefined where it has no bound. */
export interface Days {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The most commands that wait for the end of an earlier one: far more than a studio has pending at a time. */
const maxWaiting = 10_000;

const isWithin = ({ day }: AsRunSent, { from, to }: Days): boolean =>
  (from === undefined || day >= from) && (to === undefined || day <= to);

/** Commands whose entries are not complete yet, in the order of sending. */
class OpenCommands {
  readonly #open = new Map<string, { readonly sent: AsRunSent; ended?: AsRunEnded }>();

  add(sent: AsRunSent): void {
    this.#open.set(sent.id, { sent });
  }

  end(ended: AsRunEnded): void {
    const command = this.#open.get(ended.id);
    if (command !== undefined) command.ended = ended;
  }

  /** Removes and returns the oldest commands: until one that has no end, or all. */
  *take(isComplete: boolean): Generator<AsRunEntry> {
    for (const [id, { sent, ended }] of this.#open) {
      if (ended === undefined && !isComplete && this.#open.size <= maxWaiting) return;
      this.#open.delete(id);
      yield asRunEntry(sent, ended);
    }
  }
}

/** Returns the entries of some days, in the order of sending. Lines about lost ones stay where they are. */
export async function* asRunEntries(
  lines: AsyncIterable<AsRunLine>,
  days: Days,
): AsyncGenerator<AsRunEntry | AsRunLost> {
  const open = new OpenCommands();
  for await (const line of lines) {
    if (line.type === 'lost') {
      yield* open.take(true);
      yield line;
    } else if (line.type === 'ended') open.end(line);
    else if (isWithin(line, days)) open.add(line);
    yield* open.take(false);
  }
  yield* open.take(true);
}
