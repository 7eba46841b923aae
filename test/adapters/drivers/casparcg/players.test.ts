// Outputs that share a server, graphics of one output, and what a changed studio file means for them.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlayedOutput } from '../../../../adapters/drivers/casparcg/settings.js';
import { silent } from '../../../../features/support/silent-log.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { scenesOf } from '../../../support/scenes.js';
import { passUntil } from '../advance-clock.js';
import { casparcgBench, output, outputAt, selections, type CasparcgBench } from './bench.js';
import { casparcgPlayers } from './driven-outputs.js';
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

describe('an output that is defined anew, or whose player is lost', () => {
  const graphics = [{ scene: 'left', template: 'lower-third', fields: {} }];

  beforeEach(async () => {
    bench = await casparcgBench({ driver: { graphics } });
  });

  const follow = (changes: Partial<PlayedOutput>): void => {
    bench.players.follow([{ ...outputAt(bench.port, graphics), ...changes }], Object.values(selections));
  };

  it('is named in messages as it is defined now, with its graphics', async () => {
    follow({ slot: 'stage' });
    await bench.setFault({ type: 'refused' });
    const named = expect.stringMatching(/^the player of "stage" /) as string;
    const { play, show } = commandTo;
    const commands = [play(output, 'left', selections.headlines), show(output, 'left', {})];
    const sent = commands.map((command) => sentCommand(bench.players.send(command)));
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
});

const cued = () => bench.players.state(output).scenes[0]?.cued;

const changes = (): readonly string[] => {
  const changed: string[] = [];
  bench.players.watch((id) => changed.push(id));
  return changed;
};

it('@RELOAD-5: a file that is cued becomes a clip once a clip is defined for it', async () => {
  bench = await casparcgBench();
  const { players, port } = bench;
  const { headlines, ...others } = selections;
  const definitions = [outputAt(port)];
  players.follow(definitions, Object.values(others));
  bench.execute('LOADBG 1-10 headlines');
  await bench.pass(1_000);
  expect(cued()).toBeNull();
  const changed = changes();
  const renamed = { bank: 'evening', clip: { ...headlines.clip, key: 'evening-news', media: 'headlines' } };
  players.follow(definitions, [...Object.values(others), renamed]);
  await bench.pass(200);
  expect(cued()).toEqual(renamed);
  expect(changed).toEqual([output]);
});

it('@RELOAD-5: a page that is shown becomes a graphic once the graphic has its template', async () => {
  const graphic = { scene: 'left', template: 'lower-third', fields: {} };
  const templates = new Map([['ticker', 'page']] as const);
  bench = await casparcgBench({ server: { templates }, driver: { graphics: [graphic] } });
  bench.execute('CG 1-30 ADD 1 ticker 1');
  await bench.pass(1_000);
  const shown = () => bench.players.state(output).scenes[0]?.graphicShown;
  expect(shown()).toBe(false);
  const changed = changes();
  bench.players.follow([outputAt(bench.port, [{ ...graphic, template: 'ticker' }])], Object.values(selections));
  await bench.pass(200);
  expect(shown()).toBe(true);
  expect(changed).toEqual([output]);
});
