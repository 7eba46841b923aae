// What goes on and what changes when the studio file is read again.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { readExposition } from '../adapters/metrics/exposition.js';
import { configuration, panel, token } from '../domain/fixtures.js';
import { type ReloadBench, reloadBench } from '../infra/service/reload-bench.js';
import { eventually } from '../support/eventually.js';

describe('a studio file that is read again', () => {
  let bench: ReloadBench;
  beforeEach(async () => {
    bench = await reloadBench();
  });
  afterEach(() => bench.close());

  const without = (kind: 'signals' | 'outputs' | 'macros' | 'automations' | 'variables', id: string): StudioLayout => ({
    ...demoStudio,
    [kind]: demoStudio[kind].filter((record) => record.id !== id),
  });

  /** The demo studio without the records that use the wall. */
  const withoutWall: StudioLayout = { ...without('outputs', 'out-2'), macros: [], automations: [] };

  const changed = <Kind extends 'signals' | 'outputs' | 'macros' | 'automations' | 'cameras' | 'banks'>(
    kind: Kind,
    at: number,
    change: Partial<StudioLayout[Kind][number]>,
  ): StudioLayout => ({
    ...demoStudio,
    [kind]: demoStudio[kind].map((record, index) => (index === at ? { ...record, ...change } : record)),
  });

  const namesOf = (events: readonly { readonly event: string }[]) => events.map(({ event }) => event);

  const commands = () => bench.studio.commands().map(({ device }) => device);

  describe('@RELOAD-3: what a new file leaves as it was', () => {
    it('goes on: a clip, a signal, the values of variables, the holder, the active bank and the on-air status', async () => {
      for (const path of [
        '/outputs/main/clips/1/play',
        '/signals/red-light/on',
        '/variables/Headline/set?value=Storm',
        '/banks/music/activate',
        '/studio/onair',
        '/station/release',
        '/stations/alpha/take',
      ])
        expect((await bench.call(path)).status, path).toBe(200);
      const read = () =>
        Promise.all(
          ['/outputs/main', '/signals/red-light', '/variables/Headline', '/banks', '/studio', '/station'].map(
            async (path) => (await bench.call(path)).body,
          ),
        );
      const before = JSON.stringify(await read());
      bench.reload(withoutWall);
      expect(JSON.stringify(await read())).toBe(before);
      expect((await bench.call('/outputs/wall')).status).toBe(404);
    });

    it('goes on: a running macro and a running automation, also under another name', async () => {
      await bench.call('/automations/auto-2/start');
      await bench.call('/macros/mac-1/run');
      const sent = commands().length;
      bench.reload({
        ...demoStudio,
        macros: demoStudio.macros.map((macro) => ({ ...macro, name: `${macro.name}, new` })),
        automations: demoStudio.automations.map((automation) => ({ ...automation, name: `${automation.name}, new` })),
        signals: demoStudio.signals.filter(({ id }) => id !== 'sig-4'),
      });
      expect((await bench.call('/macros/mac-1')).body).toMatchObject({
        macro: { name: 'Opening, new', state: 'running' },
      });
      await bench.advance(10_000);
      expect(commands().length).toBeGreaterThan(sent);
      expect((await bench.call('/automations/auto-2')).body).toMatchObject({ automation: { state: 'running' } });
    });

    it('goes on: the end of a pulse', async () => {
      await bench.call('/signals/red-light/pulse?ms=1000');
      bench.reload(without('signals', 'sig-4'));
      await bench.advance(1_100);
      expect((await bench.call('/signals/red-light')).body).toMatchObject({ signal: { value: false } });
    });
  });

  describe('@RELOAD-4: steps of an earlier file', () => {
    it.each([
      ['removed', { ...demoStudio, macros: [] }],
      ['changed', changed('macros', 0, { steps: [{ waitMs: 10 }] })],
    ] as const)('are not sent once their macro is %s', async (_, layout) => {
      await bench.call('/macros/mac-1/run');
      bench.reload(layout);
      const sent = commands().length;
      await bench.advance(10_000);
      expect(commands()).toHaveLength(sent);
    });

    it('are not sent once their automation is removed', async () => {
      await bench.call('/automations/auto-2/start');
      await bench.advance(100);
      bench.reload({ ...demoStudio, automations: [] });
      const sent = commands().length;
      await bench.advance(86_400_000);
      expect(commands()).toHaveLength(sent);
      bench.reload(demoStudio);
      expect((await bench.call('/automations/auto-2')).body).toMatchObject({ automation: { state: 'stopped' } });
    });

    it('are replaced in a running automation, which follows its new trigger and steps', async () => {
      await bench.call('/automations/auto-2/start');
      await bench.advance(100);
      const at = demoStudio.automations.findIndex(({ id }) => id === 'auto-2');
      const steps = [{ switch: { signal: 'sig-4', on: true } }];
      bench.reload(changed('automations', at, { steps, trigger: { everyMs: 60_000 } }));
      const sent = commands().length;
      await bench.advance(59_000);
      expect(commands()).toHaveLength(sent);
      await bench.advance(2_000);
      expect(commands().slice(sent)).toEqual(['sig-4']);
    });

    it('keep the state of a paused automation', async () => {
      await bench.call('/automations/auto-2/start');
      await bench.call('/automations/auto-2/pause');
      const at = demoStudio.automations.findIndex(({ id }) => id === 'auto-2');
      bench.reload(changed('automations', at, { steps: [{ waitMs: 5 }] }));
      expect((await bench.call('/automations/auto-2')).body).toMatchObject({ automation: { state: 'paused' } });
    });
  });

  describe('@RELOAD-5: event streams', () => {
    it('show new and changed records, and go on', async () => {
      const stream = bench.stream();
      await bench.eventsOf(stream);
      const lamp = { id: 'sig-9', identifier: 'lamp', name: 'Lamp' };
      bench.reload({
        ...changed('outputs', 0, { name: 'Programme' }),
        signals: [...demoStudio.signals, lamp],
        banks: demoStudio.banks.map((bank) => (bank.key === 'music' ? { ...bank, clips: [] } : bank)),
      });
      const events = (await bench.eventsOf(stream)).slice(1);
      expect(namesOf(events).toSorted()).toEqual(['bank', 'output', 'signal']);
      expect(events.find(({ event }) => event === 'signal')?.data).toMatchObject({ signal: lamp });
      expect(events.find(({ event }) => event === 'output')?.data).toMatchObject({ output: { name: 'Programme' } });
      await bench.call('/signals/lamp/on');
      const { signal } = (await bench.eventsOf(stream)).at(-1)?.data ?? {};
      expect(signal).toMatchObject({ id: 'sig-9', value: true });
      expect((await stream.received()).hasEnded).toBe(false);
    });

    it('are reset where a record is gone, and a stream that resumes starts with a reset', async () => {
      const stream = bench.stream();
      await bench.call('/signals/red-light/on');
      const last = (await bench.eventsOf(stream)).at(-1)?.id ?? '';
      bench.reload(without('signals', 'sig-4'));
      expect((await bench.eventsOf(stream)).at(-1)).toMatchObject({ event: 'reset', data: { reason: 'changed' } });
      expect((await stream.received()).hasEnded).toBe(false);
      const resumed = bench.stream({ 'last-event-id': last });
      expect(await bench.eventsOf(resumed)).toMatchObject([{ event: 'reset', data: { reason: 'missed' } }]);
    });

    it('get nothing where nothing that they show has changed', async () => {
      const stream = bench.stream();
      const before = await bench.eventsOf(stream);
      const bravos = demoStudio.variables.find(({ station }) => station === 'bravo')?.id ?? '';
      bench.reload(without('variables', bravos));
      expect(await bench.eventsOf(stream)).toEqual(before);
    });

    it('announce the end of a clip by the new lead', async () => {
      await bench.call('/outputs/main/clips/3/play');
      const stream = bench.stream();
      await bench.eventsOf(stream);
      bench.reload({ ...demoStudio, leadMs: 30_000 });
      const { durationMs = 0 } = demoStudio.banks[0]?.clips.find(({ number }) => number === 3) ?? {};
      await bench.advance(durationMs - 30_500);
      expect(namesOf(await bench.eventsOf(stream))).not.toContain('clip.ending');
      await bench.advance(1_000);
      expect(namesOf(await bench.eventsOf(stream))).toContain('clip.ending');
    });
  });

  describe('@RELOAD-6: a device that a new file removes', () => {
    it('ends pending commands, and is not found any more', async () => {
      bench.studio.setFault('sig-4', { type: 'lost' });
      const pending = bench.begin('/signals/door-lock/on?timeout=30000');
      await eventually('the command', () => Promise.resolve(commands().includes('sig-4')));
      bench.reload(without('signals', 'sig-4'));
      expect(await bench.finish(pending)).toMatchObject({ status: 424, body: { error: 'device_error' } });
      expect((await bench.call('/signals/door-lock')).status).toBe(404);
      expect((await bench.call('/signals/door-lock/on')).status).toBe(404);
    });

    it('@SIGNAL-7: does not come back on by the end of its pulse', async () => {
      await bench.call('/signals/door-lock/pulse?ms=1000');
      bench.reload(without('signals', 'sig-4'));
      bench.reload(demoStudio);
      const sent = commands().length;
      await bench.advance(20_000);
      expect(commands()).toHaveLength(sent);
    });

    it('lets the studio fall back to a bank and a holder that exist', async () => {
      await bench.call('/banks/music/activate');
      await bench.call('/station/release');
      await bench.call('/stations/bravo/take');
      bench.reload({
        ...demoStudio,
        banks: demoStudio.banks.filter(({ key }) => key !== 'music'),
        stations: demoStudio.stations.filter(({ id }) => id !== 'bravo'),
        variables: demoStudio.variables.filter(({ station }) => station !== 'bravo'),
        automations: demoStudio.automations.filter(({ station }) => station !== 'bravo'),
      });
      expect((await bench.call('/banks/news')).body).toMatchObject({ bank: { active: true } });
      expect((await bench.call('/station')).body).toMatchObject({ station: { id: 'alpha' } });
    });
  });

  it('@AUTOMATION-10: an automation that is removed and added again starts, because no caller has stopped it', async () => {
    const withAutostart = {
      ...demoStudio,
      automations: demoStudio.automations.map((automation) => ({
        ...automation,
        autostart: automation.id === 'auto-2',
      })),
    };
    bench.reload(withAutostart);
    await bench.call('/automations/auto-2/start');
    bench.reload(without('automations', 'auto-2'));
    expect(bench.service.studio.runtime().automations).not.toHaveProperty('auto-2');
    bench.reload(withAutostart);
    expect((await bench.call('/automations/auto-2')).body).toMatchObject({ automation: { state: 'running' } });
  });

  describe('@RELOAD-9: alarms', () => {
    const open = async () => (await bench.call('/alarms')).body as { readonly alarms: readonly object[] };

    it('state why a file is refused, until it is mended', async () => {
      bench.service.layoutIntake.offer(E.left(['studio.yaml:1:1: expected an object']));
      expect(await open()).toMatchObject({
        alarms: [{ kind: 'studio_file_refused', message: 'studio file refused: studio.yaml:1:1: expected an object' }],
      });
      bench.reload(demoStudio);
      expect(await open()).toMatchObject({ alarms: [] });
    });

    it('about a record end with it', async () => {
      bench.studio.setFault('cam-2', { type: 'refused' });
      await bench.call('/macros/mac-1/run');
      await bench.advance(10_000);
      expect(await open()).toMatchObject({ alarms: [{ kind: 'macro_failed', subject: 'mac-1' }] });
      bench.reload(without('signals', 'sig-4'));
      expect((await open()).alarms).toHaveLength(1);
      bench.reload({ ...demoStudio, macros: [] });
      expect(await open()).toMatchObject({ alarms: [] });
    });

    it('@ALARM-6 @METRICS-3: about a device end with it, and so do its series in the metrics', async () => {
      const outputs = async () =>
        readExposition((await bench.call('/plain/metrics')).body as string)
          .filter(({ name }) => name === 'studio_control_device_connected')
          .flatMap(({ samples }) => samples.map(({ labels }) => labels['device']));
      bench.studio.setFault('out-2', { type: 'offline' });
      await bench.advance(6_000);
      expect(await open()).toMatchObject({ alarms: [{ kind: 'output_away', subject: 'out-2' }] });
      expect(await outputs()).toEqual(['out-1', 'out-2']);
      bench.reload(withoutWall);
      expect([await open(), await outputs()]).toMatchObject([{ alarms: [] }, ['out-1']]);
    });

    it('about a device are not raised once it is gone, also if it was away before', async () => {
      bench.studio.setFault('sig-4', { type: 'offline' });
      await bench.advance(3_000);
      bench.reload(without('signals', 'sig-4'));
      await bench.advance(10_000);
      expect(await open()).toMatchObject({ alarms: [] });
    });

    it('@ALARM-3: about an automation end for those alone who may have seen them', async () => {
      const stations: (string | null)[] = [];
      bench.service.events.watch(({ name, station }) => {
        if (name === 'alarm') stations.push(station);
      });
      bench.studio.setFault('out-1', { type: 'refused' });
      await bench.call('/automations/auto-2/start');
      await bench.advance(5_000);
      expect(stations).toEqual(['alpha']);
      bench.reload(without('automations', 'auto-2'));
      expect(stations).toEqual(['alpha', 'alpha']);
      expect(await open()).toMatchObject({ alarms: [] });
    });
  });

  describe('a refusal', () => {
    it('@RELOAD-2 @RELOAD-8: is reported until the file is mended, and changes nothing', async () => {
      const reported: (readonly string[])[] = [];
      const { layoutIntake } = bench.service;
      layoutIntake.watchRefusal((issues) => reported.push(issues));
      layoutIntake.offer(E.left(['studio.yaml:1:1: expected an object']));
      layoutIntake.offer(E.left(['studio.yaml:1:1: expected an object']));
      layoutIntake.offer(E.right({ ...demoStudio, serverId: 'server-2', signals: [] }));
      expect(layoutIntake.refusal()).toEqual([expect.stringMatching(/^serverId: expected the one that the service/)]);
      expect((await bench.call('/signals/red-light')).status).toBe(200);
      layoutIntake.offer(E.right(demoStudio));
      expect(reported).toEqual([['studio.yaml:1:1: expected an object'], [expect.stringMatching(/^serverId/)], []]);
    });
  });
});

it('@RELOAD-5 @EVENT-5: begins anew, with the records of the station that its caller may read now', async () => {
  const bench = await reloadBench();
  onTestFinished(() => bench.close());
  await bench.call('/station/release');
  const devices = [{ ...panel, station: 'Bravo TV' }];
  bench.service.access.apply(configuration({ studioId: demoStudio.id, version: 1, devices }));
  // A forwarded call is not one of the host.
  const headers = { authorization: `Bearer ${token(1)}`, 'x-forwarded-for': '192.168.1.20' };
  const stream = bench.stream(headers, '/events?records=state');
  const stationsShown = async () =>
    (await bench.eventsOf(stream))
      .filter(({ event }) => event === 'state')
      .map(({ data }) => {
        const { reason, variables } = data as {
          readonly reason: string;
          readonly variables: readonly { id: string }[];
        };
        const ids = new Set(variables.map(({ id }) => id));
        return [reason, ...new Set(demoStudio.variables.filter(({ id }) => ids.has(id)).map(({ station }) => station))];
      });
  expect(await stationsShown()).toEqual([['begun', 'bravo']]);
  const names: Readonly<Record<string, string>> = { alpha: 'Bravo TV', bravo: 'Bravo Radio' };
  const stations = demoStudio.stations.map(({ id, name }) => ({ id, name: names[id] ?? name }));
  bench.reload({ ...demoStudio, stations });
  expect(await stationsShown()).toEqual([
    ['begun', 'bravo'],
    ['changed', 'alpha'],
  ]);
});
