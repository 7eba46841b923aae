// A driver that throws whenever its device is read or receives a command.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { reloadBench, type ReloadBench } from '../infra/service/reload-bench.js';

let bench: ReloadBench;
beforeEach(async () => {
  bench = await reloadBench();
});
afterEach(() => bench.close());

const devices = [
  ['out-1', '/outputs/main', 'output'],
  ['sig-1', '/signals/red-light', 'signal'],
  ['cam-1', '/cameras/cam-1', 'camera'],
] as const;

const broken = (device: string): void => {
  bench.studio.setFault(device, { type: 'broken' });
};

/** The demo studio, in which automations and everything with a device have other names. */
const renamed: StudioLayout = {
  ...demoStudio,
  outputs: demoStudio.outputs.map((output) => ({ ...output, name: `${output.name}.` })),
  signals: demoStudio.signals.map((signal) => ({ ...signal, name: `${signal.name}.` })),
  cameras: demoStudio.cameras.map((camera) => ({ ...camera, name: `${camera.name}.` })),
  automations: demoStudio.automations.map((automation) => ({ ...automation, name: `${automation.name}.` })),
};

const recordAt = async (path: string, name: string): Promise<unknown> => {
  const { status, body } = await bench.call(path);
  expect(status, path).toBe(200);
  return (body as Readonly<Record<string, unknown>>)[name];
};

describe.each(devices)('@ERROR-27: while the driver of %s throws', (device, path, name) => {
  it('the device is shown as not connected, alone and in the state', async () => {
    broken(device);
    expect(await recordAt(path, name)).toMatchObject({ id: device, connected: false });
    expect(await recordAt('/state', `${name}s`)).toContainEqual(
      expect.objectContaining({ id: device, connected: false }),
    );
    bench.studio.setFault(device, null);
    expect(await recordAt(path, name)).toMatchObject({ id: device, connected: true });
  });

  it('a new studio file comes into force everywhere, and streams report what it changes', async () => {
    const stream = bench.stream();
    const stateStream = bench.stream({}, '/events?records=state');
    await bench.advance(10);
    broken(device);
    bench.reload(renamed);
    const { outputs, signals, cameras, automations } = renamed;
    const ofHolder = automations.filter(({ station }) => station === demoStudio.holder);
    const names = [...outputs, ...signals, ...cameras, ...ofHolder].map((record) => record.name);
    for (const receiver of [stream, stateStream]) {
      const events = await bench.eventsOf(receiver);
      const changed = events.map(({ event, data }) => (data[event] as { readonly name?: string } | undefined)?.name);
      expect(changed).toEqual(expect.arrayContaining(names));
    }
    expect(await recordAt(path, name)).toMatchObject({ name: expect.stringMatching(/\.$/) as string });
    bench.reload({ ...renamed, variables: renamed.variables.filter(({ id }) => id !== 'var-1') });
    expect((await bench.eventsOf(stream)).at(-1)?.event).toBe('reset');
    expect((await bench.eventsOf(stateStream)).at(-1)?.event).toBe('state');
    expect((await bench.call('/variables/var-1')).status).toBe(404);
  });

  it('an alarm names the device after 5 s, also if a new studio file has come into force, until it works again', async () => {
    broken(device);
    bench.reload(renamed);
    await bench.advance(5_000);
    expect(await recordAt('/alarms', 'alarms')).toContainEqual(
      expect.objectContaining({ kind: `${name}_away`, subject: device }),
    );
    bench.studio.setFault(device, null);
    await bench.advance(50);
    expect(await recordAt('/alarms', 'alarms')).toEqual([]);
  });
});

describe('@ERROR-27: a driver that throws', () => {
  it('does not prevent its device from being removed by a new studio file', async () => {
    broken('sig-1');
    bench.reload({ ...demoStudio, signals: demoStudio.signals.slice(1), macros: [], automations: [] });
    expect((await bench.call('/signals/red-light')).status).toBe(404);
    expect((await bench.call('/signals/mic-live/on')).status).toBe(200);
  });
});
