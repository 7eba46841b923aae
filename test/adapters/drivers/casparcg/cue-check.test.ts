// A cue of a file that the server can't decode is not acknowledged, and one of a file with its key beside it is.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { mediaItem } from '../../../../simulator/casparcg/media.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { casparcgBench, output, outputAt, selections, type CasparcgBench, type CasparcgBenchOptions } from './bench.js';
import { commandTo } from '../../../support/commands.js';

const { bed, headlines, corrupt } = selections;

let bench: CasparcgBench;

afterEach(() => {
  bench.close();
});

const open = async (options?: CasparcgBenchOptions): Promise<void> => {
  bench = await casparcgBench(options);
};

const cue = (selection: ClipSelection): SentCommand =>
  sentCommand(bench.players.send(commandTo.cue(output, 'left', selection)));

const sceneOf = () => bench.players.state(output).scenes[0];

const asked = (): number => bench.lines.filter((line) => line === 'CALLBG 1-10 LENGTH').length;

const play = (selection: ClipSelection): SentCommand =>
  sentCommand(bench.players.send(commandTo.play(output, 'left', selection)));

it.each([
  ['a still', { kind: 'still' }],
  ['a still with its key', { kind: 'still', hasKey: true }],
] as const)('%s is on air as soon as a transition into it has begun', async (_, kind) => {
  await open({ server: { media: [mediaItem('headlines', 0, kind), mediaItem('jingle', 2)] } });
  const sent = play({ ...headlines, clip: { ...headlines.clip, transition: { type: 'mix', durationMs: 5_000 } } });
  await bench.pass(400);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
});

describe('a file with its key beside it', () => {
  it.each([
    ['of films', mediaItem('headlines', 90, { hasKey: true })],
    ['of stills', mediaItem('headlines', 0, { kind: 'still', hasKey: true })],
  ])('is played, cued and taken: %s', async (_, file) => {
    await open({ server: { media: [file, mediaItem('jingle', 2)] } });
    const played = play(headlines);
    await bench.pass(250);
    expect(await commandResults(played)).toEqual(['done', 'done']);
    const cued = cue(headlines);
    await bench.pass(1_500);
    expect(await commandResults(cued)).toEqual(['done', 'done']);
    expect(sceneOf()).toMatchObject({ cued: headlines });
    const taken = sentCommand(bench.players.send(commandTo.take(output, 'left')));
    await bench.pass(250);
    expect(await commandResults(taken)).toEqual(['done', 'done']);
    expect(sceneOf()).toMatchObject({ run: headlines, cued: null });
  });

  it('is not on air if it can’t be decoded, and the clip before it runs on', async () => {
    const broken = mediaItem('corrupt', 0, { kind: 'undecodable', hasKey: true });
    await open({ server: { media: [mediaItem('headlines', 90), broken] } });
    play(headlines);
    await bench.pass(250);
    const sent = play(corrupt);
    await bench.pass(1_500);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()).toMatchObject({ code: 'device_error' });
    expect(sceneOf()).toMatchObject({ run: headlines });
  });
});

describe('a cue', () => {
  it('@CUE-4: is acknowledged once the server knows the length of the file', async () => {
    await open();
    const sent = cue(headlines);
    await bench.pass(50);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    await bench.pass(400);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(asked()).toBeLessThanOrEqual(4);
  });

  it('@CUE-4: of a file that can’t be decoded is device_error at the timeout, and names the file', async () => {
    await open();
    const sent = cue(corrupt);
    await bench.pass(2_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()).toMatchObject({
      code: 'device_error',
      message: expect.stringMatching(/found no length in media\/corrupt\.mp4, which is cued$/) as unknown,
    });
  });

  it('@CUE-4: of a file that can’t be decoded ends after 10 s, and the server isn’t asked any more', async () => {
    await open();
    const sent = cue(corrupt);
    await bench.pass(10_500);
    const message = expect.stringMatching(
      /: the server has found no length in the file, so it can not decode it$/,
    ) as string;
    expect(await sent.confirmed).toMatchObject(E.left({ code: 'device_error', message }));
    const before = asked();
    expect(before).toBe(12);
    await bench.pass(30_000);
    expect(asked()).toBe(before);
  });

  it('is not superseded while the server still shows it', async () => {
    await open();
    const first = cue(headlines);
    await bench.pass(60);
    await bench.setFault({ type: 'ineffective' });
    cue(corrupt);
    await bench.pass(400);
    expect(await commandResults(first)).toEqual(['done', 'done']);
  });

  it('asks no more once another cue has replaced it', async () => {
    await open();
    const sent = cue(corrupt);
    await bench.pass(200);
    cue(headlines);
    await bench.pass(1_000);
    expect(await sent.confirmed).toMatchObject(E.left({ code: 'device_error' }));
    const before = asked();
    await bench.pass(10_000);
    expect(asked()).toBe(before);
  });

  it('of a still asks for no length, because the server never replies to that', async () => {
    await open({ server: { media: [mediaItem('headlines', 0, { kind: 'still' })] } });
    const sent = cue(headlines);
    await bench.pass(400);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(asked()).toBe(0);
  });

  it('is acknowledged by the shown file alone on a server before 2.4, which knows no lengths of cued files', async () => {
    await open({ server: { version: '2.3.2' } });
    const sent = cue(corrupt);
    await bench.pass(2_500);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });
});

const take = (): SentCommand => sentCommand(bench.players.send(commandTo.take(output, 'left')));

it('a take confirms no cue that follows it', async () => {
  await open();
  cue(headlines);
  await bench.pass(400);
  const [taken, after] = [take(), cue(corrupt)];
  await bench.pass(600);
  expect(await commandResults(taken)).toEqual(['done', 'done']);
  expect(await commandResults(after)).toEqual(['done', 'pending']);
});

describe('of two clips with the same file', () => {
  const again = { bank: 'evening', clip: { ...headlines.clip, key: 'evening-news', media: 'headlines' } };

  beforeEach(async () => {
    await open();
    bench.players.follow([outputAt(bench.port)], [...Object.values(selections), again]);
  });

  it('the one that was cued last is cued', async () => {
    cue(headlines);
    const last = cue(again);
    await bench.pass(600);
    expect(await commandResults(last)).toEqual(['done', 'done']);
    expect(sceneOf()?.cued).toEqual(again);
  });

  it.each([
    ['the first', headlines],
    ['the second', again],
  ])('%s stays cued while another clip runs, and is the one that a take plays', async (_, selection) => {
    sentCommand(bench.players.send(commandTo.play(output, 'left', bed)));
    await bench.pass(400);
    cue(selection);
    await bench.pass(1_000);
    expect(sceneOf()).toMatchObject({ cued: selection, run: bed });
    take();
    await bench.pass(1_000);
    expect(sceneOf()).toMatchObject({ cued: null, run: selection });
  });
});
