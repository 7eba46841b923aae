// Changes of the status while a report is on its way.
import { describe, expect, it } from 'vitest';
import { callReporter } from '../../../adapters/cloud/call-reporter.js';
import { streamHeartbeats } from '../../../adapters/cloud/heartbeats.js';
import { statusReporter } from '../../../adapters/cloud/status-reporter.js';
import { watchForwarder } from '../../../adapters/cloud/watch-forwarder.js';
import { changeNotifier } from '../../../application/events/change-notifier.js';
import type { ServiceStatus } from '../../../domain/console/service-status.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';

const statusWith = (furtherAlarms: number): ServiceStatus => ({
  health: 'degraded',
  alarms: [],
  furtherAlarms,
  studioFileIssues: [],
});

it('@STATUS-1: a change during a report is reported after it', async () => {
  const clock = manualClock();
  const stopping = new AbortController();
  const { watch, notify } = changeNotifier<undefined>();
  let status = statusWith(1);
  const reported: ServiceStatus[] = [];
  const acknowledges: (() => void)[] = [];
  const reportStatus = (report: ServiceStatus): Promise<void> => {
    reported.push(report);
    return new Promise((resolve) => acknowledges.push(resolve));
  };
  const reporter = statusReporter(
    {
      client: { reportApplied: () => Promise.resolve(), reportStatus },
      clock,
      random: () => 0,
      log: silent,
      status: { read: () => status, watch: (onChange) => watch(onChange) },
    },
    stopping.signal,
  );
  const change = async (): Promise<void> => {
    status = statusWith(status.furtherAlarms + 1);
    notify(undefined);
    await clock.advance(250);
  };
  reporter.start();
  await change();
  await change();
  expect(reported).toEqual([statusWith(2)]);
  acknowledges[0]?.();
  await clock.advance(0);
  expect(reported).toEqual([statusWith(2), statusWith(3)]);
  acknowledges[1]?.();
  await reporter.idle();
  expect(reported).toHaveLength(2);
  stopping.abort();
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

describe('the reporter of the status', () => {
  const bench = () => {
    const clock = manualClock();
    const stopping = new AbortController();
    const { watch, notify } = changeNotifier<undefined>();
    const state = { status: { health: 'ok', alarms: [], furtherAlarms: 0, studioFileIssues: [] } as ServiceStatus };
    const sent: number[] = [];
    let isReachable = false;
    const report = (): Promise<void> => {
      sent.push(clock.now());
      return isReachable ? Promise.resolve() : unreachable();
    };
    const reporter = statusReporter(
      {
        client: { reportApplied: report, reportStatus: report },
        clock,
        random: () => 0,
        log: silent,
        status: { read: () => state.status, watch: (onChange) => watch(onChange) },
      },
      stopping.signal,
    );
    reporter.start();
    const change = (): void => {
      notify(undefined);
    };
    return { clock, stopping, change, taken: () => sent.splice(0), reach: () => (isReachable = true) };
  };

  it('@STATUS-2: repeats a status without a further change, with growing delays, until the console has it', async () => {
    const { clock, change, taken, reach } = bench();
    change();
    await clock.advance(250);
    const startMs = clock.now();
    await clock.advance(1_749);
    expect(taken().map((time) => time - startMs)).toEqual([0, 250, 750]);
    reach();
    await clock.advance(60_000);
    expect(taken()).toHaveLength(1);
  });

  it('@STATUS-2: sends a version that comes into force while an older one is on its way', async () => {
    const versions: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const reportApplied = async (applied: object): Promise<void> => {
      versions.push(applied);
      await promise;
    };
    const clock = manualClock();
    const client = { reportApplied, reportStatus: unreachable };
    const reporter = statusReporter({ client, clock, random: () => 0, log: silent }, new AbortController().signal);
    reporter.reportApplied({ version: 1 });
    reporter.reportApplied({ version: 2 });
    resolve(undefined);
    await reporter.idle();
    expect(versions).toEqual([{ version: 1 }, { version: 2 }]);
    expect(clock.waiting()).toBe(0);
  });

  it.each([0, 1])('does nothing any more after the stop, with %i changes before it', async (before) => {
    const { clock, change, stopping, taken } = bench();
    for (let changes = 0; changes < before; changes += 1) change();
    stopping.abort();
    change();
    expect(clock.waiting()).toBe(0);
    await clock.advance(60_000);
    expect([taken(), clock.waiting()]).toEqual([[], 0]);
  });
});

describe('heartbeats', () => {
  it.each([0, 0.5, 0.999])('@STATUS-8: are never late, and at most a quarter early: %d', async (random) => {
    const clock = manualClock();
    const times: number[] = [];
    const client = { sendHeartbeat: () => Promise.resolve(void times.push(clock.now())) };
    const heartbeats = streamHeartbeats({ client, clock, random: () => random, log: silent });
    const startMs = clock.now();
    heartbeats.start({ stream: 'one', everyMs: 15_000 });
    await clock.advance(60_000);
    const gaps = times.map((time, at) => time - (times[at - 1] ?? startMs));
    expect(gaps.length).toBeGreaterThanOrEqual(4);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(11_250);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(15_000);
    await heartbeats.stop();
    expect(clock.waiting()).toBe(0);
  });
});

it('@ACTIVITY-1: what was collected when the watch ends is not sent', async () => {
  const clock = manualClock();
  let [isPending, sent] = [false, 0];
  let begin: () => void = () => undefined;
  const forwarder = watchForwarder({
    source: {
      setWatched: (watched) => {
        if (!watched) isPending = false;
      },
      onPending: (listener) => (begin = listener),
      isPending: () => isPending,
      take: () => (isPending = false),
      onNotSent: () => undefined,
    },
    sendBatch: () => Promise.resolve(void (sent += 1)),
    clock,
    random: () => 0,
    log: silent,
  });
  forwarder.setWatched(true);
  isPending = true;
  begin();
  await clock.advance(249);
  forwarder.setWatched(false);
  await clock.advance(1_000);
  expect(sent).toBe(0);
  await forwarder.stop();
  expect(clock.waiting()).toBe(0);
});
