// Puts a received access configuration in force: validates it, applies it, and stores it on disk in the background.
import * as E from 'fp-ts/lib/Either.js';
import {
  maxRefusalLength,
  readAccessConfiguration,
  supersedes,
  type AccessConfiguration,
} from '../../domain/access/configuration.js';
import { summarize } from '../../domain/console/change-summary.js';
import type { AccessPolicyHolder } from './access-policy-holder.js';
import type { Audit } from '../ports/audit.js';
import { noFileAlarm, type FileAlarm } from '../state/write-behind.js';
import type { Clock } from '../ports/clock.js';
import type { ConfigurationFile } from '../ports/configuration-file.js';
import type { Log } from '../ports/log.js';
import { warnOfWideRanges } from './wide-ranges.js';
import { within } from '../state/within.js';
import { writeBehind } from '../state/write-behind.js';

/** The result of receiving a configuration. */
export interface IntakeResult {
  /** The version in force now. */
  readonly version: number;
  /** Why the received configuration was refused; absent if it wasn't. */
  readonly refused?: string;
}

/** Receives configurations. */
export interface ConfigurationIntake {
  /** Receives `sent`, any value parsed from JSON. An accepted configuration is in force when it returns (CONFIG-8). */
  readonly offer: (sent: unknown) => IntakeResult;
  /**
   * Resolves when the configuration in force is on disk, so that a crash can't bring an older one back (CONFIG-16). Also when
   * its write has failed, and after 10 s: the alarm about the file is raised then.
   */
  readonly written: () => Promise<void>;
  /** Cancels retries. Resolves when the last write has ended, within 1 s. */
  readonly stop: () => Promise<void>;
}

export interface ConfigurationIntakeDeps {
  readonly access: Pick<AccessPolicyHolder, 'current' | 'apply'>;
  readonly file: Pick<ConfigurationFile, 'save'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly audit: Pick<Audit, 'record'>;
  /** Default: none. */
  readonly alarm?: FileAlarm;
}

/** How long a write may take before it is logged as an error, in milliseconds. */
const slowWriteMs = 10_000;

/** How long `stop` waits for the last write, in milliseconds. */
const lastWriteMs = 1_000;

/** Stores the configuration in force, one write at a time, and retries until the disk accepts it. */
const configurationWriter = ({ access, file, clock, log, alarm = noFileAlarm }: ConfigurationIntakeDeps) => {
  const save = async (): Promise<void> => {
    const cancel = clock.after(slowWriteMs, () => {
      log.error('the access configuration is in force, but the disk has not finished writing it', { ms: slowWriteMs });
    });
    await file.save(access.current().configuration).finally(cancel);
  };
  const onFailure = (error: unknown): void => {
    log.error('the access configuration is in force but could not be written to disk', { error });
  };
  const { write, settled, stop } = writeBehind({ save, clock, onFailure, alarm });
  return {
    write,
    written: async (): Promise<void> => {
      await within(clock, slowWriteMs, settled());
    },
    stop: async (): Promise<void> => {
      stop();
      await within(clock, lastWriteMs, settled());
    },
  };
};

/** The history of the console says which operator made the version (AUDIT-2). */
const fromConsole = { kind: 'configuration', caller: 'console' } as const;

/**
 * Returns the intake. A configuration that is invalid, of another studio, or not newer than the one in force changes
 * nothing (CONFIG-3, CONFIG-4, CONFIG-7, CONFIG-9). Nothing waits for the disk, because a revoked token must stop working
 * at once (CONFIG-8).
 */
export const configurationIntake = (deps: ConfigurationIntakeDeps): ConfigurationIntake => {
  const { access, log, audit } = deps;
  const inForce = (): AccessConfiguration => access.current().configuration;
  const { write, written, stop } = configurationWriter(deps);

  const refuse = (reason: string): IntakeResult => {
    const refused = reason.slice(0, maxRefusalLength);
    log.warn('an access configuration was refused', { reason: refused });
    audit.record({ ...fromConsole, error: 'refused', summary: refused });
    return { version: inForce().version, refused };
  };

  const putInForce = (configuration: AccessConfiguration): IntakeResult => {
    const before = inForce();
    access.apply(configuration);
    const { version } = configuration;
    audit.record({ ...fromConsole, version, error: null, summary: summarize(before, configuration) });
    log.info('an access configuration came into force', { version });
    warnOfWideRanges(log, configuration);
    void write();
    return { version };
  };

  const ignore = ({ version }: AccessConfiguration): IntakeResult => {
    if (version < inForce().version) log.warn('an older access configuration was ignored', { version });
    return { version: inForce().version };
  };

  return {
    offer: (sent) => {
      const read = readAccessConfiguration(sent);
      if (E.isLeft(read)) return refuse(read.left);
      if (read.right.studioId !== inForce().studioId) return refuse('it belongs to another studio');
      return supersedes(read.right, inForce()) ? putInForce(read.right) : ignore(read.right);
    },
    written,
    stop,
  };
};
