// Commands to OBS that need the effect of an earlier one. The test decides when OBS shows an effect.
import { beforeEach, describe, expect, it } from 'vitest';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { fieldOf, listIn, textIn } from '../../../../domain/codec/unchecked.js';
import { settleSockets } from '../advance-clock.js';
import type { OpenedDrivers } from '../bench.js';
import { output, selections } from './bench.js';
import { driveRaw, openObs, until, untilConnected } from './raw-bench.js';
import { scripted, type RawObs, type ReceivedMessage, type ScriptedInput } from './raw-obs.js';
import { commandTo } from '../../../support/commands.js';

const left = 'left';
const { opener, weather, closer } = selections;

/** The file that OBS refuses to open. */
let refused: string | undefined;

/** What OBS shows of the inputs of the scene `left`. */
let shown: { A: ScriptedInput; B: ScriptedInput };
let obs: RawObs;
let driven: OpenedDrivers;

const fileOf = (key: string): string => `/media/${key}`;

const cued = (key: string): ScriptedInput => ({
  file: fileOf(key),
  isShown: false,
  state: 'PAUSED',
  cursor: 0,
  duration: 15_000,
});

let cursor: number;

/** Every reading shows the next picture. */
const running = (key: string): ScriptedInput => ({
  file: fileOf(key),
  state: 'PLAYING',
  cursor: (cursor += 10),
  duration: 15_000,
});

beforeEach(async () => {
  cursor = 0;
  shown = { A: {}, B: cued('closer') };
  refused = undefined;
  const inputs = () => ({ ...shown, C: {}, D: { isShown: false } });
  obs = await openObs(scripted(inputs, { refuses: (file) => file === refused }));
  driven = driveRaw(obs);
  await untilConnected(driven);
});

/** What OBS was asked to do: the types of the requests, with their media action. Requests that only read are left out. */
const requests = (): readonly string[] =>
  obs.received
    .flatMap(({ content }) => listIn(content, 'requests'))
    .map((request) => {
      const data = fieldOf(request, 'requestData');
      const [type = '', action = ''] = [textIn(request, 'requestType'), textIn(data, 'mediaAction')];
      return `${type} ${textIn(data, 'inputName') ?? ''} ${action.replace(/^.*_/, '')}`.trim();
    })
    .filter((request) => !request.startsWith('Get'));

const startsOf = (input: string): readonly string[] =>
  requests().filter((request) => request === `TriggerMediaInputAction ${input} RESTART`);

const start = (inputName: string): void => {
  obs.sendMessage(5, { eventType: 'MediaInputPlaybackStarted', eventData: { inputName } });
};

const scene = () => driven.drivers.players.state(output).scenes.find(({ id }) => id === left);

/** Lets time pass for longer than a command may keep the next one waiting, while OBS answers every request. */
const passing = async (): Promise<void> => {
  const untilMs = driven.clock.now() + 700;
  const before = obs.received.length;
  await until(driven, 'time has passed', () => driven.clock.now() >= untilMs && obs.received.length > before + 20);
};

const ended = async ({ confirmed }: SentCommand): Promise<void> => {
  let isEnded = false;
  void confirmed.then(() => (isEnded = true));
  await until(driven, 'the command has ended', () => isEnded);
};

describe('a take that follows a cue at once', () => {
  it('waits until OBS shows the cued clip, and puts this one on air, not the one cued before', async () => {
    const { players } = driven.drivers;
    await until(driven, 'a clip is cued', () => scene()?.cued?.clip.key === closer.clip.key);
    const cue = sentCommand(players.send(commandTo.cue(output, left, weather)));
    const take = sentCommand(players.send(commandTo.take(output, left)));
    await until(driven, 'the clip is opened', () => startsOf('B').length > 0);
    start('B');
    await passing();
    expect([startsOf('B').length, await commandResults(take)]).toEqual([1, ['pending', 'pending']]);
    shown = { ...shown, B: cued('weather') };
    await until(driven, 'the clip is started', () => startsOf('B').length === 2);
    expect(await commandResults(cue)).toEqual(['done', 'done']);
    shown = { A: { isShown: false }, B: running('weather') };
    start('B');
    await until(driven, 'the clip is on air', () => {
      shown = { ...shown, B: running('weather') };
      return scene()?.run?.clip.key === weather.clip.key;
    });
    expect(await commandResults(take)).toEqual(['done', 'done']);
  });

  it('waits too if nothing was cued before', async () => {
    shown = { A: {}, B: { isShown: false } };
    const { players } = driven.drivers;
    await until(driven, 'nothing is cued', () => scene()?.cued === null);
    sentCommand(players.send(commandTo.cue(output, left, weather)));
    const take = sentCommand(players.send(commandTo.take(output, left)));
    await until(driven, 'the clip is opened', () => startsOf('B').length > 0);
    await passing();
    expect(await commandResults(take)).toEqual(['pending', 'pending']);
    shown = { ...shown, B: cued('weather') };
    await until(driven, 'the clip is started', () => startsOf('B').length === 2);
  });
});

describe('a take that is not confirmed', () => {
  it('is never sent once its caller has stopped waiting for it', async () => {
    const { players } = driven.drivers;
    sentCommand(players.send(commandTo.cue(output, left, weather)));
    const take = sentCommand(players.send(commandTo.take(output, left)));
    await passing();
    const message = `the player of the output "${output}": nothing was sent, because the command before it was not confirmed in time`;
    expect(take.failureAtTimeout?.()).toEqual({ code: 'device_error', message });
    shown = { ...shown, B: cued('weather') };
    start('B');
    await until(driven, 'the clip is cued', () => scene()?.cued?.clip.key === weather.clip.key);
    await passing();
    expect([startsOf('B').length, await commandResults(take)]).toEqual([1, ['device_error', 'device_error']]);
  });

  it('is not what a take after another cue repeats', async () => {
    const { players } = driven.drivers;
    await until(driven, 'a clip is cued', () => scene()?.cued?.clip.key === closer.clip.key);
    const lost = sentCommand(players.send(commandTo.take(output, left)));
    await until(driven, 'it is sent', () => startsOf('B').length === 1);
    shown = { A: cued('weather'), B: { ...running('closer'), state: 'ENDED' } };
    const cue = sentCommand(players.send(commandTo.cue(output, left, weather)));
    start('A');
    await until(driven, 'the next clip is cued', () => scene()?.cued?.clip.key === weather.clip.key);
    await ended(cue);
    expect(await commandResults(cue)).toEqual(['done', 'done']);
    sentCommand(players.send(commandTo.take(output, left)));
    await until(driven, 'it is sent too', () => startsOf('A').length === 2);
    expect(await commandResults(lost)).toEqual(['done', 'device_error']);
  });

  it('ends with the longest timeout, and nothing waits for it any more', async () => {
    const { players } = driven.drivers;
    await until(driven, 'a clip is cued', () => scene()?.cued?.clip.key === closer.clip.key);
    const take = sentCommand(players.send(commandTo.take(output, left)));
    for (let passed = 0; passed < 31_000; passed += 500) {
      await driven.clock.advance(500);
      await settleSockets();
    }
    expect(await commandResults(take)).toEqual(['done', 'device_error']);
    sentCommand(players.send(commandTo.play(output, left, opener)));
    await until(driven, 'the next clip is opened', () => startsOf('A').length === 1);
  });
});

describe('a clip that somebody hides', () => {
  it('is cued, and a take starts it and not what the other input has', async () => {
    shown = { A: running('opener'), B: { isShown: false, file: fileOf('closer'), state: 'ENDED' } };
    const { players } = driven.drivers;
    await until(driven, 'it plays', () => {
      shown = { ...shown, A: running('opener') };
      return scene()?.run?.clip.key === opener.clip.key;
    });
    shown = { ...shown, A: cued('opener') };
    await until(driven, 'it is cued', () => scene()?.cued?.clip.key === opener.clip.key);
    sentCommand(players.send(commandTo.take(output, left)));
    await until(driven, 'it is started', () => startsOf('A').length === 1);
    expect(startsOf('B')).toEqual([]);
  });
});

describe('a command that follows one that OBS refuses', () => {
  it('takes nothing after a refused cue, least of all the clip that was cued before', async () => {
    const { players } = driven.drivers;
    await until(driven, 'a clip is cued', () => scene()?.cued?.clip.key === closer.clip.key);
    refused = fileOf('weather');
    const cue = sentCommand(players.send(commandTo.cue(output, left, weather)));
    const take = sentCommand(players.send(commandTo.take(output, left)));
    await ended(take);
    expect(await commandResults(cue)).toEqual(['device_error', 'device_error']);
    expect(await commandResults(take)).toEqual(['device_error', 'device_error']);
    expect(requests().filter((request) => request.startsWith('SetSceneItemEnabled'))).toEqual([]);
  });

  it('takes nothing if another cue replaces the one that it waits for', async () => {
    const { players } = driven.drivers;
    await until(driven, 'a clip is cued', () => scene()?.cued?.clip.key === closer.clip.key);
    sentCommand(players.send(commandTo.cue(output, left, weather)));
    const take = sentCommand(players.send(commandTo.take(output, left)));
    sentCommand(players.send(commandTo.cue(output, left, opener)));
    await ended(take);
    expect(await commandResults(take)).toEqual(['device_error', 'device_error']);
    expect(requests().filter((request) => request.startsWith('SetSceneItemEnabled'))).toEqual([]);
  });

  it('does not pause what plays after a refused clip', async () => {
    const { players } = driven.drivers;
    await until(driven, 'a clip plays', () => {
      shown = { ...shown, A: running('weather') };
      return scene()?.run?.clip.key === weather.clip.key;
    });
    refused = fileOf('opener');
    sentCommand(players.send(commandTo.play(output, left, opener)));
    const pause = sentCommand(players.send(commandTo.pause(output, left)));
    await ended(pause);
    expect(await commandResults(pause)).toEqual(['device_error', 'device_error']);
    expect(requests()).not.toContain('TriggerMediaInputAction A PAUSE');
  });
});

describe('a command that follows a play at once', () => {
  it.each([
    ['pause', 'TriggerMediaInputAction A PAUSE'],
    ['resume', 'TriggerMediaInputAction A PLAY'],
    ['seek', 'SetMediaInputCursor A'],
  ] as const)('waits until OBS shows the clip: %s', async (type, request) => {
    const { players } = driven.drivers;
    const play = sentCommand(players.send(commandTo.play(output, left, opener)));
    const next = sentCommand(
      players.send(type === 'seek' ? commandTo.seek(output, left, 5_000) : commandTo[type](output, left)),
    );
    await until(driven, 'the clip is opened', () => startsOf('A').length > 0);
    await passing();
    expect([requests().includes(request), await commandResults(next)]).toEqual([false, ['pending', 'pending']]);
    start('A');
    await until(driven, 'the next command is sent', () => {
      shown = { ...shown, A: running('opener') };
      return requests().includes(request);
    });
    expect(await commandResults(play)).toEqual(['done', 'done']);
  });
});

describe('a cue whose effect is awaited', () => {
  it('is paused again while OBS ignores that', async () => {
    shown = { ...shown, B: { isShown: false } };
    sentCommand(driven.drivers.players.send(commandTo.cue(output, left, weather)));
    await until(driven, 'it is sent', () => startsOf('B').length === 1);
    shown = { ...shown, B: { ...running('weather'), isShown: false } };
    start('B');
    const pauses = () => requests().filter((request) => request === 'TriggerMediaInputAction B PAUSE');
    await until(driven, 'it is paused several times', () => pauses().length > 2);
  });
});

it('a command whose effect is awaited is watched closely for 3 s', async () => {
  const isReading = ({ content }: ReceivedMessage): boolean => JSON.stringify(content).includes('"Left wall"');
  const readingsIn = async (ms: number): Promise<number> => {
    const before = obs.received.filter(isReading).length;
    for (let passed = 0; passed < ms; passed += 10) {
      await driven.clock.advance(10);
      await settleSockets();
    }
    return obs.received.filter(isReading).length - before;
  };
  sentCommand(driven.drivers.players.send(commandTo.play(output, left, opener)));
  await passing();
  expect(await readingsIn(1_000)).toBeGreaterThan(20);
  await readingsIn(2_000);
  expect(await readingsIn(1_000)).toBeLessThan(5);
});
