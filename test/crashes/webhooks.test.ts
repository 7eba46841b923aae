// Messages for webhooks whose receiver fails in all ways, and whose service is restarted and killed: each is delivered at least once, and
// those of a subject in their order.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SystemClock } from '../../adapters/node/clock.js';
import { outboxFile } from '../../adapters/storage/outbox-file.js';
import { sendWebhook } from '../../adapters/webhooks/send-webhook.js';
import { deliveryLimits } from '../../application/webhooks/delivery-limits.js';
import type { WebhookEvent } from '../../domain/studio/webhook.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { switched, webhooksBench } from '../application/webhooks/webhooks-bench.js';
import { eventually } from '../support/eventually.js';
import { killableSimulation, type KillableProgram } from '../support/killable-service.js';
import { leveledLog } from '../support/leveled-log.js';
import {
  receiverFaults,
  receiverOddities,
  startWebhookReceiver,
  webhookSecret,
  type ReceivedMessage,
  type WebhookReceiver,
} from '../support/webhook-receiver.js';

let folder: string;
let receiver: WebhookReceiver;
let service: KillableProgram;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-webhooks-'));
  writeFileSync(join(folder, 'secret'), `${webhookSecret}\n`, { mode: 0o600 });
  receiver = await startWebhookReceiver();
  service = killableSimulation(join(folder, 'data'), '--studio-file', join(folder, 'studio.json'));
});
afterEach(async () => {
  await service.kill();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

const events: readonly WebhookEvent[] = ['as_run.entry'];

const webhook = () => ({ id: 'newsroom', url: receiver.url, secretFile: join(folder, 'secret'), events });

/** Returns numbers from 0 to below 1, always the same. */
const seeded = (): (() => number) => {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const faults = [...Object.keys(receiverFaults), ...Object.keys(receiverOddities)] as (
  | keyof typeof receiverFaults
  | keyof typeof receiverOddities
)[];

/** Returns the first acceptance of each message, in their order. */
const firsts = (messages: readonly ReceivedMessage[]): readonly ReceivedMessage[] =>
  [...new Map([...messages].reverse().map((message) => [message.id, message])).values()].reverse();

const commandOf = ({ body: { data } }: ReceivedMessage): string => String(data['id']);
const signalOf = ({ body: { data } }: ReceivedMessage): string =>
  String((data['parameters'] as { readonly signal?: string }).signal);

/** Starts the webhooks of a service on the folder, with short delays. */
const openWebhooks = async () => {
  const file = outboxFile({ folder: join(folder, 'data'), log: leveledLog() });
  const clock = new SystemClock();
  const send = sendWebhook({
    readSecret: () => Promise.resolve(webhookSecret),
    now: () => clock.now(),
    userAgent: 'test',
    isOwn: () => false,
    timeoutMs: 100,
  });
  const limits = { ...deliveryLimits, backoff: { firstMs: 4, maxMs: 50 } };
  const left = await file.load();
  const bench = webhooksBench({ webhooks: [webhook()], file, left, clock, send, limits });
  bench.opened.start();
  return bench;
};

describe('the messages for a receiver that fails in all ways', () => {
  it('@WEBHOOK-4: 10,000 of them are delivered, in the order of each subject, over restarts of both sides', async () => {
    const [random, expected]: [() => number, string[]] = [seeded(), []];
    receiver.behave(() => (random() < 0.08 ? faults[Math.floor(random() * faults.length)] : undefined));
    for (let run = 0; run < 10; run += 1) {
      const bench = await openWebhooks();
      for (let count = 0; count < 1_000; count += 1) {
        const [signal, id] = [`sig-${String(Math.floor(random() * 60))}`, String(expected.length)];
        bench.commands.notify(switched(signal, id));
        expected.push(`${signal} ${id}`);
        if (count % 50 === 0) await delay(2);
      }
      if (run % 3 === 1) await receiver.restart(30);
      await bench.opened.stop();
    }
    const bench = await openWebhooks();
    await eventually('all messages', () => firsts(receiver.accepted).length >= expected.length, 120_000);
    await bench.opened.stop();
    const got = firsts(receiver.accepted).map((message) => `${signalOf(message)} ${commandOf(message)}`);
    const bySubject = (all: readonly string[]) => Object.groupBy(all, (one) => one.split(' ')[0] ?? '');
    expect(bySubject(got)).toEqual(bySubject(expected));
    expect(receiver.attempts.every(({ isSigned }) => isSigned)).toBe(true);
    const repeated = Object.values(Object.groupBy(receiver.accepted, commandOf)).flatMap((all) =>
      (all ?? []).map(({ id }) => id),
    );
    expect(new Set(repeated).size).toBe(10_000);
  }, 150_000);
});

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');

/** Writes the studio file. */
const define = (): void => {
  writeFileSync(join(folder, 'studio.json'), JSON.stringify({ ...demoStudio, webhooks: [webhook()] }));
};

/** Switches a signal. Returns the id of the action. */
const toggle = async (url: string, signal: string): Promise<string> => {
  const response = await fetch(`${url}/signals/${signal}/toggle`);
  expect(response.status).toBe(200);
  return response.headers.get('x-action-id') ?? '';
};

/** How long before the kill a command must have ended, in milliseconds: the file is written in the background. */
const lastMomentMs = 200;

describe('a service that is killed while messages wait', () => {
  it('@WEBHOOK-7: delivers them after its next start, in their order', async () => {
    define();
    const actions: string[] = [];
    for (const fault of ['answers 500', 'never answers', 'resets the connection'] as const) {
      receiver.behave(() => fault);
      const url = await service.start();
      for (let count = 0; count < 6; count += 1) actions.push(await toggle(url, count % 2 === 0 ? 'sig-1' : 'sig-2'));
      await delay(lastMomentMs);
      await service.kill();
    }
    receiver.behave(() => undefined);
    await service.start();
    await eventually('all messages', () => firsts(receiver.accepted).length >= actions.length, 20_000);
    const got = firsts(receiver.accepted).map(
      (message) => `${signalOf(message)} ${String(message.body.data['action'])}`,
    );
    for (const [place, signal] of ['sig-1', 'sig-2'].entries())
      expect(got.filter((one) => one.startsWith(signal))).toEqual(
        actions.filter((_, at) => at % 2 === place).map((action) => `${signal} ${action}`),
      );
  });

  it('@WEBHOOK-10: answers a test from the command line', async () => {
    define();
    await service.start();
    const test = async (id: string, dataFolder = join(folder, 'data')) => {
      const command = spawn(process.execPath, [main, 'webhook', 'test', id, '--data-dir', dataFolder]);
      const printed: string[] = [];
      for (const stream of [command.stdout, command.stderr])
        stream.on('data', (data: Buffer) => printed.push(data.toString()));
      const [code] = (await once(command, 'close')) as [number];
      return [code, printed.join('').trim()];
    };
    const host = `127.0.0.1:${String(receiver.port)}`;
    expect(await test('newsroom')).toEqual([0, `newsroom (${host}) has accepted the test: it answered with 204`]);
    receiver.behave(() => 'answers 410');
    expect(await test('newsroom')).toEqual([
      1,
      `webhook test: newsroom (${host}) has not accepted the test: it answered with 410`,
    ]);
    expect(await test('other')).toEqual([
      1,
      'webhook test: expected the id of a webhook in the studio file, got "other"',
    ]);
    expect(await test('newsroom', folder)).toEqual([1, `webhook test: no service runs with DATA_DIR ${folder}`]);
    expect(receiver.accepted.some(({ body }) => body.type === 'test')).toBe(true);
  });
});
