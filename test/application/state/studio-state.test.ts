// The studio's runtime state: a change is in force at once, and confirmed when it is on disk.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import type { CommandResult } from '../../../application/ports/commands.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { failure } from '../../../domain/failure.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';

it.each([
  ['done', E.right(undefined)],
  ['device_error', E.left(failure('device_error', 'the disk is full'))],
] as const)('@REMEMBER-1: a change is confirmed as %s by its write, not before', async (end, written) => {
  const write = Promise.withResolvers<CommandResult>();
  const studio = studioState(currentLayout(demoStudio), initialRuntimeState(demoStudio), {
    save: () => write.promise,
  });
  const sent = sentCommand(studio.change((runtime) => E.right({ ...runtime, status: 'on_air' })));
  expect(studio.runtime().status).toBe('on_air');
  expect(await commandResults(sent)).toEqual(['done', 'pending']);
  write.resolve(written);
  expect(await commandResults(sent)).toEqual(['done', end]);
});

it('@REMEMBER-1: a change that changes nothing is confirmed by the write of the state, and reported to nobody', async () => {
  const write = Promise.withResolvers<CommandResult>();
  const initial = initialRuntimeState(demoStudio);
  const studio = studioState(currentLayout(demoStudio), initial, { save: () => write.promise });
  let reported = 0;
  studio.watch(() => (reported += 1));
  const sent = sentCommand(studio.change(() => E.right({ ...initial })));
  expect(await commandResults(sent)).toEqual(['done', 'pending']);
  write.resolve(E.left(failure('device_error', 'the disk is full')));
  expect(await commandResults(sent)).toEqual(['done', 'device_error']);
  expect(reported).toBe(0);
});

it('what a new layout resets is written', () => {
  const layout = currentLayout(demoStudio);
  const written: (string | null)[] = [];
  const studio = studioState(
    layout,
    { ...initialRuntimeState(demoStudio), holder: 'bravo' },
    {
      save: ({ holder }) => {
        written.push(holder);
        return Promise.resolve(E.right(undefined));
      },
    },
  );
  layout.replace({ ...demoStudio, holder: null, stations: demoStudio.stations.filter(({ id }) => id !== 'bravo') });
  expect([studio.runtime().holder, written.at(-1)]).toEqual([null, null]);
});
