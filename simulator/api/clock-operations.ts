// The operations of the steering API on the studio's clock.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { failure, type Failure } from '../../domain/failure.js';
import type { ClockMode, SteeredClock } from '../simulation-clock.js';
import { addressed } from './addresses.js';
import { operation, type SteeringOperation } from './operation.js';
import { ClockChange, ClockRecord, ClockStep } from './records.js';
import { clockRecord, type SteeredStudio } from './steering.js';

const running = failure('conflict', 'the clock runs; expected a paused clock: PUT {"paused":true} to /api/v1/clock');

const manual = failure('conflict', 'the clock of this studio is manual; it only advances in steps');

/** Returns why a clock can't run in a mode; undefined if it can. */
export const checkMode = ({ isManual = false }: SteeredClock, { paused }: ClockMode): Failure | undefined =>
  isManual && !paused ? manual : undefined;

const result = t.type({ clock: ClockRecord });

/** Returns the operations on a clock. */
export const clockOperations = ({ clock, feed }: SteeredStudio): readonly SteeringOperation[] => {
  const shown = () => E.right({ clock: clockRecord(clock) });
  return [
    operation({
      ...addressed('clock.get'),
      summary: "Get the studio's time, and how its clock runs",
      result,
      run: shown,
    }),
    operation({
      ...addressed('clock.set'),
      summary: 'Pause the clock, let it go on, or change its speed',
      body: ClockChange,
      result,
      run: async ({ body }) => {
        const mode = { ...clock.mode(), ...body };
        const refused = checkMode(clock, mode);
        if (refused !== undefined) return E.left(refused);
        await clock.setMode(mode);
        feed.touch();
        return shown();
      },
    }),
    operation({
      ...addressed('clock.step'),
      summary: 'Advance a paused clock; the response comes once everything that was due has happened',
      body: ClockStep,
      result,
      run: async ({ body: { ms } }) => {
        if (!clock.mode().paused) return E.left(running);
        await clock.advance(ms);
        feed.touch();
        return shown();
      },
    }),
  ];
};
