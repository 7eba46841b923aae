// The values of the metrics: what each gauge and counter shows of its source, and that it follows it.
import { beforeEach, describe, expect, it } from 'vitest';
import type { MetricsDeps } from '../../../adapters/metrics/metrics-deps.js';
import { prometheusMetrics } from '../../../adapters/metrics/prometheus.js';
import type { ActionChange } from '../../../application/commands/action-records.js';
import type { Metric, Metrics } from '../../../application/ports/metrics.js';
import { readExposition } from './exposition.js';

/** What the metrics are read from. */
interface Sources {
  nowMs: number;
  isConsoleConnected: boolean;
  configurationVersion: number;
  status: 'on_air' | 'off_air';
  streams: number;
  outputs: readonly { readonly id: string }[];
  readonly connectedPlayers: Set<string>;
  alarms: readonly { readonly kind: string }[];
  readonly changed: ((change: ActionChange) => void)[];
  readonly happened: (() => void)[];
  readonly playerChanged: ((output: string) => void)[];
}

const startedAtMs = Date.UTC(2021, 2, 1);

const sources = (): Sources => ({
  nowMs: startedAtMs,
  isConsoleConnected: false,
  configurationVersion: 0,
  status: 'off_air',
  streams: 0,
  outputs: [{ id: 'out-1' }, { id: 'out-2' }],
  connectedPlayers: new Set(['out-1']),
  alarms: [],
  changed: [],
  happened: [],
  playerChanged: [],
});

const depsOf = (from: Sources): MetricsDeps =>
  ({
    about: { version: '1.2.3', startedAtMs, cloudConnected: () => from.isConsoleConnected },
    clock: { now: () => from.nowMs },
    access: { current: () => ({ configuration: { version: from.configurationVersion } }) },
    studio: {
      runtime: () => ({ status: from.status }),
      records: {
        outputs: {
          get all() {
            return from.outputs;
          },
        },
      },
    },
    players: {
      state: (id: string) => ({ connected: from.connectedPlayers.has(id) }),
      watch: (watcher: (output: string) => void) => from.playerChanged.push(watcher),
    },
    alarms: { open: () => from.alarms },
    actions: { watch: (watcher: (change: ActionChange) => void) => from.changed.push(watcher) },
    events: { watch: (watcher: () => void) => from.happened.push(watcher), streams: () => from.streams },
  }) as unknown as MetricsDeps;

let from: Sources;
let metrics: Metrics;
beforeEach(() => {
  from = sources();
  metrics = prometheusMetrics(depsOf(from));
});

/** Returns the lines of a metric in the text form, without its prefix and help. */
const linesOf = async (name: string): Promise<readonly string[]> =>
  (await metrics.collect()).text
    .split('\n')
    .filter((line) => line.startsWith(`studio_control_${name}`))
    .map((line) => line.slice('studio_control_'.length));

describe('@METRICS-2: a gauge', () => {
  it.each([
    ['uptime_seconds', () => (from.nowMs += 90_500), '90.5'],
    ['uptime_seconds', () => (from.nowMs -= 90_500), '0'],
    ['console_connected', () => (from.isConsoleConnected = true), '1'],
    ['configuration_version', () => (from.configurationVersion = 1_772_323_200), '1772323200'],
    ['on_air', () => (from.status = 'on_air'), '1'],
    ['event_streams', () => (from.streams = 3), '3'],
  ])('%s is 0 at first, and follows its source', async (name, change, value) => {
    expect(await linesOf(name)).toEqual([`${name} 0`]);
    change();
    expect(await linesOf(name)).toEqual([`${name} ${value}`]);
  });

  it('names the version of the program', async () => {
    expect(await linesOf('info')).toEqual(['info{version="1.2.3"} 1']);
  });

  it('counts the open alarms of each kind, and 0 again once they are cleared', async () => {
    from.alarms = [{ kind: 'output_away' }, { kind: 'signal_away' }, { kind: 'output_away' }];
    const open = async () => (await linesOf('open_alarms')).filter((line) => !line.endsWith(' 0'));
    const expected = ['open_alarms{kind="output_away"} 2', 'open_alarms{kind="signal_away"} 1'];
    expect(await open()).toEqual(expected);
    expect(await open()).toEqual(expected);
    expect(await linesOf('open_alarms')).toContain('open_alarms{kind="console_away"} 0');
    from.alarms = [];
    expect(await open()).toEqual([]);
  });

  it('shows both players of an output that has a backup, whichever leads', async () => {
    const reports = { main: { connected: false }, backup: { connected: true } };
    const deps = depsOf(from);
    const players = {
      ...deps.players,
      pair: (id: string) => (id === 'out-1' ? { lead: 'backup', reports } : undefined),
    };
    metrics = prometheusMetrics({ ...deps, players } as unknown as MetricsDeps);
    expect(await linesOf('device_connected')).toEqual([
      'device_connected{kind="player",device="out-1"} 0',
      'device_connected{kind="player",device="out-1-backup"} 1',
      'device_connected{kind="player",device="out-2"} 0',
    ]);
  });

  it('shows of each player in the layout in force whether it is connected', async () => {
    const connected = () => linesOf('device_connected');
    const line = (device: string, value: number) =>
      `device_connected{kind="player",device="${device}"} ${String(value)}`;
    expect(await connected()).toEqual([line('out-1', 1), line('out-2', 0)]);
    from.connectedPlayers.delete('out-1');
    from.connectedPlayers.add('out-2');
    expect(await connected()).toEqual([line('out-1', 0), line('out-2', 1)]);
    from.outputs = [{ id: 'out-2' }, { id: 'new' }];
    expect(await connected()).toEqual([line('out-2', 1), line('new', 0)]);
  });
});

it('the records have every sample of the text, with its name, labels and value', async () => {
  metrics.countCall(404, 'not_found');
  const startedAt = new Date(startedAtMs).toISOString();
  const now = { operation: 'signal.on', state: 'acknowledged', error: null, startedAt, endedAt: startedAt };
  for (const notify of from.changed)
    notify({ output: 'out-1', before: { state: 'pending' }, now } as unknown as ActionChange);
  const { metrics: records, text } = await metrics.collect();
  // The metrics of the process have values that JSON lacks, and times.
  const isOwn = ({ name }: { readonly name: string }): boolean => name.startsWith('studio_control_');
  const limits = ({ labels: { le, ...labels }, ...sample }: Metric['samples'][number]) => ({
    ...sample,
    labels: le === undefined ? labels : { ...labels, le: String(Number(le.replace('+Inf', 'Infinity'))) },
  });
  const own = (all: readonly Metric[]) =>
    all.filter(isOwn).map((metric) => ({ ...metric, samples: metric.samples.map(limits) }));
  expect(own(records)).toEqual(own(readExposition(text) as readonly Metric[]));
});

it('a value that is not finite is left out of the records, which are JSON', async () => {
  const samples = async () =>
    (await metrics.collect()).metrics.find(({ name }) => name === 'studio_control_uptime_seconds')?.samples;
  for (const value of [NaN, Infinity]) {
    from.nowMs = value;
    expect(await samples()).toEqual([]);
  }
  from.nowMs = startedAtMs + 1_000;
  expect(await samples()).toEqual([{ name: 'studio_control_uptime_seconds', labels: {}, value: 1 }]);
});

describe('@METRICS-2: the reconnects of a player', () => {
  const set = (output: string, isConnected: boolean): void => {
    if (isConnected) from.connectedPlayers.add(output);
    else from.connectedPlayers.delete(output);
    for (const notify of from.playerChanged) notify(output);
  };
  const reconnects = async () => (await linesOf('device_reconnects_total')).map((line) => Number(line.split(' ')[1]));

  it('are those after a lost connection, not the first one and not repeated reports', async () => {
    set('out-2', false);
    set('out-2', true);
    set('out-1', true);
    expect(await reconnects()).toEqual([0, 0]);
    for (const isConnected of [false, false, true, true, false, true]) set('out-1', isConnected);
    expect(await reconnects()).toEqual([2, 0]);
  });

  it('are counted from the start for one that was connected then', async () => {
    for (const isConnected of [false, true]) set('out-1', isConnected);
    expect(await reconnects()).toEqual([1, 0]);
  });
});

describe('@METRICS-2: a counter', () => {
  it('counts calls by the class of their status, and refusals by their code', async () => {
    for (const status of [100, 200, 204, 299, 304, 499, 500, 503]) metrics.countCall(status, null);
    metrics.countCall(404, 'not_found');
    expect(await linesOf('calls_total')).toEqual(
      [
        ['1xx', 1],
        ['2xx', 3],
        ['3xx', 1],
        ['4xx', 2],
        ['5xx', 2],
      ].map(([status, count]) => `calls_total{status="${String(status)}"} ${String(count)}`),
    );
    expect(await linesOf('refusals_total')).toEqual(['refusals_total{reason="not_found"} 1']);
  });

  it('counts an error with the status 200 as a refusal, too', async () => {
    metrics.countCall(200, 'unauthorized');
    metrics.countCall(202, 'unauthorized');
    expect(await linesOf('refusals_total')).toEqual(['refusals_total{reason="unauthorized"} 2']);
  });

  it('counts every event', async () => {
    for (const notify of [...from.happened, ...from.happened]) notify();
    expect(await linesOf('events_total')).toEqual(['events_total 2']);
  });
});

describe('@METRICS-2: actions', () => {
  const end = (change: {
    readonly before?: string;
    readonly state: string;
    readonly error?: string;
    readonly ms?: number;
  }) => {
    const startedAt = new Date(startedAtMs).toISOString();
    const endedAt = new Date(startedAtMs + (change.ms ?? 0)).toISOString();
    const now = { operation: 'signal.on', state: change.state, error: change.error ?? null, startedAt, endedAt };
    const ended = { output: null, before: { state: change.before ?? 'pending' }, now } as unknown as ActionChange;
    for (const notify of from.changed) notify(ended);
  };

  it.each([
    ['acknowledged', undefined, 'acknowledged'],
    ['timed_out', 'ack_timeout', 'timed_out'],
    ['failed', 'device_error', 'failed'],
    ['failed', 'device_unavailable', 'failed'],
    ['failed', 'not_found', 'refused'],
    ['failed', 'conflict', 'refused'],
  ])('that end as %s with %s have the outcome %s', async (state, error, outcome) => {
    end({ state, ...(error !== undefined && { error }) });
    expect(await linesOf('actions_total')).toEqual([`actions_total{operation="signal.on",outcome="${outcome}"} 1`]);
  });

  it('that end late are counted once more as late, and not as ended again', async () => {
    end({ state: 'timed_out', error: 'ack_timeout' });
    end({ before: 'timed_out', state: 'acknowledged', ms: 3_000 });
    expect(await linesOf('actions_total')).toHaveLength(1);
    expect(await linesOf('late_ends_total')).toEqual(['late_ends_total 1']);
  });

  it('that are acknowledged late are measured like the others, and those that fail late are not', async () => {
    end({ before: 'timed_out', state: 'acknowledged', ms: 3_000 });
    end({ before: 'timed_out', state: 'failed', error: 'device_error', ms: 5_000 });
    const lines = await linesOf('acknowledgement_duration_seconds');
    expect(lines).toContain('acknowledgement_duration_seconds_sum{operation="signal.on"} 3');
    expect(lines).toContain('acknowledgement_duration_seconds_count{operation="signal.on"} 1');
    expect(await linesOf('late_ends_total')).toEqual(['late_ends_total 2']);
  });

  it('that are acknowledged are measured in seconds, and never below 0', async () => {
    end({ state: 'acknowledged', ms: 1_500 });
    end({ state: 'acknowledged', ms: -9_000 });
    end({ state: 'timed_out', ms: 9_000 });
    const lines = await linesOf('acknowledgement_duration_seconds');
    expect(lines).toContain('acknowledgement_duration_seconds_sum{operation="signal.on"} 1.5');
    expect(lines).toContain('acknowledgement_duration_seconds_count{operation="signal.on"} 2');
  });
});
