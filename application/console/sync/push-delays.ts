// Measures how long changes take from the console's store to a service that reports them in force.
import type { ConsoleMetrics } from '../../ports/console-metrics.js';
import type { ChangedSection } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';
import type { AppliedReport } from './sync.js';

/** Notes what services are sent and what they report. */
export interface PushDelays {
  /** A configuration is sent to a service of a studio. */
  readonly sent: (studioId: string, version: number) => void;
  readonly reported: (studioId: string, report: Pick<AppliedReport, 'version' | 'refused'>) => void;
}

export interface PushDelayDeps extends Pick<ConsoleServices, 'clock' | 'connections'> {
  readonly store: Pick<ConsoleServices['store'], 'watch'>;
  readonly metrics: Pick<ConsoleMetrics, 'observePush' | 'countRefusedConfiguration'>;
}

/** Measures nothing. */
export const noPushDelays: PushDelays = { sent: () => undefined, reported: () => undefined };

/** The sections whose changes are sent to services. */
const configured: readonly ChangedSection[] = ['access', 'features', 'devices'];

/** A sent version, and when its change was saved, in milliseconds since 1970 UTC. */
interface SentChange {
  readonly version: number;
  readonly savedAtMs: number;
}

/** The most sent changes that are measured for one studio at a time. */
const maxSent = 100;

/**
 * Returns the measurement, which works while the store is open. A change counts if the service was connected to this
 * process from then on until it reported: delays of connections that break are not those of pushes.
 */
export const pushDelays = ({ store, connections, clock, metrics }: PushDelayDeps): PushDelays => {
  /** When the oldest change that isn't sent yet was saved, by studio. */
  const savedAtMs = new Map<string, number>();
  const sentChanges = new Map<string, readonly SentChange[]>();

  const forget = (studioId: string): void => {
    savedAtMs.delete(studioId);
    sentChanges.delete(studioId);
  };

  store.watch((event) => {
    if (event === 'unknown' || event.studioId === null || !configured.includes(event.section)) return;
    const { studioId } = event;
    if (connections.isConnected(studioId) && !savedAtMs.has(studioId)) savedAtMs.set(studioId, clock.now());
  });
  connections.onConnectionChange((studioId, connected) => {
    if (!connected) forget(studioId);
  });

  return {
    sent: (studioId, version) => {
      const saved = savedAtMs.get(studioId);
      if (saved === undefined) return;
      savedAtMs.delete(studioId);
      const sent = sentChanges.get(studioId) ?? [];
      sentChanges.set(studioId, [...sent, { version, savedAtMs: saved }].slice(-maxSent));
    },
    reported: (studioId, { version, refused }) => {
      if (refused !== undefined) {
        metrics.countRefusedConfiguration();
        forget(studioId);
        return;
      }
      const sent = sentChanges.get(studioId) ?? [];
      const isConfirmed = (change: SentChange): boolean => change.version <= version;
      for (const change of sent.filter(isConfirmed))
        metrics.observePush(Math.max(0, clock.now() - change.savedAtMs) / 1_000);
      const pending = sent.filter((change) => !isConfirmed(change));
      if (pending.length > 0) sentChanges.set(studioId, pending);
      else sentChanges.delete(studioId);
    },
  };
};
