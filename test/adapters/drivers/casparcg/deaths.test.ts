// Kills a player at each stage of a command: the call fails at once, and the command isn't repeated after the restart.
// The environment variable DEATHS sets the number of runs per stage, and makes the test print and check the times.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../../../adapters/node/clock.js';
import type { DrivenOutputs } from './driven-outputs.js';
import { acknowledgements } from '../../../../application/commands/acknowledgement.js';
import type { CommandResult, SendResult, SentCommand } from '../../../../application/ports/commands.js';
import { eventually } from '../../../support/eventually.js';
import { scenesOf } from '../../../support/scenes.js';
import { selections, driverOf, output } from './bench.js';
import { commandTo } from '../../../support/commands.js';

const deaths = Number(process.env['DEATHS'] ?? 2);
const isSoak = process.env['DEATHS'] !== undefined;

const clock = new SystemClock();
const { within } = acknowledgements(clock);

/** Timeout of a call, in milliseconds. */
const timeoutMs = 2_000;

interface Player {
  readonly process: ChildProcess;
  readonly port: number;
}

const start = async (port: number): Promise<Player> => {
  const file = new URL('./server-process.ts', import.meta.url).pathname;
  const child = fork(file, [String(port)], { execArgv: ['--import', 'tsx'] });
  const [{ port: bound }] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, port: bound };
};

const kill = async ({ process: child }: Player): Promise<void> => {
  // The process may have ended already.
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

/** Sends a message to a player, and returns the number of commands that it has received. */
const ask = async ({ process: child }: Player, message: 'count commands' | 'hide pictures'): Promise<number> => {
  child.send(message);
  const [{ commands }] = (await once(child, 'message')) as [{ commands: number }];
  return commands;
};

const whenSent = (sending: SendResult, then: (sent: SentCommand) => Promise<void>): Promise<void> =>
  E.isLeft(sending) ? Promise.resolve() : then(sending.right);

/** When the player is killed: `before` the command is sent, or else when `after` resolves. `hidden`: its pictures aren't seen. */
interface Stage {
  readonly before?: boolean;
  readonly hidden?: boolean;
  readonly after?: (sent: SentCommand) => Promise<void>;
}

const stages: Readonly<Record<string, Stage>> = {
  'before the command is sent': { before: true },
  'after the command was sent': { after: () => Promise.resolve() },
  'after the player has accepted it': {
    after: async ({ accepted }) => {
      await accepted;
    },
  },
  'before its picture is visible': {
    hidden: true,
    after: async ({ accepted }) => {
      await accepted;
      await delay(50);
    },
  },
};

const printTimes = (what: string, times: readonly number[]): void => {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  const half = sorted[Math.floor(sorted.length / 2)] ?? 0;
  if (isSoak)
    console.log(
      `${what}: ${String(sorted.length)} times, median ${String(half)} ms, at most ${String(sorted.at(-1))} ms`,
    );
};

describe('a player that is killed', () => {
  let player: Player;
  let players: DrivenOutputs;
  const connected = () => players.state(output).connected;

  beforeAll(async () => {
    player = await start(0);
    players = driverOf(player.port, clock);
    await eventually('the driver is connected', connected);
  });

  afterAll(async () => {
    players.close();
    await kill(player);
  });

  const resultOf = (sending: SendResult): Promise<CommandResult> =>
    E.isLeft(sending)
      ? Promise.resolve(sending)
      : within(sending.right.confirmed, timeoutMs, sending.right.failureAtTimeout);

  /** Opens an extra connection to the player. It ends as soon as a program on this machine can notice the kill. */
  const openProbe = async (): Promise<{ readonly atMs: Promise<number> }> => {
    const socket = connect(player.port, '127.0.0.1');
    await once(socket, 'connect');
    const atMs = new Promise<number>((resolve) => {
      socket
        .on('error', () => undefined)
        .once('close', () => {
          resolve(performance.now());
        });
    });
    socket.resume();
    return { atMs };
  };

  /** Plays, kills the player, and returns the result and the time from the kill to the result. */
  const playAndKill = async ({ before = false, hidden = false, after }: Stage) => {
    if (hidden) await ask(player, 'hide pictures');
    const probe = await openProbe();
    if (before) player.process.kill('SIGKILL');
    const sending = players.send(commandTo.play(output, 'left', selections.headlines));
    const pending = resultOf(sending).then((ended) => ({ ended, atMs: performance.now() }));
    await whenSent(sending, async (sent) => after?.(sent));
    await kill(player);
    const { ended, atMs } = await pending;
    return { ended, tookMs: Math.max(0, atMs - (await probe.atMs)) };
  };

  const restart = async (): Promise<number> => {
    await eventually('the driver is disconnected', () => !connected());
    player = await start(player.port);
    const restartedAtMs = performance.now();
    await eventually('the driver is connected again', connected);
    return performance.now() - restartedAtMs;
  };

  it.each(Object.entries(stages))('%s', { timeout: deaths * 10_000 }, async (what, stage) => {
    const [resultTimes, reconnectTimes]: [number[], number[]] = [[], []];
    for (let death = 0; death < deaths; death += 1) {
      const { ended, tookMs } = await playAndKill(stage);
      expect(E.isLeft(ended) && ended.left.code).toMatch(/^device_(error|unavailable)$/);
      resultTimes.push(tookMs);
      reconnectTimes.push(await restart());
      expect(await ask(player, 'count commands')).toBe(0);
      expect(scenesOf(players, output).map(({ clip }) => clip)).toEqual([null, null]);
    }
    printTimes(`killed ${what}, result`, resultTimes);
    printTimes(`killed ${what}, connected again`, reconnectTimes);
    if (!isSoak) return;
    expect(Math.max(...resultTimes)).toBeLessThan(50);
    expect(Math.max(...reconnectTimes)).toBeLessThan(1_000);
  });
});
