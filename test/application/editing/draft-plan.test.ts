// Plans of macros and automations of a studio file that is being edited, on the studio in force.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, expect, it } from 'vitest';
import { draftPlans } from '../../../application/editing/draft-plan.js';
import type { PlanRequest } from '../../../application/editing/requests.js';
import { macros } from '../../../application/sequences/macros.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import type { Step } from '../../../domain/studio/step.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { configuration } from '../../domain/fixtures.js';
import { stepBench, type StepBench } from '../demo-bench.js';

let bench: StepBench;

beforeEach(() => {
  bench = stepBench();
});

const [signal = expect.unreachable()] = demoStudio.signals;
const [camera = expect.unreachable()] = demoStudio.cameras;
const [output = expect.unreachable()] = demoStudio.outputs;

/** The demo studio with a device of each kind, a scene and a macro that it doesn't have yet. */
const draftOf = (steps: readonly Step[]): StudioLayout => ({
  ...demoStudio,
  signals: [...demoStudio.signals, { ...signal, id: 'new-signal', identifier: 'new' }],
  cameras: [...demoStudio.cameras, { ...camera, id: 'new-camera' }],
  outputs: [
    { ...output, scenes: [...output.scenes, 'new-scene'] },
    ...demoStudio.outputs.slice(1),
    { ...output, id: 'new-output', slot: 'new' },
  ],
  macros: [{ id: 'draft', name: 'Draft', parameters: [{ name: 'on', type: 'BOOLEAN' }], steps }],
  automations: [
    { id: 'daily', name: 'Daily', station: demoStudio.stations[0]?.id ?? '', trigger: { everyMs: 60_000 }, steps },
  ],
});

const plan = (steps: readonly Step[], asked: Partial<PlanRequest> = {}) => {
  const { ports, alarms } = bench;
  const access = { current: () => ({ configuration: configuration() }) } as never;
  const plans = draftPlans({
    ...ports,
    access,
    macros: macros(ports, alarms),
    graphics: { find: () => undefined },
  });
  const request = {
    ask: 'plan',
    base: 1,
    change: { text: '' },
    kind: 'macro',
    id: 'draft',
    with: { on: true },
  } as const;
  return plans(draftOf(steps), { ...request, ...asked });
};

const planned = (steps: readonly Step[], asked: Partial<PlanRequest> = {}) => {
  const found = plan(steps, asked);
  if (E.isLeft(found)) throw new Error(found.left.message);
  const { commands, unavailable } = found.right;
  return [
    ...commands.map(({ operation, step, error }) => [operation, step, error]),
    ...unavailable.map(({ id }) => id),
  ];
};

const clip = { clip: 'weather', bank: 'news' };

it.each<[string, Step, ...unknown[]]>([
  ['in force', { switch: { signal: signal.id, on: true } }, ['signal.on', 1, null]],
  ['a signal', { switch: { signal: 'new-signal', on: true } }, ['signal.on', 1, null], 'new-signal'],
  ['a pulse', { pulse: { signal: 'new-signal' } }, ['signal.pulse', 1, null], 'new-signal'],
  [
    'a camera',
    { recall: { camera: 'new-camera', angle: camera.angles[0]?.id ?? '' } },
    ['camera.recall', 1, null],
    'new-camera',
  ],
  ['an output', { play: { output: 'new-output', scene: 'full', ...clip } }, ['clip.play', 1, null], 'new-output'],
  ['a scene', { play: { output: output.id, scene: 'new-scene', ...clip } }, ['clip.play', 1, null]],
])('@EDITING-26: has what a step would do, with a device that is new: %s', (_, step, ...expected) => {
  expect(planned([step])).toEqual(expected);
});

it('has the steps of an automation', () => {
  const stop: Step = { stop: { output: output.id, scene: 'full' } };
  expect(planned([stop, { waitMs: 500 }], { kind: 'automation', id: 'daily' })).toEqual([['output.stop', 1, null]]);
});

it.each<[string, Partial<PlanRequest>, string]>([
  ['an unknown macro', { id: 'other' }, 'there is no macro "other"'],
  ['a value that does not fit', { with: { on: 'maybe' } }, 'on'],
])('states why there is none: %s', (_, asked, message) => {
  expect(plan([], asked)).toMatchObject({ left: { message: expect.stringContaining(message) as string } });
});

it('has no more steps than a dry run', () => {
  const steps = Array.from({ length: 1_001 }, () => ({ waitMs: 1 }));
  expect(plan(steps)).toMatchObject({ left: { code: 'conflict' } });
});
