// The page about webhooks: its messages are those of the code, and its snippets verify signatures.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureOf } from '../../adapters/webhooks/signature.js';
import { webhookSecret } from '../support/webhook-receiver.js';
import { readDocument } from './documents.js';
import { messageParts } from './webhook-messages.js';

const page = readDocument('docs/webhooks.md');

describe('the messages in docs/webhooks.md', () => {
  it('are exactly those of the code', () => {
    expect(page.slice(page.indexOf('### '))).toBe(messageParts().join('\n'));
  });
});

const snippet = (language: string): string => page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-snippets-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

type IsGenuine = (secret: string, headers: Readonly<Record<string, string>>, body: string) => boolean;

const inNode = async (): Promise<IsGenuine> => {
  const path = write('verify.mjs', snippet('js'));
  const { isGenuine } = (await import(pathToFileURL(path).href)) as { readonly isGenuine: IsGenuine };
  return isGenuine;
};

const inPython = (): Promise<IsGenuine> => {
  const path = write(
    'verify.py',
    `${snippet('python')}\nimport json, sys\nprint(json.dumps(is_genuine(*json.loads(sys.argv[1]))))\n`,
  );
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
