// A console starts with the settings of the manifests, and with the Secrets as its document lists them, laid as the cluster lays them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onLoopback, missingPostgres, startPostgres, type Postgres } from '../../adapters/storage/postgres.js';
import { certificateAuthority } from '../../application/console/authority.js';
import { startProgram, type RunningProgram } from '../../consoles/program.js';
import { freePort } from '../../support/loopback.js';
import { containerOf, missingKubectl, podOf, render, settingsOf } from './rendered.js';

const isEnabled = missingKubectl() === undefined && missingPostgres() === undefined;

type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

describe.skipIf(!isEnabled)('a console with the settings and Secrets of the manifests', () => {
  const objects = isEnabled ? render('base') : [];
  let folder: string;
  let postgres: Postgres;
  let running: RunningProgram;
  let port: number;

  /** Writes the Secrets into the folders of the volumes: links to a folder that the cluster replaces as a whole. */
  const mountSecrets = (secrets: Secrets): void => {
    for (const { name, secret } of podOf(objects).volumes) {
      if (secret === undefined) continue;
      const keys = secrets[secret.secretName] ?? {};
      const items = secret.items ?? Object.keys(keys).map((key) => ({ key, path: key }));
      const path = containerOf(objects).volumeMounts.find((mount) => mount.name === name)?.mountPath ?? '';
      mkdirSync(join(folder, path, '..data'), { recursive: true });
      for (const item of items) {
        const content = keys[item.key];
        if (content === undefined) throw new Error(`${secret.secretName} has no key ${item.key}`);
        writeFileSync(join(folder, path, '..data', item.path), content);
        symlinkSync(join('..data', item.path), join(folder, path, item.path));
      }
    }
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kubernetes-'));
    const authority = certificateAuthority(folder);
    const place = await onLoopback();
    postgres = await startPostgres({ place, certificate: authority.issue('database', 'IP:127.0.0.1') });
    const { cert, key } = authority.issue('console', 'DNS:localhost');
    const uri = (await postgres.database()).replace(/^postgres:/, 'postgresql:');
    mountSecrets({
      console: {
        'admin-password': 'the first password\n',
        'second-factor-key': `${'k'.repeat(44)}\n`,
        'metrics-token': `${'t'.repeat(64)}\n`,
      },
      'console-tls': { 'tls.crt': readFileSync(cert, 'utf8'), 'tls.key': readFileSync(key, 'utf8') },
      'console-database-app': { uri },
      'console-database-ca': { 'ca.crt': readFileSync(authority.ca, 'utf8'), 'ca.key': '' },
    });
    port = await freePort();
    const settings = Object.entries(settingsOf(objects)).map(([name, value]) => [
      name,
      value.startsWith('/') ? join(folder, value) : value,
    ]);
    mkdirSync(dirname(join(folder, settingsOf(objects)['DATA_DIR'] ?? '')), { recursive: true });
    running = await startProgram({ address: '127.0.0.1', inside: [] }, 'console', {
      ...(Object.fromEntries(settings) as Record<string, string>),
      CONSOLE_HOST: '::',
      CONSOLE_PORT: String(port),
    });
  });
  afterAll(async () => {
    await running.kill();
    await postgres.remove();
    rmSync(folder, { recursive: true });
  });

  /** Asks as the kubelet does, which doesn't check the certificate. */
  const statusOf = (path: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false };
      request(options, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });

  it('passes its probes', async () => {
    const { startupProbe, readinessProbe, livenessProbe } = containerOf(objects);
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe])
      expect(await statusOf(httpGet.path, { 'user-agent': 'kube-probe/1.34' })).toBe(200);
  });

  it('knows the password of admin and the token of the metrics, and has a folder of its own', async () => {
    const authorization = `Basic ${Buffer.from('admin:the first password').toString('base64')}`;
    expect(await statusOf('/api/studios', { authorization })).toBe(200);
    expect(await statusOf('/metrics', { authorization: `Bearer ${'t'.repeat(64)}` })).toBe(200);
    expect(running.output()).not.toContain('DATA_DIR');
  });
});
