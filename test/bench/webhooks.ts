// Compares the calls of a service whose webhooks fail with those of one without webhooks, in turns. Fails above the limits.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { demoStudio } from '../../simulator/demo-studio.js';
import { startWebhookReceiver, webhookSecret } from '../support/webhook-receiver.js';
import { nodeFlags } from './speed/service.js';

const rounds = Number(process.env['ROUNDS'] ?? 40);

/** Calls of one service until it is the other one's turn, and the pause between them in milliseconds: a busy studio has fewer. */
const [callsPerRound, pauseMs] = [50, 5];

/** The longest medians and 99th percentiles with webhooks, in proportion to those without. */
const limits = { median: 1.25, at99: 1.6 };

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');
const started: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'studio-control-webhooks-'));

/** Starts a service on simulated devices. Returns its process and the address of the call. */
const start = async (name: string, webhooks: readonly object[]) => {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ ...demoStudio, webhooks }));
  const flags = ['--port', '0', '--host', '127.0.0.1', '--data-dir', join(folder, name), '--log-level', 'error'];
  const program = [...nodeFlags, main, 'service', '--devices', 'simulated', '--studio-file', file, ...flags];
  const child: ChildProcess = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const url = /http:\S+/.exec(line.toString())?.[0] ?? '';
  return { url: `${url}/signals/sig-1/toggle?wait=0`, times: [] as number[] };
};

type Measured = Awaited<ReturnType<typeof start>>;

/** Makes calls one after the other. The simulated lamp ends each within 30 ms, which then is a message. */
const measure = async ({ url, times }: Measured): Promise<void> => {
  for (let made = 0; made < callsPerRound; made += 1) {
    const startedAtMs = performance.now();
    const answered = await fetch(url, { method: 'POST' });
    await answered.text();
    times.push(performance.now() - startedAtMs);
    await delay(pauseMs);
    if (answered.status !== 202) throw new Error(`expected 202, got ${String(answered.status)}`);
  }
  await delay(50);
};

const quantile = ({ times }: Measured, share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

const receivers = await Promise.all(
  ['never answers', 'answers 500', 'resets the connection', undefined].map(async (fault) => {
    const receiver = await startWebhookReceiver();
    receiver.behave(() => fault as 'never answers' | undefined);
    return receiver;
  }),
);
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, webhookSecret);
const webhooks = receivers.map(({ url }, at) => ({ id: `hook-${String(at)}`, url, secretFile }));

try {
  const [without, withWebhooks] = [await start('without', []), await start('with', webhooks)];
  // Warms both up.
  for (const one of [without, withWebhooks, without, withWebhooks]) await measure(one);
  for (const one of [without, withWebhooks]) one.times.length = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const one of round % 2 === 0 ? [without, withWebhooks] : [withWebhooks, without]) await measure(one);

  const delivered = receivers.at(-1)?.accepted.length ?? 0;
  const results = { median: 0.5, at99: 0.99 };
  let isTooSlow = delivered === 0;
  for (const [name, share] of Object.entries(results) as ['median' | 'at99', number][]) {
    const [before, after] = [quantile(without, share), quantile(withWebhooks, share)];
    const ratio = after / before;
    isTooSlow ||= ratio > limits[name];
    console.log(
      `${name}: ${before.toFixed(2)} ms without, ${after.toFixed(2)} ms with webhooks: ${ratio.toFixed(2)} (limit ${String(limits[name])})`,
    );
  }
  console.log(`${String(delivered)} messages were delivered to the receiver that accepts them`);
  process.exitCode = isTooSlow ? 1 : 0;
} finally {
  for (const child of started) child.kill('SIGKILL');
  for (const receiver of receivers) await receiver.close();
  rmSync(folder, { recursive: true, force: true });
}
