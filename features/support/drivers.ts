// The drivers there are; a profile chooses one by its name.
import { strict as assert } from 'node:assert';
import type { Driver } from './driver.js';
import type { Playout } from './playout.js';
import { inProcess } from './in-process/driver.js';
import { namespaces } from './namespaces/driver.js';

/** Something that makes a driver for each scenario. */
export interface DriverFactory {
  readonly open: (playout: Playout) => Promise<Driver>;
  /** Ends what the scenarios have shared. */
  readonly close: () => Promise<void>;
}

const factories: Readonly<Record<string, () => DriverFactory>> = { 'in-process': inProcess, namespaces };

const opened = new Map<string, DriverFactory>();

const factory = (name: string): DriverFactory => {
  const make = factories[name];
  assert.ok(make, `"${name}" is no driver: expected one of ${Object.keys(factories).join(', ')}`);
  const made = opened.get(name) ?? make();
  opened.set(name, made);
  return made;
};

export const drivers = {
  open: (name: string, playout: Playout): Promise<Driver> => factory(name).open(playout),
  close: async (): Promise<void> => {
    for (const made of opened.values()) await made.close();
  },
};
