// A history as a file, and the changed settings of a change in words.
import { beforeAll, describe, expect, it } from 'vitest';
import { pageModule } from './page-hooks.js';

type Fields = readonly object[];

/** What a test uses of the modules, which are compiled with the page. */
interface Export {
  readonly toCsv: (changes: readonly object[]) => string;
  readonly toJson: (changes: readonly object[]) => string;
}
interface Words {
  readonly fieldDifferences: (
    fields: Fields,
  ) => readonly { readonly setting: string; readonly before: string; readonly after: string }[];
}

let files: Export;
let words: Words;

beforeAll(async () => {
  files = await pageModule<Export>('history/export.js');
  words = await pageModule<Words>('history/field-words.js');
  // The first test that loads the page's components waits for their compilation.
}, 60_000);

const entry = (address: string, label: string) => ({ address, label, expiresAt: null });
const listed = (before: object | null, after: object | null) => ({
  ...{ subject: 'access.listed.x', device: null, before, after },
});
const change = (fields: Fields | null) => ({
  ...{ id: 1, time: '2021-03-01T12:00:00.000Z', operator: 'ann', action: 'x', summary: 'did "it", twice' },
  ...{ version: 3, subjects: [], fields, fieldCount: fields?.length ?? null },
});

describe('a history as CSV', () => {
  it('has a row for each changed setting, and one for a change without', () => {
    const fields = [listed(null, entry('10.0.0.1', 'Door')), listed(entry('10.0.0.2', 'Wall'), null)];
    const begin = '2021-03-01T12:00:00.000Z,ann,x,"did ""it"", twice",3';
    expect(files.toCsv([change(fields), change(null), change([])]).split(/\r?\n/)).toEqual([
      'time,operator,action,summary,version,setting,before,after',
      `${begin},Allowed address 10.0.0.1,Not allowed,Door`,
      `${begin},Allowed address 10.0.0.2,Wall,Not allowed`,
      ...[begin, begin, ''],
    ]);
  });

  it('is as JSON what the console has', () => {
    expect(JSON.parse(files.toJson([change(null)]))).toEqual({ changes: [change(null)] });
  });
});

describe('a listed address', () => {
  const texts = (...fields: Fields) =>
    words.fieldDifferences(fields).map(({ before, after }) => `${before} > ${after}`);
  const [door, wall] = [entry('10.0.0.1', 'Door'), entry('10.0.0.1', 'Wall')];

  it('with another label is one difference', () => {
    expect(texts(listed(door, null), listed(null, wall))).toEqual(['Door > Wall']);
  });

  it('that is listed more than once has a difference for each', () => {
    const third = entry('10.0.0.1', 'Attic');
    expect(texts(listed(door, null), listed(null, wall), listed(null, third))).toEqual([
      ...['Door > Not allowed', 'Not allowed > Wall', 'Not allowed > Attic'],
    ]);
    expect(texts(listed(door, null), listed(wall, null))).toEqual(['Door > Not allowed', 'Wall > Not allowed']);
  });
});
