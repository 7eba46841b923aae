// Tests of the service's own log: JSON lines without secrets, and file rotation.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { winstonLog } from '../../adapters/log/winston-log.js';
import type { Log } from '../../application/ports/log.js';
import { wholeLines } from '../support/whole-lines.js';

const token = 'svc_0123456789abcdefghijklmnopqrstuv';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-log-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const newest = (): string => join(folder, 'service.log');
const open = (level: 'info' | 'warn' = 'info'): Log => winstonLog(level, { isTerminal: false, file: newest() });

const lines = (count: number): Promise<readonly Record<string, unknown>[]> =>
  vi.waitFor(() => {
    const texts = wholeLines(readFileSync(newest(), 'utf8'));
    expect(texts).toHaveLength(count);
    return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
  });

describe('the log', () => {
  it('writes one JSON line with its fields for each message', async () => {
    open().info('a clip plays', { output: 'main', clip: 3 });
    const [line] = await lines(1);
    expect(line).toMatchObject({ level: 'info', message: 'a clip plays', output: 'main', clip: 3 });
    expect(new Date(String(line?.['timestamp'])).getTime()).not.toBeNaN();
  });

  it('leaves out lines below its level', async () => {
    const log = open('warn');
    log.info('below the level');
    log.warn('at the level');
    expect((await lines(1))[0]).toMatchObject({ message: 'at the level' });
  });

  it('@LOG-4: hides tokens in messages, fields and errors', async () => {
    open().error(`it had ${token}`, { path: `/x?token=${token}`, error: new Error(`refused ${token}`) });
    await lines(1);
    expect(readFileSync(newest(), 'utf8')).not.toContain(token.slice(4, 12));
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
    expect(line).toMatchObject({ message: 'a b', text: 'c d', error: expect.stringContaining('it failed') as string });
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
