// Two clips with the same file: players that report files show the one that was commanded, and not the first in the studio file.
import { afterEach, expect, it } from 'vitest';
import { mediaOf } from '../../domain/studio/clip.js';
import { sentCommand } from '../contracts/device-commands.js';
import { connectionBench, type ConnectionBench } from './bench.js';
import { obsOptions, output, selections } from './obs/bench.js';
import { vmixPlayer } from './vmix/bench.js';

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

const { opener, weather } = selections;

const twin = { bank: opener.bank, clip: { ...opener.clip, number: 99, key: 'twin', media: mediaOf(opener.clip) } };

it.each([
  ['obs', obsOptions],
  ['vmix', { players: { [output]: vmixPlayer } }],
] as const)('on %s: the second one is cued, and then plays', async (protocol, options) => {
  const bench = (used = await connectionBench(protocol, options));
  const { drivers, current, pass, passUntil } = bench;
  const { players } = drivers;
  const scene = () => players.state(output).scenes.find(({ id }) => id === 'left');
  const { layout } = current;
  const isTwins = ({ key }: { readonly key: string }) => key === twin.bank;
  const banks = layout.banks.map((bank) => (isTwins(bank) ? { ...bank, clips: [...bank.clips, twin.clip] } : bank));
  current.replace({ ...layout, banks });
  await passUntil('it is connected', () => players.state(output).connected);
  sentCommand(players.play(output, 'left', weather));
  await passUntil('the other clip plays', () => scene()?.run?.clip.key === weather.clip.key);
  sentCommand(players.cue(output, 'left', twin));
  await pass(1_000);
  expect(scene()?.cued?.clip.key).toBe('twin');
  sentCommand(players.take(output, 'left'));
  await pass(1_000);
  expect(scene()?.run?.clip.key).toBe('twin');
});
