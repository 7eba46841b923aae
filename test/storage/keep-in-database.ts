// Makes so many changes of a studio in the embedded database of a folder, both told as words, and writes each down in a
// diary beside it as soon as the store has answered.
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { disk } from '../../adapters/storage/durable-files.js';
import { openSqliteStore } from '../../adapters/storage/sqlite/console-store.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import type { Device } from '../../domain/devices/device.js';
import { panel } from '../domain/fixtures.js';

const [, , folder = '', changes = ''] = process.argv;
const note = { time: 0, operator: 'admin', action: 'test', summary: 'did it' };
/** A long list, so that pages come together until they are moved from the log into the database. */
const devicesOf = (version: number): readonly Device[] =>
  Array.from({ length: 300 }, (_, place) => ({
    ...{ ...panel, id: `device-${String(place)}`, name: `Panel ${String(place)} of ${String(version)}` },
    tokenHash: String(place).padStart(64, '0') as Device['tokenHash'],
  }));

await disk.makeFolder(join(folder, 'console'));
const store = openSqliteStore(join(folder, 'console', 'console.sqlite'));
const diary = openSync(join(folder, 'diary'), 'w');
let answered = 0;
const answer = (): void => {
  answered += 1;
  // Where it stands tells how many answers there are.
  writeSync(diary, '!', answered - 1);
};

const configuration = { ...defaultConfiguration('a'), version: 0 };
await store.addStudio({ studio: { id: 'a', name: 'A' }, keyHash: null, configuration, appliedVersion: null }, note);
answer();
for (let version = 1; version <= Number(changes); version += 1) {
  await store.change('a', ({ configuration: before }) =>
    E.right({ configuration: { ...before, version, devices: devicesOf(version) }, section: 'devices', note }),
  );
  answer();
}
await store.close();
