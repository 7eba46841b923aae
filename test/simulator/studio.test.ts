// The simulated studio as a whole: clips that end, changes, reset, and reproducible runs.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { InjectedFault } from '../../simulator/fault.js';
import { commandResults, sendAndConfirm, sendError, sentCommand } from '../contracts/device-commands.js';
import { scenesOf } from '../support/scenes.js';
import { type SimulatorBench, clipSelection, deviceBench, injectFault, simulatorBench } from './bench.js';
import { commandTo } from '../support/commands.js';

describe('the simulated studio as a whole', () => {
  let bench: SimulatorBench;
  beforeEach(() => {
    bench = simulatorBench();
  });

  const wall = () => scenesOf(bench.studio.players, 'out-2').map(({ clip }) => clip);

  describe('the demo studio', () => {
    it('has a device for every output, signal and camera, with the ids of the layout', () => {
      const ids = [...demoStudio.outputs, ...demoStudio.signals, ...demoStudio.cameras].map(({ id }) => id);
      expect(bench.studio.devices().map(({ id }) => id)).toEqual(ids);
    });

    it('has clips of 10 to 180 seconds', () => {
      const all = demoStudio.banks.flatMap(({ clips }) => clips);
      expect(all.length).toBeGreaterThan(0);
      for (const { durationMs } of all) {
        expect(durationMs).toBeGreaterThanOrEqual(10_000);
        expect(durationMs).toBeLessThanOrEqual(180_000);
      }
    });

    it('has no timers at first', () => {
      expect(bench.clock.waiting()).toBe(0);
    });
  });

  describe('a stop', () => {
    it.each([[['left', 'no such scene']], [['no such scene', 'left']]])(
      'of the scenes %j is refused, and stops none',
      async (scenes) => {
        sentCommand(bench.studio.players.send(commandTo.play('out-2', 'left', clipSelection('news', 'closer'))));
        await bench.clock.advance(50);
        const stop = sentCommand(bench.studio.players.send(commandTo.stop('out-2', scenes)));
        await bench.clock.advance(50);
        expect((await commandResults(stop))[1]).toBe('device_error');
        expect(wall()).toEqual(['closer', null]);
      },
    );
  });

  describe('clips', () => {
    it('end at their own times', async () => {
      sentCommand(bench.studio.players.send(commandTo.play('out-2', 'left', clipSelection('news', 'closer'))));
      sentCommand(bench.studio.players.send(commandTo.play('out-2', 'right', clipSelection('music', 'sting'))));
      await bench.clock.advance(9_990);
      expect(wall()).toEqual(['closer', 'sting']);
      await bench.clock.advance(50);
      expect(wall()).toEqual(['closer', null]);
      await bench.clock.advance(10_000);
      expect(wall()).toEqual([null, null]);
      expect(bench.clock.waiting()).toBe(0);
    });

    it('end at the time of the current run, not of the run it replaced', async () => {
      sentCommand(bench.studio.players.send(commandTo.play('out-2', 'left', clipSelection('music', 'sting'))));
      await bench.clock.advance(5_000);
      sentCommand(bench.studio.players.send(commandTo.play('out-2', 'left', clipSelection('music', 'sting'))));
      await bench.clock.advance(9_000);
      expect(wall()).toEqual(['sting', null]);
      await bench.clock.advance(1_100);
      expect(wall()).toEqual([null, null]);
    });
  });

  describe('an unconfirmed play command', () => {
    it('fails when a later one for the same clip is confirmed', async () => {
      const play = () =>
        sentCommand(bench.studio.players.send(commandTo.play('out-1', 'full', clipSelection('news', 'opener'))));
      injectFault(bench, 'out-1', { type: 'late', delayMs: 1_000 });
      const older = play();
      await bench.clock.advance(10);
      injectFault(bench, 'out-1', null);
      const newer = play();
      await bench.clock.advance(30);
      expect(await commandResults(newer)).toEqual(['done', 'done']);
      expect(await commandResults(older)).toEqual(['done', 'device_error']);
    });
  });

  describe('a subscription to changes', () => {
    it('receives every change until it ends', async () => {
      const seen: string[] = [];
      const end = bench.studio.onChange(({ device, what }) => seen.push(`${device} ${what}`));
      await sendAndConfirm(deviceBench(bench, 'cam-1'), bench.studio.cameras.send(commandTo.recall('cam-1', 'close')));
      injectFault(bench, 'cam-2', { type: 'lost' });
      end();
      injectFault(bench, 'cam-2', null);
      expect(seen).toEqual(['cam-1 command', 'cam-1 actual', 'cam-1 command', 'cam-1 reported', 'cam-2 fault']);
    });
  });

  describe('a reset', () => {
    it('restores the initial state and fails pending commands', async () => {
      await sendAndConfirm(deviceBench(bench, 'cam-1'), bench.studio.cameras.send(commandTo.recall('cam-1', 'close')));
      injectFault(bench, 'sig-1', { type: 'frozen' });
      const sent = sentCommand(bench.studio.signalLines.send(commandTo.switch('sig-1', true)));
      sentCommand(bench.studio.players.send(commandTo.play('out-1', 'full', clipSelection('music', 'sting'))));
      await bench.clock.advance(40);
      bench.studio.reset();
      expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
      expect(bench.studio.devices()).toEqual(simulatorBench().studio.devices());
      expect(bench.studio.commands()).toEqual([]);
      expect(bench.clock.waiting()).toBe(0);
      await sendAndConfirm(deviceBench(bench, 'sig-1'), bench.studio.signalLines.send(commandTo.switch('sig-1', true)));
    });
  });

  describe('a stop', () => {
    it('cancels every timer', () => {
      sentCommand(bench.studio.players.send(commandTo.play('out-1', 'full', clipSelection('music', 'sting'))));
      bench.studio.stop();
      expect(bench.clock.waiting()).toBe(0);
    });
  });

  describe('commands in quick succession to a healthy device', () => {
    const succession = fc.array(fc.tuple(fc.nat(4), fc.boolean()), { minLength: 1, maxLength: 12 });

    it('are executed in order, and each is confirmed within 30 ms', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), succession, async (seed, all) => {
          const { studio, clock } = simulatorBench(seed);
          const late: string[] = [];
          for (const [pauseMs, opener] of all) {
            const sentAtMs = clock.now();
            const asked = clipSelection('news', opener ? 'opener' : 'closer');
            void sentCommand(studio.players.send(commandTo.play('out-1', 'full', asked))).confirmed.then((ended) => {
              if (E.isLeft(ended) || clock.now() > sentAtMs + 30) late.push(JSON.stringify(ended));
            });
            await clock.advance(pauseMs);
          }
          await clock.advance(30);
          expect(late).toEqual([]);
          expect(scenesOf(studio.players, 'out-1')[0]?.clip).toBe(all.at(-1)?.[1] === true ? 'opener' : 'closer');
          const times = studio.commands().map(({ endedAt }) => endedAt ?? '');
          expect(times).toEqual(times.toSorted());
        }),
        { numRuns: 60 },
      );
    });
  });

  /** An action on a studio. */
  type StudioAction = (bench: SimulatorBench) => unknown;

  const fault: fc.Arbitrary<InjectedFault | null> = fc.constantFrom<(InjectedFault | null)[]>(
    null,
    { type: 'late', delayMs: 100 },
    { type: 'lost' },
    { type: 'duplicate' },
    { type: 'refused' },
    { type: 'offline' },
    { type: 'frozen' },
  );

  const clips = [clipSelection('news', 'opener'), clipSelection('music', 'sting')] as const;

  const plays = fc.tuple(fc.constantFrom('left', 'right'), fc.constantFrom(...clips));

  const action: fc.Arbitrary<StudioAction> = fc.oneof(
    fc.nat(40).map(
      (ms): StudioAction =>
        ({ clock }) =>
          clock.advance(ms),
    ),
    fc.constantFrom(9_000, 60_000).map(
      (ms): StudioAction =>
        ({ clock }) =>
          clock.advance(ms),
    ),
    fc.boolean().map(
      (value): StudioAction =>
        ({ studio }) =>
          studio.signalLines.send(commandTo.switch('sig-1', value)),
    ),
    fc.constantFrom('wide', 'close', 'none').map(
      (angle): StudioAction =>
        ({ studio }) =>
          studio.cameras.send(commandTo.recall('cam-2', angle)),
    ),
    fc.tuple(fc.constantFrom('left', 'right'), fc.constantFrom(...clips)).map(
      ([scene, clip]): StudioAction =>
        ({ studio }) =>
          studio.players.send(commandTo.play('out-2', scene, clip)),
    ),
    fc.constantFrom('sig-1', 'cam-2', 'out-2').chain((device) =>
      fault.map((given): StudioAction => (studio) => {
        injectFault(studio, device, given);
      }),
    ),
  );

  const actions = fc.array(action, { maxLength: 40 });

  const perform = async (seed: number, all: readonly StudioAction[]) => {
    const fresh = simulatorBench(seed);
    for (const act of all) await act(fresh);
    return fresh;
  };

  describe('any sequence of actions', () => {
    it('has the same result with the same seed', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), actions, async (seed, all) => {
          const one = await perform(seed, all);
          const other = await perform(seed, all);
          expect(one.studio.commands()).toEqual(other.studio.commands());
          expect(one.studio.devices()).toEqual(other.studio.devices());
        }),
        { numRuns: 60 },
      );
    });

    it('leaves every state reported and every command ended once all faults end', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), actions, async (seed, all) => {
          const course = await perform(seed, all);
          for (const { id } of course.studio.devices()) injectFault(course, id, null);
          await course.clock.advance(200);
          for (const { actual, reported } of course.studio.devices()) expect(reported).toEqual(actual);
          for (const { outcome } of course.studio.commands()) expect(['sent', 'queued']).not.toContain(outcome);
        }),
        { numRuns: 60 },
      );
    });

    it('confirms a play command only while its clip plays, started after the command', async () => {
      const wrongResults: string[] = [];
      const playing = plays.map(([scene, clip]): StudioAction => async ({ studio, clock }) => {
        const sentAtMs = clock.now();
        const sending = studio.players.send(commandTo.play('out-2', scene, clip));
        if (E.isLeft(sending)) return;
        void sending.right.confirmed.then((ended) => {
          const shown = scenesOf(studio.players, 'out-2').find(({ id }) => id === scene);
          const shows = shown?.clip === clip.clip.key && Date.parse(shown.startedAt ?? '') > sentAtMs;
          if (E.isRight(ended) && !shows) wrongResults.push(JSON.stringify({ asked: clip.clip.key, shown }));
        });
        await clock.advance(1);
      });
      await fc.assert(
        fc.asyncProperty(fc.integer(), fc.array(fc.oneof(action, playing), { maxLength: 60 }), async (seed, all) => {
          await (await perform(seed, all)).clock.advance(1_000);
          expect(wrongResults).toEqual([]);
        }),
        { numRuns: 100 },
      );
    });

    it('has different times with another seed', async () => {
      const timesOf = async (seed: number) => {
        const { studio, clock } = await perform(seed, []);
        for (let time = 0; time < 10; time += 1) sentCommand(studio.cameras.send(commandTo.recall('cam-1', 'wide')));
        await clock.advance(30);
        return studio.commands().map(({ endedAt }) => endedAt);
      };
      expect(await timesOf(1)).not.toEqual(await timesOf(2));
    });
  });
});

describe('a simulated studio that follows another layout', () => {
  type Kind = 'outputs' | 'signals' | 'cameras';

  const player = { connection: 'playout-1', channel: 1, layers: { full: 10 } };

  /** The demo studio with a player at its first output. */
  const before: StudioLayout = {
    ...demoStudio,
    outputs: demoStudio.outputs.map((output, index) => (index === 0 ? { ...output, player } : output)),
  };

  /** Returns the layout with another first record of a kind. */
  const changed = <K extends Kind>(kind: K, change: Partial<StudioLayout[K][number]>): StudioLayout => ({
    ...before,
    [kind]: before[kind].map((record, index) => (index === 0 ? { ...record, ...change } : record)),
  });

  let bench: SimulatorBench;
  beforeEach(async () => {
    bench = simulatorBench();
    bench.studio.follow(before);
    sentCommand(bench.studio.players.send(commandTo.play('out-1', 'full', clipSelection('news', 'weather'))));
    sentCommand(bench.studio.signalLines.send(commandTo.switch('sig-1', true)));
    sentCommand(bench.studio.cameras.send(commandTo.recall('cam-1', 'close')));
    await bench.clock.advance(100);
    for (const id of ['out-1', 'sig-1', 'cam-1']) injectFault(bench, id, { type: 'late', delayMs: 10 });
  });

  const device = (id: string) => bench.studio.devices().find((one) => one.id === id);

  describe('a device', () => {
    it.each<[string, string, StudioLayout]>([
      ['out-1', 'the name', changed('outputs', { name: 'Other' })],
      ['out-1', 'the slot', changed('outputs', { slot: 'other' })],
      ['out-1', 'the graphics', changed('outputs', { graphics: [] })],
      ['sig-1', 'the name', changed('signals', { name: 'Other' })],
      ['sig-1', 'the identifier', changed('signals', { identifier: 'other' })],
      ['cam-1', 'the name', changed('cameras', { name: 'Other' })],
      [
        'cam-1',
        'the names of angles',
        changed('cameras', { angles: ['wide', 'close', 'profile'].map((id) => ({ id, name: 'Other' })) }),
      ],
      ['cam-1', 'what shows it', changed('cameras', { shownBy: [] })],
    ])('keeps its state and its fault if its record differs in less than itself: %s, %s', (id, _what, layout) => {
      const { actual, reported, fault } = device(id) ?? {};
      bench.studio.follow(layout);
      expect(device(id)).toMatchObject({ actual, reported, fault });
      const { outputs, signals, cameras } = layout;
      expect(device(id)?.name).toBe([...outputs, ...signals, ...cameras].find((record) => record.id === id)?.name);
    });

    it.each<[string, string, StudioLayout]>([
      ['out-1', 'scenes', changed('outputs', { scenes: ['full', 'corner'] })],
      ['out-1', 'the connection of its player', changed('outputs', { player: { ...player, connection: 'playout-2' } })],
      ['out-1', 'the channel of its player', changed('outputs', { player: { ...player, channel: 2 } })],
      [
        'cam-1',
        'one of as many angles',
        changed('cameras', { angles: ['wide', 'close', 'top'].map((id) => ({ id, name: id })) }),
      ],
      ['cam-1', 'fewer angles', changed('cameras', { angles: [{ id: 'wide', name: 'Wide' }] })],
    ])('is replaced if it is another one, as it was at first: %s, %s', async (id, _what, layout) => {
      bench.studio.follow(layout);
      const fresh = simulatorBench();
      fresh.studio.follow(layout);
      expect(device(id)).toEqual(fresh.studio.devices().find((one) => one.id === id));
      // The clip of the device before would end now.
      await bench.clock.advance(100_000);
      expect(device(id)?.fault).toBeNull();
      expect(bench.clock.waiting()).toBe(0);
    });

    it('that is removed fails its pending commands, and takes no others', async () => {
      injectFault(bench, 'sig-1', { type: 'frozen' });
      const pending = sentCommand(bench.studio.signalLines.send(commandTo.switch('sig-1', false)));
      await bench.clock.advance(10);
      bench.studio.follow({ ...before, signals: before.signals.slice(1) });
      expect(await commandResults(pending)).toEqual(['device_error', 'device_error']);
      expect(bench.studio.commands().at(-1)).toMatchObject({ device: 'sig-1', outcome: 'dropped' });
      expect(sendError(bench.studio.signalLines.send(commandTo.switch('sig-1', true)))).toBe('device_unavailable');
      const { signalLines } = bench.studio;
      expect([signalLines.hasDriver('sig-1'), signalLines.connected('sig-1'), signalLines.value('sig-1')]).toEqual([
        false,
        false,
        null,
      ]);
      expect(bench.studio.setFault('sig-1', null)).toMatchObject({ left: { code: 'not_found' } });
    });

    it('that comes back begins anew', () => {
      bench.studio.follow({ ...before, cameras: before.cameras.slice(1) });
      bench.studio.follow(before);
      expect(device('cam-1')).toMatchObject({ actual: { angle: null }, reported: { angle: null }, fault: null });
    });
  });

  describe('the devices', () => {
    it('are in the order of the layout, also of one that has changed', () => {
      const reversed = {
        ...before,
        outputs: before.outputs.toReversed(),
        signals: before.signals.toReversed(),
        cameras: before.cameras.toReversed(),
      };
      bench.studio.follow(reversed);
      const ids = [...reversed.outputs, ...reversed.signals, ...reversed.cameras].map(({ id }) => id);
      expect(bench.studio.devices().map(({ id }) => id)).toEqual(ids);
      bench.studio.follow(before);
      expect(bench.studio.devices().map(({ id }) => id)).toEqual(
        [...before.outputs, ...before.signals, ...before.cameras].map(({ id }) => id),
      );
    });

    it('have a change when the layout is another one', () => {
      const seen: string[] = [];
      bench.studio.onChange(({ device: id }) => seen.push(id));
      bench.studio.follow({ ...before, name: 'Other' });
      expect([seen, bench.studio.layout.name]).toEqual([[before.id], 'Other']);
    });
  });
});
