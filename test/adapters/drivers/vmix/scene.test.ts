// Commands to vMix that follow one whose effect isn't shown yet, replace it or repeat it: which functions the vMix still gets.
import { beforeEach, expect, it } from 'vitest';
import type { ClipDefinition } from '../../../../domain/studio/clip.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { eventually } from '../../../support/eventually.js';
import { output } from './bench.js';
import { vmixPeer, type PeerInput, type VmixPeer } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const clips = ['weather', 'opener'].map((key, index): ClipDefinition => ({ number: index + 1, key, name: key }));

const input = (number: number, title: string, changes: PeerInput = {}): PeerInput => ({
  ...{ key: `k-${title}`, number, type: 'Video', title, state: 'Paused', duration: 9_000, loop: 'False' },
  ...{ position: 5_000, ...changes },
});

const titles = ['Black', 'weather', 'opener'];

/** The inputs at their beginning, of which one may run. */
const inputs = (running: string | undefined, position = 0): readonly PeerInput[] =>
  titles.map((title, index) =>
    input(index + 1, title, title === running ? { state: 'Running', position } : { position: 0 }),
  );

let peer: VmixPeer;

beforeEach(async () => {
  const stopped = titles.map((title, index) => input(index + 1, title));
  peer = await vmixPeer(clips, { inputs: stopped, active: 1, preview: 1 });
  peer.received.length = 0;
});

const selected = (index: number) => ({ bank: 'news', clip: clips[index] ?? { number: 0, key: '', name: '' } });

it('a stop pauses the clip of a play, which would come on air', async () => {
  const { players } = peer.drivers;
  const played = sentCommand(players.send(commandTo.play(output, 'left', selected(0))));
  await peer.pass(60);
  expect(await commandResults(played)).toEqual(['done', 'pending']);
  const stopped = sentCommand(players.send(commandTo.stop(output, ['left'])));
  await peer.pass(60);
  expect(peer.received.slice(-2)).toEqual([
    'FUNCTION ActiveInput Input=k-Black&Mix=0',
    'FUNCTION Pause Input=k-weather',
  ]);
  expect(await commandResults(stopped)).toEqual(['done', 'done']);
  expect((await played.confirmed)._tag).toBe('Left');
});

it.each([
  [2, 3, ['Pause Input=k-weather']],
  [2, 1, ['Pause Input=k-weather']],
  [2, 2, []],
  [1, 2, []],
])(
  'a stop of what the mixes show as %i and %i pauses only what leaves the air: %j',
  async (active, secondActive, paused) => {
    await peer.pass(1_500, (position) => {
      peer.show({
        inputs: titles.map((title, index) => input(index + 1, title, { state: 'Running', position })),
        active,
        preview: 1,
        secondActive,
      });
    });
    sentCommand(peer.drivers.players.send(commandTo.stop(output, ['left'])));
    await peer.pass(60);
    expect(peer.received).toEqual(['ActiveInput Input=k-Black&Mix=0', ...paused].map((line) => `FUNCTION ${line}`));
  },
);

it('a play takes the clip of a cue out of preview', async () => {
  const { players } = peer.drivers;
  const cued = sentCommand(players.send(commandTo.cue(output, 'left', selected(1))));
  await peer.pass(60);
  expect(await commandResults(cued)).toEqual(['done', 'pending']);
  sentCommand(players.send(commandTo.play(output, 'left', selected(0))));
  await peer.pass(60);
  expect(peer.received.filter((line) => line.includes('PreviewInput'))).toEqual([
    'FUNCTION PreviewInput Input=k-opener&Mix=0',
    'FUNCTION PreviewInput Input=k-Black&Mix=0',
  ]);
  expect((await cued.confirmed)._tag).toBe('Left');
});

it('a state from before a command does not confirm it', async () => {
  const { players } = peer.drivers;
  const running = [input(1, 'Black'), { ...input(2, 'weather'), state: 'Running' }];
  const show = (ms: number): void => {
    peer.show({ inputs: [...running.slice(0, 1), { ...running[1], position: 1_000 + ms }], active: 2, preview: 1 });
  };
  await peer.pass(2_000, show);
  const { answer } = peer;
  let isAsked = false;
  peer.answer = (line) => {
    if (line !== 'XML') return 'FUNCTION ER Play failed\r\n';
    isAsked = true;
    return undefined;
  };
  await eventually('it is asked for its state', async () => {
    await peer.pass(5);
    return isAsked;
  });
  const sent = sentCommand(players.send(commandTo.resume(output, 'left')));
  peer.send(answer('XML') ?? '');
  await peer.pass(20);
  expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
});

const starting = (title: string): readonly string[] =>
  [
    `LoopOff Input=k-${title}`,
    `Restart Input=k-${title}`,
    `Play Input=k-${title}`,
    `ActiveInput Input=k-${title}&Mix=0`,
  ].map((line) => `FUNCTION ${line}`);

it('the functions that a replaced play has not sent yet are not sent any more', async () => {
  const { players } = peer.drivers;
  const replaced = sentCommand(players.send(commandTo.play(output, 'left', selected(0))));
  sentCommand(players.send(commandTo.play(output, 'left', selected(1))));
  await peer.pass(100);
  expect(peer.received.filter((line) => line.includes('weather')).length).toBeLessThanOrEqual(1);
  expect(peer.received.slice(-4)).toEqual(starting('opener'));
  expect(await commandResults(replaced)).toEqual(['device_error', 'device_error']);
});

it('a refused function of a replaced play does not fail the one that replaced it', async () => {
  const { players } = peer.drivers;
  const { answer } = peer;
  peer.answer = (line) => (line.includes('weather') ? 'FUNCTION ER Input is locked\r\n' : answer(line));
  sentCommand(players.send(commandTo.play(output, 'left', selected(0))));
  await peer.pass(5);
  const sent = sentCommand(players.send(commandTo.play(output, 'left', selected(1))));
  await peer.pass(100);
  expect(peer.received.slice(-4)).toEqual(starting('opener'));
  expect(await commandResults(sent)).toEqual(['done', 'pending']);
});

it('a play in one scene leaves the functions of the other one', async () => {
  const { players } = peer.drivers;
  for (const [scene, index] of [
    ['left', 0],
    ['right', 1],
  ] as const)
    sentCommand(players.send(commandTo.play(output, scene, selected(index))));
  await peer.pass(100);
  expect(peer.received).toEqual([
    ...starting('weather'),
    ...starting('opener').map((line) => line.replace('Mix=0', 'Mix=1')),
  ]);
});

it('a take shows the clip of the cue that is awaited, and not the one that was cued before', async () => {
  const { players } = peer.drivers;
  peer.show({ inputs: inputs(undefined), active: 1, preview: 2 });
  await peer.pass(1_200);
  expect(players.state(output).scenes[0]?.cued?.clip.key).toBe('weather');
  sentCommand(players.send(commandTo.cue(output, 'left', selected(1))));
  sentCommand(players.send(commandTo.take(output, 'left')));
  await peer.pass(100);
  expect(peer.received.filter((line) => line.includes('ActiveInput'))).toEqual([
    'FUNCTION ActiveInput Input=k-opener&Mix=0',
  ]);
});

it('a refused function is named with the reason of the vMix', async () => {
  peer.answer = () => 'FUNCTION ER Input is locked\r\n';
  const sent = sentCommand(peer.drivers.players.send(commandTo.play(output, 'left', selected(0))));
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
