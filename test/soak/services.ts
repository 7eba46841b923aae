// Measures how many services one console process serves, over both databases, with and without TLS: memory and time per
// service, and how long changes take to reach one service and all of them.
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import {
  basic,
  memoryMiB,
  operator,
  readChoices,
  startSystem,
  describeChoice,
  type Choice,
} from '../bench/measured-system.js';

const services = Number(process.env['SERVICES'] ?? 10_000);
const changes = Number(process.env['CHANGES'] ?? 1_000);

/** A service's stream: how many configurations it received, and what to call for the next one. */
interface Stream {
  received: number;
  onNext: () => void;
}

const transports = {
  http: { send: requestHttp, agent: new HttpAgent({ keepAlive: false, maxSockets: Infinity }) },
  https: { send: requestHttps, agent: new HttpsAgent({ keepAlive: false, maxSockets: Infinity }) },
};

const follow = (url: string, id: string, key: string): Promise<Stream> =>
  new Promise((opened, failed) => {
    const { send, agent } = url.startsWith('https') ? transports.https : transports.http;
    const stream: Stream = { received: 0, onNext: () => undefined };
    const request = send(`${url}/sync/events`, { agent, headers: { authorization: basic(id, key) } }, (response) => {
      if (response.statusCode !== 200) failed(new Error(`a service was answered ${String(response.statusCode)}`));
      response.on('data', (chunk: Buffer) => {
        if (!chunk.includes('event: configuration')) return;
        stream.received += 1;
        stream.onNext();
        if (stream.received === 1) opened(stream);
      });
    });
    request.on('error', failed);
    request.end();
  });

/** Runs a task for every index, up to `concurrency` at the same time. */
const forEach = async (count: number, concurrency: number, task: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
};

const timed = async (task: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await task();
  return performance.now() - began;
};

const idOf = (index: number): string => `studio-${String(index)}`;

/** Changes a studio. Resolves with the milliseconds until its service received the change. */
const changeOf =
  (url: string, streams: readonly Stream[]) =>
  (index: number, name: string): Promise<number> =>
    timed(async () => {
      const arrived = new Promise<void>((resolve) => {
        const stream = streams[index];
        if (stream !== undefined) stream.onNext = resolve;
      });
      const body = JSON.stringify({ name, access: 'read_only' });
      const path = `/api/studios/${idOf(index)}/devices`;
      const answer = await fetch(url + path, { method: 'POST', headers: operator, body });
      await answer.arrayBuffer();
      if (answer.status !== 201) throw new Error(`a change was answered ${String(answer.status)}`);
      await arrived;
    });

const figures = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? NaN).toFixed(2);
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`;
};

const measure = async (choice: Choice): Promise<void> => {
  const system = await startSystem(choice);
  try {
    const { pid, url } = system.console;
    const keys: string[] = [];
    const streams: Stream[] = [];
    await forEach(services, 16, async (index) => {
      keys[index] = await system.addStudio(idOf(index));
    });
    const before = memoryMiB(pid);
    const connectingMs = await timed(() =>
      forEach(services, 64, async (index) => {
        streams[index] = await follow(url, idOf(index), keys[index] ?? '');
      }),
    );
    const perService = ((memoryMiB(pid) - before) * 1_024) / services;
    const change = changeOf(url, streams);
    const times: number[] = [];
    for (let nth = 0; nth < changes; nth += 1)
      times.push(await change(Math.floor((nth * services) / changes), `Panel ${String(nth)}`));
    const allMs = await timed(() =>
      forEach(services, 16, async (index) => {
        await change(index, 'Changed for all');
      }),
    );
    process.stdout.write(
      `${describeChoice(choice)}: ${String(services)} services connected in ${(connectingMs / 1_000).toFixed(1)} s, ${(connectingMs / services).toFixed(2)} ms each\n` +
        `  memory ${before.toFixed(0)} MiB without them, ${memoryMiB(pid).toFixed(0)} MiB with them, ${perService.toFixed(1)} KiB each\n` +
        `  ${String(changes)} changes one after the other, from request to service: ${figures(times)}\n` +
        `  a change for every service, 16 at a time: all received within ${(allMs / 1_000).toFixed(1)} s, ${(allMs / services).toFixed(2)} ms each\n`,
    );
  } finally {
    await system.close();
  }
};

for (const choice of readChoices()) await measure(choice);
process.exit();
