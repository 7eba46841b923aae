// Cues that follow each other, or a take: each is judged for itself.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { casparcgBench, output, outputAt, selections, type CasparcgBench } from './bench.js';
import { commandTo } from '../../../support/commands.js';

const { bed, headlines, corrupt } = selections;

let bench: CasparcgBench;

beforeEach(async () => {
  bench = await casparcgBench();
});

afterEach(() => {
  bench.close();
});

const cue = (selection: ClipSelection): SentCommand =>
  sentCommand(bench.players.send(commandTo.cue(output, 'left', selection)));

const take = (): SentCommand => sentCommand(bench.players.send(commandTo.take(output, 'left')));

it('a take confirms no cue that follows it', async () => {
  cue(headlines);
  await bench.pass(400);
  const [taken, after] = [take(), cue(corrupt)];
  await bench.pass(600);
  expect(await commandResults(taken)).toEqual(['done', 'done']);
  expect(await commandResults(after)).toEqual(['done', 'pending']);
});

describe('of two clips with the same file', () => {
  const again = { bank: 'evening', clip: { ...headlines.clip, key: 'evening-news', media: 'headlines' } };
  const scene = () => bench.players.state(output).scenes[0];

  beforeEach(() => {
    bench.players.follow([outputAt(bench.port)], [...Object.values(selections), again]);
  });

  it('the one that was cued last is cued', async () => {
    cue(headlines);
    const last = cue(again);
    await bench.pass(600);
    expect(await commandResults(last)).toEqual(['done', 'done']);
    expect(scene()?.cued).toEqual(again);
  });

  it.each([
    ['the first', headlines],
    ['the second', again],
  ])('%s stays cued while another clip runs, and is the one that a take plays', async (_, selection) => {
    sentCommand(bench.players.send(commandTo.play(output, 'left', bed)));
    await bench.pass(400);
    cue(selection);
    await bench.pass(1_000);
    expect(scene()).toMatchObject({ cued: selection, run: bed });
    take();
    await bench.pass(1_000);
    expect(scene()).toMatchObject({ cued: null, run: selection });
  });
});
