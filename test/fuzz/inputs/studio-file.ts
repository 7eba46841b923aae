// Studio files: YAML and JSON.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { maxReportedIssues } from '../../../domain/codec/issues.js';
import { StudioLayout } from '../../../domain/studio/layout.js';
import type { FileIssue } from '../../../application/ports/studio-file.js';
import { readStudioText } from '../../../infra/studio-file/studio-file.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { mutated, type Corpus } from '../mutations.js';
import { mutatedJson } from './json.js';
import { asBytes, bytesOf, stateless, type FuzzTarget } from './target.js';

const example = readFileSync(new URL('../../../infra/studio-file/example-studio.yaml', import.meta.url), 'utf8');

/** The example by its top-level keys, so that a mutation meets fewer comments. */
const parts = example.replaceAll(/^\s*#.*\n/gm, '');

/** Lists of which each repeats the one before it ten times. */
const aliases = [
  'x: &a [1, 1]',
  ...['ab', 'bc', 'cd', 'de'].map(([from = '', to = '']) => `${to}: &${to} [${`*${from}, `.repeat(10)}]`),
].join('\n');

const demo: unknown = StudioLayout.encode(demoStudio);

const corpus: Corpus = {
  samples: [asBytes(example), asBytes(parts), asBytes(`${aliases}\n${parts}`)],
  fragments: [
    ...[
      '- ',
      ': ',
      '? ',
      '# ',
      '{',
      '}',
      '[',
      ']',
      ', ',
      '&a ',
      '*a',
      '*b',
      '<<: *a',
      '|',
      '>-',
      '---\n',
      '...\n',
      '%YAML 9.9\n',
      '!!js ',
      '!!binary ',
    ],
    ...[
      '!!float ',
      '\t',
      '  ',
      '\n  ',
      'null',
      '~',
      '.inf',
      '.nan',
      '0o17',
      '2026-01-01',
      'yes',
      '"\\u0000"',
      '"\\ud800"',
      '\u00a0',
    ],
    ...[
      'protocol: casparcg',
      'protocol: vhs',
      'id: alpha',
      'signals:\n',
      'outputs:\n',
      '[['.repeat(60),
      '{a: '.repeat(120),
      '- '.repeat(150),
    ],
  ],
};

const checkIssue = ({ line, column, message }: FileIssue, lines: number): void => {
  assert.ok(message.length > 0);
  if (line === undefined) return;
  assert.ok(line >= 1 && line <= lines + 1, `line ${String(line)} of ${String(lines)}`);
  assert.ok((column ?? 1) >= 1);
};

/** A file has located issues, or is a layout that is valid as it is written again. */
const checkFile = (input: Buffer): void => {
  const text = input.toString('utf8');
  const found = readStudioText(text);
  if (E.isLeft(found)) {
    assert.ok(found.left.length > 0 && found.left.length <= maxReportedIssues + 1);
    for (const issue of found.left) checkIssue(issue, text.split(/\r\n|\r|\n/).length);
    return;
  }
  const again = readStudioText(JSON.stringify(StudioLayout.encode(found.right)));
  assert.deepEqual(again, found);
};

/** The texts of studio files. */
export const studioFile: FuzzTarget = {
  generate: (random) => {
    if (random.oneIn(3)) return bytesOf(mutatedJson(demo, random));
    return bytesOf(mutated(random.oneOf(corpus.samples), random, corpus));
  },
  open: () => stateless(checkFile),
};
