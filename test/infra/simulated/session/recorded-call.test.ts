// Calls that never become complete: they hold up no session, and recordings with them replay.
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { replayed, startRecording } from './bench.js';

const get = async (url: string): Promise<string> => (await fetch(url)).text();

/** Sends the beginning of a call, and resolves once the operating system has it. */
const send = async (serviceUrl: string, text: string): Promise<Socket> => {
  const { hostname, port } = new URL(serviceUrl);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(text, resolve));
  return socket;
};

const post = (path: string, ...headers: readonly string[]): string =>
  [`POST /api/v2/plain${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');

/** The calls of a recording, by their targets and the headers of their bodies. */
const callsIn = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{"call"'))
    .map((line) => JSON.parse(line) as { target: string; headers: Record<string, string> })
    .map(({ target, headers }) => [target.replace('/api/v2/plain', ''), headers['content-length']]);

describe('a call whose body does not come', { timeout: 60_000 }, () => {
  it('@REPLAY-10: holds up no other call, and is not recorded', async () => {
    const { serviceUrl, steer, stop } = await startRecording();
    const socket = await send(serviceUrl, post('/variables/Headline/set?value=Never', 'Content-Length: 10'));
    expect(await get(`${serviceUrl}/plain/variables/Headline`)).toBe('Good morning');
    await steer('POST', '/clock/step', { ms: 60_000 });
    socket.destroy();
    expect(await get(`${serviceUrl}/plain/variables/Headline`)).toBe('Good morning');
    const text = await stop();
    expect(callsIn(text)).toEqual([
      ['/variables/Headline', undefined],
      ['/variables/Headline', undefined],
    ]);
    expect(await replayed(text)).toBeUndefined();
  });

  it('@REPLAY-10: enters the session once it is complete', async () => {
    const { serviceUrl, stop } = await startRecording();
    const head = post('/variables/Headline/set?value=Late', 'Transfer-Encoding: chunked', 'Connection: close');
    const socket = await send(serviceUrl, `${head}3\r\nabc\r\n`);
    expect(await get(`${serviceUrl}/plain/variables/Headline`)).toBe('Good morning');
    socket.write('0\r\n\r\n');
    await once(socket.resume(), 'close');
    expect(await get(`${serviceUrl}/plain/variables/Headline`)).toBe('Late');
    const text = await stop();
    expect(callsIn(text)).toContainEqual(['/variables/Headline/set?value=Late', '3']);
    expect(await replayed(text)).toBeUndefined();
  });

  it.each(['Content-Length: 2000000', 'Transfer-Encoding: chunked'])(
    '@REPLAY-10: is refused as by the service if it is too long (%s)',
    async (header) => {
      const { serviceUrl, stop } = await startRecording();
      const chunk = `1e8480\r\n${' '.repeat(2_000_000)}\r\n`;
      const head = post('/signals/red-light/on', header, 'Connection: close');
      const socket = await send(serviceUrl, head + (header.endsWith('chunked') ? chunk : ''));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
      socket.destroy();
      expect(await get(`${serviceUrl}/plain/signals/red-light`)).toBe('0');
      expect(await replayed(await stop())).toBeUndefined();
    },
  );

  it('@REPLAY-10: replays a restart while a call waits for its device', async () => {
    const { serviceUrl, steer, stop } = await startRecording();
    const pending = get(`${serviceUrl}/plain/signals/red-light/on`).catch(() => 'closed');
    expect(await get(`${serviceUrl}/plain/signals/mic-live`)).toBe('0');
    const restarted = steer('POST', '/service/restart', { downMs: 1_000 });
    expect(await pending).not.toBe('Good morning');
    expect(await restarted).toBe('{"ok":true}');
    expect(await replayed(await stop())).toBeUndefined();
  });
});
