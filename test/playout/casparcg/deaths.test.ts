// A player that dies at any moment of a command: the answer comes at once, is never a success, and nothing is told to
// the player again once it is back. DEATHS is how often for each moment; where it is told, the times are told too.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../../adapters/node/clock.js';
import type { CasparcgPlayers } from '../../../adapters/playout/casparcg/players.js';
import { acknowledgements } from '../../../application/commands/acknowledgement.js';
import type { CommandResult, SendResult, SentCommand } from '../../../application/ports/commands.js';
import { eventually } from '../../../features/support/eventually.js';
import { cues, driverOf, output } from './bench.js';

const deaths = Number(process.env['DEATHS'] ?? 2);
const isSoak = process.env['DEATHS'] !== undefined;

const clock = new SystemClock();
const { within } = acknowledgements(clock);

/** How long a call waits, milliseconds. */
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
  // Killed already, it may have ended before anybody looked.
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

const commandsAt = async ({ process: child }: Player): Promise<number> => {
  child.send('how many?');
  const [{ commands }] = (await once(child, 'message')) as [{ commands: number }];
  return commands;
};

const whenSent = (sending: SendResult, then: (sent: SentCommand) => Promise<void>): Promise<void> =>
  E.isLeft(sending) ? Promise.resolve() : then(sending.right);

/** When the player is killed, as seen from a command: `before` runs before it is sent, `after` once it is. */
const moments: Readonly<
  Record<string, { readonly before?: boolean; readonly after?: (sent: SentCommand) => Promise<void> }>
> = {
  'before the command is sent': { before: true },
  'after the command was sent': { after: () => Promise.resolve() },
  'after the player has taken it': {
    after: async ({ accepted }) => {
      await accepted;
    },
  },
  'before its picture is on air': {
    after: async ({ accepted }) => {
      await accepted;
      await delay(50);
    },
  },
};

const tell = (what: string, times: readonly number[]): void => {
  const sorted = times.toSorted((a, b) => a - b).map(Math.round);
  const half = sorted[Math.floor(sorted.length / 2)] ?? 0;
  if (isSoak)
    console.log(
      `${what}: ${String(sorted.length)} times, median ${String(half)} ms, at most ${String(sorted.at(-1))} ms`,
    );
};

describe('a player that dies', () => {
  let player: Player;
  let players: CasparcgPlayers;
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

  const answerOf = (sending: SendResult): Promise<CommandResult> =>
    E.isLeft(sending)
      ? Promise.resolve(sending)
      : within(sending.right.confirmed, timeoutMs, sending.right.failureAtTimeout);

  /** When a connection of nobody's to the player ends: as soon as a program of this machine can know of its death. */
  const witness = async (): Promise<{ readonly atMs: Promise<number> }> => {
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

  /** Plays, kills, and tells how it was answered and how long after the death. */
  const playAndDie = async ({ before = false, after }: (typeof moments)[string]) => {
    const death = await witness();
    if (before) player.process.kill('SIGKILL');
    const sending = players.play(output, 'left', cues.headlines);
    const answered = answerOf(sending).then((ended) => ({ ended, atMs: performance.now() }));
    await whenSent(sending, async (sent) => after?.(sent));
    await kill(player);
    const { ended, atMs } = await answered;
    return { ended, tookMs: Math.max(0, atMs - (await death.atMs)) };
  };

  const comeBack = async (): Promise<number> => {
    await eventually('the driver knows', () => !connected());
    player = await start(player.port);
    const backAtMs = performance.now();
    await eventually('the driver is connected again', connected);
    return performance.now() - backAtMs;
  };

  it.each(Object.entries(moments))('%s', { timeout: deaths * 10_000 }, async (what, moment) => {
    const [answers, returns]: [number[], number[]] = [[], []];
    for (let death = 0; death < deaths; death += 1) {
      const { ended, tookMs } = await playAndDie(moment);
      expect(E.isLeft(ended) && ended.left.code).toMatch(/^device_(error|unavailable)$/);
      answers.push(tookMs);
      returns.push(await comeBack());
      expect(await commandsAt(player)).toBe(0);
      expect(players.state(output).scenes.map(({ clip }) => clip)).toEqual([null, null]);
    }
    tell(`killed ${what}, answered`, answers);
    tell(`killed ${what}, connected again`, returns);
    if (!isSoak) return;
    expect(Math.max(...answers)).toBeLessThan(50);
    expect(Math.max(...returns)).toBeLessThan(1_000);
  });
});
