// Playlists on players that misbehave: clips that can't be cued, takes that fail, and players that take clips by themselves.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import type { RecordCommand } from '../../../application/ports/decided-commands.js';
import type { PlayerCommand, Players, SceneState } from '../../../application/ports/players.js';
import { withBackups } from '../../../application/commands/player-pairs.js';
import { withPlaylists } from '../../../application/sequences/playlists.js';
import { failure } from '../../../domain/failure.js';
import type { Command } from '../../../domain/studio/command.js';
import { endPlaylist } from '../../../domain/studio/runtime-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { clipSelection } from '../../simulator/bench.js';
import { promptMs, settle, stepBench } from '../demo-bench.js';

const broken = failure('device_error', 'the file is broken');

const textOf = (command: Command | PlayerCommand): string => {
  const clip = 'clip' in command ? ` ${command.clip.clip.key}` : '';
  return `${command.do}${clip}${'then' in command ? ' to follow' : ''}`;
};

/** A playlist of the bank "news", from its first clip. `refused`: the commands that the player refuses, as texts. */
const bench = (options: { readonly refused?: readonly string[]; readonly players?: Partial<Players> } = {}) => {
  const on = stepBench();
  const { ports } = on;
  const sent: string[] = [];
  const recorded: string[] = [];
  const refused = new Set(options.refused);
  const players: Players = {
    ...ports.players,
    send: (command) => {
      sent.push(textOf(command));
      return refused.has(textOf(command)) ? E.left(broken) : ports.players.send(command);
    },
    ...options.players,
  };
  const record: RecordCommand = (source, command, send) => {
    recorded.push(`${String(source.caller)}: ${textOf(command)}`);
    return send();
  };
  const playlists = withPlaylists({
    ...{ ...ports, record, alarms: on.alarms },
    players: withBackups(players, ports),
  });
  const start = (from = 'opener', loop = false) => {
    const [bank] = demoStudio.banks;
    const clip = bank?.clips.find(({ key }) => key === from);
    if (bank === undefined || clip === undefined) throw new Error(`there is no clip "${from}"`);
    return playlists.players.send({
      ...{ do: 'play', output: 'out-1', scene: 'full', clip: { bank: bank.key, clip } },
      playlist: { from, until: 'closer', loop },
    });
  };
  return {
    ...on,
    ...{ playlists, sent, recorded, refused, start },
    playing: () => ports.players.state('out-1').scenes[0]?.run?.clip.key ?? null,
    running: () => ports.studio.runtime().playlists.map(({ clip, next }) => [clip, next]),
    alarmed: () => on.alarms.open().map(({ message }) => message),
  };
};

it('@PLAYLIST-6: a clip that can’t be cued is skipped with an alarm, until it is cued or the playlist ends', async () => {
  const on = bench({ refused: ['cue headlines'] });
  on.start();
  await on.clock.advance(promptMs * 2);
  expect(on.running()).toEqual([['opener', 'weather']]);
  expect(on.alarmed()).toEqual([
    'a playlist of the output "out-1": the clip "headlines" was skipped in the scene "full": the file is broken',
  ]);
  await on.clock.advance(15_000 + promptMs);
  expect(on.playing()).toBe('weather');
  await on.clock.advance(81_000);
  expect([on.playing(), on.running(), on.alarmed()]).toEqual([null, [], []]);
});

it('a loop of which no clip can be cued ends once each was tried', async () => {
  const on = bench({ refused: ['cue opener', 'cue headlines', 'cue weather', 'cue closer'] });
  on.start('opener', true);
  await on.clock.advance(60_000);
  expect(on.sent.filter((text) => text.startsWith('cue'))).toHaveLength(4);
  expect(on.running()).toEqual([]);
  expect(on.alarmed()[0]).toContain('it has ended in the scene "full": none of the clips that follow could be cued');
});

it('a take that fails ends the playlist with an alarm, which the next command for the scene clears', async () => {
  const on = bench({ refused: ['take'] });
  on.start();
  await on.clock.advance(16_000);
  expect(on.running()).toEqual([]);
  expect(on.alarmed()[0]).toContain('the clip "headlines" was not taken: the file is broken');
  on.playlists.players.send({ do: 'stop', output: 'out-1', scenes: ['full'] });
  expect(on.alarmed()).toEqual([]);
});

it('a first clip that is never confirmed ends the playlist with an alarm', async () => {
  const on = bench();
  on.setFault('out-1', 'lost');
  on.start();
  await on.clock.advance(3_000);
  expect(on.running()).toEqual([]);
  expect(on.alarmed()[0]).toContain('the clip "opener" was not confirmed');
});

it('@PLAYLIST-3: a player that refuses to cue each of the clips that follow is sent nothing', () => {
  const refusal: Players['refusal'] = ({ do: verb }) => (verb === 'cue' ? broken : undefined);
  const on = bench({ players: { refusal } });
  expect(on.start()).toEqual(E.left(broken));
  expect(E.isRight(on.start('closer'))).toBe(true);
});

it('a player that takes clips by itself is sent no take, unless it fails to', async () => {
  const on = bench({ players: { takesAtEnd: () => true } });
  on.start();
  await on.clock.advance(promptMs * 2);
  expect(on.sent).toEqual(['play opener', 'cue headlines to follow']);
  // Somebody takes it in the place of the player, before the end.
  on.ports.players.send({ do: 'take', output: 'out-1', scene: 'full' });
  await on.clock.advance(promptMs * 2);
  expect(on.running()).toEqual([['headlines', 'weather']]);
  expect(on.recorded).toEqual([
    'playlist:news: cue headlines to follow',
    'playlist:news: take',
    'playlist:news: cue weather to follow',
  ]);
  await on.clock.advance(91_000);
  expect(on.sent.filter((text) => text === 'take')).toHaveLength(1);
  expect(on.playing()).toBe('weather');
});

it('@PLAYLIST-2: a playlist that is ended takes back that the player takes the next clip by itself', async () => {
  const on = bench({ players: { takesAtEnd: () => true } });
  on.start();
  await on.clock.advance(promptMs * 2);
  on.ports.studio.change(endPlaylist('out-1', 'full'));
  expect(on.sent.at(-1)).toBe('cue headlines');
  await on.clock.advance(20_000);
  expect(on.sent).toHaveLength(3);
});

it('@PLAYLIST-5: nothing is sent after the command of somebody else, nor when the service stops', async () => {
  for (const end of ['stop', 'service'] as const) {
    const on = bench();
    on.start();
    await on.clock.advance(14_990);
    if (end === 'stop') on.playlists.players.send({ do: 'stop', output: 'out-1', scenes: ['full'] });
    else on.playlists.stopPlaylists();
    const count = on.sent.length;
    await on.clock.advance(60_000);
    expect(on.sent).toHaveLength(count);
    expect(on.running()).toEqual(end === 'stop' ? [] : [['opener', 'headlines']]);
  }
});

it('@PLAYLIST-7: another studio file without the next clip has another one cued, and one without the bank ends it', async () => {
  const on = bench();
  on.start();
  await on.clock.advance(promptMs * 2);
  const without = (key: string) => ({
    ...demoStudio,
    banks: demoStudio.banks.map((bank) => ({ ...bank, clips: bank.clips.filter((clip) => clip.key !== key) })),
  });
  on.layout.replace(without('headlines'));
  await on.clock.advance(promptMs * 2);
  expect(on.running()).toEqual([['opener', 'weather']]);
  on.layout.replace(without('opener'));
  await settle(on.clock);
  expect(on.running()).toEqual([]);
  await on.clock.advance(20_000);
  expect(on.playing()).toBeNull();
});

it('@PAIR-9: the other player, which leads before it has taken the clip that is on, leaves the playlist', async () => {
  let late: SceneState['run'] | undefined;
  const on = bench({
    players: {
      state: (output) => {
        const report = on.ports.players.state(output);
        const scenes = report.scenes.map((scene) => (late === undefined ? scene : { ...scene, run: late }));
        return { ...report, scenes };
      },
    },
  });
  on.start();
  await on.clock.advance(14_000);
  const opener = on.ports.players.state('out-1').scenes[0]?.run;
  await on.clock.advance(1_000 + promptMs * 2);
  expect(on.running()).toEqual([['headlines', 'weather']]);
  late = opener;
  on.ports.players.send({ do: 'cue', output: 'out-1', scene: 'full', clip: clipSelection('news', 'weather') });
  await on.clock.advance(promptMs * 2);
  expect(on.running()).toEqual([['headlines', 'weather']]);
  late = undefined;
  await on.clock.advance(91_000);
  expect(on.playing()).toBe('weather');
});
