// Clips that the studio file changes while they play: the players show them as they are in the file.
import { it } from 'vitest';
import { sentCommand } from '../../contracts/device-commands.js';
import type { ConnectionProtocol } from '../../../infra/service/connection-drivers.js';
import { type BenchOptions } from './bench.js';
import { openBench } from './closed-bench.js';
import { obsOptions, output, selections } from './obs/bench.js';
import { playerOf, protocols } from './shared/templates/templates.js';
import { vmixPlayer } from './vmix/bench.js';
import { commandTo } from '../../support/commands.js';

const players: readonly (readonly [ConnectionProtocol, BenchOptions])[] = [
  ['obs', obsOptions],
  ['vmix', { players: { [output]: vmixPlayer } }],
  ...protocols.map((protocol) => [protocol, { players: { [output]: playerOf(protocol) } }] as const),
];

it.each(players)('a clip on %s has its new name', async (protocol, options) => {
  const bench = await openBench(protocol, options);
  const { drivers, current, passUntil } = bench;
  const run = () => drivers.players.state(output).scenes.find(({ id }) => id === 'left')?.run;
  await passUntil('it is connected', () => drivers.players.state(output).connected);
  sentCommand(drivers.players.send(commandTo.play(output, 'left', selections.opener)));
  await passUntil('the clip plays', () => run()?.clip.key === 'opener');
  const { layout } = current;
  const banks = layout.banks.map((bank) => ({
    ...bank,
    clips: bank.clips.map((clip) => (clip.key === 'opener' ? { ...clip, name: 'Renamed' } : clip)),
  }));
  current.replace({ ...layout, banks });
  await passUntil('the clip has its new name', () => run()?.clip.name === 'Renamed');
});
