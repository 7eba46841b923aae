// Scripts of faults: each entry sets the fault of a device at its time on the studio's clock.
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../application/ports/clock.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import { failureWithin, invalid, type Failure } from '../../domain/failure.js';
import type { SimulatedStudio } from '../studio.js';
import type { Script, ScriptRecord } from './records.js';

type Entry = Script['entries'][number];

/** The script of a studio. */
export interface FaultScript {
  readonly record: () => ScriptRecord;
  /** Replaces the script; its time starts again. Fails without an effect if an entry is impossible. */
  readonly set: (script: Script) => E.Either<Failure, ScriptRecord>;
  /** Cancels what was not done yet. Faults that were set stay. */
  readonly cancel: () => void;
}

/** Returns the failure of an entry whose fault can't be set. */
const impossibleEntry = (index: number, device: string, failed: Failure): Failure => {
  const place = `entries[${String(index)}]`;
  return failed.code === 'not_found'
    ? invalid([{ path: `${place}.device`, expected: 'a device of this studio', got: JSON.stringify(device) }])
    : failureWithin(place, failed);
};

/** Returns a studio's script, which is empty. `changed` is called after each entry. */
export const faultScript = (
  studio: Pick<SimulatedStudio, 'setFault' | 'checkFault'>,
  clock: Clock,
  changed: () => void,
): FaultScript => {
  let startedAt: string | null = null;
  let entries: readonly Entry[] = [];
  const done = new Set<number>();
  let timers: readonly (() => void)[] = [];

  const perform = (index: number, { device, fault }: Entry): void => {
    // The device may have left the studio since the script was checked. The entry is done then, without an effect.
    studio.setFault(device, fault);
    done.add(index);
    changed();
  };

  const record = (): ScriptRecord => ({
    startedAt,
    entries: entries.map((entry, index) => ({ ...entry, done: done.has(index) })),
  });

  const cancel = (): void => {
    for (const stop of timers) stop();
    timers = [];
    entries = [];
    startedAt = null;
    done.clear();
  };

  return {
    record,
    cancel,
    set: (script) => {
      for (const [index, { device, fault }] of script.entries.entries()) {
        const refused = studio.checkFault(device, fault);
        if (refused !== undefined) return E.left(impossibleEntry(index, device, refused));
      }
      cancel();
      ({ entries } = script);
      startedAt = utcTime(clock.now());
      timers = entries.map((entry, index) =>
        clock.after(entry.atMs, () => {
          perform(index, entry);
        }),
      );
      return E.right(record());
    },
  };
};
