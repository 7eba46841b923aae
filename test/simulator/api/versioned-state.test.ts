// What the event feed remembers of a studio whose layout changes, and the commands with which it begins.
import { expect, it } from 'vitest';
import type { LoggedCommand } from '../../../simulator/command-log.js';
import { layoutRecord } from '../../../simulator/api/layout-record.js';
import { deviceRecord } from '../../../simulator/api/steering.js';
import { VersionedState, type FeedState } from '../../../simulator/api/versioned-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import type { SimulatedStudio } from '../../../simulator/studio.js';
import { sentCommand } from '../../contracts/device-commands.js';
import { simulatorBench } from '../bench.js';
import { commandTo } from '../../support/commands.js';

const stateOf = (studio: SimulatedStudio, commands: readonly LoggedCommand[] = []): FeedState => ({
  studio: studio.layout.name,
  layout: layoutRecord(studio.layout),
  devices: studio.devices().map(deviceRecord),
  commands,
  clock: { now: '2021-03-01T12:00:00.000Z', paused: true, speed: 1 },
  script: { startedAt: null, entries: [] },
  client: { address: '127.0.0.1', fault: null, hasToken: false },
  service: null,
  calls: [],
});

it('forgets devices that left the studio', () => {
  const { studio } = simulatorBench();
  const state = new VersionedState();
  for (const suffix of ['a', 'b', 'c']) {
    const cameras = demoStudio.cameras.map((camera) => ({ ...camera, id: `${camera.id}-${suffix}` }));
    studio.follow({ ...demoStudio, cameras });
    state.advance(stateOf(studio));
  }
  expect(state.remembered).toBe(studio.devices().length + 3);
});

it('begins with the latest 100 commands, oldest first, and goes on after them', () => {
  const { studio } = simulatorBench();
  const send = (times: number): void => {
    for (let sent = 0; sent < times; sent += 1) sentCommand(studio.cameras.send(commandTo.recall('cam-1', 'wide')));
  };
  const state = new VersionedState();
  const numbersOf = (shown: object | undefined) =>
    (shown as Pick<FeedState, 'commands'>).commands.map(({ number }) => number);
  const numbers = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);
  send(103);
  const before = stateOf(studio, studio.commands());
  expect(numbersOf(state.advance(before))).toEqual(numbers(4, 103));
  expect(numbersOf(state.snapshot(before))).toEqual(numbers(4, 103));
  send(2);
  expect(numbersOf(state.advance(stateOf(studio, studio.commands())))).toEqual([104, 105]);
});
