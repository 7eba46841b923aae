// Records the disk operations of a program with strace.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One recorded operation; paths are absolute. */
export type DiskStep =
  | { readonly kind: 'folder' | 'file' | 'unlink' | 'sync'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly data: Buffer }
  | { readonly kind: 'append'; readonly path: string; readonly data: Buffer }
  | { readonly kind: 'cut'; readonly path: string; readonly length: number };

/** Returns why recording is not possible here, or `undefined` if it is; throws in CI. */
export const missingStrace = (): string | undefined => {
  if (spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0) return undefined;
  const reason = 'strace is missing: the power-cut tests of the embedded database are NOT run (install "strace")';
  if (process.env['CI'] === 'true') throw new Error(reason);
  process.stderr.write(`\n${reason}\n\n`);
  return reason;
};

const octets = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
const text = (hex: string): string => octets(hex).toString('utf8');

type Reader = (found: readonly string[]) => DiskStep | undefined;

const onPath =
  (kind: 'folder' | 'file' | 'unlink' | 'sync'): Reader =>
  ([path = '']) => ({ kind, path: text(path) });

const opened = String.raw`\d+<([^>]*)>`;
const quoted = '"([^"]*)"';

/** Patterns of strace's output for successful calls, with strings in hexadecimal digits. */
const readers: readonly (readonly [RegExp, Reader])[] = [
  [new RegExp(`mkdir\\(${quoted}, \\d+\\) += 0`), onPath('folder')],
  [new RegExp(`openat\\([^,]*, ${quoted}, [A-Z_|]*O_CREAT[A-Z_|]*, \\d+\\) += \\d`), onPath('file')],
  [new RegExp(`unlink\\(${quoted}\\) += 0`), onPath('unlink')],
  [new RegExp(`(?:fsync|fdatasync)\\(${opened}\\) += 0`), onPath('sync')],
  [
    new RegExp(`pwrite64\\(${opened}, ${quoted}, \\d+, (\\d+)\\) += \\d`),
    ([path = '', data = '', at]) => ({ kind: 'write', path: text(path), at: Number(at), data: octets(data) }),
  ],
  // Positions are not recorded: a file that is written so must be open for appending.
  [
    new RegExp(`\\bwrite\\(${opened}, ${quoted}, \\d+\\) += \\d`),
    ([path = '', data = '']) => ({ kind: 'append', path: text(path), data: octets(data) }),
  ],
  [
    new RegExp(`ftruncate\\(${opened}, (\\d+)\\) += 0`),
    ([path = '', length]) => ({ kind: 'cut', path: text(path), length: Number(length) }),
  ],
];

const stepOf = (line: string): DiskStep | undefined => {
  for (const [form, read] of readers) {
    const found = form.exec(line);
    if (found !== null) return read(found.slice(1));
  }
  if (/\b(rename|link|pwritev|fallocate|write)\w*\(/.test(line) && /= \d/.test(line))
    throw new Error(`an unknown disk operation: ${line.slice(0, 200)}`);
  return undefined;
};

const begun = ' <unfinished ...>';
const resumed = /^(\d+) +<\.\.\. \w+ resumed>/;

/**
 * Returns the lines of strace's output with each call in one line, at the place where it has ended: strace writes a call in
 * two lines if something else happens in another thread meanwhile. Each line begins with the number of its thread.
 */
export const wholeCalls = (lines: readonly string[]): readonly string[] => {
  const unfinished = new Map<string, string>();
  return lines.flatMap((line) => {
    const thread = /^\d+/.exec(line)?.[0] ?? '';
    if (line.endsWith(begun)) {
      unfinished.set(thread, line.slice(0, -begun.length));
      return [];
    }
    return resumed.test(line) ? `${unfinished.get(thread) ?? ''}${line.replace(resumed, '')}` : line;
  });
};

/** All system calls that change files by path or descriptor. */
const calls =
  'mkdir,open,openat,creat,unlink,unlinkat,fsync,fdatasync,write,writev,pwrite64,pwritev,ftruncate,truncate,rename,renameat,renameat2,link,linkat,fallocate';

/** Runs a Node program to its end; returns its operations on the files and folders at these paths. */
export const recordDisk = (folder: string, words: readonly string[], paths: readonly string[]): readonly DiskStep[] => {
  const record = join(folder, 'strace');
  const seen = paths.flatMap((path) => ['-P', path]);
  const how = ['-f', '-y', '-xx', '-s', '1048576', '-e', `trace=${calls}`, ...seen, '-o', record];
  const { status } = spawnSync('strace', [...how, process.execPath, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`the program ended with ${String(status)}`);
  return wholeCalls(readFileSync(record, 'latin1').split('\n')).flatMap((line) => stepOf(line) ?? []);
};
