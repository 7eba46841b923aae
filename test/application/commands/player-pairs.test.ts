// Outputs with two players, where scenarios can't show what happens.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { watchBackups } from '../../../application/alarms/backup-alarms.js';
import { alarms as openAlarms } from '../../../application/alarms/alarms.js';
import { withBackups } from '../../../application/commands/player-pairs.js';
import type { CommandResult, SentCommand } from '../../../application/ports/commands.js';
import type { Players } from '../../../application/ports/players.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { failure } from '../../../domain/failure.js';
import { initialRuntimeState, setLead } from '../../../domain/studio/runtime-state.js';
import { pairedStudio } from '../../../features/support/paired-studio.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { commandResults, sendError, sentCommand } from '../../contracts/device-commands.js';
import { clipSelection } from '../../simulator/bench.js';
import { commandTo } from '../../support/commands.js';
import { promptMs, savedAtOnce } from '../demo-bench.js';

const weather = clipSelection('news', 'weather');
const play = commandTo.play('out-1', 'full', weather);
const follow = { do: 'follow', output: 'out-1', player: 'backup' } as const;

const bench = (change: (players: Players) => Players = (players) => players) => {
  const clock = manualClock();
  const simulated = simulatedStudio(pairedStudio, clock);
  const layout = currentLayout(pairedStudio);
  layout.watchLayout(({ now }) => {
    simulated.follow(now);
  });
  const studio = studioState(layout, initialRuntimeState(pairedStudio), savedAtOnce);
  const bare = change(simulated.players);
  const players = withBackups(bare, { studio, clock });
  const alarms = openAlarms({ clock, secrets: { id: () => 'id' }, log: silent });
  const end = watchBackups({ alarms, clock, studio, players });
  const confirm = async (command: Parameters<typeof players.send>[0]) => {
    const sent = sentCommand(players.send(command));
    await clock.advance(10 * promptMs);
    return commandResults(sent);
  };
  const messages = () => alarms.open().map(({ message }) => message.replace(/^.* differ: /, ''));
  const positions = () =>
    Object.values(players.pair?.('out-1')?.reports ?? {}).map(({ scenes: [scene] }) => scene?.run?.positionMs);
  return { clock, simulated, layout, studio, bare, players, end, confirm, messages, positions };
};

describe('@PAIR-6: clips on two players that drift apart', () => {
  it('raise an alarm once they are a second apart, until they are not', async () => {
    const { clock, bare, confirm, messages } = bench();
    await confirm(play);
    await clock.advance(10_000);
    bare.send(commandTo.seek('out-1-backup', 'full', 2_000));
    await clock.advance(900);
    expect(messages()).toEqual([]);
    await clock.advance(700);
    expect(messages()).toEqual([expect.stringMatching(/^main is at 11\.\d s of "weather", backup is at 3\.\d s/)]);
    await confirm(follow);
    expect(messages()).toEqual([]);
  });

  it('raise it though no player reports a change while its clip runs too slowly', async () => {
    let aheadMs = 0;
    const { clock, confirm, messages } = bench((players) => ({
      ...players,
      state: (output) => {
        const { connected, scenes } = players.state(output);
        const ahead = output === 'out-1-backup' ? aheadMs : 0;
        return {
          connected,
          scenes: scenes.map((scene) => ({ ...scene, run: scene.run && { ...scene.run, aheadMs: ahead } })),
        };
      },
    }));
    await confirm(play);
    aheadMs = -1_200;
    await clock.advance(1_600);
    expect(messages()).toHaveLength(1);
    aheadMs = 0;
    await clock.advance(600);
    expect(messages()).toEqual([]);
  });
});

describe('@PAIR-5: the alarm about two players', () => {
  it('is cleared when the output loses its backup, and leaves no timer', async () => {
    const { clock, simulated, layout, messages, end } = bench();
    simulated.setFault('out-1-backup', { type: 'offline' });
    await clock.advance(1_000);
    expect(messages()).toEqual(['main shows nothing, backup is not connected']);
    layout.replace(demoStudio);
    expect(messages()).toEqual([]);
    expect(clock.waiting()).toBe(0);
    layout.replace(pairedStudio);
    end();
    expect(clock.waiting()).toBe(0);
  });

  it('has another message when the players show something else', async () => {
    const { clock, simulated, confirm, messages } = bench();
    simulated.setFault('out-1-backup', { type: 'ineffective' });
    await confirm(play);
    await clock.advance(1_000);
    await confirm(commandTo.stop('out-1', ['full']));
    await confirm(commandTo.cue('out-1', 'full', weather));
    await clock.advance(1_000);
    expect(messages()).toEqual(['main has "weather" cued, backup has nothing cued']);
  });
});

describe('@PAIR-1: the command of two players', () => {
  it('is sent to both before either has answered, and watchers learn of both by the id of the output', async () => {
    const { clock, simulated, players } = bench();
    const changes: string[] = [];
    players.watch((id) => changes.push(id));
    players.send(play);
    expect(simulated.commands().map(({ device }) => device)).toEqual(['out-1', 'out-1-backup']);
    await clock.advance(promptMs);
    expect(new Set(changes)).toEqual(new Set(['out-1']));
  });

  it('of the other player is given up some time after the answer, and with it at its timeout', async () => {
    const ended: string[] = [];
    const never = new Promise<CommandResult>(() => undefined);
    const { clock, players } = bench((real) => ({
      ...real,
      send: ({ output }) => {
        const confirmed = output === 'out-1' ? Promise.resolve(E.right(undefined)) : never;
        const failureAtTimeout = () => {
          ended.push(output);
          return failure('device_error', output);
        };
        return E.right<never, SentCommand>({ accepted: confirmed, confirmed, failureAtTimeout });
      },
    }));
    const sent = sentCommand(players.send(play));
    await clock.advance(1_999);
    expect(ended).toEqual([]);
    await clock.advance(1);
    expect(ended).toEqual(['out-1-backup']);
    expect(sent.failureAtTimeout?.()).toEqual(failure('device_error', 'out-1'));
    expect(ended).toEqual(['out-1-backup', 'out-1-backup', 'out-1']);
  });

  it('follows the lead at once, which watchers learn of', async () => {
    const { simulated, studio, players, confirm } = bench();
    const changes: string[] = [];
    players.watch((id) => changes.push(id));
    studio.change(setLead('out-1', 'backup'));
    expect([changes, players.pair?.('out-1')?.lead]).toEqual([['out-1'], 'backup']);
    simulated.setFault('out-1-backup', { type: 'refused' });
    expect(await confirm(play)).toContain('device_error');
  });
});

describe('@PAIR-7: a player that follows', () => {
  const follows = async (prepare: (opened: ReturnType<typeof bench>) => Promise<void>) => {
    const opened = bench();
    await prepare(opened);
    const before = opened.simulated.commands().length;
    const result = await opened.confirm(follow);
    const sent = opened.simulated.commands().slice(before);
    expect(new Set(sent.map(({ device }) => device))).toEqual(new Set(sent.length === 0 ? [] : ['out-1-backup']));
    return { ...opened, result, types: sent.map(({ command }) => (command as { readonly type: string }).type) };
  };

  it('takes the position that the leading clip has when its own is there', async () => {
    const { types, result, positions, clock, players } = await follows(async ({ bare, clock: time }) => {
      bare.send(commandTo.play('out-1', 'full', weather));
      await time.advance(20_000);
    });
    expect([types, result]).toEqual([
      ['play', 'seek'],
      ['done', 'done'],
    ]);
    await clock.advance(0);
    expect(positions()[1]).toBeGreaterThan(19_900);
    expect(players.pair?.('out-1')?.reports.backup.scenes[0]?.run?.paused).toBe(false);
  });

  it('does only what it lacks', async () => {
    const nothing = await follows(async ({ confirm }) => void (await confirm(play)));
    expect([nothing.types, nothing.result]).toEqual([[], ['done', 'done']]);
    const paused = await follows(async ({ confirm, bare, clock }) => {
      await confirm(play);
      bare.send(commandTo.pause('out-1', 'full'));
      bare.send(commandTo.cue('out-1', 'full', weather));
      await clock.advance(5_000);
    });
    expect(paused.types).toEqual(['pause', 'seek', 'cue']);
    expect(paused.positions()[0]).toBeCloseTo(paused.positions()[1] ?? 0, -1);
  });

  it('sends nothing after its timeout, and fails as its command does', async () => {
    const { clock, simulated, bare, players } = bench();
    bare.send(commandTo.play('out-1', 'full', weather));
    await clock.advance(20_000);
    simulated.setFault('out-1-backup', { type: 'late', delayMs: 3_000 });
    const sent = sentCommand(players.send(follow));
    await clock.advance(2_000);
    expect(sent.failureAtTimeout?.()).toBeUndefined();
    await clock.advance(5_000);
    expect(await commandResults(sent)).toEqual(['ack_timeout', 'ack_timeout']);
    expect(simulated.commands()).toHaveLength(2);
  });

  it('fails where its player refuses, and while the leading picture is unknown', async () => {
    const refusing = await follows(async ({ bare, clock, simulated }) => {
      bare.send(commandTo.play('out-1', 'full', weather));
      await clock.advance(1_000);
      simulated.setFault('out-1-backup', { type: 'refused' });
    });
    expect(refusing.result).toEqual(['device_error', 'device_error']);
    let isUnknown = true;
    const { bare, players, confirm } = bench((simulated) => ({
      ...simulated,
      state: (output) => ({
        connected: true,
        scenes: simulated
          .state(output)
          .scenes.map((scene) => ({ ...scene, isUnknown: isUnknown && output === 'out-1' })),
      }),
    }));
    expect(sendError(players.send(follow))).toBe('conflict');
    expect(players.refusal(follow)).toMatchObject({ code: 'conflict' });
    isUnknown = false;
    expect(players.refusal(follow)).toBeUndefined();
    bare.send(commandTo.play('out-1', 'full', weather));
    await confirm(commandTo.cue('out-1', 'full', weather));
    const sent = sentCommand(players.send(follow));
    isUnknown = true;
    await confirm(commandTo.hide('out-1', 'full'));
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
  });
});
