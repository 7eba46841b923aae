// Plans of steps for players that refuse what isn't possible in their present state, or are away.
import { beforeEach, expect, it } from 'vitest';
import { StepPlan } from '../../../application/dry-run/planned-steps.js';
import { macros } from '../../../application/sequences/macros.js';
import { failure } from '../../../domain/failure.js';
import type { Step } from '../../../domain/studio/step.js';
import { configuration } from '../../domain/fixtures.js';
import { stepBench, type StepBench } from '../demo-bench.js';

const scene = { output: 'out-1', scene: 'full' };
const cue: Step = { cue: { ...scene, clip: 'weather', bank: 'news' } };
const take: Step = { take: scene };
const stop: Step = { stop: scene };

let bench: StepBench;

beforeEach(() => {
  bench = stepBench();
});

/** Returns what the steps would do with a player that refuses takes while nothing is cued. */
const planned = (steps: readonly Step[]): readonly unknown[] => {
  const { ports, alarms } = bench;
  const access = { current: () => ({ configuration: configuration() }) } as never;
  const refusesTakes = (command: { readonly do: string }) =>
    command.do === 'take' ? failure('conflict', 'nothing is cued') : undefined;
  const plan = new StepPlan({ ...ports, macros: macros(ports, alarms), access }, refusesTakes, null);
  return plan
    .plan({ macro: 'mac' }, steps)
    .commands.map(({ operation, parameters, error }) => [operation, parameters['clip'], error]);
};

it('@DRY-3: a clip that a step cues can be taken by the next one, and only once', () => {
  expect(planned([cue, take, take])).toEqual([
    ['clip.cue', 'weather', null],
    ['output.take', 'weather', null],
    ['output.take', undefined, 'conflict'],
  ]);
});

it('a clip stays cued while its scene is stopped', () => {
  expect(planned([cue, stop, take])[2]).toEqual(['output.take', 'weather', null]);
});

it('of a player that is away, the clip of a take is known if a step has cued it', () => {
  bench.setFault('out-1', 'offline');
  expect(planned([cue, take])[1]).toEqual(['output.take', 'weather', null]);
});
