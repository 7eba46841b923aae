// Commands to vMix that another one replaces, and repeated ones: which functions the vMix still gets.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClipDefinition } from '../../../../domain/studio/clip.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { output } from './bench.js';
import { vmixPeer, type PeerInput, type VmixPeer } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const clips = ['weather', 'opener'].map((key, index): ClipDefinition => ({ number: index + 1, key, name: key }));
const [weather, opener] = clips.map((clip) => ({ bank: 'news', clip }));

const input = (number: number, title: string, changes: PeerInput = {}): PeerInput => ({
  ...{ key: `k-${title}`, number, type: 'Video', title, state: 'Paused', position: 0, duration: 9_000, loop: 'False' },
  ...changes,
});

const inputs = (running?: string, position = 0) =>
  ['Black', 'weather', 'opener'].map((title, index) =>
    input(index + 1, title, title === running ? { state: 'Running', position } : {}),
  );

let peer: VmixPeer;

beforeEach(async () => {
  peer = await vmixPeer(clips, { inputs: inputs(), active: 1, preview: 1 });
  peer.received.length = 0;
});

afterEach(() => {
  peer.end();
});

const selected = (selection: typeof weather) => selection ?? { bank: '', clip: { number: 0, key: '', name: '' } };

const starting = (title: string): readonly string[] =>
  [
    `LoopOff Input=k-${title}`,
    `Restart Input=k-${title}`,
    `Play Input=k-${title}`,
    `ActiveInput Input=k-${title}&Mix=0`,
  ].map((line) => `FUNCTION ${line}`);

it('the functions that a replaced play has not sent yet are not sent any more', async () => {
  const { players } = peer.drivers;
  const replaced = sentCommand(players.send(commandTo.play(output, 'left', selected(weather))));
  sentCommand(players.send(commandTo.play(output, 'left', selected(opener))));
  await peer.pass(100);
  expect(peer.received.filter((line) => line.includes('weather')).length).toBeLessThanOrEqual(1);
  expect(peer.received.slice(-4)).toEqual(starting('opener'));
  expect(await commandResults(replaced)).toEqual(['device_error', 'device_error']);
});

it('a refused function of a replaced play does not fail the one that replaced it', async () => {
  const { players } = peer.drivers;
  const { answer } = peer;
  peer.answer = (line) => (line.includes('weather') ? 'FUNCTION ER Input is locked\r\n' : answer(line));
  sentCommand(players.send(commandTo.play(output, 'left', selected(weather))));
  await peer.pass(5);
  const sent = sentCommand(players.send(commandTo.play(output, 'left', selected(opener))));
  await peer.pass(100);
  expect(peer.received.slice(-4)).toEqual(starting('opener'));
  expect(await commandResults(sent)).toEqual(['done', 'pending']);
});

it('a play in one scene leaves the functions of the other one', async () => {
  const { players } = peer.drivers;
  for (const [scene, selection] of [
    ['left', weather],
    ['right', opener],
  ] as const)
    sentCommand(players.send(commandTo.play(output, scene, selected(selection))));
  await peer.pass(100);
  expect(peer.received).toEqual([
    ...starting('weather'),
    ...starting('opener').map((line) => line.replace('Mix=0', 'Mix=1')),
  ]);
});

it('a take shows the clip of the cue that is awaited, and not the one that was cued before', async () => {
  const { players } = peer.drivers;
  peer.show({ inputs: inputs(), active: 1, preview: 2 });
  await peer.pass(1_200);
  expect(players.state(output).scenes[0]?.cued?.clip.key).toBe('weather');
  sentCommand(players.send(commandTo.cue(output, 'left', selected(opener))));
  sentCommand(players.send(commandTo.take(output, 'left')));
  await peer.pass(100);
  expect(peer.received.filter((line) => line.includes('ActiveInput'))).toEqual([
    'FUNCTION ActiveInput Input=k-opener&Mix=0',
  ]);
});

it('a refused function is named with the reason of the vMix', async () => {
  peer.answer = () => 'FUNCTION ER Input is locked\r\n';
  const sent = sentCommand(peer.drivers.players.send(commandTo.play(output, 'left', selected(weather))));
  await peer.pass(20);
  const message = `output "${output}", scene "left": the vMix refused FUNCTION LoopOff Input=k-weather: Input is locked`;
  expect(await sent.confirmed).toMatchObject({ left: { code: 'device_error', message } });
});

it('a pause that repeats one whose effect is awaited is the same command, and so is a take', async () => {
  const { players } = peer.drivers;
  await peer.pass(1_600, (ms) => {
    peer.show({ inputs: inputs('weather', ms + 1), active: 2, preview: 3 });
  });
  for (const send of [
    () => players.send(commandTo.pause(output, 'left')),
    () => players.send(commandTo.take(output, 'left')),
  ]) {
    peer.received.length = 0;
    const sent = sentCommand(send());
    await peer.pass(60);
    const functions = [...peer.received];
    const again = sentCommand(send());
    await peer.pass(60);
    expect(peer.received).toEqual(functions);
    expect([await commandResults(sent), await commandResults(again)]).toEqual([
      ['done', 'pending'],
      ['done', 'pending'],
    ]);
  }
});
