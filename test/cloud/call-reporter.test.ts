// Reports on their way to consoles that are away, slow, or answer nonsense, from services whose disk may take nothing.
import type { IncomingMessage, RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consoleClient } from '../../adapters/cloud/console-client.js';
import { callReporter, type CallReporter } from '../../adapters/cloud/call-reporter.js';
import { callReports, type CallReports } from '../../application/calls/call-reports.js';
import type { UnreportedCalls } from '../../application/ports/report-file.js';
import type { Authorization } from '../../domain/access/authorization.js';
import type { CallReport } from '../../domain/access/report.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { readableLog, type ReadableLog } from '../console/readable-log.js';
import { address, panel } from '../domain/fixtures.js';
import { reply, scriptedConsole, until, type ScriptedConsole } from './link.js';

const nothing: UnreportedCalls = { lastCalls: [], counted: [], sending: null };
const verdict: Authorization['decision'] = { _tag: 'Right', right: undefined };

let [clock, network]: [ManualClock, ManualClock] = [manualClock(), manualClock()];
let log: ReadableLog;
let scripted: ScriptedConsole;
let reporting: CallReporter;
let reports: CallReports;
/** What came to the console, oldest first. */
let came: CallReport[];
/** What is on disk. */
let onDisk: UnreportedCalls;
let isDiskFull: boolean;
/** Nothing gets through, and that is known at once. */
let isAway: boolean;
let status: number;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const takeReport: RequestListener = (request, response) => {
  void bodyOf(request).then((body) => {
    came.push(JSON.parse(body) as CallReport);
    if (status !== 0) reply(response, status);
  });
};

const keep = (unreported: UnreportedCalls): Promise<void> => {
  if (isDiskFull) return Promise.reject(new Error('ENOSPC'));
  onDisk = unreported;
  return Promise.resolve();
};

let ids = 0;
const begin = (url = scripted.url): void => {
  const secrets = { id: () => `batch-${String((ids += 1))}` };
  reports = callReports(onDisk, { file: { save: keep }, clock, secrets, log });
  const { report } = consoleClient({ url, studioId: 'studio-1', studioKey: 'key' });
  const client: Parameters<typeof callReporter>[0]['client'] = {
    report: (...sent) => (isAway ? Promise.reject(new Error('no route to host')) : report(...sent)),
  };
  reporting = callReporter({ client, reports, clock, network, random: () => 0.5, log });
  reporting.start();
};

const end = async (): Promise<void> => {
  await reporting.stop();
  await reports.stop();
};

beforeEach(async () => {
  [clock, network, log] = [manualClock(), manualClock(), readableLog()];
  [came, onDisk, isDiskFull, isAway, status] = [[], nothing, false, false, 204];
  scripted = await scriptedConsole({ '/sync/reports': takeReport });
  begin();
});
afterEach(async () => {
  await end();
  await scripted.close();
});

const called = (device: string, from = '192.168.1.20'): void => {
  reports.record(
    { caller: { kind: 'device', device: { ...panel, id: device } }, decision: verdict, refusalReason: undefined },
    address(from),
  );
};
const refused = (from: string, times = 1): void => {
  for (let time = 0; time < times; time += 1)
    reports.record({ caller: undefined, decision: verdict, refusalReason: 'no_token' }, address(from));
};
const counted = (): Record<string, number> => {
  const batches = new Map(came.flatMap(({ refusals }) => (refusals === null ? [] : [[refusals.id, refusals.callers]])));
  const counts: Record<string, number> = {};
  for (const { address: from, count } of [...batches.values()].flat()) counts[from] = (counts[from] ?? 0) + count;
  return counts;
};
/** Winds the clock until something is so, half a minute at a time. */
const inTime = (isSo: () => boolean): Promise<void> =>
  until(async () => {
    if (isSo()) return true;
    await clock.advance(30_000);
    return isSo();
  });
const isAllAcknowledged = (): boolean => reports.dueAt() === Infinity;

describe('a report', () => {
  it('is sent again under the same id, ever later, until the console has it', async () => {
    status = 500;
    refused('8.8.8.8', 3);
    await until(() => came.length === 1);
    refused('8.8.8.8', 2);
    await inTime(() => came.length >= 5);
    status = 204;
    await inTime(isAllAcknowledged);
    expect(new Set(came.map(({ refusals }) => refusals?.id)).size).toBe(2);
    expect(counted()).toEqual({ '8.8.8.8': 5 });
  });

  it.each([200, 400, 401, 404, 503])('that is answered %i is acknowledged with a success alone', async (answer) => {
    status = answer;
    called('one');
    await until(() => came.length === 1);
    await until(() => isAllAcknowledged() === (answer === 200) || answer !== 200);
    if (answer !== 200) expect(isAllAcknowledged()).toBe(false);
  });

  it('has an end: what is too much for one goes with the next', async () => {
    status = 500;
    for (let device = 0; device < 2_500; device += 1) called(`device-${String(device)}`);
    status = 204;
    await inTime(isAllAcknowledged);
    expect(Math.max(...came.map(({ lastCalls }) => lastCalls.length))).toBe(1_000);
    expect(new Set(came.flatMap(({ lastCalls }) => lastCalls.map(({ device }) => device))).size).toBe(2_500);
  });

  it('knows the newest hundred addresses of refused callers, and the log tells once that there were more', async () => {
    isAway = true;
    for (let from = 1; from <= 150; from += 1) refused(`10.0.0.${String(from)}`);
    isAway = false;
    await inTime(isAllAcknowledged);
    // The first was on its way before there were too many.
    const expected = [1, ...Array.from({ length: 100 }, (_, place) => 51 + place)];
    expect(counted()).toEqual(Object.fromEntries(expected.map((from) => [`10.0.0.${String(from)}`, 1])));
    expect(log.lines.filter((line) => line.includes('too many refused callers'))).toHaveLength(1);
  });

  it('goes out within a minute also when the clock was set back', async () => {
    called('one');
    await until(isAllAcknowledged);
    await end();
    clock = manualClock(clock.now() - 86_400_000);
    begin();
    called('one');
    await inTime(() => came.length === 2);
  });
});

describe('a console that is away', () => {
  it('for three days costs no memory to speak of, and is told everything once it is back', async () => {
    isAway = true;
    for (let hour = 1; hour <= 72; hour += 1) {
      for (const device of ['one', 'two', 'three']) called(device, `192.168.1.${String(hour)}`);
      for (let from = 0; from < 100; from += 1) refused(`10.0.0.${String(from)}`, 2);
      await clock.advance(3_600_000);
    }
    expect([onDisk.lastCalls.length, onDisk.counted.length]).toEqual([3, 100]);
    expect(onDisk.sending?.callers.length).toBeLessThanOrEqual(100);
    isAway = false;
    await inTime(isAllAcknowledged);
    const lastCalls = came.flatMap((report) => report.lastCalls);
    expect(new Set(lastCalls.map(({ device, address: from }) => `${device} ${from}`))).toEqual(
      new Set(['one 192.168.1.72', 'two 192.168.1.72', 'three 192.168.1.72']),
    );
    expect(Object.values(counted())).toEqual(Array<number>(100).fill(144));
  });

  it('for good lets the service stop all the same, with everything on disk', async () => {
    await end();
    onDisk = nothing;
    begin('http://127.0.0.1:1');
    called('one');
    refused('8.8.8.8');
    await end();
    expect(onDisk.lastCalls.map(({ device }) => device)).toEqual(['one']);
    expect([...onDisk.counted, ...(onDisk.sending?.callers ?? [])].map(({ count }) => count)).toEqual([1]);
  });

  it('in that it never answers is waited for a second when the service stops', async () => {
    status = 0;
    called('one');
    await until(() => came.length === 1);
    called('one', '192.168.1.21');
    const stopped = end();
    let isStopped = false;
    void stopped.then(() => (isStopped = true));
    await network.advance(999);
    expect(isStopped).toBe(false);
    await network.advance(1);
    await stopped;
    expect(onDisk.lastCalls.map(({ address: from }) => from)).toEqual(['192.168.1.21']);
  });
});

describe('a disk that takes nothing', () => {
  it('holds back refused callers, which could count twice after a crash, and nothing else', async () => {
    isDiskFull = true;
    refused('8.8.8.8', 4);
    called('one');
    await inTime(() => came.length > 0);
    expect(came.map(({ lastCalls, refusals }) => [lastCalls.length, refusals])).toEqual([[1, null]]);
    await clock.advance(600_000);
    expect(log.lines.filter((line) => line.includes('could not be written to disk'))).toHaveLength(1);
    isDiskFull = false;
    await inTime(() => counted()['8.8.8.8'] === 4);
    expect(log.lines.join()).toContain('written to disk again');
  });
});

describe('what was left by an earlier run', () => {
  it('is reported at once, under the id that it had', async () => {
    await end();
    const callers = [{ address: '8.8.8.8', reason: 'no_token', count: 2, lastTime: 1 }] as const;
    onDisk = {
      lastCalls: [{ device: 'one', time: 1, address: '192.168.1.20' }],
      counted: callers,
      sending: { id: 'old', callers },
    };
    begin();
    await until(() => came.length === 1);
    expect(came).toEqual([{ lastCalls: onDisk.lastCalls, refusals: { id: 'old', callers } }]);
    await inTime(isAllAcknowledged);
    expect(counted()).toEqual({ '8.8.8.8': 4 });
  });
});
