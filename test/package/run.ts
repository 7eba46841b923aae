// Follows docs/install.md in a bare Debian or Ubuntu, and checks what the document doesn't show: the watchdog and the sandbox.
// run.ts [SUITE [OPTIONS OF DEBOOTSTRAP ...]]
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsIn, isExpected, type DocumentedCommand } from '../docs/console-blocks.js';
import { readDocument, root } from '../docs/documents.js';
import { startDebian, type Debian } from './debian.js';

const built = join(root, 'dist/package');
const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
const packageOf = (version: string): string => `studio-control_${version}_${architecture}.deb`;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const [major = '', minor = ''] = version.split('.');
/** The version to which the document upgrades. */
const newer = `${major}.${String(Number(minor) + 1)}.0`;

/** Units may be exposed by at most this much, on systemd's scale from 0 to 10. */
const maxExposure = 3;

/** Writes the same package with another version. */
const writeNewer = (to: string): void => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-newer-'));
  execFileSync('dpkg-deb', ['--raw-extract', join(built, packageOf(version)), folder]);
  for (const file of ['DEBIAN/control', 'DEBIAN/preinst', 'usr/lib/studio-control/app/package.json']) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(version, newer));
  }
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', folder, join(to, packageOf(newer))]);
  rmSync(folder, { recursive: true });
};

const run = ({ inside: [command = '', ...words] }: Debian, script: string): string => {
  const { stdout, stderr } = spawnSync(command, [...words, 'bash', '-c', script], { encoding: 'utf8' });
  return `${stdout}${stderr}`;
};

/** Runs commands in one shell, so that variables last. */
const shell = ({ inside: [command = '', ...words] }: Debian, commands: readonly DocumentedCommand[]): void => {
  const mark = '---end of the command---';
  const script = commands.map((documented) => `${documented.command}\nprintf '\\n${mark}'\n`).join('');
  const { stdout } = spawnSync(command, [...words, 'bash', '-s'], { input: `exec 2>&1\n${script}`, encoding: 'utf8' });
  const printed = stdout.split(`\n${mark}`).slice(0, -1);
  commands.forEach((documented, index) => {
    const answer = printed[index]?.trim() ?? 'nothing';
    const isRight = isExpected(documented.output, answer);
    console.log(`${isRight ? 'ok    ' : 'FAILED'} $ ${documented.command}`);
    if (isRight) return;
    console.log(`expected:\n${documented.output}\nprinted:\n${answer}`);
    process.exitCode = 1;
  });
};

const check = (what: string, isTrue: boolean, detail: string): void => {
  console.log(`${isTrue ? 'ok    ' : 'FAILED'} ${what}`);
  if (isTrue) return;
  console.log(detail);
  process.exitCode = 1;
};

const units = ['studio-control.service', 'studio-control-console.service'];

const checkSandbox = (debian: Debian): void => {
  for (const unit of units) {
    const path = `/usr/lib/systemd/system/${unit}`;
    const verified = run(debian, `systemd-analyze verify ${path}`).trim();
    check(`${unit} is valid`, verified === '', verified);
    const table = run(debian, `systemd-analyze security --no-pager ${unit}`);
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(table)?.[1]);
    check(`${unit} is exposed by ${String(exposure)}`, exposure <= maxExposure, table);
  }
};

/** A process that hangs is killed by systemd and started again. */
const checkWatchdog = (debian: Debian): void => {
  const printed = run(
    debian,
    `mkdir -p /etc/systemd/system/studio-control.service.d
    printf '[Service]\\nWatchdogSec=3\\n' >/etc/systemd/system/studio-control.service.d/watchdog.conf
    systemctl daemon-reload && systemctl restart studio-control
    sleep 7; echo "while it is alive: $(systemctl show --property=NRestarts --value studio-control)"
    kill -STOP "$(systemctl show --property=MainPID --value studio-control)"
    sleep 9; echo "after it hung: $(systemctl show --property=NRestarts --value studio-control)"
    rm -r /etc/systemd/system/studio-control.service.d; systemctl daemon-reload`,
  );
  check('the watchdog restarts a hung service', /alive: 0\n.*hung: [1-9]/s.test(printed), printed);
};

const documented = commandsIn(readDocument('docs/install.md').replaceAll('_amd64.deb', `_${architecture}.deb`));
const removal = documented.findIndex(({ command }) => command.includes('apt-get remove'));
const [suite = 'bookworm', ...options] = process.argv.slice(2);
const debian = await startDebian(suite, options);
try {
  const home = join(debian.root, 'root');
  mkdirSync(home, { recursive: true });
  copyFileSync(join(built, packageOf(version)), join(home, packageOf(version)));
  writeNewer(home);
  shell(debian, documented.slice(0, removal));
  checkSandbox(debian);
  checkWatchdog(debian);
  shell(debian, documented.slice(removal));
} finally {
  if (process.exitCode === 1) console.log(run(debian, 'journalctl --no-pager --lines=80'));
  await debian.stop();
}
