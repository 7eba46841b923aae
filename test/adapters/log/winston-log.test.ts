// Tests of the service's own log: JSON lines without secrets, and file rotation.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { winstonLog } from '../../../adapters/log/winston-log.js';
import type { Log } from '../../../application/ports/log.js';
import { token } from '../../domain/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { wholeLines } from '../../support/whole-lines.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('the log', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  const newest = (): string => join(folder, 'service.log');
  const open = (): Log => winstonLog('info', { isTerminal: false, file: newest() });

  const lines = (count: number): Promise<readonly Record<string, unknown>[]> =>
    vi.waitFor(() => {
      const texts = wholeLines(readFileSync(newest(), 'utf8'));
      expect(texts).toHaveLength(count);
      return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
    });

  it('writes one JSON line with its fields for each message', async () => {
    open().info('a clip plays', { output: 'main', clip: 3 });
    const [line] = await lines(1);
    expect(line).toMatchObject({ level: 'info', message: 'a clip plays', output: 'main', clip: 3 });
    expect(new Date(String(line?.['timestamp'])).getTime()).not.toBeNaN();
  });

  it('writes where an error was thrown', async () => {
    open().error('it failed', { error: new Error('no space') });
    expect((await lines(1))[0]?.['error']).toMatch(/^Error: no space .*winston-log\.test\.ts/);
  });

  it('@LOG-6: replaces control characters, so that each message is one line', async () => {
    open().info('first\nsecond\u0007', { caller: 'device:Desk\r\npanel\u2028' });
    const [line] = await lines(1);
    expect(line).toMatchObject({ message: 'first second ', caller: 'device:Desk panel ' });
  });

  it.each([
    ['a control character', '\u0007'],
    ['a zero-width space', '\u200b'],
    ['a soft hyphen', '\u00ad'],
    ['a change of direction', '\u202e'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
  ])('@LOG-6: replaces %s that is alone, in messages, fields, errors and objects', async (_what, character) => {
    const error = new Error(`it${character}failed`);
    open().info(`a${character}b`, { text: `c${character}d`, error, all: { text: `e${character}f` } });
    const [line] = await lines(1);
    expect(line).toMatchObject({
      message: 'a b',
      text: 'c d',
      error: expect.stringContaining('it failed') as string,
    });
    expect(JSON.stringify(line)).not.toContain(JSON.stringify(character).slice(1, -1));
  });

  it('rotates its file and keeps five files that only their owner can read', async () => {
    const log = open();
    const pad = 'x'.repeat(100_000);
    for (let count = 0; count < 600; count += 1) log.info('long', { pad });
    await vi.waitFor(
      () => {
        const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
        expect(sizes).toHaveLength(5);
        expect(Math.max(...sizes)).toBeLessThan(10.5 * 1_048_576);
      },
      { timeout: 20_000 },
    );
    const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual(modes.map(() => 0o600));
  });
});

describe('the destinations of the log', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  const file = (): string => join(folder, 'service.log');

  /** Waits until the file has so many whole lines. */
  const lines = async (count: number): Promise<readonly string[]> => {
    const written = () => wholeLines(readFileSync(file(), 'utf8'));
    await eventually(`${String(count)} lines are written`, () => existsSync(file()) && written().length === count);
    return written();
  };

  const secret = token(7);
  const encodedToken = `svc%5F${secret.slice(4)}`;
  const callback = 'https://console.example/sign-in/oidc/callback?code=top-secret&state=top-secret';

  describe('@LOG-4: a secret', () => {
    const nested = Object.assign(new Error('outer'), { cause: new Error(`inner ${secret}`) });

    it.each<[string, 'info' | 'warn' | 'error', string, object?]>([
      ['in a message', 'info', `from ${secret}`],
      ['in a message, percent-encoded', 'warn', `from ${encodedToken}`],
      ['in a message, in upper case', 'info', `from ${secret.toUpperCase()}`],
      ['of a program, in a message', 'info', `from sca_${secret.slice(4)}`],
      ['in a field', 'info', 'from', { path: `/x?token=${secret}` }],
      ['in a field, percent-encoded', 'info', 'from', { path: encodedToken }],
      ['in an object', 'info', 'from', { query: { token: secret } }],
      ['in a list', 'info', 'from', { tokens: [secret] }],
      ['in a map', 'info', 'from', { tokens: new Map([['token', secret]]) }],
      ['in an error', 'error', 'failed', { error: new Error(secret) }],
      ['in the cause of an error', 'error', 'failed', { error: nested }],
      ['in what an error is not', 'error', 'failed', { error: { reason: secret } }],
      ['of a sign-in at a provider, in a message', 'info', callback],
      ['of a sign-in at a provider, in a form', 'info', 'grant_type=x&code=top-secret'],
      ['of a sign-in at a provider, in a field', 'info', 'called', { url: callback }],
      ['of a sign-in at a provider, in an error', 'error', 'failed', { error: new Error(callback) }],
    ])('%s is not in the file', async (_, level, message, fields = {}) => {
      winstonLog('info', { isTerminal: false, file: file() })[level](message, { ...fields });
      const [line = ''] = await lines(1);
      expect(line.toLowerCase()).not.toContain(secret.slice(4, 12));
      expect(line).not.toContain('top-secret');
    });
  });

  describe('a log file', () => {
    it('is continued by the next process, and its lines are in order', async () => {
      writeFileSync(file(), '"of the process before"\n');
      const log = winstonLog('debug', { isTerminal: false, file: file() });
      for (let count = 0; count < 3_000; count += 1) log.debug('x'.repeat(50), { count });
      const [first, ...others] = await lines(3_001);
      expect(first).toBe('"of the process before"');
      expect(others.map((line) => (JSON.parse(line) as { count: number }).count)).toEqual(others.map((_, at) => at));
    });

    it('has JSON lines also if the service was started on a terminal', async () => {
      winstonLog('info', { isTerminal: true, file: file() }).info('started', { port: 3002 });
      const [line = ''] = await lines(1);
      expect(JSON.parse(line)).toMatchObject({ level: 'info', message: 'started', port: 3002 });
    });

    it.each([
      ['error', ['error']],
      ['warn', ['error', 'warn']],
      ['info', ['error', 'warn', 'info']],
      ['debug', ['error', 'warn', 'info', 'debug']],
    ] as const)('of level %s has the lines of the levels %j', async (level, expected) => {
      const log = winstonLog(level, { isTerminal: false, file: file() });
      for (const each of ['error', 'warn', 'info', 'debug'] as const) log[each](each);
      const written = await lines(expected.length);
      expect(written.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(expected);
    });
  });

  describe('the log on standard error', () => {
    const module = resolve(import.meta.dirname, '../../../adapters/log/winston-log.ts');
    const run = (statements: string): string =>
      spawnSync(
        process.execPath,
        [
          ...['--import', 'tsx', '--input-type=module', '-e'],
          `import { winstonLog } from ${JSON.stringify(module)};
         const log = winstonLog('info', { isTerminal: false });
         ${statements}`,
        ],
        { encoding: 'utf8', cwd: resolve(import.meta.dirname, '../../..') },
      ).stderr;

    it('has the last lines of a process that exits at once', () => {
      const written = run(`log.info('first'); log.error('last', { error: new Error('why') }); process.exit(1);`);
      const messages = written
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { message: string }).message);
      expect(messages).toEqual(['first', 'last']);
    });
  });
});
