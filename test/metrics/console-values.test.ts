// The values of the metrics of a console: what each shows of its source.
import { describe, expect, it } from 'vitest';
import { prometheusConsoleMetrics } from '../../adapters/metrics/console.js';

const startedAtMs = Date.UTC(2021, 2, 1);

describe('@CONSOLE-METRICS-2: the metrics of a console', () => {
  it('show uptime in seconds, version, connected services, and the duration of pushes', async () => {
    let [nowMs, services] = [startedAtMs, ['studio-1', 'studio-2']];
    const own = prometheusConsoleMetrics({
      connections: { connected: () => services },
      clock: { now: () => nowMs },
      version: '1.2.3',
    });
    const lines = async () => (await own.collect()).text.split('\n');
    nowMs += 90_500;
    own.observePush(0.25);
    own.countRefusedConfiguration();
    own.countSignIn('throttled');
    const prefix = 'studio_control_console_';
    const expected = [
      'uptime_seconds 90.5',
      'info{version="1.2.3"} 1',
      'services_connected 2',
      'push_duration_seconds_sum 0.25',
    ];
    const counted = [
      'configurations_refused_total 1',
      'sign_ins_total{outcome="throttled"} 1',
      'sign_ins_total{outcome="busy"} 0',
    ];
    expect(await lines()).toEqual(expect.arrayContaining([...expected, ...counted].map((line) => prefix + line)));
    [nowMs, services] = [startedAtMs - 1, []];
    expect(await lines()).toEqual(
      expect.arrayContaining([`${prefix}uptime_seconds 0`, `${prefix}services_connected 0`]),
    );
  });
});
