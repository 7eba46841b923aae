// Runs a real nginx on loopback that forwards to a service, with or without the usual headers.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, isListening } from '../support/loopback.js';
import { missingTool } from '../support/missing-tool.js';

/** Returns why there is no nginx, or undefined if there is one. Throws in CI instead, where no test may be skipped. */
export const missingNginx = (): string | undefined =>
  missingTool(spawnSync('nginx', ['-v']).status === 0, 'nginx is not installed (Debian package nginx)');

/** A running proxy. */
export interface Nginx {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const pollMs = 20;
const attempts = 400;

const listening = async (port: number, isRunning: () => boolean): Promise<void> => {
  for (let attempt = 0; attempt < attempts && isRunning(); attempt += 1) {
    if (await isListening(port)) return;
    await delay(pollMs);
  }
  throw new Error(`nothing listens on port ${String(port)}`);
};

const configurationOf = (folder: string, server: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${folder}/${use};`).join('\n  ')}
  ${server}
}
`;

/** Starts nginx in front of a port. Resolves once it listens, and rejects with its messages if it ends before. */
export const startNginx = (upstream: number, directives: readonly string[]): Promise<Nginx> =>
  startNginxWith(
    (port) => `server {
    listen 127.0.0.1:${String(port)};
    location / {
      proxy_pass http://127.0.0.1:${String(upstream)};
      ${directives.join('\n      ')}
    }
  }`,
  );

/** Starts nginx with a server that listens on the given port of loopback. */
export const startNginxWith = async (serverAt: (port: number) => string): Promise<Nginx> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configurationOf(folder, serverAt(port)));
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let messages = '';
  child.stderr.on('data', (chunk: Buffer) => (messages += chunk.toString()));
  try {
    await listening(port, () => child.exitCode === null);
  } catch (error) {
    throw new Error(`nginx does not listen: ${messages}`, { cause: error });
  }
  return {
    port,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
