// When the driver of OBS reads a scene, what it logs of one that can't be used, and whom the start of an input concerns.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { SceneReader } from '../../../../adapters/drivers/obs/scene-reader.js';
import { StartSignals } from '../../../../adapters/drivers/obs/start-signals.js';
import { silent } from '../../../../features/support/silent-log.js';
import { fieldOf, listIn, textIn } from '../../../../domain/codec/unchecked.js';
import { manualClock } from '../../../../simulator/clock.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { output, selections } from './bench.js';
import { driveRaw, openObs, until, untilConnected, usable } from './raw-bench.js';
import { scripted, type ReceivedMessage } from './raw-obs.js';
import { commandTo } from '../../../support/commands.js';

it('a scene that can not be used is logged again when it could be used meanwhile', async () => {
  let inputs = usable;
  const problems: string[] = [];
  const warn = (sentence: string, fields?: object): void => void problems.push(`${sentence} ${JSON.stringify(fields)}`);
  const obs = await openObs(scripted(() => inputs));
  const opened = driveRaw(obs, { ...silent, warn });
  for (const count of [1, 2]) {
    inputs = usable;
    await untilConnected(opened);
    inputs = { B: {}, C: {}, D: {} };
    await until(opened, 'it is logged', () => problems.length === count);
    await opened.clock.advance(2_000);
    expect(problems).toHaveLength(count);
    expect(problems.at(-1)).toContain('the scene has no source \\"A\\"');
    expect(opened.drivers.players.state(output).connected).toBe(false);
  }
});

it('a change during a reading is read as soon as that is done', async () => {
  const answer = scripted(() => usable);
  let held: ReceivedMessage | undefined;
  let isHolding = false;
  const readings = (): number => obs.received.filter(({ op, content }) => op === 8 && isOfLeft(content)).length;
  const isOfLeft = (content: unknown): boolean =>
    textIn(fieldOf(listIn(content, 'requests')[0], 'requestData'), 'sceneName') === 'Left wall';
  const obs = await openObs((message) => {
    if (!isHolding || !isOfLeft(message.content)) return answer(message);
    held ??= message;
    return [];
  });
  const opened = driveRaw(obs);
  await untilConnected(opened);
  isHolding = true;
  await until(opened, 'a reading is under way', () => held !== undefined);
  const before = readings();
  obs.sendMessage(5, { eventType: 'MediaInputPlaybackEnded', eventData: { inputName: 'A' } });
  await until(opened, 'the event has arrived', () => readings() === before);
  isHolding = false;
  for (const [op, content] of held === undefined ? [] : answer(held)) obs.sendMessage(op, content);
  // The clock stands still: only the change makes the driver read.
  await expect.poll(readings).toBe(before + 1);
});

it('a transition is over 100 ms after its end, although the clock is set back meanwhile', async () => {
  const [time, reports, hourMs] = [{ now: 3_600_000, steady: 0 }, [] as boolean[], 3_600_000];
  let transitionCursor = 0.5;
  const reader = new SceneReader('left', [], {
    clock: { ...manualClock(), now: () => time.now, steady: () => time.steady },
    link: { request: () => Promise.resolve(E.right([{}, {}, {}, { responseData: { transitionCursor } }])) },
    isBusy: () => false,
    received: ({ isChanging }) => void reports.push(isChanging),
    failed: (reason) => expect.fail(reason),
  });
  reader.open();
  await expect.poll(() => reports).toEqual([true]);
  transitionCursor = 1;
  time.now -= hourMs;
  time.steady += 100;
  reader.read();
  await expect.poll(() => reports).toEqual([true, false]);
  reader.close();
});

it('the start of an input ends the waits for that input only', async () => {
  const clock = manualClock();
  const signals = new StartSignals(clock);
  const ended: string[] = [];
  for (const input of ['A', 'B']) void signals.wait(input).then(() => ended.push(input));
  signals.note('B');
  signals.note('C');
  await clock.advance(0);
  expect(ended).toEqual(['B']);
  await clock.advance(399);
  expect(ended).toEqual(['B']);
  await clock.advance(1);
  expect([ended, clock.waiting()]).toEqual([['B', 'A'], 0]);
});

it('a scene that can not be used is logged again after OBS was away', async () => {
  const problems: string[] = [];
  const warn = (sentence: string): void => void problems.push(sentence);
  const raw = await openObs(scripted(() => ({ B: {}, C: {}, D: {} })));
  const opened = driveRaw(raw, { ...silent, warn });
  await until(opened, 'it is logged', () => problems.length === 1);
  raw.hangUp();
  await until(opened, 'it is logged again', () => problems.length === 3);
  const problem = 'an output can not be used';
  expect(problems).toEqual([problem, 'a connection is lost', problem]);
});

it('a command whose requests OBS has not all answered has failed', async () => {
  const answer = scripted(() => usable);
  const isOpening = (content: unknown): boolean => JSON.stringify(content).includes('SetInputSettings');
  const obs = await openObs((message) =>
    message.op === 8 && isOpening(message.content)
      ? [[9, { requestId: textIn(message.content, 'requestId'), results: [{ requestStatus: { result: true } }] }]]
      : answer(message),
  );
  const opened = driveRaw(obs);
  await untilConnected(opened);
  const sent = sentCommand(opened.drivers.players.send(commandTo.play(output, 'left', selections.opener)));
  let failed: unknown;
  void sent.accepted.then((result) => (failed = result));
  await until(opened, 'it has failed', () => failed !== undefined);
  expect(failed).toMatchObject({ left: { message: expect.stringContaining('OBS refused') as string } });
});

it('a reading from before a late start does not count for the movement of the clip', async () => {
  const file = '/media/opener';
  let cursor = 40;
  let isHolding = false;
  let held: ReceivedMessage | undefined;
  const answer = scripted(() => ({ ...usable, A: { file, state: 'PLAYING', cursor, duration: 15_000 } }));
  const obs = await openObs((message) => {
    if (!isHolding || !JSON.stringify(message).includes('"Left wall"')) return answer(message);
    held ??= message;
    return [];
  });
  const { received, sendMessage } = obs;
  const opened = driveRaw(obs);
  await untilConnected(opened);
  const sent = sentCommand(opened.drivers.players.send(commandTo.play(output, 'left', selections.opener)));
  await until(opened, 'it is sent', () => received.some((message) => JSON.stringify(message).includes('RESTART')));
  const lateAtMs = opened.clock.now() + 700;
  await until(opened, 'the start is late', () => opened.clock.now() >= lateAtMs);
  isHolding = true;
  await until(opened, 'a reading is under way', () => held !== undefined);
  sendMessage(5, { eventType: 'MediaInputPlaybackStarted', eventData: { inputName: 'A' } });
  for (const [op, content] of held === undefined ? [] : answer(held)) sendMessage(op, content);
  [isHolding, cursor] = [false, 80];
  const before = received.length;
  await until(opened, 'it was read often', () => received.length > before + 20);
  expect(await commandResults(sent)).toEqual(['done', 'pending']);
  cursor = 120;
  let isConfirmed = false;
  void sent.confirmed.then(() => (isConfirmed = true));
  await until(opened, 'it has moved', () => isConfirmed);
});
