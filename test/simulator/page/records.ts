// A studio as the simulator's page shows it, for tests of its views.
import type { ShownStudio } from '../../../simulator/page/shown-studio.js';

/** A clip that a scene plays. */
export const run = {
  bank: 'news',
  clip: 'weather',
  name: 'Weather',
  durationMs: 60_000,
  positionMs: 0,
  asOfMs: 0,
  paused: true,
  loop: false,
};
/** Returns a scene. */
export const scene = (id: string, change: object = {}): object => ({
  id,
  run: null,
  cued: null,
  graphic: null,
  ...change,
});
const clips = ['opener', 'weather'].map((key) => ({ key, name: key, number: 1, durationMs: null }));
/** Returns an output with its scenes. */
export const player = (id: string, ...scenes: readonly object[]): object => ({
  ...{ id, name: id, kind: 'player', connected: true, faults: [], fault: null },
  ...{ state: { scenes }, reported: { scenes } },
});

/** Returns a studio as the page shows it. */
export const studio = (changes: object = {}): ShownStudio =>
  ({
    clock: { now: '2021-03-01T12:00:00.000Z', paused: true, speed: 1 },
    clockAtMs: 0,
    devices: [
      player(
        'main',
        scene('left', { run }),
        scene('right', { cued: { bank: 'other', clip: 'opener', name: 'Opener' } }),
      ),
      player('aux', scene('full')),
    ],
    layout: {
      banks: [
        { key: 'news', clips },
        { key: 'other', clips },
      ],
      outputs: ['main', 'aux'].map((id) => ({ id, name: id, slot: `slot ${id}`, graphics: ['right'] })),
      ...{ stations: [], signals: [], cameras: [], panels: [{ id: 'desk', name: 'Desk' }] },
    },
    client: { address: '127.0.0.1', fault: null, hasToken: false },
    service: {
      url: 'http://127.0.0.1:3002',
      activeBank: 'news',
      status: 'on_air',
      holder: null,
      macros: [],
      automations: [],
      triggers: [],
      tallies: {},
      ...{ variables: [], alarms: [] },
    },
    ...{ calls: [], commands: [], ...changes },
  }) as unknown as ShownStudio;

/** Returns a device of a kind, which reports what it does. */
export const device = (id: string, kind: string, state: object, change: object = {}): object => ({
  ...{ ...player(id), kind, state, reported: state },
  ...change,
});

/** The layout with two cameras' angles and two stations. */
export const layout = {
  ...studio().layout,
  cameras: [{ id: 'cam', name: 'Cam', angles: ['wide', 'close'].map((id) => ({ id, name: id })) }],
  stations: ['desk', 'van'].map((id) => ({ id, name: `The ${id}` })),
};
