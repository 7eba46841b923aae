// The drivers there are; a profile chooses one by its name.
import { strict as assert } from 'node:assert';
import type { Driver } from './driver.js';
import type { Playout } from './playout.js';
import type { Image } from './containers/driver.js';
import { inProcess } from './in-process/driver.js';
import { namespaces } from './namespaces/driver.js';

/** Something that makes a driver for each scenario. */
export interface DriverFactory {
  readonly open: (playout: Playout) => Promise<Driver>;
  /** Ends what the scenarios have shared. */
  readonly close: () => Promise<void>;
}

/** What speaks to a container engine is loaded for those who want one. */
const inContainers = (image: Image) => (): DriverFactory => {
  let made: Promise<DriverFactory> | undefined;
  return {
    open: async (playout) => {
      made ??= import('./containers/driver.js').then(({ containers }) => containers(image));
      return (await made).open(playout);
    },
    close: async () => (await made)?.close(),
  };
};

const factories: Readonly<Record<string, () => DriverFactory>> = {
  'in-process': inProcess,
  namespaces,
  'production image': inContainers('production'),
  'development image': inContainers('development'),
};

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
