// A recorded session replays to the same answers, byte by byte, and without the secrets of its callers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashToken } from '../../../../adapters/node/secrets.js';
import { configurationFile } from '../../../../adapters/storage/configuration-file.js';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import { replayFile } from '../../../../infra/simulated/session/replay.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { replayed, startRecording } from './bench.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const get = async (url: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(url, { headers })).text();

const bodiesIn = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{"answer"'))
    .map((line) => (JSON.parse(line) as { readonly body?: unknown }).body);

describe('a recorded session', { timeout: 60_000 }, () => {
  it('@REPLAY-1: replays to the same answers', async () => {
    const { serviceUrl, steer, stop } = await startRecording();
    const pending = [
      get(`${serviceUrl}/signals/red-light/on`),
      get(`${serviceUrl}/plain/outputs/main/play?clip=weather`),
    ];
    const answers = [
      await get(`${serviceUrl}/plain/signals/red-light`),
      await steer('POST', '/clock/step', { ms: 1_000 }),
      ...(await Promise.all(pending)),
      await get(`${serviceUrl}/state`),
      await steer('PUT', '/devices/sig-1/fault', { type: 'refused', commands: 1 }),
      await steer('GET', '/commands?limit=2'),
    ];
    const refused = get(`${serviceUrl}/plain/signals/red-light/off`);
    await steer('POST', '/clock/step', { ms: 500 });
    expect(await refused).toBe('ERR device_error');
    const text = await stop();
    expect(bodiesIn(text)).toEqual(expect.arrayContaining(answers));
    expect(await replayed(text)).toBeUndefined();
  });

  it('@REPLAY-1: replays in the times of a clock that runs', async () => {
    const { serviceUrl, steer, stop } = await startRecording({ SIMULATOR_CLOCK: '' });
    await steer('PUT', '/clock', { speed: 100 });
    await steer('PUT', '/script', { entries: [{ atMs: 10, device: 'sig-2', fault: { type: 'lost' } }] });
    for (const signal of ['red-light', 'mic-live', 'red-light']) await get(`${serviceUrl}/signals/${signal}/toggle`);
    await get(`${serviceUrl}/outputs/main/play?clip=weather`);
    expect(await replayed(await stop())).toBeUndefined();
  });

  it('@REPLAY-1: replays an event stream until its reader disconnects', async () => {
    const { serviceUrl, steer, stop } = await startRecording();
    const reader = new AbortController();
    const response = await fetch(`${serviceUrl}/events`, { signal: reader.signal });
    await get(`${serviceUrl}/signals/red-light/on?wait=0`);
    await steer('POST', '/clock/step', { ms: 20_000 });
    reader.abort();
    await response.body?.cancel().catch(() => undefined);
    await steer('POST', '/clock/step', { ms: 1 });
    const text = await stop();
    expect(text).toContain('"stream":true');
    expect(text).toContain('{"disconnect":1');
    expect(await replayed(text)).toBeUndefined();
  });

  it('@REPLAY-5: replays a restart of the service', async () => {
    const { serviceUrl, steer, stop } = await startRecording();
    await get(`${serviceUrl}/variables/Headline/set?value=Hello`);
    expect(await steer('POST', '/service/restart', { downMs: 5_000 })).toBe('{"ok":true}');
    expect(await get(`${serviceUrl}/plain/variables/Headline`)).toBe('Hello');
    const text = await stop();
    expect(await replayed(text)).toBeUndefined();
  });
});

describe('a recording', { timeout: 60_000 }, () => {
  const token = `svc_${'a1b2'.repeat(8)}`;
  const password = 'a password of a legacy app';

  it('@REPLAY-2: contains no secret of its callers or of the studio', async () => {
    const folder = temporaryFolder();
    const standard = defaultConfiguration(demoStudio.id);
    const device = {
      id: 'dev-1',
      name: 'Panel A',
      access: 'read_only',
      tokenNumber: 1,
      station: null,
      fixedAddress: null,
      features: [],
      panel: null,
      operations: [],
      expiresAt: null,
      state: 'active',
      tokenHash: hashToken(token),
      issuedAt: null,
      oldToken: null,
    } as const;
    await configurationFile({ folder: join(folder, 'service'), studioId: demoStudio.id, log: memoryLog() }).save({
      ...standard,
      version: 1,
      devices: [device],
    });
    const { serviceUrl, stop } = await startRecording({ DATA_DIR: folder, TRUST_LOOPBACK: 'off' });
    const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    const answers = [
      await get(`${serviceUrl}/plain/signals/red-light`, { Authorization: `Bearer ${token}` }),
      await get(`${serviceUrl}/plain/signals/red-light?%74oken=${token}`),
      await get(`${serviceUrl}/plain/signals/red-light`, basic(`panel:${token}`)),
      await get(`${serviceUrl}/plain/signals/red-light?token=svc_${'z'.repeat(32)}`),
      await get(`${serviceUrl.replace('/v2', '')}/signals`, basic(`EXTERNAL_APP:${password}`)),
    ];
    const text = await stop();
    expect(answers.slice(0, 4)).toEqual(['0', '0', '0', 'ERR unauthorized']);
    for (const secret of [token, hashToken(token), password, demoStudio.serverId, demoStudio.id, 'svc_zz'])
      expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(`panel:${token}`).toString('base64'));
    expect(await replayed(text)).toBeUndefined();
  });

  it('@REPLAY-3: shows its first difference, and the command fails', async () => {
    const { serviceUrl, steer, stop } = await startRecording();
    await get(`${serviceUrl}/plain/signals/red-light`);
    await steer('GET', '/clock');
    const text = await stop();
    const folder = temporaryFolder();
    const file = join(folder, 'session.jsonl');
    writeFileSync(file, text);
    expect(await replayFile(file)).toEqual({ lines: ['replay: 2 calls, every answer is the same'], exitCode: 0 });
    writeFileSync(file, text.replace('"body":"0"', '"body":"1"'));
    const { lines, exitCode } = await replayFile(file);
    expect(exitCode).toBe(1);
    expect(lines).toEqual([
      'replay: line 3: the answer to call 1 (GET /api/v2/plain/signals/red-light)',
      'replay: body differs at character 1',
      'replay: expected "1"',
      'replay: got      "0"',
    ]);
  });

  it('@REPLAY-3: shows an answer that does not come', async () => {
    const { serviceUrl, steer, stop } = await startRecording();
    void get(`${serviceUrl}/plain/signals/red-light/on`);
    await steer('POST', '/clock/step', { ms: 1_000 });
    const text = await stop();
    const without = text.replace(/^\{"steering":2.*$/m, (line) => line.replace('"ms":1000', '"ms":1'));
    expect((await replayed(without))?.[0]).toMatch(/^line \d+: /);
  });

  it('@REPLAY-4: replaces no file, and refuses what a replay could not repeat', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'session.jsonl');
    writeFileSync(file, 'mine');
    await expect(startRecording({ RECORDING: file })).rejects.toThrow(`RECORDING: ${file} exists`);
    await expect(startRecording({ TRUSTED_PROXIES: '10.0.0.1' })).rejects.toThrow('TRUSTED_PROXIES: expected nothing');
    await expect(replayFile(file)).rejects.toThrow(`${file}: line 1: expected JSON`);
  });
});
