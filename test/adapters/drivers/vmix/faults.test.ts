// What the driver of vMix survives: a vMix that goes away, refuses or doesn't answer, nonsense, and a changed studio file.

import { afterEach, describe, expect, it } from 'vitest';
import type { Scene } from '../../../../domain/studio/output.js';
import { commandResults, sendAndConfirm, sentCommand } from '../../../contracts/device-commands.js';
import { scenesOf } from '../../../support/scenes.js';
import type { ConnectionBench } from '../bench.js';
import { output, playersBench, selections, vmixBench } from './bench.js';
import { vmixPeer, type PeerState, type VmixPeer } from './peer.js';

let used: ConnectionBench | undefined;
let peer: VmixPeer | undefined;

afterEach(async () => {
  await used?.close();
  peer?.end();
  [used, peer] = [undefined, undefined];
});

describe('a vMix', () => {
  it('that restarts no clip never confirms the run before', async () => {
    const bench = await vmixBench();
    used = bench;
    const play = () => bench.drivers.players.play(output, 'left', selections.bed);
    await sendAndConfirm(playersBench(used), play());
    await used.pass(500);
    used.setFault({ type: 'ineffective' });
    const sent = sentCommand(play());
    await used.pass(3_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
  });

  it('receives one play of a double press that it has not answered', async () => {
    const bench = await vmixBench();
    used = bench;
    const play = () => bench.drivers.players.play(output, 'left', selections.bed);
    const sent = [play(), play()].map(sentCommand);
    await used.pass(300);
    expect(await commandResults(sent[1] ?? sentCommand(play()))).toEqual(['done', 'done']);
    expect(used.studio.commands().filter(({ command }) => 'type' in command && command.type === 'play')).toHaveLength(
      1,
    );
  });
});

const idle: PeerState = {
  inputs: [
    { key: 'k-black', number: 1, type: 'Colour', title: 'Black', state: 'Paused', position: 0, duration: 0 },
    { key: 'k-bed', number: 2, type: 'Video', title: 'bed', state: 'Paused', position: 0, duration: 9_000 },
  ],
  active: 1,
  preview: 1,
};

const impossible = ['9e15', '1e300', 'Infinity', '-1e300', '-Infinity', 'NaN', '', 'later'];

const isWritable = (value: number | null): boolean => value === null || (Number.isSafeInteger(value) && value >= 0);

describe('times that no clip has', () => {
  const clip = { number: 1, key: 'bed', name: 'Bed' };
  const showing = (position: string, duration: string): PeerState => ({
    inputs: idle.inputs.map((input) =>
      input['number'] === 2 ? { ...input, state: 'Running', position, duration } : input,
    ),
    active: 2,
    preview: 1,
  });

  const expectWritable = (scene: Scene): void => {
    const { startedAt, endsAt, positionMs, durationMs, remainingMs } = scene;
    expect([positionMs, durationMs, remainingMs].filter((value) => !isWritable(value))).toEqual([]);
    expect([startedAt, endsAt].filter((time) => time !== null && !/^\d{4}-/.test(time))).toEqual([]);
  };

  it.each(impossible)('reach callers as times that can be written, or not at all: "%s"', async (time) => {
    const { drivers, clock, pass, show } = (peer = await vmixPeer([clip], idle));
    const scenes = () => scenesOf(drivers.players, output, clock.now());
    for (const [position, duration] of [
      ['500', time],
      [time, '9000'],
      [time, time],
    ] as const) {
      await pass(1_500, (ms) => {
        show(showing(String(ms), '9000'));
      });
      expect(scenes()[0]?.clip).toBe('bed');
      show(showing(position, duration));
      await pass(600, () => {
        scenes().forEach(expectWritable);
      });
    }
  });
});
