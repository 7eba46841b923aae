// The mixes of a simulated vMix by themselves: what they show of the players, and what functions do off air.
import { parseXml } from '@rgrove/parse-xml';
import { beforeEach, describe, expect, it } from 'vitest';
import { attachmentsTo } from '../../../application/connections/attachments.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';
import { callFunction } from '../../../simulator/vmix/functions.js';
import type { Input } from '../../../simulator/vmix/inputs.js';
import { Mixer, type Mix } from '../../../simulator/vmix/mixer.js';
import { stateXml } from '../../../simulator/vmix/xml.js';
import { connectionId, layoutWith } from '../../adapters/drivers/bench.js';
import { output, selections } from '../../adapters/drivers/vmix/bench.js';
import { commandTo } from '../../support/commands.js';

const clip = (number: number, key: string, media: string) => ({ number, key, name: key, media, durationMs: 60_000 });

/** Two banks with a clip of the same key, which has another file in each. */
const banks = [
  { key: 'news', name: 'News', clips: [clip(1, 'opener', 'news-opener')] },
  { key: 'music', name: 'Music', clips: [clip(1, 'opener', 'music-opener')] },
];
const [news, music] = banks.map(({ key, clips: [first] }) => {
  if (first === undefined) throw new Error('the bank has no clip');
  return { bank: key, clip: first };
});

let clock: ManualClock;
let studio: SimulatedStudio;
let mixer: Mixer;
beforeEach(() => {
  clock = manualClock();
  studio = simulatedStudio({ ...demoStudio, banks }, clock);
  const layout = layoutWith('vmix', {}, { players: { [output]: { idle: 'Black', mixes: { left: 2, right: 1 } } } });
  const attachments = attachmentsTo({ ...layout, banks }, connectionId);
  mixer = new Mixer({ settings: {}, attachments, devices: studio, now: clock.now });
});

const mixOf = (scene: string): Mix => mixer.mixes.find((one) => one.scene === scene) ?? expect.fail(scene);
const inputOf = (name: string): Input => mixer.inputs.find((one) => one.name === name) ?? expect.fail(name);
const names = (scene: string) => [mixer.active(mixOf(scene)).name, mixer.preview(mixOf(scene)).name];
const call = async (name: string, input: string, rest = ''): Promise<number | string> => {
  const effects = callFunction(mixer, `${name} Input=${inputOf(input).key}${rest}`);
  await clock.advance(100);
  return typeof effects === 'string' ? effects : effects.length;
};

describe('a mix', () => {
  it('shows the clip of its scene and of its bank, and previews what is cued there', async () => {
    studio.players.send(commandTo.play(output, 'left', music ?? selections.bed));
    await clock.advance(100);
    expect([names('left'), names('right')]).toEqual([
      ['music-opener', 'Black'],
      ['Black', 'Black'],
    ]);
    studio.players.send(commandTo.cue(output, 'left', news ?? selections.bed));
    await clock.advance(100);
    expect(names('left')).toEqual(['music-opener', 'news-opener']);
    studio.players.send(commandTo.take(output, 'left'));
    await clock.advance(100);
    expect(names('left')).toEqual(['news-opener', 'Black']);
  });

  it('keeps its last clip at its end, and shows its idle input once it is stopped', async () => {
    await call('ActiveInput', 'news-opener', '&Mix=1');
    expect(names('left')[0]).toBe('news-opener');
    await clock.advance(60_000);
    expect([names('left')[0], mixer.view(inputOf('news-opener')).state]).toEqual(['news-opener', 'Completed']);
    await call('ActiveInput', 'Black', '&Mix=1');
    expect(names('left')[0]).toBe('Black');
    for (let again = 0; again < 2; again += 1) {
      expect(await call('Fade', 'news-opener', '&Mix=1')).toBe(1);
      expect(names('left')[0]).toBe('news-opener');
      expect(await call('Fade', 'news-opener', '&Mix=1')).toBe(0);
      expect(await call('Fade', 'Black', '&Mix=1')).toBe(1);
      expect(names('left')[0]).toBe('Black');
    }
  });

  it('has the number that the state and the functions name, the first being the main one', async () => {
    await call('ActiveInput', 'news-opener');
    expect([names('right')[0], names('left')[0]]).toEqual(['news-opener', 'Black']);
    expect(await call('ActiveInput', 'news-opener', '&Mix=2')).toBe('Mix not found');
    const { number } = inputOf('news-opener');
    const xml = stateXml(mixer);
    expect(parseXml(xml.trim()).root?.name).toBe('vmix');
    expect(xml).toContain(`</inputs><preview>1</preview><active>${String(number)}</active><mix number="2">`);
  });
});

describe('an input that both mixes have on air', () => {
  const runs = () => studio.players.state(output).scenes.map(({ run }) => run);

  beforeEach(async () => {
    for (const mix of [0, 1]) await call('ActiveInput', 'news-opener', `&Mix=${String(mix)}`);
  });

  it('is paused, moved and resumed in both, and what runs already is not resumed', async () => {
    expect(await call('Play', 'news-opener')).toBe(0);
    expect(await call('Pause', 'news-opener')).toBe(2);
    expect(await call('SetPosition', 'news-opener', '&Value=3000')).toBe(2);
    expect(runs()).toMatchObject(Array(2).fill({ paused: true, positionMs: 3_000 }));
    studio.players.send(commandTo.resume(output, 'left'));
    await clock.advance(100);
    expect(await call('Play', 'news-opener')).toBe(1);
    expect(await call('Restart', 'news-opener')).toBe(2);
    expect(runs()).toMatchObject(Array(2).fill({ paused: false, positionMs: 0 }));
  });
});

describe('an input off air', () => {
  const view = () => mixer.view(inputOf('music-opener'));

  it('runs from where it was, pauses there, and ends', async () => {
    await call('SetPosition', 'music-opener', '&Value=3000');
    await call('Play', 'music-opener');
    await clock.advance(900);
    await call('Pause', 'music-opener');
    expect(view()).toMatchObject({ state: 'Paused', positionMs: 4_000 });
    await clock.advance(5_000);
    await call('LoopOn', 'music-opener');
    expect(view()).toMatchObject({ state: 'Paused', positionMs: 4_000, loop: true });
    await call('Play', 'music-opener');
    await clock.advance(60_000);
    expect(view()).toMatchObject({ state: 'Completed', positionMs: 60_000 });
    await call('Restart', 'music-opener');
    expect(view().positionMs).toBeLessThan(60_000);
    expect(studio.commands()).toEqual([]);
  });

  it.each([
    ['Nonsense', 'Function Nonsense not found'],
    ['toString', 'Function toString not found'],
  ])('knows no function %s', async (name, refusal) => {
    expect(await call(name, 'music-opener')).toBe(refusal);
    expect(callFunction(mixer, 'Play Input=none')).toBe('Input not found');
  });
});
