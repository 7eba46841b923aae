// What a service reports for the set-up of devices follows its studio.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { currentLayout } from '../../../application/state/current-layout.js';
import { panelTargetsSource } from '../../../application/state/panel-targets.js';
import { studioState } from '../../../application/state/studio-state.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

const stored = () => Promise.resolve(E.right(undefined));

describe('the targets of a studio', () => {
  it('@STATUS-5: name its outputs, signals and macros, and the clips of the active bank', () => {
    const current = currentLayout(demoStudio);
    const studio = studioState(current, initialRuntimeState(demoStudio), { save: stored });
    const source = panelTargetsSource({ studio, urls: () => ['http://10.20.0.5:3002'] });
    const read = source.read();
    expect(read).toMatchObject({ urls: ['http://10.20.0.5:3002'], further: 0 });
    expect(read.outputs).toEqual([
      { slot: 'main', scenes: ['full'] },
      { slot: 'wall', scenes: ['left', 'right'] },
    ]);
    expect(read.signals).toEqual(['red-light', 'mic-live', 'phone-ring', 'door-lock']);
    expect(read.stations?.map(({ id }) => id)).toEqual(demoStudio.stations.map(({ id }) => id));
    expect(read.panels).toEqual([
      { id: 'presenter', name: 'Presenter' },
      { id: 'studio', name: 'Whole studio' },
    ]);
    const features = ['signals', 'outputs', 'cameras'];
    expect(read.macros).toEqual([
      { id: 'mac-1', name: 'Opening', features },
      { id: 'mac-2', name: 'Closing', features },
    ]);
    expect(read.clips.map(({ number }) => number)).toEqual([1, 2, 3, 4]);

    let changes = 0;
    const stop = source.watch(() => (changes += 1));
    studio.change((runtime) => E.right({ ...runtime, holder: 'bravo' }));
    expect(changes).toBe(0);
    studio.change((runtime) => E.right({ ...runtime, activeBank: 'music' }));
    expect(changes).toBe(1);
    expect(source.read().clips.map(({ number }) => number)).toEqual([1, 2]);
    studio.change((runtime) => E.right({ ...runtime, activeBank: 'news' }));
    expect(changes).toBe(2);
    current.replace({ ...demoStudio, signals: [] });
    expect(changes).toBe(3);
    expect(source.read().signals).toEqual([]);
    stop();
    current.replace(demoStudio);
    expect(changes).toBe(3);
  });
});
