// Collects the records of a backup in batches, each for one statement.
import type { BackupRecord, RecordKind } from '../backup/record-kinds.js';

/** How many records a statement reads or writes. */
export const batchSize = 500;

/** How long the JSON of a batch may become before it is sent, in characters. */
export const maxBatchLength = 4_000_000;

/** Records of one kind, as a JSON array. */
export type RecordBatch = readonly [kind: RecordKind, json: string];

/**
 * Returns the records in batches, in their order. A batch has at most {@link batchSize} records, all of one kind. It ends
 * with the record that exceeds {@link maxBatchLength}.
 */
export async function* batchesOf(records: AsyncIterable<BackupRecord>): AsyncGenerator<RecordBatch> {
  let batch: string[] = [];
  let [last, size]: [RecordKind | undefined, number] = [undefined, 0];
  const take = (kind: RecordKind): RecordBatch => {
    const json = `[${batch.join(',')}]`;
    [batch, size] = [[], 0];
    return [kind, json];
  };
  for await (const { kind, values } of records) {
    if (
      last !== undefined &&
      batch.length > 0 &&
      (kind !== last || batch.length === batchSize || size > maxBatchLength)
    )
      yield take(last);
    const json = JSON.stringify(values);
    batch.push(json);
    [last, size] = [kind, size + json.length];
  }
  if (last !== undefined) yield take(last);
}
