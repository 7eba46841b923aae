// The second of a kind: outputs that share a server, and graphics of one output.
import { afterEach, describe, expect, it } from 'vitest';
import { casparcgPlayers } from '../../../../adapters/playout/casparcg/players.js';
import { silent } from '../../../../features/support/silent-log.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { scenesOf } from '../../../support/scenes.js';
import { passUntil } from '../advance-clock.js';
import { casparcgBench, output, outputAt, selections, type CasparcgBench } from './bench.js';
import { commandTo } from '../../../support/commands.js';

const { headlines, bed } = selections;

let bench: CasparcgBench;
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
  bench.close();
});

describe('two outputs on the channels of one server', () => {
  const other = 'out-3';

  const open = async () => {
    bench = await casparcgBench();
    const first = outputAt(bench.port);
    const second = { ...first, id: other, slot: 'floor', player: { ...first.player, channel: 2 } };
    const players = casparcgPlayers([first, second], {
      ...{ selections: Object.values(selections), clock: bench.clock, log: silent, oscPort: 0 },
    });
    closing.push(players.close);
    await passUntil(bench.clock, () => [output, other].every((id) => players.state(id).connected));
    return players;
  };

  it('play their own clips, each reported as a change of its own', async () => {
    const players = await open();
    const changed: string[] = [];
    players.watch((id) => changed.push(id));
    const playing = () => [output, other].map((id) => scenesOf(players, id).map(({ clip }) => clip));
    const sent = sentCommand(players.send(commandTo.play(other, 'left', headlines)));
    await bench.pass(300);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect([playing(), new Set(changed)]).toEqual([
      [
        [null, null],
        ['headlines', null],
      ],
      new Set([other]),
    ]);
    sentCommand(players.send(commandTo.play(output, 'right', bed)));
    await bench.pass(300);
    expect(playing()).toEqual([
      [null, 'bed'],
      ['headlines', null],
    ]);
    sentCommand(players.send(commandTo.stop(other, ['left'])));
    await bench.pass(300);
    expect(playing()).toEqual([
      [null, 'bed'],
      [null, null],
    ]);
    const commands = bench.lines.filter((line) => /^(PLAY|STOP)/.test(line)).map((line) => line.slice(0, 9));
    expect(commands).toEqual(['PLAY 2-10', 'PLAY 1-20', 'STOP 2-10']);
  });

  it('are named by their own slots where a command fails', async () => {
    const players = await open();
    bench.server.setFault({ type: 'refused' });
    const sent = [output, other].map((id) => sentCommand(players.send(commandTo.play(id, 'left', headlines))));
    await bench.pass(100);
    const messages = await Promise.all(sent.map(async ({ confirmed }) => JSON.stringify(await confirmed)));
    expect(messages.map((message) => /the player of \\"(\w+)\\"/.exec(message)?.[1])).toEqual(['wall', 'floor']);
  });

  it('go on alone when one of them is removed', async () => {
    const players = await open();
    const [first] = [outputAt(bench.port)];
    players.follow([first], Object.values(selections));
    expect([players.hasDriver(output), players.hasDriver(other)]).toEqual([true, false]);
    expect(players.state(other)).toEqual({ connected: false, scenes: [] });
    const sent = sentCommand(players.send(commandTo.play(output, 'left', headlines)));
    await bench.pass(300);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });
});

describe('two graphics of one output', () => {
  it('have layers of their own', async () => {
    const graphic = (scene: string, template: string) => ({ scene, template, fields: { headline: 'Headline' } });
    bench = await casparcgBench({
      server: { templates: new Map([['lower-third', 'page'] as const, ['ticker', 'page'] as const]) },
      driver: { graphics: [graphic('left', 'lower-third'), graphic('right', 'ticker')] },
    });
    const shown = () => bench.players.state(output).scenes.map(({ graphicShown }) => graphicShown);
    const confirmed = async (sending: Parameters<typeof sentCommand>[0]): Promise<void> => {
      const sent = sentCommand(sending);
      await bench.pass(300);
      expect(await commandResults(sent)).toEqual(['done', 'done']);
    };
    expect(shown()).toEqual([false, false]);
    await confirmed(bench.players.send(commandTo.show(output, 'right', { headline: 'Flood' })));
    expect(shown()).toEqual([false, true]);
    await confirmed(bench.players.send(commandTo.show(output, 'left', { headline: 'Storm' })));
    expect(shown()).toEqual([true, true]);
    await confirmed(bench.players.send(commandTo.hide(output, 'right')));
    expect(shown()).toEqual([true, false]);
    const commands = bench.lines.filter((line) => line.startsWith('CG')).map((line) => line.split(' ').slice(1, 5));
    expect(commands.map((words) => words.join(' '))).toEqual([
      ...['1-31 ADD 0 "ticker"', '1-30 ADD 0 "lower-third"', '1-31 CLEAR'],
    ]);
  });
});
