// Commands to vMix that follow one whose effect isn't shown yet.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClipDefinition } from '../../../../domain/studio/clip.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { eventually } from '../../../support/eventually.js';
import { output } from './bench.js';
import { vmixPeer, type PeerInput, type VmixPeer } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const clips = ['weather', 'opener'].map((key, index): ClipDefinition => ({ number: index + 1, key, name: key }));

const input = (number: number, title: string): PeerInput => ({
  ...{
    key: `k-${title}`,
    number,
    type: 'Video',
    title,
    state: 'Paused',
    position: 5_000,
    duration: 9_000,
    loop: 'False',
  },
});

let peer: VmixPeer;

beforeEach(async () => {
  const inputs = [input(1, 'Black'), input(2, 'weather'), input(3, 'opener')];
  peer = await vmixPeer(clips, { inputs, active: 1, preview: 1 });
  peer.received.length = 0;
});

afterEach(() => {
  peer.end();
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
      const inputs = [input(1, 'Black'), ...['weather', 'opener'].map((title, at) => input(at + 2, title))];
      peer.show({
        inputs: inputs.map((one) => ({ ...one, state: 'Running', position })),
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
