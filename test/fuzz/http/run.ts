// Sends batches of requests to a service of its own, until it has answered a number of them.
import { openSocket } from '../../adapters/http/raw-client.js';
import { eventually } from '../../support/eventually.js';
import { writeFailure } from '../failure-file.js';
import { maxProcessorMs, maxViolations } from '../limits.js';
import { batchOf, sendBatch, type Batch, type BatchResult } from './batch.js';
import { startMeasuredService, type MeasuredService, type Usage } from './service-process.js';

/** What to send. */
export interface HttpRun {
  readonly seed: number;
  /** Number of requests that the service must answer. */
  readonly count: number;
  /** Index of the first batch. */
  readonly from: number;
}

/** The figures of a run. */
export interface HttpFigures {
  readonly batches: number;
  /** Number of answered requests. */
  readonly requests: number;
  /** Number of responses by the first digit of their status. */
  readonly byClass: Readonly<Record<string, number>>;
  /** Longest time of a connection with all of its requests, and processor time that the service used within one. Milliseconds. */
  readonly slowestMs: number;
  readonly mostProcessorMs: number;
  readonly perSecond: number;
  readonly before: Usage;
  readonly after: Usage;
  /** What is wrong, with the file of the input. */
  readonly violations: readonly string[];
}

const concurrency = 8;

/** Requests after which logs, records and caches of the service are full, so that its heap no longer has to grow. */
const warmUpRequests = 20_000;

/** How much the heap may be above its base: caches and compiled code still change a little. Bytes. */
const maxHeapGrowth = 6 * 1_048_576;

/** The counters of a run. */
interface Tally {
  batches: number;
  requests: number;
  slowestMs: number;
  mostProcessorMs: number;
  readonly byClass: Record<string, number>;
  readonly violations: string[];
}

const addTo = (tally: Tally, { statuses, tookMs }: BatchResult, processorMs: number): void => {
  tally.batches += 1;
  tally.requests += statuses.length;
  tally.slowestMs = Math.max(tally.slowestMs, tookMs);
  tally.mostProcessorMs = Math.max(tally.mostProcessorMs, processorMs);
  for (const status of statuses) {
    const group = `${String(Math.floor(status / 100))}xx`;
    tally.byClass[group] = (tally.byClass[group] ?? 0) + 1;
  }
};

const inputOf = ({ packets }: Batch): Buffer => Buffer.concat(packets);

/** Sends one batch, counts it, and records what is wrong. */
const runBatch = async (service: MeasuredService, { seed }: HttpRun, index: number, tally: Tally): Promise<void> => {
  const batch = batchOf(seed, index);
  const before = service.processorMs();
  const result = await sendBatch(service.port, batch);
  const processorMs = service.isAlive() ? service.processorMs() - before : 0;
  addTo(tally, result, processorMs);
  const slow = processorMs > maxProcessorMs ? `the service computed for ${String(processorMs)} ms` : undefined;
  const violation = result.violation ?? slow;
  if (violation === undefined) return;
  const file = writeFailure('http', seed, index, inputOf(batch));
  tally.violations.push(`batch ${String(index)} of seed ${String(seed)}: ${violation} (${file})`);
};

/** Sends batches until the service has answered `requests` of them. Returns the index after the last batch. */
const runUntil = async (
  service: MeasuredService,
  run: HttpRun,
  tally: Tally,
  [first, requests]: readonly [first: number, requests: number],
): Promise<number> => {
  let next = first;
  const isOver = (): boolean =>
    tally.requests >= requests || tally.violations.length >= maxViolations || !service.isAlive();
  const work = async (): Promise<void> => {
    while (!isOver()) await runBatch(service, run, next++, tally);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return next;
};

const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`;

/** Compares what the service uses at rest with the base. */
const usageViolations = (before: Usage, after: Usage): readonly string[] => [
  ...(after.descriptors > before.descriptors
    ? [`${String(after.descriptors)} descriptors are open, ${String(before.descriptors)} before`]
    : []),
  ...(after.heap > before.heap + maxHeapGrowth
    ? [`the heap has grown from ${mebibytes(before.heap)} to ${mebibytes(after.heap)}`]
    : []),
];

/** Waits until the service has closed all connections, and returns what it uses. */
const usageAtRest = async (service: MeasuredService, descriptors: number): Promise<Usage> => {
  const read = async (): Promise<boolean> => (await service.usage()).descriptors <= descriptors;
  await eventually('the descriptors are closed', read).catch(() => undefined);
  return service.usage();
};

const measuredRun = async (service: MeasuredService, run: HttpRun): Promise<HttpFigures> => {
  const tally: Tally = { batches: 0, requests: 0, slowestMs: 0, mostProcessorMs: 0, byClass: {}, violations: [] };
  const { descriptors } = await service.usage();
  const first = await runUntil(service, run, tally, [run.from, Math.min(warmUpRequests, run.count / 2)]);
  const before = await usageAtRest(service, descriptors);
  const [requests, startedAt] = [tally.requests, performance.now()];
  await runUntil(service, run, tally, [first, run.count]);
  const perSecond = ((tally.requests - requests) * 1_000) / (performance.now() - startedAt);
  if (!service.isAlive()) {
    const violations = [...tally.violations, `the service has ended: ${service.errors().slice(-20).join('\n')}`];
    return { ...tally, perSecond, before, after: before, violations };
  }
  const after = await usageAtRest(service, before.descriptors);
  const errors = service.errors().map((line) => `the service logged an error: ${line}`);
  const violations = [...tally.violations, ...usageViolations(before, after), ...errors.slice(0, maxViolations)];
  return { ...tally, perSecond, before, after, violations };
};

/** Runs requests against a service of its own. */
export const fuzzHttp = async (run: HttpRun): Promise<HttpFigures> => {
  const service = await startMeasuredService();
  try {
    return await measuredRun(service, run);
  } finally {
    await service.close();
  }
};

/** Returns the figures as lines. */
export const figureLines = (figures: HttpFigures): readonly string[] => {
  const { requests, batches, perSecond, byClass, slowestMs, mostProcessorMs, before, after } = figures;
  const classes = Object.entries(byClass)
    .sort()
    .map(([group, count]) => `${group} ${String(count)}`);
  return [
    `${String(requests)} requests answered on ${String(batches)} connections, ${perSecond.toFixed(0)} a second: ${classes.join(', ')}`,
    `slowest connection ${slowestMs.toFixed(0)} ms; most processor time of the service within one ${String(mostProcessorMs)} ms`,
    `heap ${mebibytes(before.heap)} before, ${mebibytes(after.heap)} after; descriptors ${String(before.descriptors)} before, ${String(after.descriptors)} after`,
  ];
};

/** Sends bytes to a service of its own on one connection. Returns what it answered, as text. */
export const rawInput = async (input: Buffer): Promise<string> => {
  const service = await startMeasuredService();
  try {
    const socket = await openSocket(service.port);
    socket.end(input);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('latin1');
  } finally {
    await service.close();
  }
};
