// The contract of every implementation of the players port.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClipSelection } from '../../application/ports/players.js';
import type { SendResult } from '../../application/ports/commands.js';
import { idleScene, scenesOf } from '../support/scenes.js';
import { clipTime } from './clip-time.js';
import { cueAndTake } from './cue-and-take.js';
import { deviceContract } from './device-contract.js';
import { sendAndConfirm, commandResults, sentCommand } from './device-commands.js';
import { sceneOf, secondScene, type PlayerAbilities, type PlayersBench } from './players-bench.js';
import { commandTo } from '../support/commands.js';

const playIn = (bench: PlayersBench, scene: string) => (selection: ClipSelection) =>
  bench.players.send(commandTo.play(bench.output, scene, selection));

const behaviour = (make: () => Promise<PlayersBench>, hasSecondScene: boolean): void => {
  let bench: PlayersBench;
  let scenes: PlayersBench['scenes'];
  let play: (selection: ClipSelection) => SendResult;
  beforeEach(async () => {
    bench = await make();
    scenes = bench.scenes;
    play = playIn(bench, scenes[0]);
  });

  it('is connected and idle at first', () => {
    expect(bench.players.state(bench.output).connected).toBe(true);
    expect(scenesOf(bench.players, bench.output)).toEqual(scenes.map(idleScene));
  });

  it('reports the clip that plays, its bank, and when it started', async () => {
    const [{ bank, clip }] = bench.selections;
    const before = bench.now();
    await sendAndConfirm(bench, play(bench.selections[0]));
    expect(sceneOf(bench, scenes[0])).toMatchObject({ clip: clip.key, bank });
    const startedAt = sceneOf(bench, scenes[0])?.startedAt ?? '';
    expect(new Date(startedAt).toISOString()).toBe(startedAt);
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(startedAt)).toBeLessThanOrEqual(bench.now());
  });

  it('restarts a clip that plays already', async () => {
    await sendAndConfirm(bench, play(bench.selections[0]));
    const first = sceneOf(bench, scenes[0])?.startedAt ?? '';
    await bench.pass(1_000);
    await sendAndConfirm(bench, play(bench.selections[0]));
    expect(Date.parse(sceneOf(bench, scenes[0])?.startedAt ?? '')).toBeGreaterThan(Date.parse(first));
  });

  it.runIf(hasSecondScene)('plays in one scene without affecting the others', async () => {
    await sendAndConfirm(bench, play(bench.selections[0]));
    await sendAndConfirm(
      bench,
      bench.players.send(commandTo.play(bench.output, secondScene(bench), bench.selections[1])),
    );
    expect(scenesOf(bench.players, bench.output).map(({ clip }) => clip)).toEqual(
      bench.selections.map(({ clip }) => clip.key),
    );
  });

  it('is idle after a clip has ended', async () => {
    await sendAndConfirm(bench, play(bench.shortClip));
    await bench.pass(bench.shortClip.clip.durationMs + bench.promptMs);
    expect(sceneOf(bench, scenes[0])).toEqual(idleScene(scenes[0]));
  });

  it.runIf(hasSecondScene)('stops the given scenes, and confirms when none of them plays', async () => {
    await sendAndConfirm(bench, play(bench.selections[0]));
    await sendAndConfirm(
      bench,
      bench.players.send(commandTo.play(bench.output, secondScene(bench), bench.selections[1])),
    );
    await sendAndConfirm(bench, bench.players.send(commandTo.stop(bench.output, [scenes[0]])));
    expect(sceneOf(bench, scenes[0])).toEqual(idleScene(scenes[0]));
    expect(sceneOf(bench, secondScene(bench))?.clip).toBe(bench.selections[1].clip.key);
    await sendAndConfirm(bench, bench.players.send(commandTo.stop(bench.output, scenes)));
    expect(scenesOf(bench.players, bench.output)).toEqual(scenes.map(idleScene));
  });

  it('confirms a stop of idle scenes', async () => {
    await sendAndConfirm(bench, bench.players.send(commandTo.stop(bench.output, scenes)));
  });

  it('is not connected while the connection is lost, and reports what plays when it reconnects', async () => {
    await sendAndConfirm(bench, play(bench.selections[0]));
    await bench.disconnect();
    expect(bench.players.state(bench.output).connected).toBe(false);
    await bench.heal();
    await bench.pass(bench.promptMs);
    expect(bench.players.state(bench.output).connected).toBe(true);
    expect(sceneOf(bench, scenes[0])?.clip).toBe(bench.selections[0].clip.key);
  });

  it('stays connected while it is frozen', async () => {
    await bench.freeze();
    expect(bench.players.state(bench.output).connected).toBe(true);
  });

  it('notifies watchers when a clip has ended', async () => {
    await sendAndConfirm(bench, play(bench.shortClip));
    const seen: unknown[] = [];
    bench.players.watch((output) => seen.push(output === bench.output && sceneOf(bench, scenes[0])));
    await bench.pass(bench.shortClip.clip.durationMs + bench.promptMs);
    expect(seen.at(-1)).toEqual(idleScene(scenes[0]));
  });

  it('notifies watchers when it disconnects and reconnects', async () => {
    const seen: boolean[] = [];
    bench.players.watch(() => seen.push(bench.players.state(bench.output).connected));
    await bench.disconnect();
    await bench.pass(bench.promptMs);
    expect(seen.at(-1)).toBe(false);
    await bench.heal();
    await bench.pass(bench.promptMs);
    expect(seen.at(-1)).toBe(true);
  });

  it('executes commands in their order', async () => {
    const sent = [bench.selections[1], bench.selections[0], bench.selections[1], bench.selections[0]].map((selection) =>
      sentCommand(play(selection)),
    );
    await bench.pass(bench.promptMs * 4);
    expect(sceneOf(bench, scenes[0])?.clip).toBe(bench.selections[0].clip.key);
    expect((await Promise.all(sent.map(commandResults))).at(-1)).toEqual(['done', 'done']);
  });
};

const cueing = (name: string, make: () => Promise<PlayersBench>): void => {
  describe(`a cued clip on ${name}`, () => {
    cueAndTake(make);
  });
  deviceContract(`${name} to cue`, async () => {
    const bench = await make();
    const [scene] = bench.scenes;
    const keys = bench.selections.map(({ clip }) => clip.key);
    return {
      ...bench,
      watch: bench.players.watch,
      id: bench.output,
      first: () => bench.players.send(commandTo.cue(bench.output, scene, bench.selections[0])),
      second: () => bench.players.send(commandTo.cue(bench.output, scene, bench.selections[1])),
      reported: () => {
        const index = keys.indexOf(sceneOf(bench, scene)?.cued?.clip ?? '');
        return (['first', 'second'] as const)[index] ?? 'neither';
      },
    };
  });
};

/** Defines the suite. `make` returns a bench with a fresh player. */
export const playersContract = (
  name: string,
  make: () => Promise<PlayersBench>,
  { hasSecondScene, cues }: PlayerAbilities = { hasSecondScene: true, cues: true },
): void => {
  describe(`${name}, as players`, () => {
    behaviour(make, hasSecondScene);
  });
  describe(`the time of a clip on ${name}`, () => {
    clipTime(make);
  });
  if (cues) cueing(name, make);
  deviceContract(`${name} to pause and resume`, async () => {
    const bench = await make();
    const [scene] = bench.scenes;
    await sendAndConfirm(bench, bench.players.send(commandTo.play(bench.output, scene, bench.selections[0])));
    return {
      ...bench,
      watch: bench.players.watch,
      id: bench.output,
      first: () => bench.players.send(commandTo.pause(bench.output, scene)),
      second: () => bench.players.send(commandTo.resume(bench.output, scene)),
      reported: () => (sceneOf(bench, scene)?.paused === true ? 'first' : 'second'),
    };
  });
  deviceContract(`${name} to play`, async () => {
    const bench = await make();
    const play = playIn(bench, bench.scenes[0]);
    const keys = bench.selections.map(({ clip }) => clip.key);
    return {
      ...bench,
      watch: bench.players.watch,
      id: bench.output,
      first: () => play(bench.selections[0]),
      second: () => play(bench.selections[1]),
      reported: () => {
        const index = keys.indexOf(sceneOf(bench, bench.scenes[0])?.clip ?? '');
        return (['first', 'second'] as const)[index] ?? 'neither';
      },
    };
  });
};
