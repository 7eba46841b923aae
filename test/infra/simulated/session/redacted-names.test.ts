// Secrets in places where the service expects none don't reach a recording, and the recording replays.
import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { replayed, startRecording } from './bench.js';

const secret = 'hunter2-9f3';
const token = `svc_${'a1b2'.repeat(8)}`;
const basic = `Basic ${Buffer.from(`panel:${token}`).toString('base64')}`;

/** Calls with headers that `fetch` doesn't send, and a target that it would change. */
const call = async (serviceUrl: string, target: string, headers: Record<string, string> = {}): Promise<string> => {
  const { hostname, port } = new URL(serviceUrl);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: `/api/v2${target}`, headers, agent: false }, (response) => {
      resolve(textOf(response));
    })
      .on('error', reject)
      .end();
  });
};

const headers: readonly (readonly [string, string])[] = [
  ['CF-Access-Client-Secret', secret],
  ['Cf-Access-Jwt-Assertion', secret],
  ['X-Forwarded-Access-Token', secret],
  ['X-Original-Authorization', basic],
  ['X-Forwarded-Authorization', basic],
  ['X-Original-URI', `/x?password=${secret}&token=short`],
  ['Referer', `http://localhost/x/${secret}?password=${secret}`],
  ['Referer', `http://panel:${secret}@localhost/`],
  ['Origin', `http://panel:${secret}@localhost`],
  ['User-Agent', `panel ${secret}`],
  ['User-Agent', `Mozilla/5.0 ${secret}`],
  ['Last-Event-ID', `${secret} `.repeat(8)],
  ['Sec-Fetch-Site', `cross-site ${secret}`],
  ['Idempotency-Key', secret],
  ['Idempotency-Key', secret.repeat(10)],
  ['Authorization', `${token} x`],
  ['Authorization', `Digest ${secret}`],
  ['Authorization', `Bearer ${secret}`],
];

const queries = [
  `password=${secret}`,
  `access_token=${secret}`,
  `token;=${secret}`,
  secret,
  `${secret}=`.replace('-', '%2D'),
  `password=${secret}%`,
  `key=${secret}`,
  `key=${secret.repeat(10)}`,
  `token=${secret}`,
  `guest=${token}`,
];

describe('a recording', { timeout: 60_000 }, () => {
  it.each(headers)('@REPLAY-2: keeps no secret of the header %s', async (name, value) => {
    const { serviceUrl, stop } = await startRecording();
    const answer = await call(serviceUrl, '/plain/signals/red-light/on?wait=0', { Host: 'localhost', [name]: value });
    expect(await call(serviceUrl, '/requests')).toContain('"path":"/api/v2/plain/signals/red-light/on');
    const text = await stop();
    expect(answer).toMatch(/^(?:OK|ERR \w+)$/);
    for (const hidden of [secret, token, basic.slice(6)]) expect(text).not.toContain(hidden);
    expect(await replayed(text)).toBeUndefined();
  });

  it.each(queries)('@REPLAY-2: keeps no secret of the query %s', async (query) => {
    const { serviceUrl, stop } = await startRecording();
    for (const path of ['/plain/signals/red-light/on?wait=0&', '/signals?', '/nowhere?'])
      await call(serviceUrl, path + query);
    expect(await call(serviceUrl, '/requests')).toContain('"path":"/api/v2/plain/signals/red-light/on');
    const text = await stop();
    for (const hidden of [secret, 'hunter2', token]) expect(text).not.toContain(hidden);
    expect(await replayed(text)).toBeUndefined();
  });

  it('@REPLAY-2: keeps which calls have the same key', async () => {
    const { serviceUrl, stop } = await startRecording();
    const toggle = '/plain/signals/red-light/toggle?wait=0';
    for (const key of [secret, secret, `${secret}x`])
      await call(serviceUrl, `${toggle}&key=${key}`, { Host: 'localhost', 'Idempotency-Key': key });
    const text = await stop();
    expect(text.match(/key=\{secret-\d\}/g)).toEqual(['key={secret-1}', 'key={secret-1}', 'key={secret-2}']);
    expect(text).not.toContain(secret);
    expect(await replayed(text)).toBeUndefined();
  });

  it('@REPLAY-2: keeps the values of parameters that the API has', async () => {
    const { serviceUrl, stop } = await startRecording();
    await call(serviceUrl, '/plain/variables/Headline/set?value=On%20air');
    const text = await stop();
    expect(text).toContain('/set?value=On%20air"');
    expect(await replayed(text)).toBeUndefined();
  });
});
