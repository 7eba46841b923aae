// Measures the start and the memory of the service: at rest, after many calls, and a minute later.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { storeAccess } from './access.js';
import { measuredCalls, requestsOf } from './calls.js';
import { startLoadMaker } from './load.js';
import { startProgram, type Program } from './programs.js';
import { serviceArguments, serviceSettings } from './service.js';
import { quantile } from './statistics.js';

/** The figures of start and memory: times in milliseconds, memory in MB. */
export interface MemoryFigures {
  readonly firstAnswerMs: number;
  readonly startCostMs: number;
  readonly restMB: number;
  readonly calls: number;
  readonly afterCallsMB: number;
  readonly minuteLaterMB: number;
}

const settleMs = 10_000;
const minuteMs = 60_000;
const starts = 5;
const loadMs = 5_000;

const answer = async ({ port }: Program): Promise<void> => {
  const response = await fetch(`http://127.0.0.1:${String(port)}/api/v2/plain/signals/sig-1`);
  if (response.status !== 200) throw new Error(`expected an answer, got ${String(response.status)}`);
};

/** Starts a service and waits for its first answer. */
const start = async (folder: string): Promise<Program & { readonly firstAnswerMs: number }> => {
  const beganAt = performance.now();
  const program = await startProgram(serviceArguments(folder), serviceSettings);
  await answer(program);
  return { ...program, firstAnswerMs: performance.now() - beganAt };
};

/** Measures. `calls` is how many reads the service answers before its memory is measured again. */
export const measureMemory = async (calls: number): Promise<MemoryFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-memory-'));
  await storeAccess(join(folder, 'service'), { devices: 10, listed: 10 });
  const begun: { readonly firstAnswerMs: number; readonly costMs: number }[] = [];
  let program = await start(folder);
  while (begun.length < starts) {
    begun.push({ firstAnswerMs: program.firstAnswerMs, costMs: program.processorMs() });
    await program.stop();
    program = await start(folder);
  }
  await delay(settleMs);
  const restMB = program.memoryMB();
  const loads = startLoadMaker();
  const { from, status } = measuredCalls.token;
  const load = { from, status, requests: requestsOf(measuredCalls.token), connections: 50, forMs: loadMs };
  for (let made = 0; made < calls;) made += (await loads.run(program, load)).responses;
  loads.stop();
  const afterCallsMB = program.memoryMB();
  await delay(minuteMs);
  const minuteLaterMB = program.memoryMB();
  await program.stop();
  rmSync(folder, { recursive: true });
  const firstAnswerMs = quantile(
    begun.map((one) => one.firstAnswerMs),
    0.5,
  );
  const startCostMs = quantile(
    begun.map((one) => one.costMs),
    0.5,
  );
  const figures = { firstAnswerMs, startCostMs, restMB, calls, afterCallsMB, minuteLaterMB };
  console.log(figures);
  return figures;
};
