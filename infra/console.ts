// The console as a running part: its store, its first operator, its server.
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { createConsoleServer } from '../adapters/http/console/server.js';
import { consolePage } from '../adapters/http/console/console-page.js';
import type { HttpServer } from '../adapters/http/server/server.js';
import { SystemClock } from '../adapters/node/clock.js';
import { hashSecret, SystemConsoleSecrets } from '../adapters/node/console-secrets.js';
import { scryptPasswords } from '../adapters/node/passwords.js';
import { hashToken } from '../adapters/node/secrets.js';
import { passwordNote, secretFile, type SecretFile } from '../adapters/storage/secret-file.js';
import { serviceConnections } from '../application/console/sync/service-connections.js';
import { ensureOperator, isFirstPassword } from '../application/console/sign-in/operators.js';
import type { ConsoleServices } from '../application/console/console-services.js';
import { ensureStudio } from '../application/console/endpoints/studios.js';
import type { Log } from '../application/ports/log.js';
import { ownNames } from '../domain/access/browser-guard.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import { consoleCertificate, watchCertificate } from './certificate.js';
import { openStore } from './console-store.js';
import { isLoopbackHost, StartupError, usableFolder } from './startup-errors.js';
import type { Settings } from './settings.js';
import { version } from './version.js';
import { projectFolder } from './version.js';

/** A console that can be started and stopped. */
export interface Console {
  readonly server: HttpServer;
  /** Where a password that nobody chose is to be read; undefined where somebody did. */
  readonly passwordPath: string | undefined;
  /** Enters a studio where it isn't yet, and gives its key. */
  readonly enrol: (layout: StudioLayout) => Promise<string>;
  /** Listens on loopback for the service beside it, which needs neither the console's name nor its certificate; gives the URL. */
  readonly listenBeside: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

const graceMs = 1_000;

/** Where the build leaves the page. */
export const builtPage = join(projectFolder, 'dist/pages/console');

const page = (): ReturnType<typeof consolePage> =>
  consolePage(builtPage).catch((error: unknown) => {
    throw new StartupError(`the console's page can't be read: ${(error as Error).message}; npm run build makes it`);
  });

const consolePorts = (store: ConsoleServices['store'], log: Log): ConsoleServices => ({
  store,
  clock: new SystemClock(),
  log,
  passwords: scryptPasswords(),
  hashToken,
  hashSecret,
  secrets: new SystemConsoleSecrets(),
  connections: serviceConnections(),
});

const enrol = async (ports: ConsoleServices, keyFile: SecretFile, { id, name }: StudioLayout): Promise<string> => {
  const known = await keyFile.read();
  const entered = await ensureStudio(ports, { id, name }, known);
  if (E.isLeft(entered)) throw new StartupError(`the studio can't be entered in the console: ${entered.left.message}`);
  if (entered.right.key !== known) await keyFile.write(entered.right.key);
  return entered.right.key;
};

/** Whether a password that was noted before is worth anything yet; else the note goes. */
const isStillRight = async (ports: ConsoleServices, { read, remove }: SecretFile): Promise<boolean> => {
  const noted = await read();
  if (noted === undefined) return false;
  const isRight = await isFirstPassword(ports, noted);
  if (!isRight) await remove();
  return isRight;
};

/** Composes a console; it doesn't listen yet. */
export const composeConsole = async (settings: Settings, log: Log): Promise<Console> => {
  const folder = await usableFolder(settings.DATA_DIR, 'console');
  const ports = consolePorts(await openStore(settings, folder, log), log);
  const note = secretFile(settings.DATA_DIR, 'console-admin-password');
  await ensureOperator(ports, settings.CONSOLE_ADMIN_PASSWORD, passwordNote(note));
  const isNoted = await isStillRight(ports, note);
  const certificate = consoleCertificate(settings);
  const server = createConsoleServer({
    ports,
    trustedProxies: settings.CONSOLE_TRUSTED_PROXIES ?? [],
    names: ownNames(hostname(), settings.CONSOLE_NAMES ?? []),
    encryptedOnly: !isLoopbackHost(settings.CONSOLE_HOST) && settings.CONSOLE_INSECURE !== true,
    certificate,
    version,
    pages: await page(),
  });
  const unwatch = watchCertificate(settings, server.renew, log);
  return {
    server,
    passwordPath: isNoted ? note.path : undefined,
    enrol: (layout) => enrol(ports, secretFile(settings.DATA_DIR, `studio-key-${layout.id}`), layout),
    listenBeside: async () => `http://127.0.0.1:${String((await server.beside.listen(0, '127.0.0.1')).port)}`,
    stop: async () => {
      unwatch();
      await server.close(graceMs);
      await ports.store.close();
    },
  };
};
