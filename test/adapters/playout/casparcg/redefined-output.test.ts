// An output that is defined anew while its player is connected, one whose player is lost, and a stop of several scenes of which one is stuck.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OutputWithPlayer } from '../../../../application/commands/layout-players.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { sendError, sentCommand } from '../../../contracts/device-commands.js';
import { passUntil } from '../advance-clock.js';
import { casparcgBench, output, outputAt, selections, type CasparcgBench } from './bench.js';
import { commandTo } from '../../../support/commands.js';

const graphics = [{ scene: 'left', template: 'lower-third', fields: {} }];

let bench: CasparcgBench;

beforeEach(async () => {
  bench = await casparcgBench({ driver: { graphics } });
});

afterEach(() => {
  bench.close();
});

const follow = (changes: Partial<OutputWithPlayer>): void => {
  bench.players.follow([{ ...outputAt(bench.port, graphics), ...changes }], Object.values(selections));
};

it('is named in messages as it is defined now, with its graphics', async () => {
  follow({ slot: 'stage' });
  await bench.setFault({ type: 'refused' });
  const named = expect.stringMatching(/^the player of "stage" /) as string;
  const { play, show } = commandTo;
  const sent = [play(output, 'left', selections.headlines), show(output, 'left', {})].map((command) =>
    sentCommand(bench.players.send(command)),
  );
  await bench.pass(300);
  for (const { confirmed } of sent) expect(await confirmed).toMatchObject({ left: { message: named } });
});

it.each([[['left', 'right', 'extra']], [['right', 'left']]])(
  'has the scenes of a reload, in its order: %j',
  async (scenes) => {
    const { player } = outputAt(bench.port, graphics);
    const layers = scenes.includes('extra') ? { ...player.layers, extra: 40 } : player.layers;
    follow({ scenes, player: { ...player, layers } });
    await passUntil(bench.clock, () => bench.players.state(output).connected);
    expect(bench.players.state(output).scenes.map(({ id }) => id)).toEqual(scenes);
  },
);

it.each([[['left', 'right']], [['right', 'left']]])(
  'no scene of %j is stopped while one takes no command',
  async (scenes) => {
    await bench.setFault({ type: 'frozen' });
    for (let sent = 0; sent < 100; sent += 1)
      sentCommand(bench.players.send(commandTo.play(output, 'left', selections.headlines)));
    const before = bench.lines.length;
    expect(sendError(bench.players.send(commandTo.stop(output, scenes)))).toBe('device_unavailable');
    expect(bench.lines.slice(before).filter((line) => line.startsWith('STOP'))).toEqual([]);
  },
);

it('is named in the log as it is defined now', async () => {
  bench.close();
  const log = memoryLog();
  bench = await casparcgBench({ driver: { graphics, log } });
  follow({ slot: 'stage' });
  bench.server.setOscFault({ type: 'silent' });
  await passUntil(bench.clock, () => bench.players.stateSource(output) === 'info');
  await bench.setFault({ type: 'offline' });
  await passUntil(bench.clock, () => log.lines.some((line) => line.startsWith('a connection is lost')));
  const logged = log.lines.filter((line) => line.startsWith('a player'));
  expect(logged).toHaveLength(1);
  for (const line of logged) expect(line).toContain('the player of \\"stage\\" (');
});

it('logs no loss of a player that it has no longer', async () => {
  const { player } = outputAt(bench.port, graphics);
  follow({ player: { ...player, channel: 2 } });
  await passUntil(bench.clock, () => bench.players.state(output).connected);
  bench.players.follow([], []);
  await bench.pass(1_000);
  expect(bench.warnings).toEqual([]);
});

it('has no source of its state while its player is lost', async () => {
  expect(bench.players.stateSource(output)).toBe('osc');
  await bench.setFault({ type: 'offline' });
  expect(bench.players.stateSource(output)).toBeNull();
});
