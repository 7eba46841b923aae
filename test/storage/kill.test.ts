// Killed at random moments while it keeps configurations and reports: nothing that counted as kept is lost, nothing is
// unreadable, nothing counts twice. `KILLS` tells how often.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { configurationFile } from '../../adapters/storage/configuration-file.js';
import { reportFile } from '../../adapters/storage/report-file.js';
import type { CallReport, RefusedCaller } from '../../domain/access/report.js';
import { keeping } from './keeping.js';

const kills = Number(process.env['KILLS'] ?? 6);
const program = fileURLToPath(new URL('keep-on.ts', import.meta.url));

let child: ChildProcess | undefined;
const { folder, loud, log } = keeping({ areWarningsLoud: true });

afterEach(() => {
  child?.kill('SIGKILL');
});

const sum = (callers: readonly RefusedCaller[]): number => callers.reduce((all, { count }) => all + count, 0);

/** A console's memory: batches by id, and the newest call. */
const reported = () => {
  const batches = new Map<string, number>();
  let calledAt = 0;
  return {
    take: ({ lastCalls, refusals }: CallReport): void => {
      calledAt = Math.max(calledAt, ...lastCalls.map(({ time }) => time));
      if (refusals !== null) batches.set(refusals.id, sum(refusals.callers));
    },
    has: (id: string): boolean => batches.has(id),
    refused: (): number => [...batches.values()].reduce((all, count) => all + count, 0),
    calledAt: (): number => calledAt,
  };
};
type Reported = ReturnType<typeof reported>;

/** All that is known of callers, at the console or still on disk, and the configuration on disk. */
const known = async (atConsole: Reported) => {
  const { lastCalls, counted, sending } = await reportFile({ folder: join(folder(), 'kept'), log }).load();
  const { version } = await configurationFile({ folder: join(folder(), 'kept'), studioId: 'studio-1', log }).load();
  const underWay = sending === null || atConsole.has(sending.id) ? 0 : sum(sending.callers);
  return {
    refused: atConsole.refused() + sum(counted) + underWay,
    calledAt: Math.max(atConsole.calledAt(), ...lastCalls.map(({ time }) => time)),
    version,
  };
};

interface Said {
  readonly kept: number;
  readonly keptCall: number;
  readonly noting: number;
  readonly configured: number;
  readonly configuring: number;
}

/** Lets it run for some milliseconds, and kills it; the last that its diary says of everything. */
const runAndKill = async (atConsole: Reported, forMs: number, startedAt: number): Promise<Partial<Said>> => {
  const diary = join(folder(), `diary-${String(startedAt)}`);
  const args = ['--import', 'tsx', program, join(folder(), 'kept'), diary, String(startedAt)];
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout ?? child, 'data');
  await delay(forMs);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const said: Record<string, number> = {};
  for (const line of readFileSync(diary, 'utf8').split('\n')) {
    const [word = '', first = '', second = ''] = line.split(' ');
    if (word === 'sending') atConsole.take(JSON.parse(first) as CallReport);
    else [said[word], said[`${word}Call`]] = [Number(first), Number(second)];
  }
  return said;
};

it(
  `loses nothing that was kept, and counts nothing twice, killed ${String(kills)} times`,
  { timeout: 600_000 },
  async () => {
    const atConsole = reported();
    for (let kill = 0; kill < kills; kill += 1) {
      const before = await known(atConsole);
      const startedAt = Math.max(before.calledAt, kill * 1_000_000);
      const said = await runAndKill(atConsole, Math.random() * 100, startedAt);
      const after = await known(atConsole);
      expect(after.refused).toBeGreaterThanOrEqual(before.refused + (said.kept ?? 0));
      expect(after.refused).toBeLessThanOrEqual(before.refused + (said.noting ?? 0));
      expect(after.calledAt).toBeGreaterThanOrEqual(said.keptCall ?? before.calledAt);
      expect(after.version).toBeGreaterThanOrEqual(said.configured ?? before.version);
      expect(after.version).toBeLessThanOrEqual(said.configuring ?? before.version);
    }
    expect(atConsole.refused()).toBeGreaterThan(kills);
    expect(loud()).toEqual([]);
  },
);
