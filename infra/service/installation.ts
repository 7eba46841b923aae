// What installations of the service choose differently: what it controls, where it stores, and whom it is connected with.
import { Container, ContainerModule, type ServiceIdentifier } from 'inversify';
import { loadDocsPage, loadScreensPage, type BuiltPage } from '../../adapters/http/control/docs/docs.js';
import { createHttpServer } from '../../adapters/http/server/server.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { SystemSecrets } from '../../adapters/node/secrets.js';
import type { SendAs } from '../../application/as-run/as-run.js';
import type { Drivers } from '../../application/commands/drivers.js';
import type { ConnectionStates } from '../../application/connections/connection-states.js';
import type { Wires } from '../../application/ports/wire.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import type { Secrets } from '../../application/ports/secrets.js';
import type { CurrentLayout } from '../../application/state/current-layout.js';
import { builtPage, referenceFolder, screensFolder } from '../machine/built-pages.js';
import { logFor } from '../machine/log.js';
import type { Settings } from '../settings/settings.js';
import { consoleConnection, type ConsoleConnection } from './console-link.js';
import { diskStores, type ServiceStores } from './stores.js';

/** A studio that a service controls, real or simulated. */
export interface ServiceStudio {
  readonly current: CurrentLayout;
  readonly drivers: Drivers;
  readonly isSimulated: boolean;
  /** What is known of the connections. Absent if none are open, because the devices are simulated. */
  readonly states?: ConnectionStates;
  /** What goes over their wires. Absent likewise. */
  readonly wires?: Wires;
  /** Closes a connection and opens it anew. Absent likewise. */
  readonly reopen?: (connection: string) => void;
  /** Attributes commands to their sources, which only simulated devices use. Default: without. */
  readonly sendAs?: SendAs;
}

/** The parts of an installation that another one has others of. */
export interface Installation {
  readonly studio: ServiceStudio;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly stores: ServiceStores;
  /** Prepares the connection to the console; undefined for none. Throws a `StartupError` for incomplete settings. */
  readonly connectConsole: () => ConsoleConnection | undefined;
  readonly createServer: typeof createHttpServer;
  readonly docs: BuiltPage;
  /** The page of panels and displays. */
  readonly screens: BuiltPage;
}

type Identifiers = { readonly [Name in keyof Installation]: ServiceIdentifier<Installation[Name]> };

const ids: Identifiers = {
  studio: Symbol('studio'),
  clock: Symbol('clock'),
  secrets: Symbol('secrets'),
  log: Symbol('log'),
  stores: Symbol('stores'),
  connectConsole: Symbol('connectConsole'),
  createServer: Symbol('createServer'),
  docs: Symbol('docs'),
  screens: Symbol('screens'),
};

/** Binds what a service on this machine uses by its settings. */
const standard = (settings: Settings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.clock).to(SystemClock);
    bind(ids.secrets).to(SystemSecrets);
    bind(ids.log).toResolvedValue(() => logFor(settings));
    bind(ids.stores).toResolvedValue(
      (clock, log, { current }) => diskStores(settings, { clock, log, studioId: current.layout.id }),
      [ids.clock, ids.log, ids.studio],
    );
    bind(ids.connectConsole).toResolvedValue(
      (log, { current }) =>
        () =>
          consoleConnection(settings, log, current.layout.id),
      [ids.log, ids.studio],
    );
    bind(ids.createServer).toConstantValue(createHttpServer);
    bind(ids.docs).toResolvedValue(() => builtPage('reference page', referenceFolder, loadDocsPage));
    bind(ids.screens).toResolvedValue(() => builtPage('page for screens', screensFolder, loadScreensPage));
  });

/** What an installation chooses itself: always a studio. */
export type Choices = Pick<Installation, 'studio'> & Partial<Installation>;

const chosen = (choices: Choices): ContainerModule =>
  new ContainerModule(({ rebind }) => {
    for (const name of Object.keys(choices) as (keyof Installation)[])
      rebind<unknown>(ids[name]).toConstantValue(choices[name]);
  });

/** Returns the parts of an installation. */
export const installed = async (settings: Settings, choices: Choices): Promise<Installation> => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(standard(settings), chosen(choices));
  return {
    studio: container.get(ids.studio),
    clock: container.get(ids.clock),
    secrets: container.get(ids.secrets),
    log: container.get(ids.log),
    stores: await container.getAsync(ids.stores),
    connectConsole: container.get(ids.connectConsole),
    createServer: container.get(ids.createServer),
    docs: await container.getAsync(ids.docs),
    screens: await container.getAsync(ids.screens),
  };
};
