// Brings the services connected to this process what was changed at any, and tells every other process of them.
import { coalesce } from '../changes/coalesce.js';
import type { ConsoleServices } from '../console-services.js';
import type { ChangeEvent } from '../../ports/console-store.js';

type Ports = Pick<ConsoleServices, 'store' | 'connections' | 'log'>;

/** What is to be settled: one studio, or all. */
type Errand = string | null;

const errandOf = (happening: ChangeEvent): Errand | undefined => {
  if (happening === 'anything') return null;
  return happening.studioId ?? undefined;
};

/** Which of the studios connected here are behind. */
const unsettled = async ({ store, connections: announcements }: Ports): Promise<readonly string[]> => {
  const here = announcements.connected();
  const standings = new Map((await store.syncStatuses(here)).map((standing) => [standing.studio.id, standing]));
  return here.filter((id) => announcements.isOutdated(id, standings.get(id)));
};

const settleAll = async (ports: Ports, errands: readonly Errand[]): Promise<void> => {
  const { store, connections: announcements } = ports;
  const named = errands.filter((errand) => errand !== null);
  const behind = errands.includes(null) ? await unsettled(ports) : [];
  for (const id of new Set([...named, ...behind]))
    if (announcements.isConnected(id)) await announcements.sendUpdates(id, () => store.studio(id));
};

/** While the store is away nothing can be done: it says that anything may have changed once it is back. */
export const logFailures =
  <A>({ log }: Pick<ConsoleServices, 'log'>, what: string, work: (lot: readonly A[]) => Promise<void>) =>
  (lot: readonly A[]): Promise<void> =>
    work(lot).catch((error: unknown) => {
      log.warn(what, { reason: (error as Error).message });
    });

/** Looks after the services that are connected. */
export interface ConfigurationPublisher {
  /** Makes it look after one studio at once. */
  readonly publish: (studioId: string) => void;
}

/** Starts the courier; it works as long as its store is open. */
export const configurationPublisher = (ports: Ports): ConfigurationPublisher => {
  const { store, connections: announcements } = ports;
  const settle = coalesce<Errand>(
    logFailures(ports, 'services could not be brought what was changed', (errands) => settleAll(ports, errands)),
  );
  const tell = coalesce<string>(
    logFailures(ports, 'which services are connected could not be told', (ids) => {
      const here = (id: string): boolean => announcements.isConnected(id);
      return store.reportConnected(
        ids.filter(here),
        ids.filter((id) => !here(id)),
      );
    }),
  );
  announcements.onConnectionChange(tell);
  store.watch((happening) => {
    const errand = errandOf(happening);
    if (errand !== undefined) settle(errand);
  });
  return { publish: settle };
};
