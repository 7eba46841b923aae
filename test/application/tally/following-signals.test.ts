// Signals that follow a tally, where scenarios can't show it: other controllers of a line, and changes of the studio file.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import { followTallies } from '../../../application/tally/following-signals.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import type { FollowedTally } from '../../../domain/studio/tally-subject.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { reloadBench, type ReloadBench } from '../../infra/service/reload-bench.js';
import { clipSelection } from '../../simulator/bench.js';
import { commandTo } from '../../support/commands.js';
import { stepBench } from '../demo-bench.js';

const onMain: FollowedTally = { tally: 'program', output: 'out-1' };

const withFollows = (follows: FollowedTally | undefined): StudioLayout => ({
  ...demoStudio,
  status: 'on_air',
  signals: demoStudio.signals.map((signal) =>
    signal.id === 'sig-3' && follows !== undefined ? { ...signal, follows } : signal,
  ),
});

let used: ReloadBench | undefined;

afterEach(() => used?.close());

const open = async (follows: FollowedTally | undefined = onMain) => {
  used = await reloadBench(withFollows(follows));
  const bench = used;
  await bench.advance(100);
  return {
    ...bench,
    isOn: () => bench.studio.signalLines.value('sig-3'),
    /** The commands to the line. */
    sent: () => bench.studio.commands().flatMap(({ device, command }) => (device === 'sig-3' ? [command] : [])),
  };
};

describe('@TALLY-6: a signal that follows a tally', () => {
  it('is switched back when another controller switches it', async () => {
    const { studio, advance, call, isOn } = await open();
    await call('/outputs/main/clips/3/play');
    await advance(2_000);
    studio.signalLines.send(commandTo.switch('sig-3', false));
    await advance(50);
    expect(isOn()).toBe(true);
  });

  it('is switched at most once a second for the same value', async () => {
    const { studio, advance, sent } = await open();
    await advance(2_000);
    const [before, disturbances] = [sent().length, 20];
    for (let done = 0; done < disturbances; done += 1) {
      studio.signalLines.send(commandTo.switch('sig-3', true));
      await advance(100);
    }
    expect(sent().length - before - disturbances).toBeLessThanOrEqual(3);
    await advance(1_100);
    expect(studio.signalLines.value('sig-3')).toBe(false);
  });

  it('is switched without waiting for an earlier command', async () => {
    const { studio, advance, call, isOn, sent } = await open();
    studio.setFault('sig-3', { type: 'late', delayMs: 1_500 });
    await call('/outputs/main/clips/3/play');
    await call('/outputs/main/stop');
    expect(sent().slice(-2)).toMatchObject([{ on: true }, { on: false }]);
    await advance(4_000);
    expect(isOn()).toBe(false);
    expect((await call('/alarms')).body).toMatchObject({ alarms: [] });
  });

  it('@RELOAD-1: follows another tally, or none, once the studio file says so', async () => {
    const { advance, call, isOn, reload } = await open(undefined);
    await call('/outputs/main/clips/3/play');
    reload(withFollows(onMain));
    await advance(100);
    expect(isOn()).toBe(true);
    reload(withFollows({ ...onMain, tally: 'preview' }));
    await advance(100);
    expect(isOn()).toBe(false);
    reload(withFollows(undefined));
    expect((await call('/signals/sig-3/on')).status).toBe(200);
  });

  it('@TALLY-8: has no alarm once its line has switched, also after its command has failed', async () => {
    const { studio, advance, call, isOn } = await open();
    studio.setFault('sig-3', { type: 'late', delayMs: 2_500 });
    await call('/outputs/main/clips/3/play');
    await advance(2_200);
    expect((await call('/alarms')).body).toMatchObject({ alarms: [{ kind: 'tally_failed', subject: 'sig-3' }] });
    await advance(6_000);
    expect(isOn()).toBe(true);
    expect((await call('/alarms')).body).toMatchObject({ alarms: [] });
  });

  it('@TALLY-8: has no alarm once it follows none', async () => {
    const { studio, advance, call, reload } = await open();
    studio.setFault('sig-3', { type: 'refused' });
    await call('/outputs/main/clips/3/play');
    await advance(100);
    expect((await call('/alarms')).body).toMatchObject({ alarms: [{ kind: 'tally_failed', subject: 'sig-3' }] });
    reload(withFollows(undefined));
    expect((await call('/alarms')).body).toMatchObject({ alarms: [] });
  });
});

it('@TALLY-6: a signal is switched no more after the end of the service', async () => {
  const { ports, clock, alarms, layout, studio } = stepBench();
  layout.replace(withFollows(onMain));
  ports.studio.change((runtime) => E.right({ ...runtime, status: 'on_air' }));
  const end = followTallies({ ...ports, lines: ports.signalLines, alarms });
  ports.players.send(commandTo.play('out-1', 'full', clipSelection('news', 'weather')));
  await clock.advance(2_000);
  expect(studio.signalLines.value('sig-3')).toBe(true);
  end();
  studio.signalLines.send(commandTo.switch('sig-3', false));
  ports.studio.change((runtime) => E.right({ ...runtime, status: 'off_air' }));
  ports.studio.change((runtime) => E.right({ ...runtime, status: 'on_air' }));
  await clock.advance(5_000);
  expect([studio.signalLines.value('sig-3'), clock.waiting()]).toEqual([false, 1]);
});
