// The page about webhooks: its messages are those of the code, and its snippets verify signatures.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sendWebhook } from '../../adapters/webhooks/send-webhook.js';
import { signatureOf } from '../../adapters/webhooks/signature.js';
import { freePort } from '../support/loopback.js';
import { webhookSecret } from '../support/webhook-receiver.js';
import { filesIn } from './console-blocks.js';
import { readDocument } from './documents.js';
import { messageParts } from './webhook-messages.js';

const page = readDocument('docs/webhooks.md');

describe('the messages in docs/webhooks.md', () => {
  it('are exactly those of the code', () => {
    expect(page.slice(page.indexOf('### '))).toBe(messageParts().join('\n'));
  });
});

const snippets = filesIn(page);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-snippets-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file of the page, and what a test adds to it. Returns its path. */
const write = (name: string, added = ''): string => {
  const path = join(folder, name);
  writeFileSync(path, `${snippets.get(name) ?? ''}${added}`);
  return path;
};

type IsGenuine = (secret: string, headers: Readonly<Record<string, string>>, body: string) => boolean;

const inNode = async (): Promise<IsGenuine> => {
  const path = write('verify.mjs');
  const { isGenuine } = (await import(pathToFileURL(path).href)) as { readonly isGenuine: IsGenuine };
  return isGenuine;
};

const inPython = (): Promise<IsGenuine> => {
  const path = write('verify.py', '\nimport json, sys\nprint(json.dumps(is_genuine(*json.loads(sys.argv[1]))))\n');
  return Promise.resolve((...given) => {
    const printed = execFileSync('python3', [path, JSON.stringify(given)], { encoding: 'utf8' });
    return JSON.parse(printed) as boolean;
  });
};

const body = '{"type":"test","timestamp":"2026-01-31T12:00:00.000Z","data":{"webhook":"é"}}';

const headersAt = (seconds: number, secret = webhookSecret): Readonly<Record<string, string>> => {
  const keys = [Buffer.alloc(32, 9), Buffer.from(secret.slice('whsec_'.length), 'base64')];
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureOf(keys, 'msg_1', seconds, body),
  };
};

describe.each([
  ['Node.js', inNode],
  ['Python', inPython],
])('@WEBHOOK-3: the snippet in docs/webhooks.md for %s', (_, load) => {
  it('accepts what the service signs, and nothing else', async () => {
    const isGenuine = await load();
    const now = Math.floor(Date.now() / 1_000);
    const other = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    expect(isGenuine(webhookSecret, headersAt(now), body)).toBe(true);
    expect(isGenuine(webhookSecret, headersAt(now), `${body} `)).toBe(false);
    expect(isGenuine(webhookSecret, headersAt(now, other), body)).toBe(false);
    expect(isGenuine(webhookSecret, headersAt(now - 600), body)).toBe(false);
  });
});

it('@WEBHOOK-3: the receiver in docs/webhooks.md accepts what the service sends, and nothing else', async () => {
  write('verify.mjs');
  const port = String(await freePort());
  const receiver = spawn('node', [write('receiver.mjs')], {
    env: { ...process.env, PORT: port, WEBHOOK_SECRET: webhookSecret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    receiver.kill();
    await once(receiver, 'exit');
  });
  const printed: Buffer[] = [];
  receiver.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  const attempt = (secret: string) =>
    sendWebhook({
      readSecret: () => Promise.resolve(secret),
      now: () => Date.now(),
      userAgent: 'studio-control/test',
      isOwn: () => false,
    })(
      { id: 'newsroom', url: `http://127.0.0.1:${port}/`, secretFile: '/etc/newsroom' },
      { id: 'msg_1', body },
      new AbortController().signal,
    );
  await expect.poll(() => attempt(webhookSecret)).toEqual({ isDelivered: true, status: 204 });
  expect(await attempt(`whsec_${Buffer.alloc(32, 5).toString('base64')}`)).toMatchObject({
    reason: 'it answered with 400',
  });
  await expect.poll(() => String(Buffer.concat(printed))).toBe('msg_1 test\n');
});
