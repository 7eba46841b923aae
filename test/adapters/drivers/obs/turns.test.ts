// Tasks that wait for each other, and waits for the start of an input: neither keeps the next one waiting for long.
import { beforeEach, describe, expect, it } from 'vitest';
import { StartSignals } from '../../../../adapters/drivers/obs/start-signals.js';
import { BatchTurns } from '../../../../adapters/drivers/obs/turns.js';
import { fieldOf, listIn, textIn } from '../../../../domain/codec/unchecked.js';
import { manualClock } from '../../../../simulator/clock.js';
import { commandResults, refusedBy, sentCommand } from '../../../contracts/device-commands.js';
import type { OpenedDrivers } from '../bench.js';
import { output, selections } from './bench.js';
import { driveRaw, openObs, until, untilConnected } from './raw-bench.js';
import { type RawObs, type ScriptedInput, scripted } from './raw-obs.js';
import { commandTo } from '../../../support/commands.js';

describe('the turns of tasks', () => {
  it('a task that never ends keeps the next one waiting for 500 ms', async () => {
    const clock = manualClock();
    const turns = new BatchTurns(clock);
    const begun: string[] = [];
    const never = new Promise<never>(() => undefined);
    for (const name of ['first', 'second'])
      turns.add(() => {
        begun.push(name);
        return never;
      });
    await clock.advance(499);
    expect(begun).toEqual(['first']);
    await clock.advance(1);
    expect(begun).toEqual(['first', 'second']);
  });

  it('a task begins at once after one that ends, and leaves no timer', async () => {
    const clock = manualClock();
    const turns = new BatchTurns(clock);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const begun: string[] = [];
    turns.add(() => promise);
    turns.add(() => Promise.resolve(begun.push('second')));
    await clock.advance(100);
    expect(begun).toEqual([]);
    resolve(undefined);
    await clock.advance(0);
    expect([begun, clock.waiting()]).toEqual([['second'], 0]);
  });
});

it('the limit of a wait that has ended does not end the next wait for the same input', async () => {
  const clock = manualClock();
  const signals = new StartSignals(clock);
  const ended: number[] = [];
  const wait = (number: number): void => void signals.wait('A').then(() => ended.push(number));
  wait(1);
  await clock.advance(300);
  signals.note('A');
  wait(2);
  await clock.advance(300);
  expect(ended).toEqual([1]);
  signals.note('A');
  await clock.advance(0);
  expect([ended, clock.waiting()]).toEqual([[1, 2], 0]);
});

describe('commands to OBS that another one replaces before their turn', () => {
  const { opener, weather } = selections;
  const twin = { bank: 'news', clip: { ...opener.clip, key: 'twin', number: 99, media: 'opener' } };

  let shown: { A: ScriptedInput; B: ScriptedInput };
  let obs: RawObs;
  let driven: OpenedDrivers;

  /** The type of requests that OBS leaves unanswered. */
  let unanswered: string | undefined;

  beforeEach(async () => {
    shown = { A: {}, B: { isShown: false } };
    unanswered = undefined;
    const answer = scripted(() => ({ ...shown, C: {}, D: { isShown: false } }));
    obs = await openObs((message) =>
      JSON.stringify(message).includes(unanswered ?? 'nothing') ? [] : answer(message),
    );
    driven = driveRaw(obs);
    await untilConnected(driven);
  });

  const players = () => driven.drivers.players;

  const scene = () => players().state(output).scenes[0];

  /** What OBS was asked to open and to do: the file or the media action, and its input. */
  const done = (): readonly string[] =>
    obs.received
      .flatMap(({ content }) => listIn(content, 'requests'))
      .flatMap((request) => {
        const data = fieldOf(request, 'requestData');
        const file = textIn(fieldOf(data, 'inputSettings'), 'local_file');
        const what = file === '' ? 'CLOSE' : (file ?? textIn(data, 'mediaAction')?.replace(/^.*_/, ''));
        return what === undefined ? [] : [`${textIn(data, 'inputName') ?? ''} ${what}`];
      });

  const file = '/media/opener';

  const start = (inputName: string): void => {
    obs.sendMessage(5, { eventType: 'MediaInputPlaybackStarted', eventData: { inputName } });
  };

  it('a clip that another one replaces at once is not opened', async () => {
    const replaced = sentCommand(players().send(commandTo.play(output, 'left', opener)));
    sentCommand(players().send(commandTo.play(output, 'left', weather)));
    await until(driven, 'the other one is opened', () => done().includes('A RESTART'));
    expect(done()).toEqual(['A CLOSE', 'A /media/weather', 'A RESTART']);
    expect(await commandResults(replaced)).toEqual(['device_error', 'device_error']);
  });

  it('a cue that another one replaces before its medium is paused is not paused any more', async () => {
    shown = { ...shown, A: { file: '/media/weather', state: 'PLAYING', cursor: 100, duration: 15_000 } };
    await driven.clock.advance(500);
    await until(driven, 'a clip plays', () => scene()?.run?.clip.key === 'weather');
    sentCommand(players().send(commandTo.cue(output, 'left', opener)));
    await until(driven, 'it is opened', () => done().includes('B RESTART'));
    start('B');
    unanswered = 'SetMediaInputCursor';
    sentCommand(players().send(commandTo.seek(output, 'left', 5_000)));
    await until(driven, 'OBS is busy with a seek', () => JSON.stringify(obs.received).includes('SetMediaInputCursor'));
    shown = { ...shown, B: { file, isShown: false, state: 'PLAYING', cursor: 100, duration: 15_000 } };
    const before = obs.received.length;
    await until(driven, 'it was read', () => obs.received.length > before + 6);
    sentCommand(players().send(commandTo.cue(output, 'left', weather)));
    await driven.clock.advance(500);
    await until(driven, 'the other one is opened', () => done().includes('B /media/weather'));
    expect(done()).toEqual(['B CLOSE', 'B /media/opener', 'B RESTART', 'B CLOSE', 'B /media/weather', 'B RESTART']);
  });

  it('a clip that is cued while another one with its file is started is the cued one', async () => {
    sentCommand(players().send(commandTo.play(output, 'left', opener)));
    sentCommand(players().send(commandTo.cue(output, 'left', twin)));
    await until(driven, 'the first one is opened', () => done().includes('A RESTART'));
    start('A');
    await until(driven, 'the other one is opened', () => done().includes('B RESTART'));
    shown = { ...shown, B: { file, isShown: false, state: 'PAUSED', cursor: 0, duration: 15_000 } };
    await until(driven, 'it is cued', () => scene()?.cued != null);
    expect(scene()?.cued?.clip.key).toBe('twin');
  });

  it('a clip that is cued over another one with its file is the cued one, though OBS shows no difference', async () => {
    shown = { ...shown, B: { file, isShown: false, state: 'PAUSED', cursor: 0, duration: 15_000 } };
    await driven.clock.advance(500);
    await until(driven, 'one is cued', () => scene()?.cued?.clip.key === 'opener');
    sentCommand(players().send(commandTo.cue(output, 'left', twin)));
    await until(driven, 'the other one is cued', () => scene()?.cued?.clip.key === 'twin');
    start('B');
    const before = obs.received.length;
    await until(driven, 'it was read again', () => obs.received.length > before + 3);
    expect(scene()?.cued?.clip.key).toBe('twin');
  });

  it('a take that repeats one is the same command, also when its clip is not cued any more', async () => {
    shown = { ...shown, B: { file, isShown: false, state: 'PAUSED', cursor: 0, duration: 15_000 } };
    await driven.clock.advance(500);
    await until(driven, 'it is cued', () => scene()?.cued?.clip.key === 'opener');
    const taken = sentCommand(players().send(commandTo.take(output, 'left')));
    await until(driven, 'it is sent', () => done().includes('B RESTART'));
    shown = { A: { isShown: false }, B: { file, state: 'PLAYING', cursor: 0, duration: 15_000 } };
    await until(driven, 'it is not cued any more', () => scene()?.cued === null);
    const repeated = sentCommand(players().send(commandTo.take(output, 'left')));
    expect([await commandResults(taken), await commandResults(repeated)]).toEqual([
      ['done', 'pending'],
      ['done', 'pending'],
    ]);
    expect(done().filter((one) => one.startsWith('B '))).toEqual(['B RESTART']);
  });

  it('nothing is paused, resumed or sought while a stop of nothing is awaited', () => {
    const { stop, pause, resume, seek } = commandTo;
    sentCommand(players().send(stop(output, ['left'])));
    const commands = [pause(output, 'left'), resume(output, 'left'), seek(output, 'left', 1_000)];
    expect(commands.map((command) => refusedBy(players(), command))).toEqual(['conflict', 'conflict', 'conflict']);
  });
});
