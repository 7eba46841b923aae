// What raises, ends and reports alarms: records that are removed, graphics, and the status that the console gets.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { CurrentAccess } from '../../../application/ports/current-access.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import { alarmKinds, featureOf } from '../../../domain/studio/alarm-kinds.js';
import { watchGraphics } from '../../../application/alarms/graphic-alarms.js';
import { clearRemovedSubjects } from '../../../application/alarms/removed-subjects.js';
import { serviceStatusSource } from '../../../application/alarms/service-status.js';
import { changeNotifier } from '../../../application/ports/watch.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { stepBench } from '../demo-bench.js';

const recordKinds = ['outputs', 'signals', 'cameras', 'macros', 'automations'] as const;

describe('@RELOAD-9: the alarms about removed records', () => {
  it.each(alarmKinds)('of the kind %s end, if they are about a record of the studio file', (kind) => {
    const { alarms } = stepBench(0);
    const records = recordKinds.find((name) => name === featureOf(kind));
    const [kept, removed] = records === undefined ? ['a', 'b'] : demoStudio[records].map(({ id }) => id);
    for (const subject of [kept, removed]) alarms.raise(kind, String(subject), 'it failed');
    const layout: StudioLayout =
      records === undefined
        ? demoStudio
        : { ...demoStudio, [records]: demoStudio[records].filter(({ id }) => id !== removed) };
    clearRemovedSubjects(alarms, layout);
    expect(alarms.open().map(({ subject }) => subject)).toEqual(records === undefined ? ['b', 'a'] : [kept]);
  });
});

describe('@ALARM-11: the alarm about the graphics of an output', () => {
  const bench = () => {
    const { alarms } = stepBench(0);
    const layout = currentLayout(demoStudio);
    const { watch, notify } = changeNotifier();
    const errors = new Map<string, string>();
    const record = ({ output, scene }: { readonly output: string; readonly scene: string }) =>
      ({ error: errors.get(`${output} ${scene}`) ?? null }) as never;
    const stop = watchGraphics({ alarms, studio: layout, graphics: { watch, record } });
    return { alarms, layout, notify, errors, stop };
  };

  it('names each scene that failed, and ends when none does', () => {
    const { alarms, notify, errors } = bench();
    errors.set('out-2 right', 'rejected').set('out-2 left', 'away');
    notify('out-2');
    expect(alarms.open()).toMatchObject([{ kind: 'graphic_failed', subject: 'out-2' }]);
    expect(alarms.open()[0]?.message).toMatch(/in the scene "left": away; in the scene "right": rejected$/);
    errors.delete('out-2 left');
    notify('out-2');
    expect(alarms.open()[0]?.message).not.toContain('left');
    errors.clear();
    notify('out-1');
    expect(alarms.open()).toHaveLength(1);
    notify('out-2');
    expect(alarms.open()).toEqual([]);
  });

  it('ends with the scene, whose graphic reports nothing any more', () => {
    const { alarms, errors, layout, notify } = bench();
    errors.set('out-2 right', 'rejected');
    notify('out-2');
    layout.replace({
      ...demoStudio,
      outputs: demoStudio.outputs.map((output) => (output.id === 'out-2' ? { ...output, scenes: ['left'] } : output)),
    });
    expect(alarms.open()).toEqual([]);
  });

  it('is not raised after the end of the watch', () => {
    const { alarms, errors, layout, notify, stop } = bench();
    stop();
    errors.set('out-1 full', 'rejected');
    notify('out-1');
    layout.replace({ ...demoStudio, name: 'Other' });
    expect(alarms.open()).toEqual([]);
  });
});

describe('@STATUS-1: the status of a service', () => {
  it('is reported after a change of every part, until the watch ends', () => {
    const { alarms, ports, studio } = stepBench(0);
    const access = { current: () => ({ configuration: defaultConfiguration('studio') }) } as unknown as CurrentAccess;
    const [refusals, panels] = [changeNotifier<readonly string[]>(), changeNotifier<undefined>()];
    const status = serviceStatusSource({
      isEditable: false,
      summary: { ...ports, cameras: studio.cameras, access },
      alarms,
      layoutIntake: { refusal: () => ['one'], watchRefusal: refusals.watch },
      panels: { read: () => undefined as never, watch: (onChange) => panels.watch(onChange) },
      version: '1.2.3',
    });
    let changes = 0;
    const end = status.watch(() => (changes += 1));
    const parts = [
      () => {
        alarms.raise('camera_away', 'cam-1', 'away');
      },
      () => {
        refusals.notify(['one']);
      },
      () => {
        panels.notify(undefined);
      },
      () => {
        const { status: before } = ports.studio.runtime();
        ports.studio.change((runtime) => E.right({ ...runtime, status: before === 'on_air' ? 'off_air' : 'on_air' }));
      },
    ];
    for (const [at, change] of parts.entries()) {
      change();
      expect(changes).toBe(at + 1);
    }
    expect(status.read()).toMatchObject({ onAir: true, holder: 'Alpha FM', devicesAway: 0 });
    end();
    alarms.clear('camera_away', 'cam-1');
    for (const change of parts) change();
    expect(changes).toBe(parts.length);
  });
});
