// Call reports to consoles that are unreachable, slow or failing, and with a full disk.
import type { IncomingMessage, RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consoleClient } from '../../../adapters/cloud/console-client.js';
import { callReporter, type CallReporter } from '../../../adapters/cloud/call-reporter.js';
import { callReports, type CallReports, type ReportedCall } from '../../../application/calls/call-reports.js';
import type { UnreportedCalls } from '../../../application/ports/report-file.js';
import type { Authorization } from '../../../domain/access/authorization.js';
import type { CallAnswer, CallReport } from '../../../domain/access/report.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { memoryLog, type MemoryLog } from '../../application/console/readable-log.js';
import { address, panel } from '../../domain/fixtures.js';
import { respond, scriptedConsole, until, type ScriptedConsole } from './link.js';

const nothing: UnreportedCalls = { lastCalls: [], counted: [], sending: null };
const decision: Authorization['decision'] = { _tag: 'Right', right: undefined };

let [clock, network]: [ManualClock, ManualClock] = [manualClock(), manualClock()];
let log: MemoryLog;
let scripted: ScriptedConsole;
let reporting: CallReporter;
let reports: CallReports;
/** The reports that the console received, oldest first. */
let received: CallReport[];
/** The stored reports. */
let onDisk: UnreportedCalls;
let isDiskFull: boolean;
/** Whether every request fails at once. */
let isUnreachable: boolean;
/** The response status; undefined for no response. */
let status: number | undefined;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const receiveReport: RequestListener = (request, response) => {
  void bodyOf(request).then((body) => {
    received.push(JSON.parse(body) as CallReport);
    if (status !== undefined) respond(response, status);
  });
};

const keep = (unreported: UnreportedCalls): Promise<void> => {
  if (isDiskFull) return Promise.reject(new Error('ENOSPC'));
  onDisk = unreported;
  return Promise.resolve();
};

let ids = 0;
const start = (url = scripted.url): void => {
  const secrets = { id: () => `batch-${String((ids += 1))}` };
  reports = callReports(onDisk, { file: { save: keep }, clock, machine: clock, secrets, log });
  const { reportCalls: report } = consoleClient({ url, studioId: 'studio-1', studioKey: () => 'key' });
  const client: Parameters<typeof callReporter>[0]['client'] = {
    reportCalls: (...args) => (isUnreachable ? Promise.reject(new Error('no route to host')) : report(...args)),
  };
  reporting = callReporter({ client, reports, clock, network, random: () => 0.5, log });
  reporting.start();
};

const stop = async (): Promise<void> => {
  await reporting.stop();
  await reports.stop();
};

beforeEach(async () => {
  [clock, network, log] = [manualClock(), manualClock(), memoryLog()];
  [received, onDisk, isDiskFull, isUnreachable, status] = [[], nothing, false, false, 204];
  scripted = await scriptedConsole({ '/sync/reports': receiveReport });
  start();
});
afterEach(async () => {
  await stop();
  await scripted.close();
});

const answer: CallAnswer = { status: 200, error: null };
/** Makes a call of a device, which is not answered yet. */
const calls = (device: string, from = '192.168.1.20'): ReportedCall | undefined =>
  reports.record(
    {
      caller: { kind: 'device', device: { ...panel, id: device } },
      decision,
      refusalReason: undefined,
      step: { step: 'host' },
    },
    address(from),
  );
const called = (...call: Parameters<typeof calls>): void => {
  reports.recordAnswer({ reported: calls(...call), call: answer });
};
const refused = (from: string, times = 1): void => {
  for (let time = 0; time < times; time += 1)
    reports.record(
      { caller: undefined, decision, refusalReason: 'no_token', step: { step: 'no_token' } },
      address(from),
    );
};
const counted = (): Record<string, number> => {
  const batches = new Map(
    received.flatMap(({ refusals }) => (refusals === null ? [] : [[refusals.id, refusals.callers]])),
  );
  const counts: Record<string, number> = {};
  for (const { address: from, count } of [...batches.values()].flat()) counts[from] = (counts[from] ?? 0) + count;
  return counts;
};
/** Advances the clock by half a minute at a time until a condition holds. */
const eventually = (condition: () => boolean): Promise<void> =>
  until(async () => {
    if (condition()) return true;
    await clock.advance(30_000);
    return condition();
  });
const isAllAcknowledged = (): boolean => reports.dueAt() === Infinity;

describe('a report', () => {
  it('is sent again under the same id until the console has it', async () => {
    status = 500;
    refused('8.8.8.8', 3);
    await until(() => received.length === 1);
    refused('8.8.8.8', 2);
    await eventually(() => received.length >= 5);
    status = 204;
    await eventually(isAllAcknowledged);
    expect(new Set(received.map(({ refusals }) => refusals?.id)).size).toBe(2);
    expect(counted()).toEqual({ '8.8.8.8': 5 });
  });

  it.each([200, 400, 401, 404, 503])('is acknowledged by a success only, not by %i', async (response) => {
    status = response;
    called('one');
    await until(() => received.length === 1);
    await until(() => isAllAcknowledged() === (response === 200) || response !== 200);
    if (response !== 200) expect(isAllAcknowledged()).toBe(false);
  });

  it('@REPORT-8: of an unanswered call is stored, and sent when the service stops', async () => {
    calls('one');
    await clock.advance(1_000);
    expect(onDisk.lastCalls).toMatchObject([{ device: 'one' }]);
    await stop();
    expect(received).toMatchObject([{ lastCalls: [{ device: 'one' }] }]);
    start();
  });

  it('has a maximum size; the rest is sent with the next one', async () => {
    status = 500;
    for (let device = 0; device < 2_500; device += 1) called(`device-${String(device)}`);
    status = 204;
    await eventually(isAllAcknowledged);
    expect(Math.max(...received.map(({ lastCalls }) => lastCalls.length))).toBe(1_000);
    expect(new Set(received.flatMap(({ lastCalls }) => lastCalls.map(({ device }) => device))).size).toBe(2_500);
  });
});

describe('an unreachable console', () => {
  it('gets all reports after three days, with bounded memory until then', async () => {
    isUnreachable = true;
    for (let hour = 1; hour <= 72; hour += 1) {
      for (const device of ['one', 'two', 'three']) called(device, `192.168.1.${String(hour)}`);
      for (let from = 0; from < 100; from += 1) refused(`10.0.0.${String(from)}`, 2);
      await clock.advance(3_600_000);
    }
    expect([onDisk.lastCalls.length, onDisk.counted.length]).toEqual([3, 100]);
    expect(onDisk.sending?.callers.length).toBeLessThanOrEqual(100);
    isUnreachable = false;
    await eventually(isAllAcknowledged);
    const lastCalls = received.flatMap((report) => report.lastCalls);
    expect(new Set(lastCalls.map(({ device, address: from }) => `${device} ${from}`))).toEqual(
      new Set(['one 192.168.1.72', 'two 192.168.1.72', 'three 192.168.1.72']),
    );
    expect(Object.values(counted())).toEqual(Array<number>(100).fill(144));
  });

  it('does not keep the service from stopping, with all reports stored', async () => {
    await stop();
    onDisk = nothing;
    start('http://127.0.0.1:1');
    called('one');
    refused('8.8.8.8');
    await stop();
    expect(onDisk.lastCalls.map(({ device }) => device)).toEqual(['one']);
    expect([...onDisk.counted, ...(onDisk.sending?.callers ?? [])].map(({ count }) => count)).toEqual([1]);
  });

  it('is waited for one second when the service stops', async () => {
    status = undefined;
    called('one');
    await until(() => received.length === 1);
    called('one', '192.168.1.21');
    const stopped = stop();
    let isStopped = false;
    void stopped.then(() => (isStopped = true));
    await network.advance(999);
    expect(isStopped).toBe(false);
    await network.advance(1);
    await stopped;
    expect(onDisk.lastCalls.map(({ address: from }) => from)).toEqual(['192.168.1.21']);
  });
});

describe('a full disk', () => {
  it('delays only refused callers, which could count twice after a crash', async () => {
    isDiskFull = true;
    refused('8.8.8.8', 4);
    called('one');
    await eventually(() => received.length > 0);
    expect(received.map(({ lastCalls, refusals }) => [lastCalls.length, refusals])).toEqual([[1, null]]);
    await clock.advance(600_000);
    expect(log.lines.filter((line) => line.includes('could not be written to disk'))).toHaveLength(1);
    isDiskFull = false;
    await eventually(() => counted()['8.8.8.8'] === 4);
    expect(log.lines.join()).toContain('written to disk again');
  });
});

const unreachable = (): Promise<never> => Promise.reject(new Error('no route'));

describe('the reporter of calls', () => {
  /** A reporter whose next report is due when the test decides. */
  const bench = () => {
    const [clock, network] = [manualClock(), manualClock()];
    const state = { dueAt: Infinity, isReachable: true, answered: Promise.resolve() };
    const sent: (readonly [number, boolean])[] = [];
    let everything = false;
    let notify: (time: number) => void = () => undefined;
    const reporter = callReporter({
      client: {
        reportCalls: () => {
          sent.push([clock.now(), everything]);
          return state.isReachable ? state.answered : unreachable();
        },
      },
      reports: {
        onDue: (listener) => (notify = listener),
        dueAt: () => state.dueAt,
        prepare: (all) => {
          everything = all ?? false;
          return Promise.resolve({ lastCalls: [], refusals: null });
        },
        acknowledge: () => (state.dueAt = Infinity),
      },
      clock,
      network,
      random: () => 0,
      log: silent,
    });
    const due = (time: number): void => {
      state.dueAt = time;
      notify(time);
    };
    return { clock, network, state, reporter, due, taken: () => sent.splice(0) };
  };

  it('@REPORT-4: sends everything once more at the stop, after which no timer is left', async () => {
    const { clock, network, reporter, due, taken } = bench();
    reporter.start();
    due(clock.now() + 60_000);
    await reporter.stop();
    expect(taken()).toEqual([[clock.now(), true]]);
    expect([clock.waiting(), network.waiting()]).toEqual([0, 0]);
  });

  it('@REPORT-4: sends everything once more at the stop also while a failed report waits to be repeated', async () => {
    const { clock, network, state, reporter, due, taken } = bench();
    reporter.start();
    state.isReachable = false;
    due(clock.now());
    await clock.advance(10);
    taken();
    state.isReachable = true;
    await reporter.stop();
    expect(taken()).toEqual([[clock.now(), true]]);
    expect([clock.waiting(), network.waiting()]).toEqual([0, 0]);
  });

  it('@REPORT-4: sends everything once more at the stop after a report that is on its way', async () => {
    const { clock, network, state, reporter, due, taken } = bench();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    state.answered = promise.then(() => undefined);
    reporter.start();
    due(clock.now());
    await clock.advance(0);
    const stopped = reporter.stop();
    await network.advance(500);
    expect(taken()).toEqual([[clock.now(), false]]);
    resolve(undefined);
    await stopped;
    expect(taken()).toEqual([[clock.now(), true]]);
  });

  it('sends nothing at the stop if it was never started', async () => {
    const { reporter, taken } = bench();
    await reporter.stop();
    expect(taken()).toEqual([]);
  });

  it('sends at an earlier time that comes after a later one', async () => {
    const { clock, reporter, due, taken } = bench();
    const startMs = clock.now();
    reporter.start();
    due(startMs + 60_000);
    due(startMs + 1_000);
    due(startMs + 30_000);
    await clock.advance(1_000);
    expect(taken()).toEqual([[startMs + 1_000, false]]);
    await reporter.stop();
  });

  it('repeats with growing delays, which begin anew after a success', async () => {
    const { clock, state, reporter, due, taken } = bench();
    reporter.start();
    for (let outage = 0; outage < 2; outage += 1) {
      state.isReachable = false;
      const startMs = clock.now();
      due(startMs);
      await clock.advance(1_749);
      expect(taken().map(([time]) => time - startMs)).toEqual([0, 250, 750]);
      // A call that is due at once does not shorten the delay.
      due(clock.now());
      state.isReachable = true;
      await clock.advance(1);
      expect(taken().map(([time]) => time - startMs)).toEqual([1_750]);
    }
    await reporter.stop();
  });
});
