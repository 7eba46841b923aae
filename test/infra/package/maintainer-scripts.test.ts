// The scripts of the Debian package, run with programs that only list their calls.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';

const scripts = resolve(import.meta.dirname, '../../../infra/package/debian');
const enabled = 'studio-control-console';

let folder: string;

/** Adds a program that lists its calls, and then runs a script. */
const addProgram = (name: string, script = ''): void => {
  const path = join(folder, 'bin', name);
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >>"${join(folder, 'calls')}"\n${script}`);
  chmodSync(path, 0o755);
};

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'systemd'));
  for (const name of ['adduser', 'deluser', 'install', 'chown', 'chmod', 'rm']) addProgram(name);
  addProgram('getent', 'exit 2');
  addProgram('systemctl', `case "$*" in is-enabled*) [ "$3" = ${enabled} ];; *) : ;; esac`);
  addProgram('dpkg', `[ "$1 $2 $3 $4" = "--compare-versions 2.0.0 gt 1.0.0" ]`);
});

/** Runs a script as the package manager does. Returns what it called, and its exit code. */
const run = (script: string, ...args: readonly string[]) => {
  const text = readFileSync(join(scripts, script), 'utf8').replaceAll('/run/systemd/system', join(folder, 'systemd'));
  const path = join(folder, script);
  writeFileSync(path, text.replaceAll('@VERSION@', '1.0.0'));
  const { status, stderr } = spawnSync('/bin/sh', [path, ...args], {
    env: { PATH: join(folder, 'bin') },
    encoding: 'utf8',
  });
  const calls = join(folder, 'calls');
  const called = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  rmSync(calls, { force: true });
  return { status, stderr, called: called.filter((call) => !call.startsWith('getent')) };
};

describe('the installation', () => {
  it('creates the user, keeps data and settings from other users, and restarts what ran', () => {
    const { status, called } = run('postinst', 'configure', '');
    expect(status).toBe(0);
    expect(called.slice(0, 2)).toEqual([
      'adduser --system --group --home /var/lib/studio-control --no-create-home --quiet studio-control',
      'install -d -m 700 -o studio-control -g studio-control /var/lib/studio-control',
    ]);
    expect(called[2]).toMatch(/^chown root:studio-control \/etc\/studio-control /);
    expect(called.slice(3)).toEqual([
      'chmod 750 /etc/studio-control',
      'systemctl daemon-reload',
      'systemctl is-enabled --quiet studio-control',
      'systemctl is-enabled --quiet studio-control-console',
      'systemctl restart studio-control-console',
    ]);
  });

  it('needs no systemd, and keeps a user that exists', () => {
    rmSync(join(folder, 'systemd'), { recursive: true });
    addProgram('getent');
    const { status, called } = run('postinst', 'configure', '');
    expect(status).toBe(0);
    expect(called.map((call) => call.split(' ', 1)[0])).toEqual(['install', 'chown', 'chmod']);
  });

  it('of an older version over a newer one is refused', () => {
    expect(run('preinst', 'upgrade', '2.0.0')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('version 1.0.0 is older than the installed version 2.0.0') as string,
    });
    expect(run('preinst', 'upgrade', '0.9.0').status).toBe(0);
    expect(run('preinst', 'install', '2.0.0').status).toBe(0);
    expect(run('preinst', 'install').status).toBe(0);
  });
});

describe('the removal', () => {
  it('stops the parts, but not before an upgrade', () => {
    expect(run('prerm', 'remove').called).toEqual([
      'systemctl disable --now --quiet studio-control studio-control-console',
    ]);
    expect(run('prerm', 'upgrade', '2.0.0').called).toEqual([]);
  });

  it('keeps data, settings and user until a purge', () => {
    addProgram('getent');
    for (const action of ['remove', 'upgrade', 'failed-upgrade'])
      expect(run('postrm', action)).toMatchObject({ status: 0, called: ['systemctl daemon-reload'] });
    expect(run('postrm', 'purge').called).toEqual([
      'systemctl daemon-reload',
      'rm -rf /var/lib/studio-control /etc/studio-control',
      'deluser --system --quiet studio-control',
    ]);
  });
});
