// What the service may rely on of every kind of player.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClipSelection, Players } from '../../application/ports/players.js';
import { deviceContract } from './device.js';
import { confirmed, endings, left, type Bench } from './rig.js';

/** A player on the bench: one output with at least two scenes, none of which plays, and two clips it can play. */
export interface PlayersBench extends Bench {
  readonly players: Players;
  readonly now: () => number;
  readonly output: string;
  readonly scenes: readonly [string, string];
  /** Two clips that run longer than the suite takes, and one that ends within `brief.clip.durationMs`. */
  readonly cues: readonly [ClipSelection, ClipSelection];
  readonly brief: ClipSelection;
}

const idle = (id: string) => ({ id, clip: null, bank: null, startedAt: null });

/** What the port tells of a scene. */
const told = ({ players, output }: PlayersBench, id: string) =>
  players.state(output).scenes.find((scene) => scene.id === id);

const playsOf = (bench: PlayersBench, scene: string) => (cue: ClipSelection) =>
  bench.players.play(bench.output, scene, cue);

const behaviour = (make: () => Promise<PlayersBench>): void => {
  let bench: PlayersBench;
  let scenes: readonly [string, string];
  let play: (cue: ClipSelection) => ReturnType<Players['play']>;
  beforeEach(async () => {
    bench = await make();
    scenes = bench.scenes;
    play = playsOf(bench, scenes[0]);
  });

  it('plays nothing at first and is connected', () => {
    expect(bench.players.state(bench.output)).toEqual({ connected: true, scenes: scenes.map(idle) });
  });

  it('tells the clip, its bank, and since when it runs', async () => {
    const [{ bank, clip }] = bench.cues;
    const before = bench.now();
    await confirmed(bench, play(bench.cues[0]));
    expect(told(bench, scenes[0])).toMatchObject({ clip: clip.key, bank });
    const startedAt = told(bench, scenes[0])?.startedAt ?? '';
    expect(new Date(startedAt).toISOString()).toBe(startedAt);
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(startedAt)).toBeLessThanOrEqual(bench.now());
  });

  it('begins a clip anew that runs already', async () => {
    await confirmed(bench, play(bench.cues[0]));
    const first = told(bench, scenes[0])?.startedAt ?? '';
    await bench.pass(1_000);
    await confirmed(bench, play(bench.cues[0]));
    expect(Date.parse(told(bench, scenes[0])?.startedAt ?? '')).toBeGreaterThan(Date.parse(first));
  });

  it('leaves its other scenes alone', async () => {
    await confirmed(bench, play(bench.cues[0]));
    await confirmed(bench, bench.players.play(bench.output, scenes[1], bench.cues[1]));
    expect(bench.players.state(bench.output).scenes.map(({ clip }) => clip)).toEqual(
      bench.cues.map(({ clip }) => clip.key),
    );
  });

  it('plays nothing once a clip has come to its end', async () => {
    await confirmed(bench, play(bench.brief));
    await bench.pass(bench.brief.clip.durationMs + bench.promptMs);
    expect(told(bench, scenes[0])).toEqual(idle(scenes[0]));
  });

  it('stops the scenes it is told to, and is confirmed once none of them plays', async () => {
    await confirmed(bench, play(bench.cues[0]));
    await confirmed(bench, bench.players.play(bench.output, scenes[1], bench.cues[1]));
    await confirmed(bench, bench.players.stop(bench.output, [scenes[0]]));
    expect(told(bench, scenes[0])).toEqual(idle(scenes[0]));
    expect(told(bench, scenes[1])?.clip).toBe(bench.cues[1].clip.key);
    await confirmed(bench, bench.players.stop(bench.output, scenes));
    expect(bench.players.state(bench.output).scenes).toEqual(scenes.map(idle));
  });

  it('stops what plays nothing', async () => {
    await confirmed(bench, bench.players.stop(bench.output, scenes));
  });

  it('is not connected while it is away, and tells what it plays when it returns', async () => {
    await confirmed(bench, play(bench.cues[0]));
    await bench.disconnect();
    expect(bench.players.state(bench.output).connected).toBe(false);
    await bench.heal();
    await bench.pass(bench.promptMs);
    expect(bench.players.state(bench.output).connected).toBe(true);
    expect(told(bench, scenes[0])?.clip).toBe(bench.cues[0].clip.key);
  });

  it('is still connected while it is frozen', async () => {
    await bench.freeze();
    expect(bench.players.state(bench.output).connected).toBe(true);
  });

  it('tells whoever watches that a clip has come to its end', async () => {
    await confirmed(bench, play(bench.brief));
    const seen: unknown[] = [];
    bench.players.watch((output) => seen.push(output === bench.output && told(bench, scenes[0])));
    await bench.pass(bench.brief.clip.durationMs + bench.promptMs);
    expect(seen.at(-1)).toEqual(idle(scenes[0]));
  });

  it('tells whoever watches that it went away and came back', async () => {
    const seen: boolean[] = [];
    bench.players.watch(() => seen.push(bench.players.state(bench.output).connected));
    await bench.disconnect();
    await bench.pass(bench.promptMs);
    expect(seen.at(-1)).toBe(false);
    await bench.heal();
    await bench.pass(bench.promptMs);
    expect(seen.at(-1)).toBe(true);
  });

  it('obeys in the order of the commands', async () => {
    const sent = [bench.cues[1], bench.cues[0], bench.cues[1], bench.cues[0]].map((cue) => left(play(cue)));
    await bench.pass(bench.promptMs * 4);
    expect(told(bench, scenes[0])?.clip).toBe(bench.cues[0].clip.key);
    expect((await Promise.all(sent.map(endings))).at(-1)).toEqual(['done', 'done']);
  });
};

/** The suite; `make` puts a fresh player on the bench. */
export const playersContract = (name: string, make: () => Promise<PlayersBench>): void => {
  describe(`${name}, as players`, () => {
    behaviour(make);
  });
  deviceContract(`${name} to play`, async () => {
    const bench = await make();
    const play = playsOf(bench, bench.scenes[0]);
    const keys = bench.cues.map(({ clip }) => clip.key);
    return {
      ...bench,
      watch: bench.players.watch,
      id: bench.output,
      first: () => play(bench.cues[0]),
      second: () => play(bench.cues[1]),
      told: () => {
        const index = keys.indexOf(told(bench, bench.scenes[0])?.clip ?? '');
        return (['first', 'second'] as const)[index] ?? 'neither';
      },
    };
  });
};
