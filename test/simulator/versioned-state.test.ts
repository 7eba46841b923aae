// What the event feed remembers of a studio whose layout changes.
import { expect, it } from 'vitest';
import { layoutRecord } from '../../simulator/api/layout-record.js';
import { deviceRecord } from '../../simulator/api/steering.js';
import { VersionedState, type FeedState } from '../../simulator/api/versioned-state.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatorBench } from './bench.js';

it('forgets devices that left the studio', () => {
  const { studio } = simulatorBench();
  const state = new VersionedState();
  const read = (): FeedState => ({
    studio: studio.layout.name,
    layout: layoutRecord(studio.layout),
    devices: studio.devices().map(deviceRecord),
    commands: [],
    clock: { now: '2027-03-01T12:00:00.000Z', paused: true, speed: 1 },
    script: { startedAt: null, entries: [] },
    service: null,
    calls: [],
  });
  for (const suffix of ['a', 'b', 'c']) {
    const cameras = demoStudio.cameras.map((camera) => ({ ...camera, id: `${camera.id}-${suffix}` }));
    studio.follow({ ...demoStudio, cameras });
    state.advance(read());
  }
  expect(state.remembered).toBe(studio.devices().length + 2);
});
