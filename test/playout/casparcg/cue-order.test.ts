// Cues that follow each other, or a take: each is judged for itself.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClipSelection } from '../../../application/ports/players.js';
import type { SentCommand } from '../../../application/ports/commands.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import { casparcgBench, output, outputAt, selections, type CasparcgBench } from './bench.js';

const { headlines, corrupt } = selections;

let bench: CasparcgBench;

beforeEach(async () => {
  bench = await casparcgBench();
});

afterEach(() => {
  bench.close();
});

const cue = (selection: ClipSelection): SentCommand => sentCommand(bench.players.cue(output, 'left', selection));

const take = (): SentCommand => sentCommand(bench.players.take(output, 'left'));

it('a take confirms no cue that follows it', async () => {
  cue(headlines);
  await bench.pass(400);
  const [taken, after] = [take(), cue(corrupt)];
  await bench.pass(600);
  expect(await commandResults(taken)).toEqual(['done', 'done']);
  expect(await commandResults(after)).toEqual(['done', 'pending']);
});

it('of two clips with the same file, the one that was cued last is cued', async () => {
  const again = { bank: 'evening', clip: { ...headlines.clip, key: 'evening-news', media: 'headlines' } };
  bench.players.follow([outputAt(bench.port)], [...Object.values(selections), again]);
  cue(headlines);
  const last = cue(again);
  await bench.pass(600);
  expect(await commandResults(last)).toEqual(['done', 'done']);
  expect(bench.players.state(output).scenes[0]?.cued).toEqual(again);
});
