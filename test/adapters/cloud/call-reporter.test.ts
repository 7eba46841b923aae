// Call reports to consoles that are unreachable, slow or failing, and with a full disk.
import type { IncomingMessage, RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consoleClient } from '../../../adapters/cloud/console-client.js';
import { callReporter, type CallReporter } from '../../../adapters/cloud/call-reporter.js';
import { callReports, type CallReports, type OnAnswer } from '../../../application/calls/call-reports.js';
import type { UnreportedCalls } from '../../../application/ports/report-file.js';
import type { Authorization } from '../../../domain/access/authorization.js';
import type { CallAnswer, CallReport } from '../../../domain/access/report.js';
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
/** Makes a call of a device, and returns the function that answers it. */
const calls = (device: string, from = '192.168.1.20'): OnAnswer =>
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
  calls(...call)(answer);
};
const calledWithOldToken = (device: string, tokenNumber: number): void => {
  const caller = { kind: 'device', device: { ...panel, id: device, tokenNumber }, oldToken: true } as const;
  reports.record(
    { caller, decision, refusalReason: undefined, step: { step: 'host' } },
    address('192.168.1.20'),
  )(answer);
};
const refused = (from: string, times = 1): void => {
  for (let time = 0; time < times; time += 1)
    reports.record(
      { caller: undefined, decision, refusalReason: 'no_token', step: { step: 'no_token' } },
      address(from),
    );
};
const refusedDevice = (id: string): void => {
  reports.record(
    {
      caller: { kind: 'refused', reason: 'revoked_token', device: { ...panel, id } },
      decision,
      refusalReason: 'revoked_token',
      step: { step: 'no_token' },
    },
    address('10.0.0.1'),
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

  it('contains calls with an old token apart, each at most once a minute', async () => {
    calledWithOldToken('one', 3);
    called('one');
    await until(() => isAllAcknowledged());
    calledWithOldToken('one', 3);
    expect(reports.dueAt() - clock.now()).toBe(60_000);
    const { time } = received[0]?.lastCalls[0] ?? { time: NaN };
    const call = { device: 'one', time, address: '192.168.1.20', answer };
    expect(received.flatMap(({ lastCalls }) => lastCalls)).toEqual([{ ...call, oldToken: 2 }, call]);
  });

  it('@REPORT-8: waits ten seconds for the answer of a call, which otherwise follows', async () => {
    const onAnswer = calls('one');
    await clock.advance(5_000);
    const onLaterAnswer = calls('one', '192.168.1.21');
    expect(reports.dueAt() - clock.now()).toBe(5_000);
    await clock.advance(4_999);
    expect(received).toEqual([]);
    await clock.advance(1);
    await until(isAllAcknowledged);
    expect(received[0]?.lastCalls).toMatchObject([{ address: '192.168.1.21' }]);
    expect(received[0]?.lastCalls[0]?.answer).toBeUndefined();
    onAnswer({ status: 404, error: 'not_found' });
    expect(isAllAcknowledged()).toBe(true);
    onLaterAnswer(answer);
    await eventually(() => received.length === 2);
    expect(received[1]?.lastCalls).toMatchObject([{ address: '192.168.1.21', answer }]);
  });

  it('@REPORT-8: has the answer of the last call, not of an earlier one at the same time', async () => {
    const [onAnswer, onLaterAnswer] = [calls('one'), calls('one')];
    onAnswer({ status: 404, error: 'not_found' });
    onLaterAnswer(answer);
    await until(isAllAcknowledged);
    expect(received.flatMap(({ lastCalls }) => lastCalls.map((call) => call.answer))).toEqual([answer]);
  });

  it('@REPORT-9: has the newest reasons of an address, also after the clock was set back', async () => {
    isUnreachable = true;
    for (const device of 'abcdefghijk') refusedDevice(device);
    clock = manualClock(clock.now() - 86_400_000);
    await stop();
    start();
    refusedDevice('z');
    isUnreachable = false;
    await eventually(isAllAcknowledged);
    const reported = received.flatMap(({ refusals }) => refusals?.callers.flatMap(({ reasons = [] }) => reasons) ?? []);
    expect(new Set(reported.map(({ device }) => device))).toContain('z');
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

  it('contains the newest hundred addresses of refused callers; dropped ones are logged once', async () => {
    isUnreachable = true;
    for (let from = 1; from <= 150; from += 1) refused(`10.0.0.${String(from)}`);
    isUnreachable = false;
    await eventually(isAllAcknowledged);
    // The first one was sent before the limit was reached.
    const expected = [1, ...Array.from({ length: 100 }, (_, index) => 51 + index)];
    expect(counted()).toEqual(Object.fromEntries(expected.map((from) => [`10.0.0.${String(from)}`, 1])));
    expect(log.lines.filter((line) => line.includes('too many refused callers'))).toHaveLength(1);
  });

  it('is sent within a minute even after the clock was set back', async () => {
    called('one');
    await until(isAllAcknowledged);
    await stop();
    clock = manualClock(clock.now() - 86_400_000);
    start();
    called('one');
    await eventually(() => received.length === 2);
  });
});

describe('@REPORT-10: a device that is refused in spite of its valid token', () => {
  const readOnly: Authorization = {
    caller: { kind: 'device', device: panel },
    decision,
    refusalReason: undefined,
    step: { step: 'read_only', device: panel },
  };
  const denied = (from: string, id = panel.id): void => {
    const authorization = { ...readOnly, caller: { kind: 'device', device: { ...panel, id } } } as const;
    reports.record(authorization, address(from))({ status: 403, error: 'read_only' });
  };

  it('is reported with its reason, and survives a restart', async () => {
    isUnreachable = true;
    denied('10.0.0.1');
    denied('10.0.0.1');
    reports.record(readOnly, address('10.0.0.1'))({ status: 409, error: 'station_mismatch' });
    reports.record(readOnly, address('10.0.0.1'))({ status: 404, error: 'not_found' });
    await stop();
    isUnreachable = false;
    start();
    await eventually(isAllAcknowledged);
    const reported = received.flatMap(({ refusals }) => refusals?.denied ?? []);
    const sums = new Map<string, number>();
    for (const { reason, count } of reported) sums.set(reason, (sums.get(reason) ?? 0) + count);
    expect(sums).toEqual(
      new Map([
        ['read_only', 2],
        ['station_mismatch', 1],
      ]),
    );
    expect(received.flatMap(({ refusals }) => refusals?.callers ?? [])).toEqual([]);
  });

  it('is dropped after two hundred newer ones', async () => {
    isUnreachable = true;
    for (let from = 0; from < 250; from += 1) denied(`10.0.1.${String(from)}`, `panel-${String(from)}`);
    isUnreachable = false;
    await eventually(isAllAcknowledged);
    const addresses = new Set(received.flatMap(({ refusals }) => (refusals?.denied ?? []).map((one) => one.address)));
    expect(addresses.size).toBe(200);
    expect(addresses.has('10.0.1.49')).toBe(false);
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

describe('a report of an earlier run', () => {
  it('is sent at once, under the same id', async () => {
    await stop();
    const callers = [{ address: '8.8.8.8', reason: 'no_token', count: 2, lastTime: 1 }] as const;
    onDisk = {
      lastCalls: [{ device: 'one', time: 1, address: '192.168.1.20' }],
      counted: callers,
      sending: { id: 'old', callers },
    };
    start();
    await until(() => received.length === 1);
    expect(received).toEqual([{ lastCalls: onDisk.lastCalls, refusals: { id: 'old', callers } }]);
    await eventually(isAllAcknowledged);
    expect(counted()).toEqual({ '8.8.8.8': 4 });
  });
});
