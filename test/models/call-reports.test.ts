// Call reports under random calls, failures of the console and of the disk, and restarts. At the end, the console knows every
// refused call once, and the last call of every device.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callReporter, type CallReporter } from '../../adapters/cloud/call-reporter.js';
import { callReports, type CallReports, type ReportedCall } from '../../application/calls/call-reports.js';
import type { UnreportedCalls } from '../../application/ports/report-file.js';
import type { Authorization } from '../../domain/access/authorization.js';
import type { CallAnswer, CallReport } from '../../domain/access/report.js';
import { silent } from '../../features/support/silent-log.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { address, panel } from '../domain/fixtures.js';

/** How the console treats reports: it stores them, at once or slowly, isn't reached, its response is lost, or it never responds. */
type ConsoleState = 'up' | 'slow' | 'away' | 'response lost' | 'hangs';

/** Time until a slow console responds, in milliseconds. */
const slowMs = 500;

interface LastCall {
  readonly time: number;
  readonly address: string;
  answer?: CallAnswer;
}

/** What was called. */
interface Model {
  readonly refused: Record<string, number>;
  readonly last: Record<string, LastCall>;
  /** Calls that aren't answered yet. */
  unanswered: { readonly call: LastCall; readonly reported: ReportedCall | undefined }[];
  isDiskFull: boolean;
}

/** What a console stores: a batch counts once, and an older call doesn't replace a newer one. */
class StoredReports {
  state: ConsoleState = 'up';
  readonly refused: Record<string, number> = {};
  readonly last: Record<string, LastCall> = {};
  readonly #batches = new Set<string>();

  receive({ lastCalls, refusals }: CallReport): void {
    for (const { device, ...call } of lastCalls)
      if ((this.last[device]?.time ?? -Infinity) <= call.time) this.last[device] = call;
    if (refusals === null || this.#batches.has(refusals.id)) return;
    this.#batches.add(refusals.id);
    for (const { address: from, count } of refusals.callers) this.refused[from] = (this.refused[from] ?? 0) + count;
  }
}

/** Rejects once a signal is aborted, as `fetch` does: at once if it already is. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => {
      reject(new Error('aborted'));
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });

/** A service stops within this time: the timeout of the last report, and some for the disk. In milliseconds. */
const stopMs = 2_000;

/** A service that reports, with its clock, its disk and its console. */
class Service {
  readonly clock: ManualClock = manualClock();
  readonly console = new StoredReports();
  #stored: UnreportedCalls = { lastCalls: [], counted: [], sending: null };
  #run = 0;
  #batches = 0;
  reports!: CallReports;
  #reporter!: CallReporter;

  constructor(private readonly model: Model) {
    this.start();
  }

  start(): void {
    this.#run += 1;
    const run = this.#run;
    const secrets = { id: () => `batch-${String((this.#batches += 1))}` };
    const save = (unreported: UnreportedCalls): Promise<void> => {
      if (run !== this.#run) return new Promise(() => undefined);
      if (this.model.isDiskFull) return Promise.reject(new Error('ENOSPC'));
      this.#stored = structuredClone(unreported);
      return Promise.resolve();
    };
    const { clock } = this;
    this.reports = callReports(this.#stored, { file: { save }, clock, machine: clock, secrets, log: silent });
    const client = { reportCalls: (report: CallReport, signal: AbortSignal) => this.#receive(run, report, signal) };
    const { reports } = this;
    this.#reporter = callReporter({ client, reports, clock, network: clock, random: () => 0.5, log: silent });
    this.#reporter.start();
  }

  async stop(): Promise<void> {
    let isStopped = false;
    const stopped = this.#reporter
      .stop()
      .then(() => this.reports.stop())
      .then(() => {
        isStopped = true;
      });
    await this.clock.advance(stopMs);
    expect(isStopped, `expected the service to stop within ${String(stopMs)} ms`).toBe(true);
    await stopped;
  }

  /** Ends the process: nothing of it has an effect any more. */
  kill(): void {
    this.#run += 1;
  }

  #receive(run: number, report: CallReport, signal: AbortSignal): Promise<void> {
    const { state } = this.console;
    if (run !== this.#run) return new Promise(() => undefined);
    if (state === 'away') return Promise.reject(new Error('no route to host'));
    if (state !== 'hangs') this.console.receive(structuredClone(report));
    if (state === 'up') return Promise.resolve();
    if (state === 'slow') return new Promise((resolve) => void this.clock.after(slowMs, resolve));
    if (state === 'response lost') return Promise.reject(new Error('the connection was lost'));
    return endOf(signal);
  }
}

type Command = fc.AsyncCommand<Model, Service>;

const command = (text: string, run: Command['run'], check: Command['check'] = () => true): Command => ({
  check,
  run: async (model, service) => {
    await run(model, service);
    for (const [from, count] of Object.entries(service.console.refused))
      expect(count, `reported calls of ${from}`).toBeLessThanOrEqual(model.refused[from] ?? 0);
  },
  toString: () => text,
});

const decision: Authorization['decision'] = { _tag: 'Right', right: undefined };
const addressText = (last: number): string => `8.8.8.${String(last)}`;

const refuse = (last: number, times: number): Command =>
  command(`${String(times)} refused calls of ${addressText(last)}`, (model, { reports }) => {
    const from = addressText(last);
    for (let time = 0; time < times; time += 1)
      reports.record(
        { caller: undefined, decision, refusalReason: 'no_token', step: { step: 'no_token' } },
        address(from),
      );
    model.refused[from] = (model.refused[from] ?? 0) + times;
    return Promise.resolve();
  });

const answer: CallAnswer = { status: 200, error: null };

const call = (device: string, from: number, isAnswered: boolean): Command =>
  command(`call of ${device}${isAnswered ? '' : ', answered later'}`, (model, { reports, clock }) => {
    const caller = { kind: 'device', device: { ...panel, id: device } } as const;
    const text = addressText(from);
    const reported = reports.record(
      { caller, decision, refusalReason: undefined, step: { step: 'host' } },
      address(text),
    );
    const made: LastCall = { time: clock.now(), address: text };
    model.last[device] = made;
    model.unanswered.push({ call: made, reported });
    if (isAnswered) answerOne(model, reports, model.unanswered.length - 1);
    return Promise.resolve();
  });

const answerOne = (model: Model, reports: CallReports, index: number): void => {
  const [one] = model.unanswered.splice(index, 1);
  if (one === undefined) return;
  one.call.answer = answer;
  reports.recordAnswer({ reported: one.reported, call: answer });
};

const answerLater = (index: number): Command =>
  command(
    'an answer',
    (model, { reports }) => {
      answerOne(model, reports, index % model.unanswered.length);
      return Promise.resolve();
    },
    ({ unanswered }) => unanswered.length > 0,
  );

const pass = (ms: number): Command => command(`${String(ms)} ms`, (_model, { clock }) => clock.advance(ms));

const become = (state: ConsoleState): Command =>
  command(`console: ${state}`, (_model, service) => {
    service.console.state = state;
    return Promise.resolve();
  });

const disk = (isFull: boolean): Command =>
  command(`disk: ${isFull ? 'full' : 'usable'}`, async (model, { clock }) => {
    model.isDiskFull = isFull;
    // A failed write is tried again within half a minute.
    await clock.advance(isFull ? 0 : 30_000);
  });

/** A service that stops has answered its calls. */
const restart = command(
  'restart',
  async (model, service) => {
    while (model.unanswered.length > 0) answerOne(model, service.reports, 0);
    await service.stop();
    service.kill();
    service.start();
  },
  ({ isDiskFull }) => !isDiskFull,
);

/** What is older than the second within which it is stored survives. Calls under way are never answered. */
const crash = command(
  'crash',
  async (model, service) => {
    await service.clock.advance(1_001);
    model.unanswered = [];
    service.kill();
    service.start();
  },
  ({ isDiskFull }) => !isDiskFull,
);

const devices = fc.constantFrom('one', 'two');
const commands = fc.commands(
  [
    fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })).map(([last, times]) => refuse(last, times)),
    fc.tuple(devices, fc.nat(3), fc.boolean()).map(([device, from, isAnswered]) => call(device, from, isAnswered)),
    fc.nat(5).map(answerLater),
    fc.constantFrom(1, 999, 10_000, 61_000).map(pass),
    fc.constantFrom<ConsoleState>('up', 'slow', 'away', 'response lost', 'hangs').map(become),
    fc.boolean().map(disk),
    fc.constant(restart),
    fc.constant(crash),
  ],
  { maxCommands: 30 },
);

/** Heals everything, and lets time pass until all is reported. */
const settle = async (model: Model, service: Service): Promise<void> => {
  service.console.state = 'up';
  model.isDiskFull = false;
  while (model.unanswered.length > 0) answerOne(model, service.reports, 0);
  for (let rounds = 0; rounds < 20; rounds += 1) await service.clock.advance(30_000);
};

/** Turns of the microtask queue within which a report is sent and acknowledged. */
const turnsOfReport = Array.from({ length: 20 }, (_, turns) => turns);

it.each(turnsOfReport)(
  '@REPORT-4: a call is reported that is refused %i microtasks after another call',
  async (turns) => {
    const model: Model = { refused: {}, last: {}, unanswered: [], isDiskFull: false };
    const service = new Service(model);
    await call('one', 1, true).run(model, service);
    for (let left = turns; left > 0; left -= 1) await Promise.resolve();
    await refuse(2, 1).run(model, service);
    await settle(model, service);
    expect(service.console.refused).toEqual(model.refused);
    await service.stop();
  },
);

it('@REPORT-4: a service stops in time while the console never responds to a report', async () => {
  const model: Model = { refused: {}, last: {}, unanswered: [], isDiskFull: false };
  const service = new Service(model);
  await become('hangs').run(model, service);
  await refuse(2, 1).run(model, service);
  await service.stop();
});

it('@REPORT-2 @REPORT-4: reports lose no call and count none twice, whatever fails meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const model: Model = { refused: {}, last: {}, unanswered: [], isDiskFull: false };
      const service = new Service(model);
      await fc.asyncModelRun(() => ({ model, real: service }), sequence);
      await settle(model, service);
      expect(service.reports.dueAt()).toBe(Infinity);
      expect(service.console.refused).toEqual(model.refused);
      expect(service.console.last).toEqual(model.last);
      await service.stop();
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 150) },
  );
});
