// `npm start` in a folder without packages and bundles. npm, bundler and Node are programs that list their calls.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';

const root = resolve(import.meta.dirname, '../..');
const listing = (name: string): string => `#!/bin/sh\necho "${name} $*" >> "$CALLS"\n`;

/** What npm leaves behind when it installs. The packages of tests are part of it unless workspaces are left out. */
const installation = `case "$1" in
  ci) rm -rf node_modules ;;
  install) ;;
  *) exit 0 ;;
esac
mkdir -p node_modules/.bin
cp packages/* node_modules/.bin
case "$*" in
  *--workspaces=false*) echo '{}' > node_modules/.package-lock.json ;;
  *) echo '{ "node_modules/studio-control-tests": {} }' > node_modules/.package-lock.json ;;
esac
`;

const copied = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
  ...['infra/setup.sh', 'infra/count-packages.js'],
];

let folder: string;

const addProgram = (path: string, script: string): void => {
  writeFileSync(join(folder, path), script);
  chmodSync(join(folder, path), 0o755);
};

/** The programs that the installation brings. */
const installed = ['node', 'vite'];

beforeEach(() => {
  folder = temporaryFolder();
  for (const file of copied) cpSync(join(root, file), join(folder, file));
  for (const made of ['domain', 'application', 'adapters/web', 'simulator', 'dist', 'packages', 'bin'])
    mkdirSync(join(folder, made), { recursive: true });
  for (const name of installed) addProgram(`packages/${name}`, listing(name));
  addProgram('bin/npm', `${listing('npm')}${installation}`);
});

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: { readonly start: string; readonly build: string };
};

/** Runs a command, that of `npm start` by default. Returns the programs that were called. */
const start = async (command = scripts.start): Promise<readonly string[]> => {
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  const path = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
  await promisify(execFile)('sh', ['-c', command], {
    cwd: folder,
    env: { ...process.env, PATH: path, CALLS: calls },
  });
  return readFileSync(calls, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/ -.*(?= dist)| -(?!-workspaces)[-e].*/, ''));
};

const testing = 'sh infra/setup.sh --tests vite --version';
const checking = 'sh infra/setup.sh --packages vite --version';
const bundled = [
  'vite build infra',
  ...['', ' adapters/web/reference', ' adapters/web/screens', ' adapters/web/editing', ' simulator/page'].map(
    (page) => `vite build${page}`,
  ),
];

it('@START-2: npm start installs and bundles what is missing, and runs all parts', async () => {
  expect(await start()).toEqual([
    ...['npm ping', 'npm ci --workspaces=false', 'node'],
    ...bundled,
    'node dist/infra/main.js',
  ]);
});

describe('@START-2: what only tests need', () => {
  it('is installed when they run, also in a fresh clone', async () => {
    expect(await start(testing)).toEqual(['npm ping', 'npm ci', 'node', ...bundled, 'vite']);
    expect(await start(testing)).toEqual(['node', 'vite']);
    expect(await start()).toEqual(['node', 'node dist/infra/main.js']);
  });

  it('is added to what is there', async () => {
    await start();
    expect(await start(checking)).toEqual(['npm ping', 'npm install', 'node', 'vite']);
    expect(await start(checking)).toEqual(['node', 'vite']);
  });

  it('stays when other packages are needed', async () => {
    await start(testing);
    writeFileSync(join(folder, 'package-lock.json'), readFileSync(join(root, 'package-lock.json')));
    expect((await start()).slice(0, 3)).toEqual(['npm ping', 'npm ci', 'node']);
  });

  it('changes nothing if its installation fails', async () => {
    await start();
    addProgram('bin/npm', `${listing('npm')}[ "$1" != install ] || exit 1\n`);
    await expect(start(testing)).rejects.toMatchObject({ code: 1 });
    expect(await start()).toEqual(['node', 'node dist/infra/main.js']);
  });

  it('is installed with all others if its installation was interrupted', async () => {
    await start();
    addProgram('bin/npm', `${listing('npm')}[ "$1" != install ] || kill "$PPID"\n`);
    await expect(start(testing)).rejects.toMatchObject({ code: 143 });
    addProgram('bin/npm', `${listing('npm')}${installation}`);
    expect(await start(checking)).toEqual(['npm ping', 'npm ci', 'node', 'vite']);
  });
});

it('@START-2: npm start counts the packages to the number that this machine needs', async () => {
  const { stderr } = await promisify(execFile)('sh', ['infra/setup.sh'], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, CALLS: '/dev/null' },
  });
  const expected = execFileSync(process.execPath, ['infra/count-packages.js'], { cwd: root, encoding: 'utf8' });
  expect(stderr).toContain(` of ${expected.trim()} packages`);
  const all = execFileSync(process.execPath, ['infra/count-packages.js', 'all'], { cwd: root, encoding: 'utf8' });
  const { packages } = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly link?: boolean }>>;
  };
  const installedFolders = Object.entries(packages).filter(([at, { link }]) => at !== 'test' && link !== true);
  expect(Number(all)).toBe(installedFolders.length);
});

describe('@START-2: npm start, while the registry', () => {
  /** npm whose `ping` fails with an error; the installation succeeds. */
  const failing = (code: string): string =>
    `${listing('npm')}[ "$1" != ping ] || { echo "npm error code ${code}" >&2; exit 1; }\n` +
    `case "$*" in *--offline*) echo offline >> "$CALLS" ;; esac\n${installation}`;

  it.each(['E401', 'E404', 'E500', 'E503'])('answers with %s, installs from it', async (code) => {
    addProgram('bin/npm', failing(code));
    expect((await start()).slice(0, 3)).toEqual(['npm ping', 'npm ci --workspaces=false', 'node']);
  });

  it.each(['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT', 'EAI_AGAIN'])(
    'fails with %s, installs from the cache of npm',
    async (code) => {
      addProgram('bin/npm', failing(code));
      expect((await start()).slice(0, 4)).toEqual(['npm ping', 'npm ci --workspaces=false', 'offline', 'node']);
    },
  );
});

it('@START-2: npm start only runs the parts if nothing is missing', async () => {
  await start();
  expect(await start()).toEqual(['node', 'node dist/infra/main.js']);
});

it('@START-2: npm start repeats a build that was interrupted', async () => {
  await start();
  addProgram('node_modules/.bin/vite', '#!/bin/sh\nexit 1\n');
  const env = { ...process.env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
  await expect(promisify(execFile)('sh', ['-c', scripts.build], { cwd: folder, env })).rejects.toThrow();
  addProgram('node_modules/.bin/vite', listing('vite'));
  expect(await start()).toContain('vite build infra');
});

const [programs, pages] = [bundled.slice(0, 1), bundled.slice(1)];

/** What is bundled after a change of each file. */
const bundledAfter: Readonly<Record<string, readonly string[]>> = {
  'domain/changed.ts': [...programs, ...pages],
  'application/changed.ts': programs,
  'adapters/storage/changed.ts': programs,
  'adapters/web/changed.ts': [...programs, ...pages],
  'simulator/changed.ts': programs,
  'simulator/page/changed.ts': [...programs, ...pages],
  'simulator/client/changed.ts': [...programs, ...pages],
  'simulator/api/changed.ts': [...programs, ...pages],
  'infra/changed.ts': programs,
  'tsconfig.json': programs,
  'vite.config.ts': pages,
  'package-lock.json': [...programs, ...pages],
};

describe('@START-2: npm start bundles anew what a change belongs to', () => {
  it('and nothing else', async () => {
    await start();
    const found: Record<string, readonly string[]> = {};
    for (const path of Object.keys(bundledAfter)) {
      // What was written in the same tick of the system's clock would not be newer.
      await promisify(execFile)('find', ['.', '-exec', 'touch', '--date=1 hour ago', '{}', '+'], { cwd: folder });
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), readFileSync(join(root, 'package-lock.json')));
      found[path] = (await start()).filter((call) => call.startsWith('vite'));
    }
    expect(found).toEqual(bundledAfter);
  });

  it('also if it was made while something was bundled', async () => {
    const change = 'until [ domain/changed.ts -nt dist/.building ]; do touch domain/changed.ts; done\n';
    addProgram('packages/vite', listing('vite') + change);
    await start();
    addProgram('node_modules/.bin/vite', listing('vite'));
    expect((await start()).filter((call) => call.startsWith('vite'))).toEqual([...programs, ...pages]);
  });

  it('and does not start the program if that fails, now and the next time', async () => {
    await start();
    addProgram('node_modules/.bin/vite', '#!/bin/sh\nexit 3\n');
    writeFileSync(join(folder, 'infra/changed.ts'), '');
    for (let times = 0; times < 2; times += 1) await expect(start()).rejects.toMatchObject({ code: 3 });
    addProgram('node_modules/.bin/vite', listing('vite'));
    expect(await start()).toEqual(['node', ...programs, 'node dist/infra/main.js']);
  });
});

it('@START-2: npm start does not change packages that a link leads to', async () => {
  await start();
  renameSync(join(folder, 'node_modules'), join(folder, 'shared'));
  symlinkSync(join(folder, 'shared'), join(folder, 'node_modules'));
  expect(await start()).toEqual(['node', 'node dist/infra/main.js']);
  writeFileSync(join(folder, 'package-lock.json'), readFileSync(join(root, 'package-lock.json')));
  await expect(start()).rejects.toMatchObject({ stderr: expect.stringContaining('node_modules is a link') as string });
  expect(readFileSync(join(folder, 'calls'), 'utf8')).not.toContain('npm');
});

it('the started program leaves the lock of the set-up to others', async () => {
  addProgram('packages/node', `${listing('node')}[ ! -e /proc/$$/fd/9 ] || echo locked >> "$CALLS"\n`);
  expect(await start()).not.toContain('locked');
});
