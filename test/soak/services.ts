// How many services one console process carries, over either database, encrypted or not: memory and time for each, how
// long a change takes to get to its service, and how long until every one of them has been told of one.
import { Agent as HttpAgent, request as askClear } from 'node:http';
import { Agent as HttpsAgent, request as askEncrypted } from 'node:https';
import {
  basic,
  memoryMiB,
  operator,
  readChoices,
  setStage,
  spellChoice,
  type Choice,
} from '../bench/measured-system.js';

const services = Number(process.env['SERVICES'] ?? 10_000);
const changes = Number(process.env['CHANGES'] ?? 1_000);

/** A service's stream: how many configurations have come, and whoever waits for the next. */
interface Stream {
  heard: number;
  onNext: () => void;
}

const ways = {
  http: { ask: askClear, agent: new HttpAgent({ keepAlive: false, maxSockets: Infinity }) },
  https: { ask: askEncrypted, agent: new HttpsAgent({ keepAlive: false, maxSockets: Infinity }) },
};

const follow = (url: string, id: string, key: string): Promise<Stream> =>
  new Promise((opened, failed) => {
    const { ask, agent } = url.startsWith('https') ? ways.https : ways.http;
    const stream: Stream = { heard: 0, onNext: () => undefined };
    const asked = ask(`${url}/sync/events`, { agent, headers: { authorization: basic(id, key) } }, (answer) => {
      if (answer.statusCode !== 200) failed(new Error(`a service was answered ${String(answer.statusCode)}`));
      answer.on('data', (chunk: Buffer) => {
        if (!chunk.includes('event: configuration')) return;
        stream.heard += 1;
        stream.onNext();
        if (stream.heard === 1) opened(stream);
      });
    });
    asked.on('error', failed);
    asked.end();
  });

/** Does a task for every index, so many at the same time. */
const forEach = async (count: number, atOnce: number, task: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

const timed = async (task: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await task();
  return performance.now() - began;
};

const idOf = (index: number): string => `studio-${String(index)}`;

/** Makes a change to a studio; resolves, with the milliseconds it took, once its service has been told. */
const changeOf =
  (url: string, streams: readonly Stream[]) =>
  (index: number, name: string): Promise<number> =>
    timed(async () => {
      const arrived = new Promise<void>((came) => {
        const stream = streams[index];
        if (stream !== undefined) stream.onNext = came;
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
  const stage = await setStage(choice);
  try {
    const { pid, url } = stage.console;
    const keys: string[] = [];
    const streams: Stream[] = [];
    await forEach(services, 16, async (index) => {
      keys[index] = await stage.enter(idOf(index));
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
        await change(index, 'For everybody');
      }),
    );
    process.stdout.write(
      `${spellChoice(choice)}: ${String(services)} services connected in ${(connectingMs / 1_000).toFixed(1)} s, ${(connectingMs / services).toFixed(2)} ms each\n` +
        `  memory ${before.toFixed(0)} MiB without them, ${memoryMiB(pid).toFixed(0)} MiB with them, ${perService.toFixed(1)} KiB each\n` +
        `  ${String(changes)} changes one after the other, from asking to the service: ${figures(times)}\n` +
        `  a change for every one of them, 16 at a time: all told within ${(allMs / 1_000).toFixed(1)} s, ${(allMs / services).toFixed(2)} ms each\n`,
    );
  } finally {
    await stage.close();
  }
};

for (const choice of readChoices()) await measure(choice);
process.exit();
