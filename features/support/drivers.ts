// The drivers there are; a profile chooses one by its name.
import { strict as assert } from 'node:assert';
import type { Driver } from './driver.js';
import { inProcess } from './in-process/driver.js';
import { namespaces } from './namespaces/driver.js';

/** Something that makes a driver for each scenario. */
export interface DriverFactory {
  readonly open: () => Promise<Driver>;
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
  open: (name: string): Promise<Driver> => factory(name).open(),
  close: async (): Promise<void> => {
    for (const made of opened.values()) await made.close();
  },
};
