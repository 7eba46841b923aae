// Recordings whose program was killed, and recordings whose start failed.
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replayFile } from '../../../../infra/simulated/session/replay.js';
import { replayed, startRecording } from './bench.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const get = async (url: string): Promise<string> => (await fetch(url)).text();

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Replays a text as a file. */
const replayedAsFile = (text: string) => {
  const file = join(folder, 'session.jsonl');
  writeFileSync(file, text);
  return replayFile(file);
};

const noEnd = 'replay: the recording has no end; its program was killed, or is running';

describe('a recording whose program was killed', { timeout: 60_000 }, () => {
  it('@REPLAY-6: is replayed, and has no end', async () => {
    const { serviceUrl, steer, written, stop } = await startRecording();
    const pending = get(`${serviceUrl}/plain/signals/red-light/on`);
    await get(`${serviceUrl}/plain/signals/red-light`);
    await steer('POST', '/clock/step', { ms: 1_000 });
    await pending;
    await expect.poll(written).toContain('{"answer":3');
    const killed = written();
    await stop();
    expect(await replayedAsFile(killed)).toEqual({
      lines: ['replay: 3 calls, every answer is the same', noEnd],
      exitCode: 0,
    });
    expect(await replayedAsFile(killed.replace('"body":"0"', '"body":"1"'))).toMatchObject({ exitCode: 1 });
  });

  it('@REPLAY-6: is replayed whatever its last line', async () => {
    const { serviceUrl, steer, stop } = await startRecording({ SIMULATOR_CLOCK: '' });
    const reader = await fetch(`${serviceUrl}/events`);
    await get(`${serviceUrl}/signals/red-light/on`);
    await steer('PUT', '/clock', { paused: true });
    const pending = get(`${serviceUrl}/signals/red-light/off`);
    await steer('POST', '/clock/step', { ms: 1_000 });
    await pending;
    const lines = (await stop()).trimEnd().split('\n');
    await reader.body?.cancel().catch(() => undefined);
    expect(await replayed(lines.join('\n'))).toBeUndefined();
    const last = lines.findIndex((line) => line.startsWith('{"stop":true'));
    for (let count = 1; count <= last; count += 1)
      expect(await replayed(lines.slice(0, count).join('\n')), `${String(count)} lines`).toBeUndefined();
  });

  it('@REPLAY-6: is replayed without its last line if that was cut off', async () => {
    const { serviceUrl, stop } = await startRecording();
    await get(`${serviceUrl}/plain/signals/red-light`);
    const text = await stop();
    const cut = text.slice(0, text.indexOf('{"answer":1') + 30);
    expect(await replayedAsFile(cut)).toEqual({
      lines: ['replay: 1 call, every answer is the same', 'replay: line 3 is cut off, and was ignored', noEnd],
      exitCode: 0,
    });
    expect(await replayedAsFile(text.slice(0, -1))).toMatchObject({ lines: [expect.any(String)], exitCode: 0 });
  });

  it('@REPLAY-6: is refused if another line is no JSON, or has no time', async () => {
    const { serviceUrl, stop } = await startRecording();
    await get(`${serviceUrl}/plain/signals/red-light`);
    const text = await stop();
    const file = join(folder, 'session.jsonl');
    await expect(replayedAsFile(text.replace('{"answer":1', '{"answer'))).rejects.toThrow(
      `${file}: line 3: expected JSON`,
    );
    await expect(replayedAsFile(text.replace(/("answer":1.*)"atMs"/, '$1"at"'))).rejects.toThrow(
      `${file}: line 3: atMs: expected`,
    );
  });
});

describe('a recording with a caller that disconnects from nothing', { timeout: 20_000 }, () => {
  const recorded = async () => {
    const { serviceUrl, stop } = await startRecording();
    await get(`${serviceUrl}/plain/signals/red-light`);
    return (await stop()).trimEnd().split('\n');
  };
  const disconnect = '{"disconnect":1,"atMs":0}';
  const notCome = ['line 4: the disconnection of call 1 did not come'];

  it('@REPLAY-3: ends with the difference if the session has ended before', async () => {
    const [beginning = '', call = '', answer = '', stop = ''] = await recorded();
    expect(await replayed([beginning, call, answer, stop, disconnect].join('\n'))).toEqual([
      'line 5: the disconnection of call 1 did not come',
    ]);
  });

  it('@REPLAY-3: ends with the difference if the call was answered before', async () => {
    const [beginning = '', call = '', answer = '', stop = ''] = await recorded();
    expect(await replayed([beginning, call, answer, disconnect].join('\n'))).toEqual(notCome);
    expect(await replayed([beginning, call, answer, disconnect, stop].join('\n'))).toEqual(notCome);
  });
});

describe('a recording whose start failed', { timeout: 60_000 }, () => {
  const taken = async (): Promise<readonly [Server, string]> => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return [server, String((server.address() as { port: number }).port)];
  };

  it.each(['PORT', 'SIMULATOR_PORT'])('@REPLAY-7: leaves nothing if %s is taken', async (setting) => {
    vi.stubEnv('TMPDIR', folder);
    const data = mkdtempSync(join(folder, 'data-'));
    const [server, port] = await taken();
    const [other, otherPort] = await taken();
    other.close();
    const ports = { PORT: otherPort, SIMULATOR_PORT: otherPort, [setting]: port };
    const settings = { ...ports, DATA_DIR: data, RECORDING: join(data, 'session.jsonl') };
    await expect(startRecording(settings)).rejects.toThrow(`${setting}: `);
    expect(readdirSync(data)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('studio-control-session-'))).toEqual([]);

    server.close();
    const { stop } = await startRecording({ ...settings, [setting]: '0' });
    await stop().catch(() => undefined);
    expect(readdirSync(data)).toContain('session.jsonl');
  });
});
