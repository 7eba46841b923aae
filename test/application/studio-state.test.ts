// The studio's runtime state: a change is in force at once, and confirmed when it is on disk.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import type { CommandResult } from '../../application/ports/commands.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { studioState } from '../../application/state/studio-state.js';
import { failure } from '../../domain/failure.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { commandResults, sentCommand } from '../contracts/device-commands.js';

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
