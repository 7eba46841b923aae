// The studio of a session: a service, simulated devices and their steering, whose inputs are handled one after the other.
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { configurationFile } from '../../../adapters/storage/configuration-file.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { ConfigurationFile } from '../../../application/ports/configuration-file.js';
import type { Secrets } from '../../../application/ports/secrets.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { generateToken } from '../../../domain/access/token.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { seededRandom } from '../../../simulator/random.js';
import type { Aliases } from '../../../simulator/session/aliases.js';
import type { Beginning } from '../../../simulator/session/lines.js';
import { sessionClock, type SessionClock } from '../../../simulator/session/session-clock.js';
import { logFor } from '../../machine/log.js';
import { listen, type StartedService } from '../../command-line/parts.js';
import { composeService, type Service } from '../../service/service.js';
import type { Settings } from '../../settings/settings.js';
import { simulatorServer, type SimulatorPage } from '../page.js';
import { restartableService } from '../restartable-service.js';
import { asServiceStudio, simulate } from '../studio.js';
import { withMadeTokens } from './beginning.js';
import { recordCalls, recordedOperation } from './record-server.js';
import { parameterNames } from './recorded-query.js';
import { Session, type WriteLine } from './session.js';

/** What a session starts from. */
export interface SessionStart extends Pick<Beginning, 'startMs' | 'paused' | 'seed'> {
  readonly settings: Settings;
  readonly layout: StudioLayout;
  readonly configuration: AccessConfiguration;
  readonly aliases: Aliases;
  /** Real time, in which the clock runs; undefined for a replay. */
  readonly real: Clock | undefined;
  readonly write: WriteLine;
  /** Prepares the server of each start of the service, before it listens. */
  readonly prepare?: (server: Server) => void;
}

/** The studio of a session. */
export interface SessionHost {
  readonly session: Session;
  readonly clock: SessionClock;
  /** The port of the service. */
  readonly port: () => number;
  /** The address of the steering API. */
  readonly simulatorUrl: string;
  /** Puts an access configuration in force, as an input of the session. */
  readonly configure: (configuration: AccessConfiguration) => Promise<unknown>;
  /** Ends the session: stops the service, and removes its data. */
  readonly stop: () => Promise<void>;
}

/** Ids and tokens that are the same in each run. Nothing outside the simulation depends on them. */
const seededSecrets = (seed: number): Secrets => {
  const random = seededRandom(seed);
  const digits = (count: number): string =>
    Array.from({ length: count }, () => random.between(0, 15).toString(16)).join('');
  return {
    id: () => [8, 4, 4, 4, 12].map(digits).join('-'),
    token: () => generateToken((choices) => random.between(0, choices - 1)),
  };
};

/** Event-loop turns in which a call reaches the disk, or an answer its caller. */
const turns = 8;

const someTurns = async (): Promise<void> => {
  for (let done = 0; done < turns; done += 1) await turn();
};

/** Waits for what an input has caused: writing to the disk takes no time on the studio's clock, and causes more to write. */
const settling = (service: () => Service | undefined) => async (): Promise<void> => {
  for (let round = 0; round < 2; round += 1) {
    await someTurns();
    await service()?.settled();
  }
  await someTurns();
};

/** The configuration of the service, which it reads at each start. */
const configurationIn = (folder: string, { layout, settings }: SessionStart): ConfigurationFile =>
  configurationFile({ folder: join(folder, 'service'), studioId: layout.id, log: logFor(settings) });

/** Starts the steering API and its page. */
const openPage = async (
  settings: Settings,
  steered: Pick<SimulatorPage, 'studio' | 'clock' | 'service'>,
  session: Session,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const { SIMULATOR_HOST, SIMULATOR_PORT, SERVICE_NAMES: names = [] } = settings;
  const wrap = recordedOperation(session);
  const server = await simulatorServer({ ...steered, log: logFor(settings), names, wrap });
  const url = await listen(server, ['SIMULATOR_PORT', SIMULATOR_HOST, SIMULATOR_PORT]);
  return { url, close: () => server.close(0) };
};

/** Returns a function that stops a service, which writes to its folder, and throws an error again. */
const afterStopping =
  (service: Pick<Service, 'stop'>) =>
  async (error: unknown): Promise<never> => {
    await service.stop();
    throw error;
  };

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/**
 * Returns how a configuration comes into force as an input. A restart of the service reads it from the file. The console
 * has the answer that it is in force, so a failure of the disk is logged.
 */
const configuring =
  (
    session: Session,
    file: ConfigurationFile,
    { layout, aliases, settings }: SessionStart,
    service: () => Service | undefined,
  ): SessionHost['configure'] =>
  (sent) => {
    const configuration = { ...sent, studioId: layout.id };
    return session.perform(
      () => ({ configuration: withMadeTokens(configuration, aliases) }),
      async () => {
        service()?.access.apply(configuration);
        await file.save(configuration).catch((error: unknown) => {
          logFor(settings).error('the access configuration is in force but could not be written to disk', { error });
        });
      },
    );
  };

/** Starts a studio whose service has its data in a folder. */
const openIn = async (folder: string, start: SessionStart, file: ConfigurationFile): Promise<SessionHost> => {
  const { layout, seed, aliases, write, prepare } = start;
  let settings: Settings = { ...start.settings, DATA_DIR: folder };
  let service: Service | undefined;
  const settled = settling(() => service);
  const clock = sessionClock({ ...start, settled });
  const session = new Session(clock, settled, write);
  const studio = simulate(layout, clock, { seed });
  const secrets = seededSecrets(seed);

  const startService = async (): Promise<StartedService> => {
    const started = await composeService(settings, { studio: asServiceStudio(studio), clock, secrets });
    recordCalls(started.server.node, session, { names: parameterNames(layout), aliases });
    prepare?.(started.server.node);
    const { port } = await started.start().catch(afterStopping(started));
    settings = { ...settings, PORT: port };
    service = started;
    return { service: started, url: `http://localhost:${String(port)}`, lines: [], stop: started.stop };
  };

  const restartable = await restartableService({ start: startService, pass: clock.advance });
  const steered = { studio, clock, service: restartable.observed };
  const page = await openPage(settings, steered, session).catch(afterStopping(restartable));
  return {
    session,
    clock,
    port: () => settings.PORT,
    simulatorUrl: page.url,
    configure: configuring(session, file, start, () => service),
    stop: async () => {
      await session.perform(
        () => ({ stop: true }),
        () => restartable.stop(),
      );
      await page.close();
      studio.stop();
      await removeFolder(folder);
    },
  };
};

/** Starts a studio. It takes inputs at once. Removes what it has written if the start fails. */
export const openSession = async (start: SessionStart): Promise<SessionHost> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-session-'));
  try {
    const file = configurationIn(folder, start);
    await file.save(start.configuration);
    return await openIn(folder, start, file);
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
};
