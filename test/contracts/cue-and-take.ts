// The contract of players: cueing a clip, and taking it on air.
import { beforeEach, expect, it } from 'vitest';
import type { ClipSelection } from '../../application/ports/players.js';
import { idleScene } from '../support/scenes.js';
import { commandResults, sendAndConfirm, sentCommand } from './device-commands.js';
import { sceneOf, secondScene, type PlayersBench } from './players-bench.js';
import { commandTo } from '../support/commands.js';

/** Defines the suite. `make` returns a bench with a fresh player. */
export const cueAndTake = (make: () => Promise<PlayersBench>): void => {
  let bench: PlayersBench;
  let scene: string;
  let first: ClipSelection;
  let second: ClipSelection;
  beforeEach(async () => {
    bench = await make();
    [scene] = bench.scenes;
    [first, second] = bench.selections;
  });

  const on = () => sceneOf(bench, scene) ?? idleScene(scene);
  const cue = (selection: ClipSelection) => bench.players.send(commandTo.cue(bench.output, scene, selection));
  const take = () => bench.players.send(commandTo.take(bench.output, scene));
  const keysOf = ({ bank, clip }: ClipSelection) => ({ bank, clip: clip.key });

  it('cues a clip on an idle scene, and takes it', async () => {
    await sendAndConfirm(bench, cue(first));
    expect(on()).toEqual({ ...idleScene(scene), cued: keysOf(first) });
    const takenAtMs = bench.now();
    await sendAndConfirm(bench, take());
    expect(on()).toMatchObject({ ...keysOf(first), paused: false, cued: null });
    // A player's position is in whole milliseconds.
    expect(Date.parse(on().startedAt ?? '')).toBeGreaterThanOrEqual(takenAtMs - 1);
  });

  it('cues a clip while another one goes on', async () => {
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, first)));
    const { startedAt } = on();
    await sendAndConfirm(bench, cue(second));
    expect(on()).toMatchObject({ ...keysOf(first), startedAt, paused: false, cued: keysOf(second) });
    await sendAndConfirm(bench, take());
    expect(on()).toMatchObject({ ...keysOf(second), cued: null });
  });

  it('cues and takes in one scene without affecting the others', async () => {
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, secondScene(bench), second)));
    await sendAndConfirm(bench, cue(first));
    await sendAndConfirm(bench, take());
    expect(sceneOf(bench, secondScene(bench))).toMatchObject({ ...keysOf(second), cued: null });
  });

  it('cues the clip that is on', async () => {
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, first)));
    const before = Date.parse(on().startedAt ?? '');
    await bench.pass(1_000);
    await sendAndConfirm(bench, cue(first));
    await sendAndConfirm(bench, take());
    expect(Date.parse(on().startedAt ?? '')).toBeGreaterThan(before);
  });

  it('replaces a cued clip by the next one', async () => {
    await sendAndConfirm(bench, cue(first));
    await sendAndConfirm(bench, cue(second));
    expect(on().cued).toEqual(keysOf(second));
  });

  it('takes a cued clip although the one before is paused', async () => {
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, first)));
    await sendAndConfirm(bench, cue(second));
    await sendAndConfirm(bench, bench.players.send(commandTo.pause(bench.output, scene)));
    await sendAndConfirm(bench, take());
    expect(on()).toMatchObject({ ...keysOf(second), paused: false });
  });

  it('confirms a double take, which puts the clip on air once', async () => {
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, first)));
    await sendAndConfirm(bench, cue(second));
    const sent = [take(), take()].map(sentCommand);
    await bench.pass(bench.promptMs * 2);
    for (const one of sent) expect(await commandResults(one)).toEqual(['done', 'done']);
    expect(on()).toMatchObject({ ...keysOf(second), cued: null });
  });

  it('keeps what is cued when the clip that is on is stopped or ends', async () => {
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, bench.shortClip)));
    await sendAndConfirm(bench, cue(second));
    await bench.pass(bench.shortClip.clip.durationMs + bench.promptMs);
    expect(on()).toEqual({ ...idleScene(scene), cued: keysOf(second) });
    await sendAndConfirm(bench, bench.players.send(commandTo.stop(bench.output, [scene])));
    expect(on()).toEqual({ ...idleScene(scene), cued: keysOf(second) });
  });

  it('drops what is cued when another clip is played', async () => {
    await sendAndConfirm(bench, cue(second));
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, first)));
    expect(on()).toMatchObject({ ...keysOf(first), cued: null });
  });

  it('notifies watchers of a cued clip', async () => {
    const seen: unknown[] = [];
    bench.players.watch(() => seen.push(on().cued));
    await sendAndConfirm(bench, cue(first));
    expect(seen.at(-1)).toEqual(keysOf(first));
  });

  it('reports what is cued when it reconnects', async () => {
    await sendAndConfirm(bench, cue(first));
    await bench.disconnect();
    await bench.heal();
    await bench.pass(bench.promptMs);
    expect(on().cued).toEqual(keysOf(first));
  });
};
