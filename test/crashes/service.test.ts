// A service that is killed while a client repeats its calls sends no clip twice (CRASH-1, CRASH-2). The player and the
// client are in other processes than the service. The environment variable CRASHES sets the number of calls.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedUntilMs } from '../../domain/journal-entry.js';
import { eventually } from '../support/eventually.js';
import { startKillableService, type KillableService } from '../support/killable-service.js';

const crashes = Number(process.env['CRASHES'] ?? 6);
const isSoak = process.env['CRASHES'] !== undefined;

/** The clips are played in turn, so that none is called again while its last call is guarded. */
const clipCount = 90;

/** How long a call waits for its acknowledgement, in milliseconds. */
const timeoutMs = 2_000;

/** The latest moment of a kill, in milliseconds after the call: later than its answer. */
const latestKillMs = 180;

const clips = Array.from({ length: clipCount }, (_, at) => ({
  number: at + 1,
  key: `clip-${String(at + 1)}`,
  name: `Clip ${String(at + 1)}`,
  durationMs: 600_000,
}));

let service: KillableService;

beforeAll(async () => {
  service = await startKillableService([{ key: 'news', name: 'News', clips }]);
}, 60_000);

afterAll(() => service.close());

const lastNumber = (): number => service.studio.commands().at(-1)?.number ?? 0;

/** How often the player was sent a command for a clip. */
const sendsSince = (number: number, clip: string): number => {
  const names = new RegExp(`\\b${clip}\\b`, 'i');
  return service.studio.commands().filter((one) => one.number > number && names.test(JSON.stringify(one.command)))
    .length;
};

/** Statuses on which HTTP libraries repeat a GET by themselves. */
const repeated = new Set([408, 413, 429, 500, 502, 503, 504]);

/** Calls as the HTTP library of a panel does: again when the connection breaks, and on some statuses. */
const play = async (clip: string): Promise<number> => {
  const url = `http://127.0.0.1:${String(service.port)}/api/v2/outputs/main/clips/${clip}/play?timeout=${String(timeoutMs)}`;
  const response = await fetch(url).catch(() => undefined);
  if (response !== undefined && !repeated.has(response.status)) return response.status;
  await delay(100);
  return play(clip);
};

/** How long after the start of the service the client has repeated its call at the latest, in milliseconds. */
const repeatedWithinMs = 1_000;

/**
 * Whether the first repetition is guarded. A machine that needs longer to start the service proves nothing: the repetition
 * may be sent. The service loads its journal after the kill, and notes the call after it was made.
 */
const isGuarded = (calledAtMs: number, killedAtMs: number, readyAtMs: number): boolean => {
  const call = { id: '', operation: '', owner: '', caller: null, commands: [] };
  const guardEndMs = guardedUntilMs({ ...call, startedAtMs: calledAtMs, timeoutMs }, killedAtMs);
  return readyAtMs + repeatedWithinMs < guardEndMs;
};

/** Kills the service some time after a call, and starts it again. Returns the answer and how often the clip was sent. */
const crashDuring = async (clip: string, killAfterMs: number) => {
  await eventually('the player is connected', service.isConnected);
  const before = lastNumber();
  const calledAtMs = Date.now();
  const answer = play(clip);
  await delay(killAfterMs);
  await service.kill();
  const killedAtMs = Date.now();
  await service.start();
  const guarded = isGuarded(calledAtMs, killedAtMs, Date.now());
  return { status: await answer, sends: sendsSince(before, clip), guarded };
};

describe('a service that is killed while a client repeats its call', () => {
  it(
    '@CRASH-1: sends each clip at most once, and answers 200 only if it was sent',
    { timeout: 30_000 + crashes * 20_000 },
    async () => {
      const counts = new Map<string, number>();
      let late = 0;
      for (let call = 0; call < crashes; call += 1) {
        const killAfterMs = isSoak ? Math.random() * latestKillMs : (latestKillMs / (crashes - 1)) * call;
        const clip = `clip-${String((call % clipCount) + 1)}`;
        const { status, sends, guarded } = await crashDuring(clip, killAfterMs);
        const outcome = `${guarded ? '' : 'restarted too late: '}${String(status)}, sent ${String(sends)}`;
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        if (!guarded) late += 1;
        const killed = `killed after ${killAfterMs.toFixed(1)} ms, ${outcome}`;
        expect(status, killed).toBeOneOf([200, 424]);
        expect(sends, killed).toBeGreaterThanOrEqual(status === 200 ? 1 : 0);
        expect(sends, killed).toBeLessThanOrEqual(guarded ? 1 : 2);
      }
      if (isSoak || late > 0)
        console.log(`answers and commands of ${String(crashes)} calls:`, Object.fromEntries(counts));
      expect(late).toBeLessThanOrEqual(crashes / 2);
      expect(counts.get('200, sent 1')).toBeGreaterThan(0);
    },
  );
});
