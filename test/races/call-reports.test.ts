// Calls that are recorded while a report of others is written, sent or acknowledged, in any order: the console counts each once.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callReporter } from '../../adapters/cloud/call-reporter.js';
import { callReports } from '../../application/calls/call-reports.js';
import type { Authorization } from '../../domain/access/authorization.js';
import type { CallReport } from '../../domain/access/report.js';
import { silent } from '../../features/support/silent-log.js';
import { manualClock } from '../../simulator/clock.js';
import { address, panel } from '../domain/fixtures.js';

const decision: Authorization['decision'] = { _tag: 'Right', right: undefined };
const refused: Authorization = { caller: undefined, decision, refusalReason: 'no_token', step: { step: 'no_token' } };
const device: Authorization = {
  ...{ caller: { kind: 'device', device: panel }, decision },
  ...{ refusalReason: undefined, step: { step: 'host' } },
};

/** Times within which everything is reported, in milliseconds. */
const rounds = Array.from({ length: 8 }, () => 61_000);

/** What a console knows. A batch that it has already received counts once. */
const consoleOf = () => {
  const batches = new Set<string>();
  const known = { refused: 0, last: { time: 0, address: '' } };
  const receive = ({ lastCalls, refusals }: CallReport): void => {
    for (const { time, address: from } of lastCalls) if (time >= known.last.time) known.last = { time, address: from };
    if (refusals === null || batches.has(refusals.id)) return;
    batches.add(refusals.id);
    known.refused += refusals.callers.reduce((sum, { count }) => sum + count, 0);
  };
  return { known, receive };
};

const calls = fc.array(fc.constantFrom('refused', 'device', 'time'), { minLength: 1, maxLength: 10 });

it('@REPORT-2 @REPORT-4: each call counts once, whatever it overlaps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), calls, fc.func(fc.boolean()), async (scheduler, kinds, losesResponse) => {
      const clock = manualClock();
      let [batches, requests, refusedCalls] = [0, 0, 0];
      let last = { time: 0, address: '' };
      let [inFlight, mostInFlight] = [0, 0];
      const { known, receive } = consoleOf();
      const after = (what: string): Promise<void> => scheduler.schedule(Promise.resolve(), what);
      const reports = callReports(
        { lastCalls: [], counted: [], sending: null },
        {
          file: { save: () => after('a write') },
          secrets: { id: () => `batch-${String((batches += 1))}` },
          ...{ clock, machine: clock, log: silent },
        },
      );
      const reportCalls = async (report: CallReport): Promise<void> => {
        const isLost = losesResponse((requests += 1)) && requests < 5;
        inFlight += 1;
        mostInFlight = Math.max(mostInFlight, inFlight);
        await after('a request');
        receive(structuredClone(report));
        await after('a response');
        inFlight -= 1;
        if (isLost) throw new Error('the connection was lost');
      };
      const reporter = callReporter({
        ...{ client: { reportCalls }, reports, clock, network: clock },
        ...{ random: () => 0.5, log: silent },
      });
      reporter.start();
      const made = kinds.map(async (kind, index) => {
        await after(`call: ${kind}`);
        const from = `8.8.8.${String(index)}`;
        if (kind === 'time') await clock.advance(10_000);
        else if (kind === 'refused') reports.record(refused, address(from));
        else {
          const reported = reports.record(device, address(from));
          reports.recordAnswer({ reported, call: { status: 200, error: null } });
        }
        if (kind === 'refused') refusedCalls += 1;
        if (kind === 'device') last = { time: clock.now(), address: from };
      });
      await scheduler.waitFor(Promise.all(made));
      for (const ms of rounds) {
        await clock.advance(ms);
        await scheduler.waitIdle();
      }
      expect(known).toEqual({ refused: refusedCalls, last });
      expect(mostInFlight, 'reports in flight at once').toBeLessThanOrEqual(1);
      expect(reports.dueAt(), 'nothing is left to report').toBe(Infinity);
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 200) },
  );
});
