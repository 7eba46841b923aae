// A history as a file, and the changed settings of a change in words.
import { expect, it } from 'vitest';
import type { HistoryItem } from '../../../../../adapters/web/console/api/contract.js';
import { toCsv, toJson } from '../../../../../adapters/web/console/history/export.js';
import { fieldDifferences } from '../../../../../adapters/web/console/history/field-words.js';

type Fields = NonNullable<HistoryItem['fields']>;
const entry = (address: string, label: string) => ({ address, label, expiresAt: null });
const listed = (before: object | null, after: object | null) =>
  ({ subject: 'access.listed.x', device: null, redacted: false, before, after }) as unknown as Fields[number];
const change = (fields: Fields | null): HistoryItem => ({
  ...{ id: 1, time: '2021-03-01T12:00:00.000Z', operator: 'ann', action: 'x', summary: 'did "it", twice' },
  ...{ version: 3, subjects: [], fields, fieldCount: fields?.length ?? null },
});

it('a history as CSV has a row for each changed setting, and one for a change without', () => {
  const fields = [listed(null, entry('10.0.0.1', 'Door')), listed(entry('10.0.0.2', 'Wall'), null)];
  const begin = '2021-03-01T12:00:00.000Z,ann,x,"did ""it"", twice",3';
  expect(toCsv([change(fields), change(null), change([])]).split(/\r?\n/)).toEqual([
    'time,operator,action,summary,version,setting,before,after',
    `${begin},Allowed address 10.0.0.1,Not allowed,Door`,
    `${begin},Allowed address 10.0.0.2,Wall,Not allowed`,
    ...[begin, begin, ''],
  ]);
});

it('a history as JSON is what the console has', () => {
  expect(JSON.parse(toJson([change(null)]))).toEqual({ changes: [change(null)] });
});

it('a listed address with another label is one difference; one that is listed more than once has one for each', () => {
  const texts = (...fields: Fields) => fieldDifferences(fields).map(({ before, after }) => `${before} > ${after}`);
  const [door, wall, attic] = ['Door', 'Wall', 'Attic'].map((label) => entry('10.0.0.1', label)) as [
    object,
    object,
    object,
  ];
  expect(texts(listed(door, null), listed(null, wall))).toEqual(['Door > Wall']);
  expect(texts(listed(door, null), listed(null, wall), listed(null, attic))).toEqual([
    ...['Door > Not allowed', 'Not allowed > Wall', 'Not allowed > Attic'],
  ]);
  expect(texts(listed(door, null), listed(wall, null))).toEqual(['Door > Not allowed', 'Wall > Not allowed']);
});
