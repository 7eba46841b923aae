// The contract of players: the time of a clip, across pauses and seeks.
import { beforeEach, expect, it } from 'vitest';
import { steadyReport } from '../../application/state/scenes.js';
import { idleScene } from '../support/scenes.js';
import { commandResults, sendAndConfirm, sentCommand } from './device-commands.js';
import { sceneOf, type PlayersBench, type TimedSelection } from './players-bench.js';
import { commandTo } from '../support/commands.js';

/** How far a reported position may be from the true one, in milliseconds: a player reports whole frames. */
const toleranceMs = 120;

/** Defines the suite. `make` returns a bench with a fresh player. */
export const clipTime = (make: () => Promise<PlayersBench>): void => {
  let bench: PlayersBench;
  let scene: string;
  let first: TimedSelection;
  beforeEach(async () => {
    bench = await make();
    [scene] = bench.scenes;
    [first] = bench.selections;
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, first)));
  });

  const on = () => sceneOf(bench, scene) ?? idleScene(scene);
  const send = (command: 'pause' | 'resume') =>
    sendAndConfirm(bench, bench.players.send(commandTo[command](bench.output, scene)));
  const seek = (positionMs: number) =>
    sendAndConfirm(bench, bench.players.send(commandTo.seek(bench.output, scene, positionMs)));

  const halfway = () => first.clip.durationMs / 2;

  const expectPosition = (positionMs: number): void => {
    expect(Math.abs((on().positionMs ?? Infinity) - positionMs)).toBeLessThanOrEqual(toleranceMs);
  };

  it('counts from the start of the clip to the end of its length', async () => {
    const { positionMs, durationMs, remainingMs } = on();
    expect(durationMs).toBe(first.clip.durationMs);
    expect((positionMs ?? 0) + (remainingMs ?? 0)).toBe(durationMs);
    await bench.pass(1_000);
    expectPosition((positionMs ?? 0) + 1_000);
    expect(Math.abs(Date.parse(on().endsAt ?? '') - bench.now() - (on().remainingMs ?? 0))).toBeLessThanOrEqual(1);
  });

  it('@CLIP-TIME-9: shows the player’s own length of a clip for which the studio file has none', async () => {
    const { durationMs: _, ...clip } = first.clip;
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, { ...first, clip })));
    const { durationMs, positionMs, remainingMs } = on();
    expect(durationMs).toBeGreaterThan(0);
    expect((positionMs ?? 0) + (remainingMs ?? 0)).toBe(durationMs);
  });

  it('does not report a change while nothing but time passes', async () => {
    await bench.pass(bench.promptMs);
    const before = steadyReport(bench.players.state(bench.output));
    await bench.pass(3_000);
    expect(steadyReport(bench.players.state(bench.output))).toEqual(before);
  });

  it('stands still while the clip is paused', async () => {
    await send('pause');
    const { positionMs } = on();
    await bench.pass(2_000);
    expect(on()).toMatchObject({ clip: first.clip.key, paused: true, positionMs, endsAt: null, remainingMs: null });
  });

  it('runs on from where the clip was paused', async () => {
    await send('pause');
    const { positionMs, startedAt } = on();
    await bench.pass(2_000);
    const resumedAtMs = bench.now();
    await send('resume');
    expect(on()).toMatchObject({ clip: first.clip.key, paused: false, startedAt });
    expect(Math.abs((on().positionMs ?? 0) - (positionMs ?? 0))).toBeLessThanOrEqual(
      bench.now() - resumedAtMs + toleranceMs,
    );
  });

  it('confirms a pause of a paused clip and a resumption of a running one', async () => {
    await send('resume');
    await send('pause');
    await send('pause');
    expect(on().paused).toBe(true);
  });

  it('confirms a double pause and a double resumption', async () => {
    for (const command of ['pause', 'resume'] as const) {
      const sent = [1, 2].map(() => sentCommand(bench.players.send(commandTo[command](bench.output, scene))));
      await bench.pass(bench.promptMs * 2);
      for (const one of sent) expect(await commandResults(one)).toEqual(['done', 'done']);
      expect(on().paused).toBe(command === 'pause');
    }
  });

  it('moves to another position, back and forth', async () => {
    const { startedAt } = on();
    for (const positionMs of [halfway(), halfway() / 2, 0]) {
      const sentAtMs = bench.now();
      await seek(positionMs);
      expect(on()).toMatchObject({ clip: first.clip.key, paused: false, startedAt });
      const moved = (on().positionMs ?? 0) - positionMs;
      expect(moved).toBeGreaterThanOrEqual(-toleranceMs);
      expect(moved).toBeLessThanOrEqual(bench.now() - sentAtMs + toleranceMs);
    }
  });

  it('stays paused when it moves', async () => {
    await send('pause');
    await seek(halfway());
    expect(on().paused).toBe(true);
    expectPosition(halfway());
    await bench.pass(1_000);
    expectPosition(halfway());
  });

  it('never ends while the clip is paused, and ends later by the pause', async () => {
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, bench.shortClip)));
    await send('pause');
    await bench.pass(bench.shortClip.clip.durationMs + bench.promptMs);
    expect(on().clip).toBe(bench.shortClip.clip.key);
    await send('resume');
    await bench.pass(bench.shortClip.clip.durationMs + bench.promptMs);
    expect(on()).toEqual(idleScene(scene));
  });

  it('stops a paused clip, and plays another one that is not paused', async () => {
    await send('pause');
    await sendAndConfirm(bench, bench.players.send(commandTo.stop(bench.output, [scene])));
    expect(on()).toEqual(idleScene(scene));
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, first)));
    await send('pause');
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, bench.selections[1])));
    expect(on()).toMatchObject({ clip: bench.selections[1].clip.key, paused: false });
  });
};
