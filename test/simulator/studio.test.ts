// The simulated studio as a whole: what happens by itself, what is watched, how it starts over, and that it can be repeated.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { InjectedFault } from '../../simulator/fault.js';
import { confirmed, endings, left } from '../contracts/rig.js';
import { benchOf, cue, freshStudio, giveFault, type Studio } from './bench.js';

let on: Studio;
beforeEach(() => {
  on = freshStudio();
});

const wall = () => on.studio.players.state('out-2').scenes.map(({ clip }) => clip);

describe('the demo studio', () => {
  it('has a device for every output, signal and camera, by the ids of the layout', () => {
    const ids = [...demoStudio.outputs, ...demoStudio.signals, ...demoStudio.cameras].map(({ id }) => id);
    expect(on.studio.devices().map(({ id }) => id)).toEqual(ids);
  });

  it('has clips of 10 to 180 seconds', () => {
    for (const { durationMs } of demoStudio.banks.flatMap(({ clips }) => clips)) {
      expect(durationMs).toBeGreaterThanOrEqual(10_000);
      expect(durationMs).toBeLessThanOrEqual(180_000);
    }
  });

  it('does nothing by itself', () => {
    expect(on.clock.waiting()).toBe(0);
  });
});

describe('clips', () => {
  it('end each at its own time', async () => {
    left(on.studio.players.play('out-2', 'left', cue('news', 'closer')));
    left(on.studio.players.play('out-2', 'right', cue('music', 'sting')));
    await on.clock.advance(9_990);
    expect(wall()).toEqual(['closer', 'sting']);
    await on.clock.advance(50);
    expect(wall()).toEqual(['closer', null]);
    await on.clock.advance(10_000);
    expect(wall()).toEqual([null, null]);
    expect(on.clock.waiting()).toBe(0);
  });

  it('end at the time of the run that plays, not of the one it replaced', async () => {
    left(on.studio.players.play('out-2', 'left', cue('music', 'sting')));
    await on.clock.advance(5_000);
    left(on.studio.players.play('out-2', 'left', cue('music', 'sting')));
    await on.clock.advance(9_000);
    expect(wall()).toEqual(['sting', null]);
    await on.clock.advance(1_100);
    expect(wall()).toEqual([null, null]);
  });
});

describe('a play that another takes the place of unseen', () => {
  it('is told to have failed once the other shows, though the clip is the same', async () => {
    const play = () => left(on.studio.players.play('out-1', 'full', cue('news', 'opener')));
    giveFault(on, 'out-1', { type: 'late', delayMs: 1_000 });
    const older = play();
    await on.clock.advance(10);
    giveFault(on, 'out-1', null);
    const newer = play();
    await on.clock.advance(30);
    expect(await endings(newer)).toEqual(['done', 'done']);
    expect(await endings(older)).toEqual(['done', 'device_error']);
  });

  it('in another scene is left alone', async () => {
    const one = left(on.studio.players.play('out-2', 'left', cue('news', 'opener')));
    const other = left(on.studio.players.play('out-2', 'right', cue('news', 'opener')));
    await on.clock.advance(30);
    expect(await Promise.all([endings(one), endings(other)])).toEqual([
      ['done', 'done'],
      ['done', 'done'],
    ]);
  });
});

describe('watching', () => {
  it('tells of everything until it is ended', async () => {
    const seen: string[] = [];
    const end = on.studio.onChange(({ device, what }) => seen.push(`${device} ${what}`));
    await confirmed(benchOf(on, 'cam-1'), on.studio.cameras.recall('cam-1', 'close'));
    giveFault(on, 'cam-2', { type: 'lost' });
    end();
    giveFault(on, 'cam-2', null);
    expect(seen).toEqual(['cam-1 command', 'cam-1 actual', 'cam-1 command', 'cam-1 reported', 'cam-2 fault']);
  });
});

describe('starting over', () => {
  it('leaves nothing of what was', async () => {
    await confirmed(benchOf(on, 'cam-1'), on.studio.cameras.recall('cam-1', 'close'));
    giveFault(on, 'sig-1', { type: 'frozen' });
    const sent = left(on.studio.signalLines.switch('sig-1', true));
    left(on.studio.players.play('out-1', 'full', cue('music', 'sting')));
    await on.clock.advance(40);
    on.studio.reset();
    expect(await endings(sent)).toEqual(['device_error', 'device_error']);
    expect(on.studio.devices()).toEqual(freshStudio().studio.devices());
    expect(on.studio.commands()).toEqual([]);
    expect(on.clock.waiting()).toBe(0);
    await confirmed(benchOf(on, 'sig-1'), on.studio.signalLines.switch('sig-1', true));
  });

  it('is not needed to stop: stopping leaves no timer behind', () => {
    left(on.studio.players.play('out-1', 'full', cue('music', 'sting')));
    on.studio.stop();
    expect(on.clock.waiting()).toBe(0);
  });
});

describe('commands in quick succession to a healthy device', () => {
  const succession = fc.array(fc.tuple(fc.nat(4), fc.boolean()), { minLength: 1, maxLength: 12 });

  it('are obeyed in their order, and confirmed every one within 30 ms of its sending', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), succession, async (seed, all) => {
        const { studio, clock } = freshStudio(seed);
        const late: string[] = [];
        for (const [pauseMs, opener] of all) {
          const sentAtMs = clock.now();
          const asked = cue('news', opener ? 'opener' : 'closer');
          void left(studio.players.play('out-1', 'full', asked)).confirmed.then((ended) => {
            if (E.isLeft(ended) || clock.now() > sentAtMs + 30) late.push(JSON.stringify(ended));
          });
          await clock.advance(pauseMs);
        }
        await clock.advance(30);
        expect(late).toEqual([]);
        expect(studio.players.state('out-1').scenes[0]?.clip).toBe(all.at(-1)?.[1] === true ? 'opener' : 'closer');
        const times = studio.commands().map(({ endedAt }) => endedAt ?? '');
        expect(times).toEqual(times.toSorted());
      }),
      { numRuns: 60 },
    );
  });
});

/** One thing that is done to a studio. */
type Deed = (on: Studio) => unknown;

const fault: fc.Arbitrary<InjectedFault | null> = fc.constantFrom<(InjectedFault | null)[]>(
  null,
  { type: 'late', delayMs: 100 },
  { type: 'lost' },
  { type: 'duplicate' },
  { type: 'refused' },
  { type: 'offline' },
  { type: 'frozen' },
);

const clips = [cue('news', 'opener'), cue('music', 'sting')] as const;

const plays = fc.tuple(fc.constantFrom('left', 'right'), fc.constantFrom(...clips));

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.nat(40).map(
    (ms): Deed =>
      ({ clock }) =>
        clock.advance(ms),
  ),
  fc.constantFrom(9_000, 60_000).map(
    (ms): Deed =>
      ({ clock }) =>
        clock.advance(ms),
  ),
  fc.boolean().map(
    (value): Deed =>
      ({ studio }) =>
        studio.signalLines.switch('sig-1', value),
  ),
  fc.constantFrom('wide', 'close', 'none').map(
    (angle): Deed =>
      ({ studio }) =>
        studio.cameras.recall('cam-2', angle),
  ),
  fc.tuple(fc.constantFrom('left', 'right'), fc.constantFrom(...clips)).map(
    ([scene, clip]): Deed =>
      ({ studio }) =>
        studio.players.play('out-2', scene, clip),
  ),
  fc.constantFrom('sig-1', 'cam-2', 'out-2').chain((device) =>
    fault.map((given): Deed => (studio) => {
      giveFault(studio, device, given);
    }),
  ),
);

const deeds = fc.array(deed, { maxLength: 40 });

const perform = async (seed: number, all: readonly Deed[]) => {
  const fresh = freshStudio(seed);
  for (const act of all) await act(fresh);
  return fresh;
};

describe('any course of events', () => {
  it('is the same with the same seed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), deeds, async (seed, all) => {
        const one = await perform(seed, all);
        const other = await perform(seed, all);
        expect(one.studio.commands()).toEqual(other.studio.commands());
        expect(one.studio.devices()).toEqual(other.studio.devices());
      }),
      { numRuns: 60 },
    );
  });

  it('ends, once all is well again, with every device telling how it is and every command ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), deeds, async (seed, all) => {
        const course = await perform(seed, all);
        for (const { id } of course.studio.devices()) giveFault(course, id, null);
        await course.clock.advance(200);
        for (const { actual, reported } of course.studio.devices()) expect(reported).toEqual(actual);
        for (const { outcome } of course.studio.commands()) expect(['sent', 'queued']).not.toContain(outcome);
      }),
      { numRuns: 60 },
    );
  });

  it('confirms a play only while the clip shows that was asked for, begun after it was asked for', async () => {
    const lies: string[] = [];
    const playing = plays.map(([scene, clip]): Deed => async ({ studio, clock }) => {
      const sentAtMs = clock.now();
      const sending = studio.players.play('out-2', scene, clip);
      if (E.isLeft(sending)) return;
      void sending.right.confirmed.then((ended) => {
        const shown = studio.players.state('out-2').scenes.find(({ id }) => id === scene);
        const shows = shown?.clip === clip.clip.key && Date.parse(shown.startedAt ?? '') > sentAtMs;
        if (E.isRight(ended) && !shows) lies.push(JSON.stringify({ asked: clip.clip.key, shown }));
      });
      await clock.advance(1);
    });
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.array(fc.oneof(deed, playing), { maxLength: 60 }), async (seed, all) => {
        await (await perform(seed, all)).clock.advance(1_000);
        expect(lies).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('differs in its times with another seed', async () => {
    const timesOf = async (seed: number) => {
      const { studio, clock } = await perform(seed, []);
      for (let time = 0; time < 10; time += 1) left(studio.cameras.recall('cam-1', 'wide'));
      await clock.advance(30);
      return studio.commands().map(({ endedAt }) => endedAt);
    };
    expect(await timesOf(1)).not.toEqual(await timesOf(2));
  });
});
