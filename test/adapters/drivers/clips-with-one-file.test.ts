// Two clips with the same file: players that report files show the one that was commanded, and not the first in the studio file.
import { expect, it } from 'vitest';
import { mediaOf } from '../../../domain/studio/clip.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import { type BenchOptions } from './bench.js';
import { openBench } from './closed-bench.js';
import { obsOptions, output, selections } from './obs/bench.js';
import { vmixPlayer } from './vmix/bench.js';
import { commandTo } from '../../support/commands.js';

const { opener, weather } = selections;

const twin = { bank: opener.bank, clip: { ...opener.clip, number: 99, key: 'twin', media: mediaOf(opener.clip) } };

/** A clip of another bank with the same file and key. */
const namesake = { bank: 'music', clip: { ...opener.clip, number: 99 } };

const protocols: readonly (readonly ['obs' | 'vmix', BenchOptions])[] = [
  ['obs', obsOptions],
  ['vmix', { players: { [output]: vmixPlayer } }],
];

/** Opens a player whose studio file has both clips. */
const open = async (...[protocol, options]: (typeof protocols)[number]) => {
  const bench = await openBench(protocol, options);
  const { drivers, current, passUntil } = bench;
  const { players } = drivers;
  const scene = () => players.state(output).scenes.find(({ id }) => id === 'left');
  const { layout } = current;
  const banks = layout.banks.map((bank) => {
    const added = [twin, namesake].filter((one) => one.bank === bank.key).map(({ clip }) => clip);
    return { ...bank, clips: [...bank.clips, ...added] };
  });
  current.replace({ ...layout, banks });
  await passUntil('it is connected', () => players.state(output).connected);
  const keys = () => [scene()?.run?.clip.key, scene()?.cued?.clip.key];
  return { ...bench, players, keys, cuedBank: () => scene()?.cued?.bank };
};

it.each(protocols)('on %s: the second one is cued, and then plays', async (...protocol) => {
  const { players, pass, passUntil, keys } = await open(...protocol);
  sentCommand(players.send(commandTo.play(output, 'left', weather)));
  await passUntil('the other clip plays', () => keys()[0] === weather.clip.key);
  sentCommand(players.send(commandTo.cue(output, 'left', twin)));
  await pass(1_000);
  expect(keys()[1]).toBe('twin');
  sentCommand(players.send(commandTo.take(output, 'left')));
  await pass(1_000);
  expect(keys()[0]).toBe('twin');
});

it.each(protocols)('on %s: one plays on while the other one is cued', async (...protocol) => {
  const { players, pass, passUntil, keys } = await open(...protocol);
  for (const [playing, cued] of [
    [opener, twin],
    [twin, opener],
  ] as const) {
    sentCommand(players.send(commandTo.play(output, 'left', playing)));
    await passUntil('it plays', () => keys()[0] === playing.clip.key);
    sentCommand(players.send(commandTo.cue(output, 'left', cued)));
    await passUntil('the other one is cued', () => keys()[1] === cued.clip.key);
    await pass(600);
    expect(keys()).toEqual([playing.clip.key, cued.clip.key]);
  }
});

it.each(protocols)('on %s: the one that is cued last is the cued one', async (...protocol) => {
  const { players, pass, passUntil, keys, cuedBank } = await open(...protocol);
  sentCommand(players.send(commandTo.play(output, 'left', weather)));
  await passUntil('another clip plays', () => keys()[0] === weather.clip.key);
  for (const cued of [twin, opener, namesake, opener]) {
    const sent = sentCommand(players.send(commandTo.cue(output, 'left', cued)));
    await pass(300);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect([cuedBank(), keys()[1]]).toEqual([cued.bank, cued.clip.key]);
  }
});
