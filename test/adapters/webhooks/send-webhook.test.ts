// One attempt to send a message, to receivers that fail.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendWebhook } from '../../../adapters/webhooks/send-webhook.js';
import { signatureOf } from '../../../adapters/webhooks/signature.js';
import { keysIn } from '../../../domain/studio/webhook-secret.js';
import { listenOnLoopback } from '../../support/loopback.js';
import {
  receiverFaults,
  receiverOddities,
  startWebhookReceiver,
  webhookSecret,
  type ReceiverFault,
  type ReceiverOddity,
  type WebhookReceiver,
} from '../../support/webhook-receiver.js';
import { certificateAuthority, readFiles } from '../../application/console/authority.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { rightOf } from '../../domain/fixtures.js';

const nowMs = Date.UTC(2026, 0, 31, 12);
const message = { id: 'msg_1', body: '{"type":"test","timestamp":"2026-01-31T12:00:00.000Z","data":{}}' };
const otherSecret = `whsec_${Buffer.alloc(64, 7).toString('base64')}`;

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => {
  receiver.behave(() => undefined);
});
afterAll(() => receiver.close());

const webhookTo = (url: string) => ({ id: 'newsroom', url, secretFile: '/etc/newsroom' });

const sendTo = (
  url: string,
  secret: string | Error = webhookSecret,
  abort = new AbortController(),
  held?: ReadonlyMap<string, string>,
) =>
  sendWebhook({
    readSecret: () => (secret instanceof Error ? Promise.reject(secret) : Promise.resolve(secret)),
    now: () => nowMs,
    userAgent: 'studio-control/test',
    isOwn: () => false,
    timeoutMs: 300,
  })(webhookTo(url), message, abort.signal, held);

describe('@WEBHOOK-3: the signature', () => {
  it('is that of the example in the reference implementation of Standard Webhooks', () => {
    const keys = rightOf(keysIn(webhookSecret));
    expect(signatureOf(keys, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('is there for each secret while they are exchanged, with the time of the attempt', async () => {
    expect(await sendTo(receiver.url, `${otherSecret}\n${webhookSecret}\n`)).toEqual({
      isDelivered: true,
      status: 204,
    });
    const received = receiver.attempts.at(-1);
    expect(received).toMatchObject({ id: 'msg_1', seconds: nowMs / 1_000, isSigned: true, body: { type: 'test' } });
    expect(received?.signatures).toHaveLength(2);
  });

  it('@WEBHOOK-12: is refused with a secret of another form, which is not shown', async () => {
    const attempt = await sendTo(receiver.url, webhookSecret.slice(6));
    expect(attempt).toMatchObject({ isDelivered: false, isRefused: false });
    expect(JSON.stringify(attempt)).toMatch(/its secretFile can't be used: expected one secret/);
    expect(JSON.stringify(attempt)).not.toContain(webhookSecret.slice(6));
  });

  it('@EDITING-28: is that of a secret that isn’t in its file yet', async () => {
    const held = new Map([['/etc/newsroom', webhookSecret]]);
    const attempt = await sendTo(receiver.url, new Error('expected no read'), new AbortController(), held);
    expect([attempt.isDelivered, receiver.attempts.at(-1)?.isSigned]).toEqual([true, true]);
  });

  it('@WEBHOOK-12: is refused with a file that can’t be read, whose path is not shown', async () => {
    const attempt = await sendTo(receiver.url, new Error("/etc/newsroom can't be read (ENOENT)"));
    expect(attempt).toMatchObject({ reason: "its secretFile can't be used: it can't be read (ENOENT)" });
  });
});

/** A receiver that wants to be left alone. */
const createBusy = (retryAfter: string) =>
  createServer((_request, response) => {
    response.writeHead(503, { 'retry-after': retryAfter });
    response.end();
  });

/** What the sender makes of each fault: whether the message alone is refused. */
const refusing: readonly ReceiverFault[] = ['answers 400', 'answers 410', 'answers 302'];

describe('@WEBHOOK-5: an attempt', () => {
  it.each(Object.keys(receiverFaults) as ReceiverFault[])('fails if the receiver %s', async (fault) => {
    receiver.behave(() => fault);
    const startedAtMs = performance.now();
    const attempt = await sendTo(receiver.url);
    expect(attempt).toMatchObject({ isDelivered: false, isRefused: refusing.includes(fault) });
    expect(JSON.stringify(attempt)).not.toMatch(/swordfish|studio\?/);
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  });

  it.each(Object.keys(receiverOddities) as ReceiverOddity[])('is accepted if the receiver %s', async (oddity) => {
    receiver.behave(() => oddity);
    expect(await sendTo(receiver.url)).toEqual({ isDelivered: true, status: 200 });
  });

  it('fails without a receiver', async () => {
    const gone = await startWebhookReceiver();
    await gone.close();
    expect(await sendTo(gone.url)).toMatchObject({ isDelivered: false, isRefused: false });
  });

  it.each([
    ['120', 120_000],
    [new Date(nowMs + 5_000).toUTCString(), 5_000],
    [new Date(nowMs - 5_000).toUTCString(), 0],
    ['soon', undefined],
  ])('states the Retry-After %s', async (field, expected) => {
    const server = createBusy(field);
    const port = await listenOnLoopback(server);
    const attempt = await sendTo(`http://127.0.0.1:${String(port)}/`);
    server.close();
    expect(attempt).toMatchObject({ isDelivered: false, isRefused: false });
    expect('retryAfterMs' in attempt && attempt.retryAfterMs).toBe(expected);
  });

  it('verifies the certificate of the receiver, also by the authorities in caFile', async () => {
    const folder = temporaryFolder();
    const authority = certificateAuthority(folder);
    const server = createSecureServer(readFiles(authority.issue('receiver', 'IP:127.0.0.1')), (_, response) =>
      response.end(),
    );
    const url = `https://127.0.0.1:${String(await listenOnLoopback(server))}/`;
    const send = sendWebhook({
      readSecret: (path) => (path === '/etc/ca' ? readFile(authority.ca, 'utf8') : Promise.resolve(webhookSecret)),
      now: () => nowMs,
      userAgent: 'test',
      isOwn: () => false,
    });
    const { signal } = new AbortController();
    expect(await send(webhookTo(url), message, signal)).toMatchObject({ isDelivered: false, isRefused: false });
    expect(await send({ ...webhookTo(url), caFile: '/etc/ca' }, message, signal)).toMatchObject({ isDelivered: true });
    server.close();
  });

  it('sends nothing to the service itself, by whatever name it is reached', async () => {
    const before = receiver.attempts.length;
    const isOwn = ({ remotePort }: { readonly remotePort?: number | undefined }) =>
      String(remotePort) === new URL(receiver.url).port;
    const own = { readSecret: () => Promise.resolve(webhookSecret), now: () => nowMs, userAgent: 'test', isOwn };
    const attempt = await sendWebhook(own)(webhookTo(receiver.url), message, new AbortController().signal);
    expect(attempt).toMatchObject({ isDelivered: false, reason: 'it is an address of this service' });
    expect(receiver.attempts).toHaveLength(before);
  });

  it('ends when it is aborted', async () => {
    receiver.behave(() => 'never answers');
    const abort = new AbortController();
    const attempt = sendTo(receiver.url, webhookSecret, abort);
    setTimeout(() => {
      abort.abort();
    }, 50);
    expect(await attempt).toMatchObject({ reason: 'the attempt was ended' });
    expect(await sendTo(receiver.url, webhookSecret, abort)).toMatchObject({ reason: 'the attempt was ended' });
  });
});
