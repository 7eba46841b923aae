// Secrets of equipment that editors set, each in a file of its own that only its owner can read.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EquipmentSecrets } from '../../application/ports/studio-file.js';
import { disk, isMissing, replaceFile, type DiskOperations } from './durable-files.js';

export interface EquipmentSecretsDeps {
  /** The folder, absolute; created with the first secret. */
  readonly folder: string;
  /** Returns a new part of a name, unique in practice. */
  readonly id: () => string;
  readonly operations?: DiskOperations;
}

const readable = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Stores secrets in a folder. */
export const equipmentSecrets = ({ folder, id, operations = disk }: EquipmentSecretsDeps): EquipmentSecrets => ({
  pathFor: (connection, field) => join(folder, `${readable(connection)}-${readable(field)}-${id()}`),
  write: (path, secret) => replaceFile(operations, path, Buffer.from(`${secret}\n`, 'utf8')),
  keepOnly: async (texts) => {
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const name of names)
      if (!texts.some((text) => text.includes(name))) await operations.remove(join(folder, name));
  },
});
