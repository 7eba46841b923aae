// Equipment that Debian's Avahi announces, an independent implementation of multicast DNS.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { CommandOutput } from '../../../infra/studio-file/check.js';
import { readStudioText } from '../../../infra/studio-file/studio-file.js';
import { missingTool } from '../../support/missing-tool.js';

const isPresent = (command: string): boolean => spawnSync('which', [command]).status === 0;

const missing = missingTool(
  process.getuid?.() === 0 && ['avahi-daemon', 'ip', 'unshare'].every(isPresent),
  'Avahi can not be run in a network namespace (root, and the Debian packages avahi-daemon and iproute2)',
);

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const service = (name: string, type: string, port: number): string =>
  `<service-group><name>${name}</name><service><type>${type}</type><port>${String(port)}</port></service></service-group>`;

const discoverAmong = (services: readonly string[], family: 'ipv4' | 'ipv6' = 'ipv4'): CommandOutput => {
  const folder = mkdtempSync(join(tmpdir(), 'avahi-'));
  folders.push(folder);
  for (const [index, one] of services.entries()) writeFileSync(join(folder, `${String(index)}.service`), one);
  const script = [process.execPath, '--import', 'tsx', join(import.meta.dirname, 'announced-equipment.ts')];
  const address = family === 'ipv4' ? '127.0.0.1' : 'fd12::1';
  const run = ['-n', '-m', 'sh', join(import.meta.dirname, 'avahi.sh'), folder, family, ...script, address];
  const { stdout, stderr } = spawnSync('unshare', run, { encoding: 'utf8', timeout: 50_000 });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as CommandOutput;
};

describe.skipIf(missing !== undefined)('equipment that announces itself', () => {
  it('@DISCOVER-7: becomes a connection if it answers its probe', () => {
    const { lines, notes, exitCode } = discoverAmong([
      service('Studio broker', '_mqtt._tcp', 1_883),
      service('Printer', '_http._tcp', 631),
      service('Files', '_nfs._tcp', 2_049),
    ]);
    const read = readStudioText(lines.join('\n'));
    expect(exitCode).toBe(0);
    expect(E.isRight(read) && read.right.connections).toEqual([{ id: 'mqtt', protocol: 'mqtt', host: '127.0.0.1' }]);
    expect(notes).toEqual([
      'discover: mqtt: an MQTT broker, announced as "Studio broker"',
      expect.stringMatching(/^discover: left out: "Printer" at 127\.0\.0\.1 port 631 \(http\) can not be asked: /),
    ]);
  });

  it('@DISCOVER-7: is found over IPv6 alone', () => {
    const { lines, exitCode } = discoverAmong([service('Studio broker', '_mqtt._tcp', 1_883)], 'ipv6');
    const read = readStudioText(lines.join('\n'));
    expect([exitCode, lines.join('\n')]).toEqual([0, expect.stringContaining('mqtt')]);
    expect(E.isRight(read) && read.right.connections).toEqual([{ id: 'mqtt', protocol: 'mqtt', host: 'fd12::1' }]);
  });

  it('@DISCOVER-7: is not invented', () => {
    const { lines, exitCode } = discoverAmong([service('Files', '_nfs._tcp', 2_049)]);
    expect(exitCode).toBe(1);
    expect(lines).toEqual([expect.stringContaining('no equipment announces itself here')]);
  });
});
