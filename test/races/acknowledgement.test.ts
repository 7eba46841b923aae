// A device's result, the timeout and the end of the service in any order: when a call is answered, its record shows the same result,
// and a result that the device reports later replaces a timeout.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { acknowledgements } from '../../application/commands/acknowledgement.js';
import { actionRecords } from '../../application/commands/action-records.js';
import type { CommandResult } from '../../application/ports/commands.js';
import { failure } from '../../domain/failure.js';
import { manualClock } from '../../simulator/clock.js';

const id = 'Id-1';
const timeoutMs = 1_000;
const start = { id, operation: 'signal.on', caller: null, feature: null, output: null, owner: 'one' };

const results = {
  acknowledged: E.right(undefined),
  failed: E.left(failure('device_error', 'it refused')),
} as const satisfies Record<string, CommandResult>;

/** The state of a record with a result of its call. */
const stateOf = (result: E.Either<{ readonly code: string }, unknown>): string => {
  if (E.isRight(result)) return 'acknowledged';
  return result.left.code === 'ack_timeout' ? 'timed_out' : 'failed';
};

const reported = fc.constantFrom(...(Object.keys(results) as (keyof typeof results)[]));

it('an action record has the result of its call when the call is answered, and the result of the device in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), reported, fc.boolean(), async (scheduler, report, isStopping) => {
      const clock = manualClock();
      const records = actionRecords(clock);
      const waiting = acknowledgements(clock);
      const stateNow = (): string | undefined => records.find(id)?.action.state;
      const acknowledged = scheduler.schedule(Promise.resolve(results[report]), 'the device reports');
      const started = { acknowledged, timeoutMs, wait: true, result: () => ({ id }) };
      const answered = waiting.await(started as never, records.begin({ ...start, isRefusedCaller: false }));
      const seen = answered.then((response) => [stateNow(), stateOf(response as E.Either<{ code: string }, unknown>)]);
      void scheduler.schedule(Promise.resolve(), 'the timeout').then(() => clock.advance(timeoutMs));
      if (isStopping) void scheduler.schedule(Promise.resolve(), 'the service stops').then(waiting.abandon);
      await scheduler.waitFor(acknowledged);
      const [recorded, answer] = await scheduler.waitFor(seen);
      expect(recorded, 'the record when the call is answered').toBe(answer);
      expect(stateNow(), 'the record in the end').toBe(report);
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 300) },
  );
});
