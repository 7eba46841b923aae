// Backup and restore of the embedded database while a service is connected.
import { describe } from 'vitest';
import { restoredServices } from './restored-services.contract.js';

const embedded = () => Promise.resolve({});

describe('@BACKUP-6: with a connected service', () => {
  restoredServices('from the embedded database to another', embedded, embedded);
});
