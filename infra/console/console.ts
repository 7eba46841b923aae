// The console as a running part: its store, its first operator, its server.
import { hostname } from 'node:os';
import * as E from 'fp-ts/lib/Either.js';
import { consolePage } from '../../adapters/http/console/console-page.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { SystemConsoleSecrets } from '../../adapters/node/console-secrets.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { prometheusConsoleMetrics } from '../../adapters/metrics/console.js';
import { scryptPasswords } from '../../adapters/node/passwords.js';
import { initialPasswordFile, type SecretFile } from '../../adapters/storage/secret-file.js';
import { countSignIns } from '../../application/console/sign-in/counted-sign-ins.js';
import { serviceConnections } from '../../application/console/sync/service-connections.js';
import { keepTimesBehind } from '../../application/console/stored-times.js';
import { ensureOperator, isFirstOperatorPassword } from '../../application/console/sign-in/operators.js';
import type { ConsoleServices } from '../../application/console/console-services.js';
import { ensureStudio } from '../../application/console/endpoints/ensure-studio.js';
import type { Passwords } from '../../application/ports/console-secrets.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { ownNames } from '../../domain/access/browser-guard.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { openAudit } from '../machine/audit.js';
import { consoleCertificate, noCertificate } from '../machine/certificate.js';
import { builtPage, consoleFolder } from '../machine/built-pages.js';
import { composeConsoleServer, consoleServices } from './console-server.js';
import { openStore } from './console-store.js';
import { possibleConnections } from '../machine/possible-connections.js';
import { startWebhooks, webhookSender } from './webhooks.js';
import { checkSecondFactors, configuredProvider, configuredSecondFactors } from './sign-in.js';
import { usableFolder, usableSecretFile } from '../machine/data-folder.js';
import { isLoopbackHost, StartupError } from '../machine/startup-errors.js';
import type { Settings } from '../settings/settings.js';
import { version } from '../machine/version.js';

/** A console that can be started and stopped. */
export interface Console {
  readonly server: HttpServer;
  /** The file with the generated password of `admin`; undefined once the password has been chosen or changed. */
  readonly passwordPath: string | undefined;
  /** Creates the studio if the console doesn't have it yet. Returns its key. */
  readonly enrol: (layout: StudioLayout) => Promise<string>;
  /**
   * Listens on a further loopback port, without TLS, for the service in the same process. Returns the URL.
   */
  readonly listenOnLoopback: () => Promise<string>;
  /** Reads the certificate again. */
  readonly reload: () => void;
  readonly stop: () => Promise<void>;
}

/** How long open requests may take when the console stops, in milliseconds. */
const graceMs = 1_000;

const enrol = async (ports: ConsoleServices, keyFile: SecretFile, { id, name }: StudioLayout): Promise<string> => {
  const knownKey = await keyFile.read();
  const studio = await ensureStudio(ports, { id, name }, knownKey);
  if (E.isLeft(studio)) throw new StartupError(`the studio can't be added to the console: ${studio.left.message}`);
  const { key } = studio.right;
  if (key !== knownKey) await keyFile.write(key);
  return key;
};

/** Whether the generated password is still valid. If not, its file is removed. */
const isNoteValid = async (ports: ConsoleServices, { read, remove }: SecretFile): Promise<boolean> => {
  const password = await read();
  if (password === undefined) return false;
  const isValid = await isFirstOperatorPassword(ports, password);
  if (!isValid) await remove();
  return isValid;
};

/** Makes sure that there is an operator. Returns the path of the generated password, as long as that is valid. */
const openFirstAccount = async (ports: ConsoleServices, settings: Settings): Promise<string | undefined> => {
  const note = usableSecretFile(settings.DATA_DIR, 'console-admin-password');
  await ensureOperator(ports, settings.CONSOLE_ADMIN_PASSWORD, initialPasswordFile(note));
  return (await isNoteValid(ports, note)) ? note.path : undefined;
};

/** The host name of the console's public address. */
const publicNames = ({ CONSOLE_PUBLIC_URL: url }: Settings): readonly string[] =>
  url === undefined ? [] : [new URL(url).hostname];

/** Opens what the services of a console use: its store, its records, and what operators sign in with. */
const openServices = async (settings: Settings, log: Log, passwords: Passwords, clock: Clock) => {
  const folder = await usableFolder(settings.DATA_DIR, 'console', log);
  const secrets = new SystemConsoleSecrets();
  const connections = serviceConnections();
  const metrics = prometheusConsoleMetrics({ connections, clock, version });
  const audit = countSignIns(await openAudit('console', { settings, log, clock }), metrics);
  const secondFactors = await configuredSecondFactors(settings, { secrets });
  const store = await openStore(settings, folder, log);
  const { SESSION_IDLE_MINUTES, SESSION_HOURS } = settings;
  const sessionLimits = { idleMs: SESSION_IDLE_MINUTES * 60_000, lifetimeMs: SESSION_HOURS * 3_600_000 };
  const sendWebhook = settings.CONSOLE_WEBHOOKS === 'on' ? webhookSender(metrics) : undefined;
  const own = { store, clock, secrets, log, audit, passwords, sessionLimits, secondFactors, sendWebhook };
  return { ports: consoleServices(own, connections), audit, metrics };
};

/** Composes a console; it doesn't listen yet. Throws a `StartupError` for unusable settings. */
export const composeConsole = async (
  settings: Settings,
  log: Log,
  passwords: Passwords = scryptPasswords(),
  clock: Clock = new SystemClock(),
): Promise<Console> => {
  const { CONSOLE_NAMES = [], CONSOLE_TRUSTED_PROXIES: trustedProxies = [], CONSOLE_METRICS_TOKEN: token } = settings;
  const { ports, audit, metrics } = await openServices(settings, log, passwords, clock);
  await checkSecondFactors(ports);
  const endTimes = await keepTimesBehind(ports);
  const passwordPath = await openFirstAccount(ports, settings);
  const certificate = consoleCertificate(settings);
  const server = composeConsoleServer({
    ports,
    trustedProxies,
    names: ownNames(hostname(), [...CONSOLE_NAMES, ...publicNames(settings)]),
    encryptedOnly: !isLoopbackHost(settings.CONSOLE_HOST) && settings.CONSOLE_INSECURE !== true,
    provider: configuredProvider(settings, ports),
    metrics: { recorder: metrics, token },
    certificate: certificate?.initial,
    drainSeconds: settings.CONSOLE_DRAIN_SECONDS,
    connections: { maxConnections: possibleConnections('console') },
    pages: await builtPage("console's page", consoleFolder, consolePage),
  });
  const followed = certificate?.follow(server.setCertificate, log) ?? noCertificate;
  const webhooks = startWebhooks(ports);
  audit.record({ kind: 'started', program: version });
  return {
    server,
    passwordPath,
    enrol: (layout) => enrol(ports, usableSecretFile(settings.DATA_DIR, `studio-key-${layout.id}`), layout),
    listenOnLoopback: async () => `http://127.0.0.1:${String((await server.syncServer.listen(0, '127.0.0.1')).port)}`,
    reload: followed.reload,
    stop: async () => {
      followed.stop();
      endTimes();
      webhooks?.stop();
      await server.close(graceMs);
      await ports.store.close();
      audit.record({ kind: 'stopped', program: version });
      await audit.close();
    },
  };
};
