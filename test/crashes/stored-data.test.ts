// A process that stores configurations and reports is killed at random moments: no stored data is lost or unreadable, and
// nothing counts twice. `KILLS` specifies how often.
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
import { eventually } from '../support/eventually.js';
import { wholeLines } from '../support/whole-lines.js';
import { storageFixture } from '../adapters/storage/storage-fixture.js';

const kills = Number(process.env['KILLS'] ?? 6);
const program = fileURLToPath(new URL('../adapters/storage/write-until-killed.ts', import.meta.url));

let child: ChildProcess | undefined;
const { folder, loggedProblems, log } = storageFixture({ recordsWarnings: true });

afterEach(() => {
  child?.kill('SIGKILL');
});

const sum = (callers: readonly RefusedCaller[]): number => callers.reduce((all, { count }) => all + count, 0);

/** What the console has received: batches by id, and the newest call. */
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

/** The callers that were reported or are on disk, and the configuration version on disk. */
const survivingState = async (atConsole: Reported) => {
  const { lastCalls, counted, sending } = await reportFile({ folder: join(folder(), 'data'), log }).load();
  const { version } = await configurationFile({ folder: join(folder(), 'data'), studioId: 'studio-1', log }).load();
  const unacknowledged = sending === null || atConsole.has(sending.id) ? 0 : sum(sending.callers);
  return {
    refused: atConsole.refused() + sum(counted) + unacknowledged,
    calledAt: Math.max(atConsole.calledAt(), ...lastCalls.map(({ time }) => time)),
    version,
  };
};

interface LogEntries {
  readonly stored: number;
  readonly storedCall: number;
  readonly noting: number;
  readonly configured: number;
  readonly configuring: number;
}

/** How many reports a process sends before it is killed. The first may repeat one of the process before. */
const reportsBeforeKill = 4;

/** When a process is killed: some milliseconds after it has begun, or has sent reports. */
interface Kill {
  readonly after: 'begun' | 'sending';
  readonly forMs: number;
}

/** Runs the process until it is killed; returns the last log entry of each kind. */
const runAndKill = async (
  atConsole: Reported,
  { after, forMs }: Kill,
  startedAt: number,
): Promise<Partial<LogEntries>> => {
  const logFile = join(folder(), `log-${String(startedAt)}`);
  const args = ['--import', 'tsx', program, join(folder(), 'data'), logFile, String(startedAt)];
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout ?? child, 'data');
  const reportsSent = (): number => readFileSync(logFile, 'utf8').split('\nsending ').length - 1;
  if (after === 'sending') await eventually('reports', () => reportsSent() >= reportsBeforeKill);
  await delay(forMs);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const entries: Record<string, number> = {};
  for (const line of wholeLines(readFileSync(logFile, 'utf8'))) {
    const [word = '', first = '', second = ''] = line.split(' ');
    if (word === 'sending') atConsole.take(JSON.parse(first) as CallReport);
    else [entries[word], entries[`${word}Call`]] = [Number(first), Number(second)];
  }
  return entries;
};

it(
  `the process loses no stored data and counts nothing twice when killed ${String(kills)} times`,
  { timeout: 600_000 },
  async () => {
    const atConsole = reported();
    for (let kill = 0; kill < kills; kill += 1) {
      const before = await survivingState(atConsole);
      const startedAt = Math.max(before.calledAt, kill * 1_000_000);
      const when: Kill = { after: kill % 3 === 2 ? 'begun' : 'sending', forMs: Math.random() * 100 };
      const entries = await runAndKill(atConsole, when, startedAt);
      const after = await survivingState(atConsole);
      expect(after.refused).toBeGreaterThanOrEqual(before.refused + (entries.stored ?? 0));
      expect(after.refused).toBeLessThanOrEqual(before.refused + (entries.noting ?? 0));
      expect(after.calledAt).toBeGreaterThanOrEqual(entries.storedCall ?? before.calledAt);
      expect(after.version).toBeGreaterThanOrEqual(entries.configured ?? before.version);
      expect(after.version).toBeLessThanOrEqual(entries.configuring ?? before.version);
    }
    expect(atConsole.refused()).toBeGreaterThan(kills);
    expect((await survivingState(atConsole)).version).toBeGreaterThan(0);
    expect(loggedProblems()).toEqual([]);
  },
);
