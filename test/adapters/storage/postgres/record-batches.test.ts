// The batches in which records are restored to PostgreSQL.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { BackupRecord, RecordKind } from '../../../../adapters/storage/backup/record-kinds.js';
import { batchesOf, batchSize, maxBatchLength } from '../../../../adapters/storage/postgres/record-batches.js';

const kindNamed = (kind: string): RecordKind => ({ kind, table: kind, order: 'id', fields: [] });
const [studio, note] = [kindNamed('studio'), kindNamed('note')];

const recordsOf = (kind: RecordKind, texts: readonly string[]): readonly BackupRecord[] =>
  texts.map((text) => ({ kind, values: { text } }));

/** Returns the kind of each batch, and the texts of its records. */
const batched = async (
  records: readonly BackupRecord[],
): Promise<readonly (readonly [string, readonly string[]])[]> => {
  const batches: (readonly [string, readonly string[]])[] = [];
  for await (const [{ kind }, json] of batchesOf(Readable.from(records))) {
    const values = JSON.parse(json) as readonly { readonly text: string }[];
    batches.push([kind, values.map(({ text }) => text)]);
  }
  return batches;
};

const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => String(at));

it('without records there is no batch', async () => {
  expect(await batched([])).toEqual([]);
});

it('a batch has records of one kind', async () => {
  const records = [...recordsOf(studio, ['a', 'b']), ...recordsOf(note, ['c']), ...recordsOf(studio, ['d'])];
  expect(await batched(records)).toEqual([
    ['studio', ['a', 'b']],
    ['note', ['c']],
    ['studio', ['d']],
  ]);
});

it.each([
  [batchSize, [batchSize]],
  [batchSize + 1, [batchSize, 1]],
  [2 * batchSize, [batchSize, batchSize]],
])('%i small records are in batches of the size', async (count, sizes) => {
  const batches = await batched(recordsOf(note, numbered(count)));
  expect(batches.map(([, texts]) => texts.length)).toEqual(sizes);
  expect(batches.flatMap(([, texts]) => texts)).toEqual(numbered(count));
});

it('a batch ends with the record that makes it too long, and the next one begins anew', async () => {
  const half = 'x'.repeat(maxBatchLength / 2);
  const records = recordsOf(studio, [half, half, 'a', half, 'b', half, 'c', 'd']);
  expect((await batched(records)).map(([, texts]) => texts.map((text) => text.length))).toEqual([
    [half.length, half.length],
    [1, half.length, 1, half.length],
    [1, 1],
  ]);
});
