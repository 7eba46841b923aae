// Measures growth: the processor time of a read in a small studio and in a large one, in alternating rounds.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { addresses, storeAccess, tokenOf, type AccessCounts } from './access.js';
import type { Rounds } from './answers.js';
import { measuredCalls, requestsOf, type MeasuredCall } from './calls.js';
import { startLoadMaker, type LoadMaker } from './load.js';
import { startProgram, type Program } from './programs.js';
import { serviceArguments, serviceSettings } from './service.js';
import { ratioOf, type Spread } from './statistics.js';

/** The growth of a read's cost from a small number to a large one. */
export interface GrowthFigures {
  readonly small: number;
  readonly large: number;
  /** The processor time of a read with the large number, as a multiple of that with the small one. */
  readonly cost: Spread;
}

interface StudioCounts extends AccessCounts {
  readonly variables: number;
  readonly clips: number;
  readonly listeners: number;
}

/** One number that grows. */
interface Dimension {
  readonly name: string;
  readonly count: keyof StudioCounts;
  readonly small: number;
  readonly large: number;
  readonly call: (count: number) => MeasuredCall;
}

/** There are enough devices for all listeners. */
const usual: StudioCounts = { devices: 40, listed: 10, variables: 10, clips: 10, listeners: 0 };

const readVariable = (count: number): MeasuredCall => ({
  ...measuredCalls.token,
  targets: [`/api/v2/plain/variables/variable-${String(count - 1)}`],
});

const lastToken = (count: number): MeasuredCall => ({
  ...measuredCalls.token,
  token: tokenOf(count - 1),
});

/** The large numbers are the most that a configuration or a studio file may have, up to 10,000. */
const dimensions: readonly Dimension[] = [
  { name: 'Devices', count: 'devices', small: 10, large: 2_000, call: lastToken },
  { name: 'Listed ranges', count: 'listed', small: 10, large: 2_000, call: () => measuredCalls.listed },
  { name: 'Variables', count: 'variables', small: 10, large: 2_000, call: readVariable },
  { name: 'Clips', count: 'clips', small: 10, large: 10_000, call: () => measuredCalls.token },
  { name: 'Listeners', count: 'listeners', small: 1, large: 1_000, call: () => measuredCalls.token },
];

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const studioWith = ({ variables, clips }: StudioCounts) => ({
  ...demoStudio,
  panels: [],
  variables: numbers(variables).map((number) => {
    const name = `variable-${String(number)}`;
    return { id: name, station: demoStudio.holder, name, type: 'STRING', value: 'x' };
  }),
  banks: [
    {
      key: demoStudio.activeBank,
      name: 'Clips',
      clips: numbers(clips).map((number) => {
        const key = `c${String(number + 1)}`;
        return { number: number + 1, key, name: key, durationMs: 1_000 };
      }),
    },
  ],
  outputs: demoStudio.outputs.map(({ id, slot, name, scenes }) => ({ id, slot, name, scenes })),
  cameras: [],
  macros: [],
  automations: [],
});

const startService = async (folder: string, counts: StudioCounts): Promise<Program> => {
  await storeAccess(join(folder, 'service'), counts);
  const file = join(folder, 'studio.json');
  writeFileSync(file, JSON.stringify(studioWith(counts)));
  return startProgram(serviceArguments(folder, '--studio-file', file), serviceSettings);
};

/** The most streams that one device may have. */
const streamsPerDevice = 32;

/** Opens an event stream whose events are discarded. */
const listen = async ({ port }: Program, number: number): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: addresses.other });
  const token = tokenOf(Math.floor(number / streamsPerDevice));
  const head = 'GET /api/v2/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n';
  socket.write(`${head}Authorization: Bearer ${token}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString().startsWith('HTTP/1.1 200')) throw new Error(`no event stream: ${answer.toString()}`);
  return socket.resume();
};

const listenAll = async (program: Program, count: number): Promise<readonly Socket[]> => {
  const sockets: Socket[] = [];
  for (const number of numbers(count)) sockets.push(await listen(program, number));
  return sockets;
};

/** Returns the processor times of reads, in alternating rounds on all programs. */
const readCosts = async (
  programs: readonly Program[],
  calls: readonly MeasuredCall[],
  rounds: Rounds,
  loads: LoadMaker,
): Promise<readonly (readonly number[])[]> => {
  const costs: number[][] = programs.map(() => []);
  for (let round = -1; round < rounds.count; round += 1)
    for (const [at, program] of programs.entries()) {
      const { from, status, ...call } = calls[at] ?? measuredCalls.token;
      const load = { from, status, requests: requestsOf({ from, status, ...call }), connections: 50 };
      const { costUs } = await loads.run(program, { ...load, forMs: rounds.forMs });
      if (round >= 0) costs[at]?.push(costUs);
    }
  return costs;
};

const measure = async (
  { name, count, small, large, call }: Dimension,
  rounds: Rounds,
  loads: LoadMaker,
): Promise<GrowthFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-growth-'));
  const programs: Program[] = [];
  const sockets: Socket[] = [];
  for (const size of [small, large]) {
    const counts = { ...usual, [count]: size };
    const program = await startService(join(folder, String(size)), counts);
    sockets.push(...(await listenAll(program, counts.listeners)));
    programs.push(program);
  }
  const [ofSmall = [], ofLarge = []] = await readCosts(programs, [call(small), call(large)], rounds, loads);
  for (const socket of sockets) socket.destroy();
  for (const program of programs) await program.stop();
  rmSync(folder, { recursive: true });
  const cost = ratioOf(ofLarge, ofSmall);
  console.log(`${name}, ${String(small)} to ${String(large)}: ${cost.median.toFixed(2)}`);
  return { small, large, cost };
};

/** Measures all growth, by what grows. Prints each once it is measured. */
export const measureGrowth = async (rounds: Rounds): Promise<Readonly<Record<string, GrowthFigures>>> => {
  const loads = startLoadMaker();
  const all: Record<string, GrowthFigures> = {};
  for (const dimension of dimensions) all[dimension.name] = await measure(dimension, rounds, loads);
  loads.stop();
  return all;
};
