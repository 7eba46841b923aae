// Studio files: all issues are reported at once, each with its line and column.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { checkStudioFile } from '../../../infra/studio-file/check.js';
import { readStudioFile, readStudioText, studioLayout } from '../../../infra/studio-file/studio-file.js';

const example = new URL('../../../infra/studio-file/example-studio.yaml', import.meta.url).pathname;
const valid = readFileSync(example, 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'studio-file-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const issuesOf = (text: string): readonly string[] => {
  const read = readStudioText(text);
  if (E.isRight(read)) return [];
  return read.left.map(({ line, column, message }) => `${String(line)}:${String(column)} ${message}`);
};

/** The example with one text replaced, and the line of that text. */
const withChange = (from: string, to: string) => {
  expect(valid).toContain(from);
  return { text: valid.replace(from, to), line: valid.slice(0, valid.indexOf(from)).split('\n').length };
};

describe('the example', () => {
  it('is valid, and contains records of every kind', () => {
    const layout = E.getOrElseW((): never => expect.fail('invalid'))(readStudioText(valid));
    const kinds = [
      'connections',
      'stations',
      'outputs',
      'banks',
      'signals',
      'cameras',
      'variables',
      'macros',
      'automations',
    ] as const;
    for (const kind of kinds) expect(layout[kind]?.length, kind).toBeGreaterThan(0);
    expect(layout.banks.flatMap(({ clips }) => clips).some(({ transition, loop }) => transition ?? loop)).toBe(true);
  });
});

describe('an issue', () => {
  it.each([
    ['media: sting.mov', 'media: sting', 'banks[1].clips[1].media: expected a file that CasparCG plays'],
    ['protocol: casparcg', 'protocol: vhs', 'connections[0].protocol: expected one of casparcg, modbus'],
    ['holder: alpha', 'holder: charlie', 'holder: expected the id of a station (alpha, bravo), got "charlie"'],
    ['identifier: mic-live', 'identifier: RED-LIGHT', 'signals[1].identifier: expected another identifier'],
    ['clip: headlines', 'clip: sport', 'automations[0].steps[0].play.clip: expected number or key of a clip'],
  ])('is reported with its line: %s, %s', (from, to, message) => {
    const { text, line } = withChange(from, to);
    const issues = issuesOf(text);
    expect(
      issues.some((issue) => issue.startsWith(`${String(line)}:`) && issue.includes(message)),
      issues.join('\n'),
    ).toBe(true);
  });

  it.each([
    ['waitMs: 1500', 'play: 5', ['macros[0].steps[3].play: expected an object, got the number 5']],
    [
      'minuteOfHour: 0',
      'minuteOfHour: 0, everyMs: 5',
      [
        'automations[0].trigger: expected an object with one of the fields timeOfDay, minuteOfHour, everyMs, signal, clip, studio, station, variable, tally, alarm, macro, device',
      ],
    ],
    [
      'waitMs: 1500',
      'rest: 1500',
      [
        'macros[0].steps[3]: expected an object with one of the fields play, cue, take, stop, playlist, next, previous, endPlaylist, recall, switch, pulse, set, activate, run, studio, waitMs',
        'macros[0].steps[3].rest: expected no such field, but one of play, cue, take, stop, playlist, next, previous, endPlaylist, recall, switch, pulse, set, activate, run, studio, waitMs',
      ],
    ],
  ])('of a step or trigger is reported only for the variant in use: %s, %s', (from, to, messages) => {
    expect(issuesOf(withChange(from, to).text).map((issue) => issue.replace(/^\S+ /, ''))).toEqual(messages);
  });

  it('of a missing field is reported at the value that lacks it', () => {
    const { text, line } = withChange(
      '  - { id: sig-4, identifier: phone-ring, name: Phone ringing }',
      '  - { id: sig-4, identifier: phone-ring }',
    );
    expect(issuesOf(text)).toEqual([
      `${String(line)}:5 signals[3].name: expected a text of 1 to 128 characters without control or invisible characters, got nothing`,
    ]);
  });

  it.each([
    ['media: sting.mov', 'medai: sting.mov', 'did you mean media?'],
    ['leadMs: 10000', 'leadms: 10000', 'did you mean leadMs?'],
    ['transition: { type: mix', 'transition: { typ: mix', 'did you mean type?'],
    ['channel: 1', 'channel: one', 'from 1 to 99, got the text "one"'],
    ['durationMs: 15000', 'durationMs: 15.5', 'got the number 15.5'],
    ['name: News', 'name: 24', 'got the number 24'],
  ])('@STUDIO-FILE-1: names the nearest field, or what it got: %s, %s', (from, to, message) => {
    expect(issuesOf(withChange(from, to).text).join()).toContain(message);
  });

  it('@STUDIO-FILE-1: never shows a wrong serverId or id, which are passwords', () => {
    const secret = 'k7f3q9x2m4t8w1z5'.repeat(5);
    const text = valid.replace(/^(serverId|id): .*$/gm, `$1: ${secret}`);
    expect(issuesOf(text)).toHaveLength(2);
    expect(issuesOf(text).join()).not.toContain('k7f3');
  });

  it('does not hide other issues', () => {
    const changed = valid
      .replace('status: off_air', 'status: maybe')
      .replace('id: sig-2', 'id: SIG-1')
      .replace('output: out-2', 'output: out-7')
      .replace('station: bravo', 'station: charlie');
    expect(issuesOf(changed).map((issue) => issue.split(' ')[1])).toEqual([
      'status:',
      'signals[1].id:',
      'variables[2].station:',
      'macros[0].steps[4].play.output:',
    ]);
  });

  it('is in the order of the text, also if all are in one line', () => {
    const unknown = Object.fromEntries(['z', 'm', 'a', 'q'].map((name) => [name, 1]));
    const text = JSON.stringify({ ...unknown, ...(parse(valid) as object), status: 'x', name: 7, b: 1, c: 1 });
    const columns = issuesOf(text).map((issue) => Number(/^1:(\d+) /.exec(issue)?.[1]));
    expect(columns.length).toBeGreaterThan(6);
    expect(columns).toEqual(columns.toSorted((a, b) => a - b));
  });

  it('of the YAML syntax is reported with its line', () => {
    expect(issuesOf('id: [1\nname: x: y\n')[0]).toMatch(/^2:/);
    expect(issuesOf('')).toEqual([expect.stringMatching(/^1:1 the whole value: expected an object/)]);
  });

  it.each([
    ['a: 1\na: 2\na: 3\n', ['2:1 the field a is in line 1 already']],
    ['a: 1\na: 2\nb: 1\na: 3\n', ['2:1 the field a is in line 1 already', '4:1 the field a is in line 1 already']],
    [
      'a: 1\nb: 1\na: 2\nb: 2\nc: 1\nb: 3\n',
      ['3:1 the field a is in line 1 already', '6:1 the field b is in line 2 already'],
    ],
    [
      'a: {b: 1, b: 2, c: 3, b: 4}\n',
      ['1:11 the field b is in line 1 already', '1:23 the field b is in line 1 already'],
    ],
  ])('is reported for keys that a map has twice, once for those in a row: %j', (text, issues) => {
    expect(issuesOf(text)).toEqual(issues);
  });

  it.each([
    ['a:\n\tb: 1\n', '2:1 a tab indents this line; write spaces'],
    ['a:\n  b: 1\n c: 2\n', '3:1 this line begins in another column than its neighbours; indent it as the lines'],
    ['a:\n  - id: x\n   b: y\n', '3:1 this line begins neither an entry ("- ") nor a field of the one above; indent'],
    ['a: "b\nc: 1\n', '1:4 the quote " that begins here has no closing "'],
    ["a: 'b\nc: 1\n", "1:4 the quote ' that begins here has no closing '"],
    ['- "a"\n- "b\nc: "d"\n', '2:3 the quote " that begins here has no closing "'],
    ['a: "b" c\n', '1:8 this is not expected here: a quote, comma or bracket before it is missing or one too many'],
    ['a: [1, 2\nb: 3\n', '2:1 a [ before this has no closing ]'],
    ['a: { b: 1\nc: 2\n', '2:1 a { before this has no closing }'],
    ['a: b: c\n', '1:4 a second colon belongs to this value: put the value in quotes, or indent the next line'],
    ['a:1\nb: 2\n', '1:1 this line has no colon and space after a name, and no "- " before an entry; or'],
    ['a: "b"#c\n', '1:7 write a space before the #'],
    ['a: &b 1\nc: *b\nd: *secret\n', '3:4 a text can’t begin with * unless it is in quotes'],
    ['a: @b\n', '1:4 a text can’t begin with @ unless it is in quotes'],
    ['a: "C:\\media"\n', '1:7 \\m has no meaning in double quotes; write \\\\ for a backslash, or single quotes'],
  ])('@STUDIO-FILE-5: of the YAML syntax is in plain words, with line and column: %j', (text, issue) => {
    expect(issuesOf(text)).toEqual([expect.stringContaining(issue)]);
  });

  it.each([
    ['durationMs: 15000', 'durationMs: "15502"', 'from 1 to 86400000, got the text "15502"; remove the quotes'],
    ['name: News', 'name: 24', 'got the number 24; put it in quotes'],
    ['channel: 1', 'channel: one', 'got the text "one"'],
    ['serverId: ', 'serverId: 7 # ', 'invisible characters; put it in quotes'],
    ['id: sig-2', 'id: SIG-1', 'another id than that of signals[0], ignoring case; that is in line '],
  ])('@STUDIO-FILE-5: ends with what mends it, or with where the first use is: %s, %s', (from, to, end) => {
    expect(issuesOf(withChange(from, to).text).filter((issue) => issue.includes(end))).toHaveLength(1);
  });

  it('is reported for aliases that expand without limit', () => {
    const bomb = [
      'a: &a [x, x]',
      ...'bcdefghij'
        .split('')
        .map((one, at) => `${one}: &${one} [${'*a, '.replace('a', 'abcdefghi'[at] ?? '').repeat(9)}]`),
    ];
    expect(issuesOf(bomb.join('\n'))).toEqual([expect.stringContaining('alias')]);
  });
});

describe('a wrong indentation', () => {
  const lines = valid.split('\n');
  const shifted = (at: number, by: number): string => {
    const line = lines[at] ?? '';
    const indent = line.length - line.trimStart().length + by;
    return indent < 0 ? valid : lines.with(at, `${' '.repeat(indent)}${line.trimStart()}`).join('\n');
  };
  const isContent = (line: string): boolean => line.trim() !== '' && !line.trim().startsWith('#');

  it('@STUDIO-FILE-1: of any one line is one issue at most', () => {
    const content = lines.flatMap((line, at) => (isContent(line) ? [at] : []));
    const found = content.flatMap((at) => [-2, -1, 1, 2, 4].map((by) => [at, by, issuesOf(shifted(at, by))] as const));
    expect(found.filter(([, , issues]) => issues.length > 1)).toEqual([]);
    expect(found.filter(([, , issues]) => issues.length === 1).length).toBeGreaterThan(300);
  });

  it('names the record that lacks the field', () => {
    const { text, line } = withChange('      layers: { left: 10, right: 20 }', '    layers: { left: 10, right: 20 }');
    expect(issuesOf(text)).toEqual([
      `${String(line)}:13 outputs[1].layers: expected this field in outputs[1].player, so with another indentation`,
    ]);
    expect(issuesOf(valid.replace(/^signals:$/m, '    signals:'))).toEqual([
      expect.stringMatching(/signals: expected this field at the top level, so with another indentation$/),
    ]);
  });
});

describe('many issues', () => {
  const manySignals = (count: number) =>
    valid.replace(/^signals:\n/m, `signals:\n${'  - { id: x, identifier: x }\n'.repeat(count)}`);

  it('are cut to 20 and the number of the others', () => {
    const issues = issuesOf(manySignals(30));
    expect(issues).toHaveLength(21);
    expect(issues.at(-1)).toBe('undefined:undefined and 68 more');
  });

  it('of repeated keys and of the syntax are cut too', () => {
    for (const text of ['- { a: 1, a: 2 }\n'.repeat(30), 'a: [\n'.concat('  "\\q",\n'.repeat(30), ']')]) {
      const issues = issuesOf(text);
      expect(issues).toHaveLength(21);
      expect(issues.at(-1)).toMatch(/ and \d+ more$/);
    }
  });

  it('are not looked for where there are too many records', () => {
    expect(issuesOf(manySignals(2_001))).toEqual([
      expect.stringMatching(/^\d+:\d+ signals: expected at most 2000 entries, got 20\d\d$/),
    ]);
  });

  it('are printed as one line each, and the number of the others', async () => {
    const file = join(folder, 'many.yaml');
    writeFileSync(file, manySignals(30));
    const { lines, exitCode } = await checkStudioFile(file);
    expect([lines.length, lines.at(-1), exitCode]).toEqual([21, `${file}: and 68 more`, 1]);
    await expect(studioLayout(file)).rejects.toThrow(`; ${file}: and 68 more`);
  });

  it('are found without comparing each key with all others', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `k${String(at)}: 1\n`).join('');
    const compared = vi.spyOn(Array.prototype, 'some');
    issuesOf(text);
    const onKeys = compared.mock.contexts.filter((list) => (list as unknown[]).length > 1_000);
    compared.mockRestore();
    expect(onKeys).toHaveLength(0);
  });
});

describe('a file that is costly to parse', () => {
  const maxBytes = 1_048_576;
  const repeated = (text: string): string => text.repeat(maxBytes / text.length);

  it.each(['- }\n', ']', '[1,'])('is refused before it is parsed: %j', (text) => {
    expect(issuesOf(`a: ${repeated(text)}`)).toEqual([
      expect.stringMatching(/^1:1 expected at most 750000 YAML tokens, got \d+$/),
    ]);
  });

  it.each(['[', '{a: ', '- ', '? '])('is read up to its hundredth level: %j', (text) => {
    expect(issuesOf(text.repeat(1_000))).toEqual([
      expect.stringMatching(/^1:\d+ expected at most 100 levels of nesting$/),
    ]);
  });

  it('has all issues of the library, and no stack with any of them', () => {
    expect(issuesOf('--- 1\n--- 2\n')).toEqual(['2:1 expected one YAML document']);
    expect(issuesOf('a: "\\q"\nb: @\n')).toEqual([
      '1:5 \\q has no meaning in double quotes; write \\\\ for a backslash, or single quotes',
      '2:4 a text can’t begin with @ unless it is in quotes',
    ]);
    expect(Error.stackTraceLimit).toBeGreaterThan(0);
  });
});

describe('reading a file', () => {
  it('reports a file that can’t be read', async () => {
    expect(await readStudioFile(join(folder, 'none.yaml'))).toMatchObject({
      left: [{ message: "can't be read (ENOENT)" }],
    });
  });

  it('rejects a file that is too large', async () => {
    const large = join(folder, 'large.yaml');
    writeFileSync(large, ' '.repeat(1_048_577));
    expect(await readStudioFile(large)).toMatchObject({
      left: [{ message: 'expected a file of up to 1048576 bytes' }],
    });
  });

  it('reads what a link leads to', async () => {
    const link = join(folder, 'link.yaml');
    symlinkSync(example, link);
    expect(E.isRight(await readStudioFile(link))).toBe(true);
  });

  it.each([
    ['a directory', (path: string) => spawnSync('mkdir', [path])],
    ['a named pipe', (path: string) => spawnSync('mkfifo', [path])],
    ['a device', (path: string) => spawnSync('ln', ['-s', '/dev/zero', path])],
  ])('@STUDIO-FILE-3: rejects %s', async (kind, make) => {
    const path = join(folder, `${kind}.yaml`);
    make(path);
    expect(await readStudioFile(path)).toEqual(E.left([{ message: `expected a regular file, got ${kind}` }]));
  });

  it('@STUDIO-FILE-3: rejects a socket', async () => {
    const path = join(folder, 'socket.yaml');
    const server = createServer().listen(path);
    await once(server, 'listening');
    expect(await readStudioFile(path)).toEqual(E.left([{ message: 'expected a regular file, got a socket' }]));
    server.close();
  });
});

describe('the command check', () => {
  const main = new URL('../../../infra/main.ts', import.meta.url).pathname;
  const run = (...operands: readonly string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', main, 'check', ...operands], { encoding: 'utf8' });

  it('exits with 0 if the file is valid', () => {
    const { status, stdout, stderr } = run(example);
    expect([status, stdout.split(';')[0], stderr]).toEqual([0, `${example}: valid`, '']);
  });

  it('exits with 1 and prints a line for each issue', () => {
    const file = join(folder, 'invalid.yaml');
    writeFileSync(file, valid.replace('status: off_air', 'status: maybe').replace('id: sig-2', 'id: sig-1'));
    const { status, stdout, stderr } = run(file);
    expect([status, stdout]).toEqual([1, '']);
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => line.replace(/:\d+:\d+:.*$/, '')),
    ).toEqual([file, file]);
  });
});
