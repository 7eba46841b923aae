// The available drivers; a profile selects one by name.
import { strict as assert } from 'node:assert';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { Driver } from './driver.js';
import type { DriverFactory } from './driver-factory.js';
import type { Playout } from './playout.js';
import type { Image } from './containers/world.js';
import { conformance } from './conformance/driver.js';
import { inProcess } from './in-process/driver.js';
import { namespaces } from './namespaces/driver.js';

/** The client of the container engine is loaded only when it is needed. */
const inContainers = (image: Image) => (): DriverFactory => {
  let opened: Promise<DriverFactory> | undefined;
  return {
    open: async (playout, layout) => {
      opened ??= import('./containers/driver.js').then(({ containers }) => containers(image));
      return (await opened).open(playout, layout);
    },
    close: async () => (await opened)?.close(),
  };
};

const factories: Readonly<Record<string, () => DriverFactory>> = {
  'in-process': inProcess,
  namespaces,
  conformance,
  'production image': inContainers('production'),
  'development image': inContainers('development'),
};

const opened = new Map<string, DriverFactory>();

const factory = (name: string): DriverFactory => {
  const make = factories[name];
  assert.ok(make, `unknown driver "${name}": expected one of ${Object.keys(factories).join(', ')}`);
  const made = opened.get(name) ?? make();
  opened.set(name, made);
  return made;
};

export const drivers = {
  /** Opens a studio with the named driver. Only the driver in process has another layout than that of the demo. */
  open: (name: string, playout: Playout, layout: StudioLayout): Promise<Driver> => factory(name).open(playout, layout),
  /** Closes every driver that was opened. */
  close: async (): Promise<void> => {
    for (const made of opened.values()) await made.close();
  },
};
