// Compares two versions of an OpenAPI document, and lists the changes that break clients.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { offline, redocly } from './redocly.js';

/** One change as `redocly diff` reports it; `major` changes break clients. */
interface ReportedChange {
  readonly path: string;
  readonly impact: 'major' | 'minor' | 'patch';
  readonly verdicts: readonly { readonly impact: ReportedChange['impact']; readonly message: string }[];
}

/** Runs the comparison. The exit code is 0 whatever changed, so a failure of the tool itself rejects. */
const reportOf = async (folder: string, base: object, revision: object): Promise<readonly ReportedChange[]> => {
  const [baseFile = '', revisionFile = '', report = ''] = ['base', 'revision', 'report'].map((name) =>
    join(folder, `${name}.json`),
  );
  await writeFile(baseFile, JSON.stringify(base));
  await writeFile(revisionFile, JSON.stringify(revision));
  const options = ['--format=json', '--fail-on=none', `--output=${report}`];
  await promisify(execFile)(process.execPath, [redocly, 'diff', baseFile, revisionFile, ...options], { env: offline });
  return (JSON.parse(await readFile(report, 'utf8')) as { readonly changes: readonly ReportedChange[] }).changes;
};

/** Converts `#/paths/~1api~1v2/get/parameters/0` to `GET /api/v2 parameters/0`. */
const readablePlace = (pointer: string): string => {
  const [first, ...rest] = pointer.slice(2).split('/');
  const unescaped = rest.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (first !== 'paths') return [first, ...unescaped].join('/');
  const [path = '', method, ...inside] = unescaped;
  return [method?.toUpperCase(), path, inside.join('/')].filter(Boolean).join(' ');
};

const linesOf = ({ path, verdicts }: ReportedChange): readonly string[] =>
  verdicts.filter(({ impact }) => impact === 'major').map(({ message }) => `${readablePlace(path)}: ${message}`);

/**
 * Returns the breaking changes from `base` to `revision`, one line each. A schema that several operations share is
 * reported at the first of them.
 */
export const breakingChanges = async (base: object, revision: object): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-openapi-'));
  try {
    return (await reportOf(folder, base, revision)).flatMap(linesOf);
  } finally {
    await rm(folder, { recursive: true });
  }
};
