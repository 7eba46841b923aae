// What the answers of a device with an HTTP interface mean by their status, and what its requests carry.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { portOf, readTarget } from '../../../../adapters/drivers/http/target.js';
import { sentCommand, stepResult } from '../../../contracts/device-commands.js';
import { settleSockets } from '../advance-clock.js';
import { layoutWith, openDrivers } from '../bench.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { commandTo } from '../../../support/commands.js';

const closing = closedAfterEach();

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (response: ServerResponse, request: Received) => void;

/** A line whose state is `1` or `0`, and that replies nothing of its own. */
const relay = (number: number) => ({
  on: `/relay/${String(number)}/on`,
  off: `/relay/${String(number)}/off`,
  state: { ask: `/relay/${String(number)}`, everyMs: 100, on: '1', off: '0' },
});

const open = async (lines: Readonly<Record<string, object>>, first: Answer) => {
  const received: Received[] = [];
  let answer = first;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const noted = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(noted);
      answer(response, noted);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const layout = (served: typeof lines) =>
    layoutWith('http', { host: '127.0.0.1', port: (server.address() as AddressInfo).port }, { lines: served });
  const { drivers, current, clock, close } = openDrivers(layout(lines));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  }, close);
  const step = async (): Promise<void> => {
    await clock.advance(50);
    await settleSockets();
  };
  return {
    received,
    step,
    signalLines: drivers.signalLines,
    answer: (next: Answer) => {
      answer = next;
    },
    serve: (served: typeof lines) => {
      current.replace(layout(served));
    },
    until: (read: () => unknown) =>
      expect.poll(async () => {
        await step();
        return read();
      }),
  };
};

const withStatus =
  (status: number, body = ''): Answer =>
  (response) => {
    response.writeHead(status, { location: '/elsewhere' });
    response.end(body);
  };

const off = withStatus(200, '0');

describe('a device whose answers have a sloppy head', () => {
  it.each([
    ['lines that end in LF alone', 'HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 1\n\n'],
    ['no reason phrase', 'HTTP/1.1 200\r\nContent-Length: 1\r\n\r\n'],
    ['a folded field', 'HTTP/1.1 200 OK\r\nServer: relay\r\n board\r\nContent-Length: 1\r\n\r\n'],
    ['a space before a colon', 'HTTP/1.1 200 OK\r\nContent-Length : 1\r\n\r\n'],
    ['a character that no field may contain', 'HTTP/1.1 200 OK\r\nServer: a\u0001b\r\nContent-Length: 1\r\n\r\n'],
    ['no length', 'HTTP/1.0 200 OK\r\n\r\n'],
  ])('is asked and switched: %s', async (_, head) => {
    let isOn = false;
    const { signalLines, until } = await open({ 'sig-1': relay(1) }, (response, { path }) => {
      isOn ||= path === '/relay/1/on';
      response.socket?.end(`${head}${isOn ? '1' : '0'}`);
    });
    await until(() => signalLines.value('sig-1')).toBe(false);
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    await until(() => stepResult(sent.confirmed)).toBe('done');
    expect(await stepResult(sent.accepted)).toBe('done');
  });
});

describe('the status of an answer', () => {
  it.each([301, 302, 307, 400, 401, 404, 500, 503])('to a command is a refusal: %i', async (status) => {
    const { signalLines, answer, received, until } = await open({ 'sig-1': relay(1) }, off);
    await until(() => signalLines.connected('sig-1')).toBe(true);
    answer((response, request) => {
      (request.path === '/relay/1/on' ? withStatus(status) : withStatus(200, '1'))(response, request);
    });
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    await until(async () => (await stepResult(sent.confirmed)) !== 'pending').toBe(true);
    expect(await sent.confirmed).toMatchObject(
      E.left({ code: 'device_error', message: expect.stringContaining(`HTTP status ${String(status)}`) as string }),
    );
    expect(received.map(({ path }) => path)).not.toContain('/elsewhere');
  });

  it.each([200, 202, 204])('to a command is an acceptance: %i', async (status) => {
    const { signalLines, answer, until } = await open({ 'sig-1': relay(1) }, off);
    await until(() => signalLines.connected('sig-1')).toBe(true);
    answer((response, request) => {
      (request.path === '/relay/1/on' ? withStatus(status) : withStatus(200, '1'))(response, request);
    });
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    await until(() => stepResult(sent.confirmed)).toBe('done');
  });

  it.each([302, 404, 500])(
    'to a question makes the state unknown, whatever the answer contains: %i',
    async (status) => {
      const { signalLines, answer, until } = await open({ 'sig-1': relay(1) }, withStatus(200, '1'));
      await until(() => signalLines.value('sig-1')).toBe(true);
      answer(withStatus(status, '1'));
      await until(() => signalLines.value('sig-1')).toBe(null);
      expect(signalLines.connected('sig-1')).toBe(true);
      answer(withStatus(200, '1'));
      await until(() => signalLines.value('sig-1')).toBe(true);
    },
  );
});

describe('the target of a connection', () => {
  const secrets: Readonly<Record<string, string>> = {
    '/password': 'pass:wörd',
    '/key': 'secret-key',
    '/ca': 'PEM',
    '/bad': 'two\nlines',
  };
  const readSecret = (path: string): Promise<string> =>
    secrets[path] === undefined ? Promise.reject(new Error(`can't read ${path}`)) : Promise.resolve(secrets[path]);
  const base = { host: 'device', tls: false };

  it('has the headers of the settings, the credentials, and the secrets', async () => {
    const settings = {
      ...{ ...base, headers: { 'X-Api': 'open', accept: 'text/plain' } },
      ...{ username: 'üser', passwordFile: '/password', headerFiles: { 'X-Api': '/key' } },
    };
    expect(await readTarget(settings, readSecret)).toEqual(
      E.right({
        ...{ host: 'device', port: 80, tls: false, ca: undefined },
        headers: { accept: 'text/plain', 'X-Api': 'secret-key' },
        credentials: { username: 'üser', password: 'pass:wörd' },
      }),
    );
  });

  it('has the port of its protocol unless there is another one', async () => {
    const ports = [base, { ...base, tls: true }, { ...base, port: 8_080 }, { ...base, tls: true, port: 8_443 }];
    expect(ports.map(portOf)).toEqual([80, 443, 8_080, 8_443]);
    expect(await readTarget({ ...base, tls: true, caFile: '/ca' }, readSecret)).toMatchObject(
      E.right({ port: 443, tls: true, ca: 'PEM' }),
    );
  });

  it.each([
    ['a file that is missing', { headerFiles: { 'X-Api': '/none' } }, '/none'],
    ['a password that is missing', { username: 'u', passwordFile: '/none' }, '/none'],
    ['a secret of two lines', { headerFiles: { 'X-Api': '/bad' } }, '/bad'],
  ])('names the file of %s, and no secret', async (_, settings, file) => {
    const target = await readTarget({ ...base, ...settings }, readSecret);
    expect(target).toMatchObject(E.left(expect.stringContaining(file) as string));
    expect(JSON.stringify(target)).not.toMatch(/two|lines"/);
  });
});
