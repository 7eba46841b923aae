// What a service stops showing of devices that the studio file no longer has.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoStudio } from '../../simulator/demo-studio.js';
import { readExposition } from '../metrics/exposition.js';
import { reloadBench, type ReloadBench } from './reload-bench.js';

let bench: ReloadBench;

beforeEach(async () => {
  bench = await reloadBench();
});
afterEach(() => bench.close());

const alarms = async (): Promise<readonly unknown[]> =>
  ((await bench.call('/alarms')).body as { readonly alarms: readonly unknown[] }).alarms;

const players = async (): Promise<readonly unknown[]> =>
  readExposition((await bench.call('/plain/metrics')).body as string)
    .filter(({ name }) => name === 'studio_control_device_connected')
    .flatMap(({ samples }) => samples.map(({ labels }) => labels['device']));

describe('a device that leaves the studio file', () => {
  it('@ALARM-6: has no alarm any more', async () => {
    bench.studio.setFault('sig-4', { type: 'offline' });
    await bench.advance(6_000);
    expect(await alarms()).toMatchObject([{ kind: 'signal_away', subject: 'sig-4' }]);
    bench.reload({ ...demoStudio, signals: demoStudio.signals.filter(({ id }) => id !== 'sig-4') });
    expect(await alarms()).toEqual([]);
  });

  it('@SIGNAL-7: is not switched at the end of its pulse, though it is there again', async () => {
    const commands = () => bench.studio.commands().length;
    expect(await bench.call('/signals/red-light/pulse?ms=5000')).toMatchObject({ status: 200 });
    const before = commands();
    bench.reload({ ...demoStudio, signals: demoStudio.signals.filter(({ identifier }) => identifier !== 'red-light') });
    await bench.advance(1_000);
    bench.reload(demoStudio);
    await bench.advance(60_000);
    expect([before > 0, commands()]).toEqual([true, before]);
  });

  it('@METRICS-3: has no series in the metrics any more', async () => {
    expect(await players()).toEqual(['out-1', 'out-2']);
    bench.reload({ ...demoStudio, outputs: demoStudio.outputs.filter(({ id }) => id !== 'out-2') });
    expect(await players()).toEqual(['out-1']);
  });
});
