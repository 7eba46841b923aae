// The end of the clip that a seek has to stay before: as the player reports it, else as the studio file has it.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import type { CallContext } from '../../../application/api/operation.js';
import { cueOperations } from '../../../application/operations/cue-and-take.js';
import type { SceneRun } from '../../../application/ports/players.js';
import { startedClip } from '../../../domain/studio/clip-time.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { clipSelection } from '../../simulator/bench.js';
import { rightOf } from '../../domain/fixtures.js';

const seek = cueOperations.find(({ name }) => name === 'output.seek');

/** Seeks in a clip whose length the player and the studio file have like this. Returns the error and what was sent. */
const seekTo = (ms: number, durationMs: number | null, inStudioFile?: number) => {
  const { bank, clip } = clipSelection('news', 'opener');
  const { durationMs: _, ...unmeasured } = clip;
  const run: SceneRun = {
    bank,
    clip: { ...unmeasured, ...(inStudioFile !== undefined && { durationMs: inStudioFile }) },
    ...startedClip(0, { loop: false, durationMs }),
  };
  const players = {
    state: () => ({ connected: true, scenes: [{ id: 'full', run, cued: null, graphicShown: false }] }),
  };
  const path = new Map([['slot', ['main']]]);
  const call = rightOf(seek?.prepare({ path, query: new Map([['ms', [String(ms)]]]) }) ?? E.left(undefined));
  const decided = call.run({ studio: currentLayout(demoStudio), players } as never, {} as CallContext);
  if (E.isLeft(decided)) return [decided.left.message.replace(/^.*(?=from 0)/, ''), []];
  const { commands } = decided.right as unknown as { readonly commands: readonly { readonly ms: number }[] };
  return ['sent', commands.map((command) => command.ms)];
};

it.each([
  ['the studio file alone', null, 20_000, 19_999],
  ['the player alone', 30_000, undefined, 29_999],
  ['the player, and another one the studio file', 30_000, 20_000, 29_999],
])('@SEEK-3: a position is before the end of the clip, whose length has %s', (_what, player, inStudioFile, lastMs) => {
  expect(seekTo(lastMs, player, inStudioFile)).toEqual(['sent', [lastMs]]);
  const refusal = `from 0 to ${String(lastMs)} milliseconds, got ${String(lastMs + 1)}`;
  expect(seekTo(lastMs + 1, player, inStudioFile)).toEqual([refusal, []]);
});

it('@SEEK-3: a clip of unknown length has every position', () => {
  expect(seekTo(86_400_000, null)).toEqual(['sent', [86_400_000]]);
});
