// Measures answers: the service beside bare servers of Node and of three frameworks, each with the same answers. The rounds of all
// servers alternate, so that other work of the machine affects all of them.
import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { storeAccess } from './access.js';
import { baselineNames, type BaselineAnswer, type BaselineName } from './baselines/baseline.js';
import { measuredCalls, type CallKey, type MeasuredCall, requestsOf } from './calls.js';
import { startLoadMaker, type Answered, type LoadMaker } from './load.js';
import { startProgram, type Program } from './programs.js';
import { serviceArguments, serviceSettings } from './service.js';
import { quantile, ratioOf, type Spread } from './statistics.js';

/** The numbers of connections that are measured. */
export const connectionCounts = [1, 50, 200] as const;

/** The server that others are compared with. */
export const reference = 'restify' satisfies BaselineName;

/** The servers that are measured. */
export const servers = [...baselineNames, 'service'] as const;
export type ServerName = (typeof servers)[number];

/** The figures of a server for one call and one number of connections: medians over all rounds. */
export interface AnswerFigures {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Processor time of the server for one answer, in microseconds. */
  readonly costUs: number;
  /** Answers per processor time, as a part of those of bare restify in the same round. */
  readonly rate: Spread;
  /** The 99th percentile of the time to an answer, as a multiple of that of bare restify in the same round. */
  readonly p99: Spread;
}

/** All figures, by call, number of connections and server. */
export type AnswersFigures = Readonly<Record<CallKey, Readonly<Record<string, Record<ServerName, AnswerFigures>>>>>;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const calls = Object.entries(measuredCalls) as readonly (readonly [CallKey, MeasuredCall])[];

/** Headers that Node.js adds, or whose values differ with each answer. */
const changing = new Set(['connection', 'keep-alive', 'date', 'content-length', 'x-action-id']);

/** Returns the prefix of a call's path on baselines, whose answers to the same path would otherwise be the same. */
export const prefixOf = (key: CallKey): string => `/${key}`;

const ask = (port: number, path: string, { from, token }: MeasuredCall): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const options = { port, host: '127.0.0.1', localAddress: from, path, headers, agent: false };
    get(options, (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      }, reject);
    }).once('error', reject);
  });

/** Returns an answer without what changes. */
export const stableAnswer = async (
  port: number,
  call: MeasuredCall,
  prefix: string,
): Promise<Omit<BaselineAnswer, 'route'>> => {
  const { status, headers, body } = await ask(port, prefix + (call.targets[0] ?? ''), call);
  const kept = Object.entries(headers).filter(([name]) => !changing.has(name));
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  return {
    status,
    headers: Object.fromEntries(kept) as BaselineAnswer['headers'],
    body: isJson ? (JSON.parse(body) as unknown) : body,
  };
};

/** Starts a baseline, with further flags of Node. */
export const startBaseline = (
  name: BaselineName,
  answers: readonly BaselineAnswer[],
  flags: readonly string[] = [],
): Promise<Program> => {
  const file = resolve(import.meta.dirname, `baselines/${name}.ts`);
  return startProgram([...flags, '--import', 'tsx', file, JSON.stringify(answers)], { NODE_ENV: 'production' });
};

/** How often each server is measured, and for how long each time, in milliseconds. */
export interface Rounds {
  readonly count: number;
  readonly forMs: number;
}

type Programs = ReadonlyMap<ServerName, Program>;

const medianOf = (answered: readonly Answered[], value: (one: Answered) => number): number =>
  quantile(answered.map(value), 0.5);

const figuresOf = (own: readonly Answered[], bare: readonly Answered[]): AnswerFigures => {
  const costs = [bare, own].map((all) => all.map(({ costUs }) => costUs));
  const tails = [own, bare].map((all) => all.map(({ p99Ms }) => p99Ms));
  return {
    perSecond: medianOf(own, ({ responses, seconds }) => responses / seconds),
    medianMs: medianOf(own, ({ medianMs }) => medianMs),
    p99Ms: medianOf(own, ({ p99Ms }) => p99Ms),
    costUs: medianOf(own, ({ costUs }) => costUs),
    rate: ratioOf(costs[0] ?? [], costs[1] ?? []),
    p99: ratioOf(tails[0] ?? [], tails[1] ?? []),
  };
};

/** Measures one call with one number of connections on all servers. */
const measureCall = async (
  programs: Programs,
  key: CallKey,
  connections: number,
  { loads, rounds }: { readonly loads: LoadMaker; readonly rounds: Rounds },
): Promise<Record<ServerName, AnswerFigures>> => {
  const measured = new Map<ServerName, Answered[]>(servers.map((name) => [name, []]));
  const call: MeasuredCall = measuredCalls[key];
  const load = { from: call.from, status: call.status, connections, forMs: rounds.forMs };
  // The first round warms up and isn't counted.
  for (let round = -1; round < rounds.count; round += 1)
    for (const [name, program] of programs) {
      const requests = requestsOf(call, name === 'service' ? '' : prefixOf(key));
      const answered = await loads.run(program, { ...load, requests });
      if (round >= 0) measured.get(name)?.push(answered);
    }
  const bare = measured.get(reference) ?? [];
  const figures = [...measured].map(([name, own]) => [name, figuresOf(own, bare)] as const);
  return Object.fromEntries(figures) as Record<ServerName, AnswerFigures>;
};

const printRow = (key: CallKey, connections: number, figures: Record<ServerName, AnswerFigures>): void => {
  const cells = Object.entries(figures).map(
    ([name, { perSecond, costUs, rate, p99Ms }]) =>
      `${name} ${(perSecond / 1_000).toFixed(1)}k/s ${costUs.toFixed(1)} us (${rate.median.toFixed(2)}) p99 ${p99Ms.toFixed(1)} ms`,
  );
  console.log(`${key}, ${String(connections)} connections: ${cells.join('; ')}`);
};

/** Starts the service, and baselines that answer as it does. Throws if the answer of a baseline is another one. */
const startAll = async (folder: string): Promise<Programs> => {
  await storeAccess(join(folder, 'service'), { devices: 10, listed: 10 });
  const settings = { ...serviceSettings, LOG_FILE: join(folder, 'service.log') };
  const service = await startProgram(serviceArguments(folder), settings);
  const answers: BaselineAnswer[] = [];
  for (const [key, call] of calls)
    answers.push({ ...(await stableAnswer(service.port, call, '')), route: prefixOf(key) + call.route });
  const programs = new Map<ServerName, Program>([['service', service]]);
  for (const name of baselineNames) {
    const baseline = await startBaseline(name, answers);
    programs.set(name, baseline);
    for (const [at, [key, call]] of calls.entries()) {
      const { route: _route, ...expected } = answers[at] ?? {};
      assert.deepEqual(await stableAnswer(baseline.port, call, prefixOf(key)), expected, `${name}, ${call.name}`);
    }
  }
  return programs;
};

/** Measures all calls. Prints each row once it is measured. */
export const measureAnswers = async (rounds: Rounds): Promise<AnswersFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-bench-'));
  const programs = await startAll(folder);
  const loads = startLoadMaker();
  const all: Record<string, Record<string, Record<ServerName, AnswerFigures>>> = {};
  for (const [key] of calls)
    for (const connections of connectionCounts) {
      const figures = await measureCall(programs, key, connections, { loads, rounds });
      (all[key] ??= {})[String(connections)] = figures;
      printRow(key, connections, figures);
    }
  loads.stop();
  for (const program of programs.values()) await program.stop();
  rmSync(folder, { recursive: true });
  return all as AnswersFigures;
};
