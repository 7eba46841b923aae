// The service's link to its console, where it has one.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Container } from 'inversify';
import { configurationLink, type ConfigurationLink } from '../adapters/cloud/configuration-link.js';
import { consoleClient } from '../adapters/cloud/console-client.js';
import { failoverClient } from '../adapters/cloud/failover-client.js';
import { callReporter, type CallReporter } from '../adapters/cloud/call-reporter.js';
import { logThrottle } from '../adapters/cloud/log-throttle.js';
import { SystemClock } from '../adapters/node/clock.js';
import { configurationIntake } from '../application/access/configuration-intake.js';
import { readCertificates } from './certificate.js';
import { isLoopbackHost, StartupError } from './startup-errors.js';
import { ids } from './identifiers.js';

/** What joins the service with its console: configuration comes in, reports go out. */
export interface ConsoleLink {
  readonly link: ConfigurationLink;
  readonly reporter: CallReporter;
}

const nothing = { start: () => undefined, stop: () => Promise.resolve() };

const noCloud: ConsoleLink = { link: { ...nothing, connected: () => false }, reporter: nothing };

/** The studio key goes in clear over http, and may do so only within this machine. */
const refuseClear = (urls: readonly string[], insecure: boolean | undefined): void => {
  const isClear = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !isLoopbackHost(hostname);
  if (insecure !== true && urls.some((url) => isClear(new URL(url))))
    throw new StartupError(
      'CONSOLE_URL: expected https beyond loopback, or CONSOLE_INSECURE=1 to allow http all the same',
    );
};

/** The console is the only one that the service asks anything of over TLS; so the process may trust its authority. */
const trustAuthority = (file: string): void => {
  setDefaultCACertificates([...getCACertificates('default'), readCertificates('CONSOLE_CA', file)]);
};

/** Joins the service with its console. The network's time-outs are real ones, also where a studio's clock is wound by hand. */
export const consoleLink = (container: Container): ConsoleLink => {
  const { CONSOLE_URL, STUDIO_KEY, CONSOLE_INSECURE, CONSOLE_CA } = container.get(ids.settings);
  if (CONSOLE_URL === undefined && STUDIO_KEY === undefined) return noCloud;
  if (CONSOLE_URL === undefined) throw new StartupError('CONSOLE_URL: expected the console that STUDIO_KEY belongs to');
  if (STUDIO_KEY === undefined)
    throw new StartupError('STUDIO_KEY: expected the key that the console gave this studio');
  refuseClear(CONSOLE_URL, CONSOLE_INSECURE);
  if (CONSOLE_CA !== undefined) trustAuthority(CONSOLE_CA);
  const [access, kept, log] = [container.get(ids.access), container.get(ids.kept), container.get(ids.log)];
  const studioId = container.get(ids.layout).id;
  const network = new SystemClock();
  const client = failoverClient(CONSOLE_URL.map((url) => consoleClient({ url, studioId, studioKey: STUDIO_KEY })));
  const intake = configurationIntake({ access, kept, clock: network, log });
  const version = (): number => access.current().configuration.version;
  const speaking = { client, random: Math.random, log: logThrottle(network, log) };
  return {
    link: configurationLink({ ...speaking, intake, version, clock: network }),
    reporter: callReporter({
      ...speaking,
      reports: container.get(ids.reports),
      clock: container.get(ids.clock),
      network,
    }),
  };
};
