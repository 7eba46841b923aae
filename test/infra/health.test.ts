// The program of the images' health checks.
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { listenOnLoopback } from '../support/loopback.js';

let server: Server;
afterEach(() => server.close());

/** Starts a part that answers with a status, on 127.0.0.1 only. Returns its port. */
const answering = (status: number, requests: string[] = []): Promise<number> => {
  server = createServer(({ url = '' }, response) => {
    requests.push(url);
    response.statusCode = status;
    response.end();
  });
  return listenOnLoopback(server);
};

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs the program for a part with these settings. */
const check = (part: string, settings: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], ...settings };
    execFile(process.execPath, ['--import', 'tsx', 'infra/health.ts', part], { env }, (error, _output, output) => {
      resolve({ code: Number(error?.code ?? 0), output });
    });
  });

describe('the health check', () => {
  it.each(['::', '0.0.0.0', '127.0.0.1'])('connects to loopback if the service listens on %s', async (host) => {
    const requests: string[] = [];
    const port = String(await answering(200, requests));
    expect(await check('service', { HOST: host, PORT: port })).toEqual({ code: 0, output: '' });
    expect(requests).toEqual(['/api/v2/plain/health']);
  });

  it('takes a refusal of the console on all addresses as healthy, and a failure not', async () => {
    const port = String(await answering(401));
    const settings = { CONSOLE_HOST: '::', CONSOLE_PORT: port, CONSOLE_INSECURE: '1' };
    expect(await check('console', settings)).toEqual({ code: 0, output: '' });
    server.close();
    const failing = String(await answering(503));
    expect(await check('console', { ...settings, CONSOLE_PORT: failing })).toEqual({
      code: 1,
      output: 'not healthy: 503\n',
    });
  });

  it('ends, not healthy, if nothing answers', async () => {
    server = createServer();
    const port = String(await listenOnLoopback(server));
    const ended = await check('service', { HOST: '127.0.0.1', PORT: port });
    server.closeAllConnections();
    expect(ended).toEqual({ code: 1, output: 'not healthy: no response within 3000 ms\n' });
  });

  it('names why the service is not healthy', async () => {
    const port = String(await answering(200));
    server.close();
    const { code, output } = await check('service', { HOST: '::', PORT: port });
    expect(code).toBe(1);
    expect(output).toContain(`not healthy: connect ECONNREFUSED 127.0.0.1:${port}`);
  });
});
