// Changes a studio in the embedded database. The arguments are the folder and the number of changes. Each acknowledged
// change is recorded in a file next to the database.
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { disk } from '../../../adapters/storage/durable-files.js';
import { openSqliteStore } from '../../../adapters/storage/sqlite/console-store.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import type { Device } from '../../../domain/devices/device.js';
import { panel } from '../../domain/fixtures.js';

const [, , folder = '', changes = ''] = process.argv;
const historyEntry = { time: 0, operator: 'admin', action: 'test', summary: 'did it' };
/** A long list, so that checkpoints move pages from the write-ahead log into the database. */
const devicesOf = (version: number): readonly Device[] =>
  Array.from({ length: 300 }, (_, index) => ({
    ...panel,
    id: `device-${String(index)}`,
    name: `Panel ${String(index)} of ${String(version)}`,
    tokenHash: String(index).padStart(64, '0') as Device['tokenHash'],
  }));

await disk.makeFolder(join(folder, 'console'));
const store = openSqliteStore(join(folder, 'console', 'console.sqlite'));
const acknowledgements = openSync(join(folder, 'acknowledgements'), 'w');
let acknowledged = 0;
const acknowledge = (): void => {
  acknowledged += 1;
  // The file's length is the number of acknowledged changes.
  writeSync(acknowledgements, '!', acknowledged - 1);
};

const configuration = { ...defaultConfiguration('a'), version: 0 };
await store.addStudio(
  { studio: { id: 'a', name: 'A' }, keyHash: null, configuration, appliedVersion: null },
  historyEntry,
);
acknowledge();
for (let version = 1; version <= Number(changes); version += 1) {
  await store.change('a', ({ configuration: before }) =>
    E.right({ configuration: { ...before, version, devices: devicesOf(version) }, section: 'devices', historyEntry }),
  );
  acknowledge();
}
await store.close();
