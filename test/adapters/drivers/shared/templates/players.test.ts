// Simple players, which play and stop clips by templates.
import { describe, expect, it } from 'vitest';
import { deviceContract } from '../../../../contracts/device-contract.js';
import { commandResults, refusedBy, sendAndConfirm, type Bench } from '../../../../contracts/device-commands.js';
import { type ConnectionBench } from '../../bench.js';
import { openBench } from '../../closed-bench.js';
import { faultyBench } from '../../faulty-bench.js';
import { playerOf, protocols, type TextProtocolName } from './templates.js';
import { commandTo } from '../../../../support/commands.js';

const output = 'out-2';

const clip = (key: string, number: number) => ({ bank: 'news', clip: { number, key, name: key } });
const selections = [clip('opener', 1), clip('weather', 3)] as const;

type PlayerBench = Bench & Pick<ConnectionBench, 'drivers' | 'studio'>;

const playerBench = async (protocol: TextProtocolName): Promise<PlayerBench> => {
  const bench = await openBench(protocol, { players: { [output]: playerOf(protocol) } });
  const { drivers, studio, passUntil } = bench;
  const isConnected = (): boolean => drivers.players.state(output).connected;
  await passUntil('the player is connected', isConnected);
  return { drivers, studio, ...faultyBench(bench, isConnected) };
};

const runIn = ({ drivers }: Pick<ConnectionBench, 'drivers'>, scene: string) =>
  drivers.players.state(output).scenes.find(({ id }) => id === scene)?.run;

const contractOf = (protocol: TextProtocolName): void => {
  deviceContract(`a player over ${protocol} to play`, async () => {
    const bench = await playerBench(protocol);
    const { players } = bench.drivers;
    return {
      ...bench,
      watch: players.watch,
      id: output,
      first: () => players.send(commandTo.play(output, 'left', selections[0])),
      second: () => players.send(commandTo.play(output, 'left', selections[1])),
      reported: () => {
        const playing = runIn(bench, 'left')?.clip.key ?? '';
        return (['first', 'second'] as const)[selections.findIndex((one) => one.clip.key === playing)] ?? 'neither';
      },
    };
  });
};

contractOf('tcp');
contractOf('http');
contractOf('osc');

describe.each(protocols)('a player over %s', (protocol) => {
  it('plays in one scene without affecting the others, and stops', async () => {
    const bench = await playerBench(protocol);
    const { players } = bench.drivers;
    await sendAndConfirm(bench, players.send(commandTo.play(output, 'left', selections[0])));
    await sendAndConfirm(bench, players.send(commandTo.play(output, 'right', selections[1])));
    expect([runIn(bench, 'left')?.clip.key, runIn(bench, 'right')?.clip.key]).toEqual(['opener', 'weather']);
    await sendAndConfirm(bench, players.send(commandTo.stop(output, ['left'])));
    expect([runIn(bench, 'left'), runIn(bench, 'right')?.bank]).toEqual([null, 'news']);
    await sendAndConfirm(bench, players.send(commandTo.stop(output, ['left', 'right'])));
    expect([runIn(bench, 'left'), runIn(bench, 'right')]).toEqual([null, null]);
  });

  it('starts a clip again that plays already', async () => {
    const bench = await playerBench(protocol);
    const { players } = bench.drivers;
    await sendAndConfirm(bench, players.send(commandTo.play(output, 'left', selections[0])));
    const startedAtMs = runIn(bench, 'left')?.startedAtMs ?? 0;
    await bench.pass(1_000);
    await sendAndConfirm(bench, players.send(commandTo.play(output, 'left', selections[0])));
    expect(runIn(bench, 'left')?.startedAtMs).toBeGreaterThan(startedAtMs + 1_000);
  });

  it('says what it can not do, and sends nothing', async () => {
    const { drivers, studio } = await playerBench(protocol);
    const { players } = drivers;
    const all = [
      commandTo.cue(output, 'left', selections[0]),
      commandTo.take(output, 'left'),
      commandTo.pause(output, 'left'),
      commandTo.resume(output, 'left'),
      commandTo.seek(output, 'left', 5),
      commandTo.show(output, 'left', {}),
      commandTo.update(output, 'left', {}),
      commandTo.hide(output, 'left'),
    ];
    expect(all.map((command) => refusedBy(players, command))).toEqual(all.map(() => 'conflict'));
    expect(players.refusal?.(commandTo.pause(output, 'left'))?.message).toContain(`"${output}" can't pause`);
    expect(studio.commands()).toEqual([]);
  });
});

describe('a player without read-back', () => {
  it('shows what it accepted last, and nothing after its connection was lost', async () => {
    const { state: _, ...settings } = playerOf('tcp') as Readonly<Record<string, unknown>>;
    const probe = { send: 'PING', everyMs: 100 };
    const used = await openBench('tcp', {
      settings: { probe },
      players: { [output]: { ...settings, confirm: 'accepted' } },
    });
    const { drivers, passUntil, pass, setFault } = used;
    await passUntil('the player is connected', () => drivers.players.state(output).connected);
    const sent = drivers.players.send(commandTo.play(output, 'left', selections[0]));
    await pass(50);
    expect(sent._tag === 'Right' && (await commandResults(sent.right))).toEqual(['done', 'done']);
    expect(runIn(used, 'left')?.clip.key).toBe('opener');
    setFault({ type: 'offline' });
    await passUntil('the player is away', () => !drivers.players.state(output).connected);
    setFault(null);
    await passUntil('the player is back', () => drivers.players.state(output).connected);
    expect(runIn(used, 'left')).toBeNull();
  });
});
