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
  /** Processor time of the server for one answer, as a multiple of that for a read with a token in the same round. */
  readonly toRead: Spread;
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

const costsOf = (answered: readonly Answered[]): readonly number[] => answered.map(({ costUs }) => costUs);

const tailsOf = (answered: readonly Answered[]): readonly number[] => answered.map(({ p99Ms }) => p99Ms);

/** The rounds of a server, of bare restify with the same call, and of the server with a read with a token. */
interface Compared {
  readonly own: readonly Answered[];
  readonly bare: readonly Answered[];
  readonly read: readonly Answered[];
}

const figuresOf = ({ own, bare, read }: Compared): AnswerFigures => ({
  perSecond: medianOf(own, ({ responses, seconds }) => responses / seconds),
  medianMs: medianOf(own, ({ medianMs }) => medianMs),
  p99Ms: medianOf(own, ({ p99Ms }) => p99Ms),
  costUs: medianOf(own, ({ costUs }) => costUs),
  rate: ratioOf(costsOf(bare), costsOf(own)),
  p99: ratioOf(tailsOf(own), tailsOf(bare)),
  toRead: ratioOf(costsOf(own), costsOf(read)),
});

/**
 * How long a round takes, in milliseconds. A pause of the server delays one call of each connection. With many connections, one
 * pause would decide the 99th percentile of a short round.
 */
const roundMs = (connections: number, { forMs }: Rounds): number => (connections < 100 ? forMs : 3 * forMs);

/** Returns the rounds of all calls on all servers with one number of connections. */
const measureRounds = async (
  programs: Programs,
  connections: number,
  { loads, rounds }: { readonly loads: LoadMaker; readonly rounds: Rounds },
): Promise<(key: CallKey, name: ServerName) => readonly Answered[]> => {
  const measured = new Map<string, Answered[]>();
  const answersTo = (key: CallKey, name: ServerName): Answered[] => measured.get(`${key} ${name}`) ?? [];
  const forMs = roundMs(connections, rounds);
  const pairs = calls.flatMap(([key, call]) =>
    Array.from(programs, ([name, program]) => ({ key, call, name, program })),
  );
  // The first round warms up and isn't counted.
  for (let round = -1; round < rounds.count; round += 1)
    for (const { key, call, name, program } of pairs) {
      const requests = requestsOf(call, name === 'service' ? '' : prefixOf(key));
      const load = { from: call.from, status: call.status, connections, forMs, requests };
      const answered = await loads.run(program, load);
      if (round >= 0) measured.set(`${key} ${name}`, [...answersTo(key, name), answered]);
    }
  return answersTo;
};

/** Measures all calls with one number of connections on all servers. */
const measureCalls = async (
  programs: Programs,
  connections: number,
  options: { readonly loads: LoadMaker; readonly rounds: Rounds },
): Promise<ReadonlyMap<CallKey, Record<ServerName, AnswerFigures>>> => {
  const answersTo = await measureRounds(programs, connections, options);
  return new Map(
    calls.map(([key]) => {
      const figures = servers.map((name) => {
        const compared = { own: answersTo(key, name), bare: answersTo(key, reference), read: answersTo('token', name) };
        return [name, figuresOf(compared)] as const;
      });
      return [key, Object.fromEntries(figures) as Record<ServerName, AnswerFigures>];
    }),
  );
};

const printRow = (key: CallKey, connections: number, figures: Record<ServerName, AnswerFigures>): void => {
  const cells = Object.entries(figures).map(
    ([name, { perSecond, costUs, rate, p99Ms, p99 }]) =>
      `${name} ${(perSecond / 1_000).toFixed(1)}k/s ${costUs.toFixed(1)} us (${rate.median.toFixed(2)}) p99 ${p99Ms.toFixed(1)} ms (${p99.median.toFixed(2)})`,
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

/** Measures all calls. Prints the rows of a number of connections once they are measured. */
export const measureAnswers = async (rounds: Rounds): Promise<AnswersFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-bench-'));
  const programs = await startAll(folder);
  const loads = startLoadMaker();
  const all: Record<string, Record<string, Record<ServerName, AnswerFigures>>> = {};
  for (const connections of connectionCounts)
    for (const [key, figures] of await measureCalls(programs, connections, { loads, rounds })) {
      (all[key] ??= {})[String(connections)] = figures;
      printRow(key, connections, figures);
    }
  loads.stop();
  for (const program of programs.values()) await program.stop();
  rmSync(folder, { recursive: true });
  return all as AnswersFigures;
};
