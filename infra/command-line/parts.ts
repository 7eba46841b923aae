// The parts that run in production: the service and the console.
import { Server as SecureServer } from 'node:https';
import { listenLocally, localSocketIn } from '../../adapters/http/local/local-socket.js';
import { lockFile, lockIn, LockRefused } from '../../adapters/storage/lock-file.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { logFor } from '../machine/log.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { connectedLayout, connectStudio, unconnectedLines } from '../service/connected-studio.js';
import type { Console } from '../console/console.js';
import { usableFolder } from '../machine/data-folder.js';
import { followStudioFile, noStudioFile, type FollowedStudioFile } from '../studio-file/follow-studio-file.js';
import { cannotListen, isLoopbackHost, StartupError } from '../machine/startup-errors.js';
import type { Choices } from '../service/installation.js';
import { demoLines, guessableIdWarnings, openLegacyWarnings } from '../service/legacy-warnings.js';
import { warnOfFewConnections } from '../machine/possible-connections.js';
import { composeService, type Service } from '../service/service.js';
import { noEditingPage, serveEditing, type EditingPage } from '../service/studio-editing.js';
import type { Settings } from '../settings/settings.js';

/** A running part. */
export interface Part {
  /** What is printed once it runs: one line per address, and hints for the operator. */
  readonly lines: readonly string[];
  /** Reads again what can change while the part runs: the studio file and certificates. */
  readonly reload?: (() => void) | undefined;
  /** Resolves once a part that runs in another thread has answered; undefined for others. */
  readonly whenAlive?: (() => Promise<unknown>) | undefined;
  readonly stop: () => Promise<void>;
}

const urlOf = (host: string, port: number, scheme = 'http'): string => {
  const name = host === '::' || host === '0.0.0.0' ? 'localhost' : host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${String(port)}`;
};

/** Where to listen: the setting of the port, the host and the port. */
type ListenAddress = readonly [setting: string, host: string, port: number];

/** Listens. Returns the URL, as shown to the operator. */
export const listen = async (server: HttpServer, [setting, host, port]: ListenAddress): Promise<string> => {
  const bound = await server.listen(port, host).catch(cannotListen(setting, host, port));
  return urlOf(host, bound.port, server.node instanceof SecureServer ? 'https' : 'http');
};

/** How a part is started. */
export interface StartOptions {
  /** Whether the studio is a demo, which prints what others warn of. Default: it isn't. */
  readonly isDemo?: boolean;
}

/** Warns of what should not be so in a studio on air: START-16, LEGACY-AUTH-15, LEGACY-AUTH-16, CONN-5. */
const warnAtStart = ({ studio, access }: Service, isSimulated: boolean, settings: Settings): void => {
  const log = logFor(settings);
  if (isSimulated) log.warn('the devices are simulated: no command reaches a real device');
  const open = openLegacyWarnings(access.current().configuration.access);
  for (const warning of [...guessableIdWarnings(studio.layout), ...open]) log.warn(warning);
  warnOfFewConnections('service', log);
};

/**
 * Locks the service's folder: a second service would take away the journal of the first, and `reset-configuration` leaves it
 * alone (START-21, CONFIG-12). Rejects with a `StartupError` if another service runs with it. Returns how to unlock it.
 */
const lockServiceFolder = async (settings: Settings): Promise<() => void> => {
  const log = logFor(settings);
  const folder = await usableFolder(settings.DATA_DIR, 'service', log);
  try {
    return lockFile(lockIn(folder), `${folder} is in use by another running service`, log.warn);
  } catch (error) {
    const { message: reason } = error as Error;
    if (error instanceof LockRefused) throw new StartupError(`DATA_DIR: ${reason}`);
    log.warn('DATA_DIR: the folder can not be locked; let no other service use it', { folder, reason });
    return () => undefined;
  }
};

const followFile = (settings: Settings, { layoutIntake: intake, editor }: Service): FollowedStudioFile => {
  const log = logFor(settings);
  const onChanged = (): void => {
    editor?.noticeFile().catch((error: unknown) => {
      log.error('the change of the studio file is no version, because it can not be stored', { error });
    });
  };
  return settings.STUDIO_FILE === undefined
    ? noStudioFile
    : followStudioFile(settings.STUDIO_FILE, { intake, clock: new SystemClock(), log, onChanged });
};

/** Serves the page that edits the studio file at this host, if editing is on. A service whose page can't be served stops. */
const servePage = async (settings: Settings, service: Service): Promise<EditingPage> => {
  if (service.editor === undefined) return noEditingPage;
  return serveEditing(service.editor, settings, logFor(settings)).catch(async (error: unknown) => {
    await service.stop();
    throw error;
  });
};

/** Answers commands of this machine. A service whose socket can't be opened goes on without. */
const answerLocally = async (settings: Settings, { equipment }: Service): Promise<() => void> => {
  const log = logFor(settings);
  const path = localSocketIn(await usableFolder(settings.DATA_DIR, 'service', log));
  try {
    return await listenLocally(path, equipment);
  } catch (error) {
    log.warn('doctor and record can not ask this service', { reason: (error as Error).message });
    return () => undefined;
  }
};

/** A running service. */
export interface StartedService extends Part {
  readonly service: Service;
  /** Its base URL on this machine. */
  readonly url: string;
}

/** Starts a service whose folder is locked. `unlock` is called once it has stopped. */
const startLocked = async (
  settings: Settings,
  choices: Choices,
  unlock: () => void,
  { isDemo = false }: StartOptions = {},
): Promise<StartedService> => {
  const service: Service = await composeService(settings, choices);
  // A service that can't listen would go on acting on the studio.
  const { port, tls } = await service.start().catch(async (error: unknown) => {
    await service.stop();
    throw error;
  });
  if (!isDemo) warnAtStart(service, choices.studio.isSimulated, settings);
  const url = urlOf(settings.HOST, port);
  const urls = [url, ...(tls === undefined ? [] : [urlOf(tls.host, tls.port, 'https')])];
  const page = await servePage(settings, service);
  const endAnswers = await answerLocally(settings, service);
  const studioFile = followFile(settings, service);
  return {
    service,
    url,
    lines: [
      ...urls.map((url) => `service    ${url}/api/v2`),
      ...(isDemo ? demoLines(service.access.current().configuration.access) : []),
      ...page.lines,
    ],
    reload: () => {
      service.reload();
      studioFile.reload();
    },
    stop: async () => {
      studioFile.stop();
      endAnswers();
      await page.stop();
      await service.stop();
      unlock();
    },
  };
};

/** Starts a part while the service's folder is locked. A part that fails unlocks it. */
const locked = async <A>(settings: Settings, start: (unlock: () => void) => Promise<A>): Promise<A> => {
  const unlock = await lockServiceFolder(settings);
  return start(unlock).catch((error: unknown) => {
    unlock();
    throw error;
  });
};

/** Starts a service on a studio. */
export const startServicePart = (
  settings: Settings,
  choices: Choices,
  options: StartOptions = {},
): Promise<StartedService> => locked(settings, (unlock) => startLocked(settings, choices, unlock, options));

/** Starts a service on real devices. Its lines list the devices without a driver. */
export const startConnected = async (settings: Settings): Promise<Part> => {
  const layout = await connectedLayout(settings);
  return locked(settings, async (unlock) => {
    const connected = connectStudio(currentLayout(layout), new SystemClock(), logFor(settings));
    const { studio } = connected;
    const { service, lines, stop, reload } = await startLocked(settings, { studio }, unlock);
    connected.floods.follow(service.alarms);
    return {
      reload,
      lines: [...lines, ...unconnectedLines(layout)],
      stop: async () => {
        await stop();
        await connected.close();
      },
    };
  });
};

const refuseClearText = (settings: Settings): void => {
  const { CONSOLE_HOST, CONSOLE_INSECURE, CONSOLE_TLS_CERT, CONSOLE_TRUSTED_PROXIES } = settings;
  const isEncrypted = CONSOLE_TLS_CERT !== undefined || CONSOLE_TRUSTED_PROXIES !== undefined;
  if (!isLoopbackHost(CONSOLE_HOST) && !isEncrypted && CONSOLE_INSECURE !== true)
    throw new StartupError(
      `CONSOLE_HOST: ${CONSOLE_HOST} is beyond loopback, and the console would use http without TLS; expected a ` +
        'certificate (CONSOLE_TLS_CERT and CONSOLE_TLS_KEY), a proxy that has one (CONSOLE_TRUSTED_PROXIES), a ' +
        'loopback address, or CONSOLE_INSECURE=1 to allow it',
    );
};

/** A running console. */
export interface StartedConsole extends Part {
  readonly console: Console;
}

/** Starts a console. Throws a `StartupError` if it would be reachable beyond loopback without TLS. */
export const startConsolePart = async (
  settings: Settings,
  { isDemo = false }: StartOptions = {},
): Promise<StartedConsole> => {
  refuseClearText(settings);
  // A service needs none of the console's modules, which would take memory.
  const { composeConsole } = await import('../console/console.js');
  const console = await composeConsole(settings, logFor(settings));
  const url = await listen(console.server, ['CONSOLE_PORT', settings.CONSOLE_HOST, settings.CONSOLE_PORT]);
  if (!isDemo) warnOfFewConnections('console', logFor(settings));
  const { passwordPath } = console;
  const hint = passwordPath === undefined ? [] : [`           sign in as admin; the password is in ${passwordPath}`];
  return { console, lines: [`console    ${url}`, ...hint], reload: console.reload, stop: console.stop };
};

/** Combines parts into one. The first stops before the others, which it depends on; these stop together. */
export const combined = (first: Part, ...others: readonly Part[]): Part => ({
  lines: [first, ...others].flatMap(({ lines }) => lines),
  reload: () => {
    for (const { reload } of [first, ...others]) reload?.();
  },
  stop: async () => {
    await first.stop();
    await Promise.all(others.map(({ stop }) => stop()));
  },
});
