// Opens the database named on the command line, adds a studio, prints "held", and waits until it is killed.
import { openSqliteStore } from '../../../adapters/storage/sqlite/console-store.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';

const store = openSqliteStore(process.argv[2] ?? '');
const studio = { id: 'held', name: 'Held' };
const entry = { studio, keyHash: null, configuration: defaultConfiguration('held'), appliedVersion: null };
await store.addStudio(entry, { time: 0, operator: 'test', action: 'test', summary: '' });
process.stdout.write('held\n');
// The reference keeps the store, and with it the lock, from the garbage collector.
setInterval(() => void store.syncStatuses(), 60_000);
