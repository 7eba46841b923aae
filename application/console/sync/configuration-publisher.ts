// Sends changed configurations to the services connected to this process, and stores which services are connected.
import { coalesce } from '../changes/coalesce.js';
import type { ConsoleServices } from '../console-services.js';
import type { ChangeEvent, StudioEntry } from '../../ports/console-store.js';

type Ports = Pick<ConsoleServices, 'store' | 'connections' | 'clock' | 'log'>;

// A symbol, since "all" could be a studio's id.
const all = Symbol('all studios');

/** What to publish: the configuration of one studio, or of all. */
type PublishTarget = string | typeof all;

const targetOf = (event: ChangeEvent): PublishTarget | undefined => {
  if (event === 'unknown') return all;
  return event.isReport === true ? undefined : (event.studioId ?? undefined);
};

/** Returns the studios connected here whose services need an update, as far as their revisions show. */
const outdatedStudios = async ({ store, connections, clock }: Ports): Promise<readonly string[]> => {
  const connected = connections.connected();
  const found = new Map((await store.revisions(connected)).map((revision) => [revision.studio.id, revision]));
  return connected.filter((id) => connections.isOutdated(id, found.get(id), clock.now()));
};

/** The most studios that one statement reads: their configurations are in memory together. */
const batchSize = 64;

/** Publishes some studios; resolves with the outdated ones that are to be published next if `all` is among the targets. */
const publishTargets = async (
  ports: Ports,
  targets: readonly PublishTarget[],
  onRead: (entry: StudioEntry) => void,
): Promise<readonly string[]> => {
  const { store, connections, clock } = ports;
  const read = async (ids: readonly string[]): Promise<readonly StudioEntry[]> => {
    const entries = await store.studios(ids);
    for (const entry of entries) onRead(entry);
    return entries;
  };
  const named = targets.filter((target) => target !== all);
  await connections.sendUpdates(named, read, clock.now());
  return targets.includes(all) ? outdatedStudios(ports) : [];
};

/** Logs failures of `work` instead of rejecting. After an outage, the store reports an `unknown` change. */
export const logFailures =
  <A>({ log }: Pick<ConsoleServices, 'log'>, message: string, work: (batch: readonly A[]) => Promise<void>) =>
  (batch: readonly A[]): Promise<void> =>
    work(batch).catch((error: unknown) => {
      log.warn(message, { reason: (error as Error).message });
    });

/** The longest wait until it is checked whether an old key has expired, in case the clock is set, in milliseconds. */
const longestWaitMs = 60_000;

/** Calls `check` for a studio when its old key has expired, once for each key (KEY-2). */
const keyExpiries = ({ clock }: Pick<Ports, 'clock'>, check: (studioId: string) => void) => {
  const waiting = new Set<string>();
  return ({ studio, oldKey }: StudioEntry): void => {
    if (oldKey === undefined || oldKey.validUntil <= clock.now() || waiting.has(studio.id)) return;
    waiting.add(studio.id);
    clock.after(Math.min(oldKey.validUntil - clock.now(), longestWaitMs), () => {
      waiting.delete(studio.id);
      check(studio.id);
    });
  };
};

/** Sends configurations to connected services. */
export interface ConfigurationPublisher {
  /** Sends a studio's configuration to its connected services that don't have it yet. */
  readonly publish: (studioId: string) => void;
}

/** Starts the publisher, which works while its store is open. */
export const configurationPublisher = (ports: Ports): ConfigurationPublisher => {
  const { store, connections, clock } = ports;
  const publish = coalesce<PublishTarget>(
    logFailures(ports, 'changed configurations could not be sent to services', async (targets) => {
      for (const id of await publishTargets(ports, targets, awaitKeyExpiry)) publish(id);
    }),
    batchSize,
  );
  const awaitKeyExpiry = keyExpiries(ports, publish);
  const storeConnected = coalesce<string>(
    logFailures(ports, 'the list of connected services could not be stored', (ids) => {
      const isConnected = (id: string): boolean => connections.isConnected(id);
      return store.reportConnected(
        ids.filter(isConnected),
        ids.filter((id) => !isConnected(id)),
        clock.now(),
      );
    }),
  );
  connections.onConnectionChange(storeConnected);
  store.watch((event) => {
    const target = targetOf(event);
    if (target !== undefined) publish(target);
  });
  return { publish };
};
