// A service of a fleet: the real link, intake and access policy, without devices and without a disk.
import type { SecureContext } from 'node:tls';
import { configurationLink } from '../../adapters/cloud/configuration-link.js';
import { consoleClient, type ConsoleClient } from '../../adapters/cloud/console-client.js';
import { consoleOrder } from '../../adapters/cloud/console-order.js';
import { failoverClient } from '../../adapters/cloud/failover-client.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { hashSecret } from '../../adapters/node/console-secrets.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { canonicalConfiguration } from '../../domain/access/canonical-configuration.js';
import { accessPolicyHolder } from '../../application/access/access-policy-holder.js';
import { configurationIntake } from '../../application/access/configuration-intake.js';
import type { ServiceStatusSource } from '../../application/alarms/service-status.js';
import { silent } from '../../features/support/silent-log.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import type { Audit } from '../../application/ports/audit.js';
import { lightFetch } from './light-fetch.js';
import { monotonicMs } from './monotonic.js';

/** A service of the fleet. */
export interface FleetService {
  readonly start: () => void;
  /** The place of the console that it is connected to; undefined for none. */
  readonly console: () => number | undefined;
  /** The version in force. */
  readonly version: () => number;
  /** Returns the names of the devices in force. */
  readonly devices: () => readonly string[];
  /** Resolves with the time at which a version or a later one came into force. */
  readonly atVersion: (version: number) => Promise<number>;
}

/** What a service is made of. */
export interface FleetServiceOptions {
  readonly number: number;
  readonly ports: readonly number[];
  readonly key: string;
  /** What is trusted; without it, the consoles are reached without TLS. */
  readonly trust?: SecureContext | undefined;
  /** Is called before each connection. */
  readonly onAttempt: () => void;
  /** Is called when it is connected again, with the milliseconds since its stream ended. */
  readonly onReconnected: (ms: number) => void;
}

/** Returns the id of a studio of the fleet. */
export const studioIdOf = (number: number): string => `fleet-${String(number)}`;

/**
 * Returns the address by which a service reaches the consoles. Each has one of its own, so that no connection is shared between
 * services, as with services on machines of their own.
 */
const addressOf = (number: number): string => `127.1.${String(number >> 8)}.${String(number & 255)}`;

const noAudit: Pick<Audit, 'record'> = { record: () => undefined };

const clock = new SystemClock();

const panels = {
  urls: ['http://10.20.0.5:3002'],
  outputs: [{ slot: 'main', scenes: ['full'] }],
  clips: Array.from({ length: 8 }, (_, number) => ({ number: number + 1, name: `Clip ${String(number + 1)}` })),
  signals: ['red-light', 'mic-live', 'phone-ring', 'door-lock'],
  macros: [
    { id: 'mac-1', name: 'Opening' },
    { id: 'mac-2', name: 'Closing' },
  ],
  further: 0,
};

const status: ServiceStatusSource = {
  read: () => ({ health: 'ok', alarms: [], furtherAlarms: 0, studioFileIssues: [], version: '0.1.0', panels }),
  watch: () => () => undefined,
};

/** Returns the client, and where it is connected. */
const observedClient = ({ number, ports, key, trust, onAttempt, onReconnected }: FleetServiceOptions) => {
  const scheme = trust === undefined ? 'http' : 'https';
  const urls = ports.map((port) => `${scheme}://localhost:${String(port)}`);
  const fetch = lightFetch({ address: addressOf(number), trust });
  let place: number | undefined;
  let endedAt: number | undefined;
  const observed = (url: string): ConsoleClient => {
    const client = consoleClient({ url, studioId: studioIdOf(number), studioKey: () => key, fetch });
    return {
      ...client,
      follow: (onEvent, onActivity, signal) => {
        onAttempt();
        const onAnyActivity = (): void => {
          place = urls.indexOf(url);
          if (endedAt !== undefined) onReconnected(monotonicMs() - endedAt);
          endedAt = undefined;
          onActivity();
        };
        return client.follow(onEvent, onAnyActivity, signal).finally(() => {
          if (place !== undefined) endedAt = monotonicMs();
          place = undefined;
        });
      },
    };
  };
  // The order is that of the ports alone, as all services name the consoles alike.
  const order = consoleOrder(studioIdOf(number), ports.map(String)).map((port) => ports.map(String).indexOf(port));
  return { client: failoverClient(order.map((at) => observed(urls[at] ?? ''))), console: () => place };
};

/** Waits for versions in force. */
const versionWaits = (current: () => number) => {
  let waiting: { readonly version: number; readonly reached: (ms: number) => void }[] = [];
  let [newest, since] = [current(), monotonicMs()];
  return {
    onChange: (): void => {
      if (current() === newest) return;
      [newest, since] = [current(), monotonicMs()];
      const reached = waiting.filter(({ version }) => version <= current());
      waiting = waiting.filter(({ version }) => version > current());
      for (const wait of reached) wait.reached(since);
    },
    at: (version: number): Promise<number> =>
      current() >= version ? Promise.resolve(since) : new Promise((reached) => void waiting.push({ version, reached })),
  };
};

/** Creates a service, which isn't started yet. */
export const fleetService = (options: FleetServiceOptions): FleetService => {
  const studioId = studioIdOf(options.number);
  const legacySettings = { serverId: 'server-1', studioId, appUsernames: [] };
  const access = accessPolicyHolder(
    { hashToken, legacySettings, trustLoopback: true, clock },
    defaultConfiguration(studioId),
  );
  const version = (): number => access.current().configuration.version;
  const waits = versionWaits(version);
  const file = { save: () => Promise.resolve() };
  const intake = configurationIntake({ access, file, clock, log: silent, audit: noAudit });
  const observedIntake: typeof intake = {
    ...intake,
    offer: (sent) => {
      const result = intake.offer(sent);
      waits.onChange();
      return result;
    },
  };
  const { client, console } = observedClient(options);
  const digest = (): string => hashSecret(canonicalConfiguration(access.current().configuration));
  const link = configurationLink({
    client,
    intake: observedIntake,
    version,
    digest,
    status,
    clock,
    random: Math.random,
    log: silent,
  });
  const devices = (): readonly string[] => access.current().configuration.devices.map(({ name }) => name);
  return { start: link.start, console, version, devices, atVersion: waits.at };
};
