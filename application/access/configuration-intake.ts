// Puts a received access configuration in force: validates it, stores it on disk, applies it.
import * as E from 'fp-ts/lib/Either.js';
import { readAccessConfiguration, supersedes, type AccessConfiguration } from '../../domain/access/configuration.js';
import type { AccessPolicyHolder } from './access-policy-holder.js';
import type { Clock } from '../ports/clock.js';
import type { ConfigurationFile } from '../ports/configuration-file.js';
import type { Log } from '../ports/log.js';
import { writeBehind } from '../state/write-behind.js';

/** The result of receiving a configuration. */
export interface IntakeResult {
  /** The version in force now. */
  readonly version: number;
  /** Why the received configuration was refused; absent if it wasn't. */
  readonly refused?: string;
}

/** Receives configurations, one after the other. */
export interface ConfigurationIntake {
  /** Receives `sent`, any value parsed from JSON. Never rejects. */
  readonly offer: (sent: unknown) => Promise<IntakeResult>;
  /** Cancels retries in the background. */
  readonly stop: () => void;
}

/** What the intake uses. */
export interface ConfigurationIntakeDeps {
  readonly access: Pick<AccessPolicyHolder, 'current' | 'apply'>;
  readonly file: Pick<ConfigurationFile, 'save'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Stores the newest configuration, and retries until the disk accepts it. */
const configurationWriter = (
  { file, clock, log }: Omit<ConfigurationIntakeDeps, 'access'>,
  first: AccessConfiguration,
) => {
  let newest = first;
  const onFailure = (error: unknown): void => {
    log.error('the access configuration is in force but could not be written to disk', { error });
  };
  const { write, stop } = writeBehind({ save: () => file.save(newest), clock, onFailure });
  const save = async (configuration: AccessConfiguration): Promise<void> => {
    newest = configuration;
    await write();
  };
  return { save, stop };
};

/**
 * Returns the intake. A configuration that is invalid, of another studio, or not newer than the one in force changes
 * nothing (CONFIG-3, CONFIG-4, CONFIG-7). One that can't be written to disk is applied all the same, because a revoked
 * token must stop working.
 */
export const configurationIntake = (deps: ConfigurationIntakeDeps): ConfigurationIntake => {
  const { access, log } = deps;
  const inForce = (): AccessConfiguration => access.current().configuration;
  const { save, stop } = configurationWriter(deps, inForce());
  let last: Promise<unknown> = Promise.resolve();

  const refuse = (refused: string): IntakeResult => {
    log.warn('an access configuration was refused', { reason: refused });
    return { version: inForce().version, refused };
  };

  const putInForce = async (configuration: AccessConfiguration): Promise<IntakeResult> => {
    await save(configuration);
    access.apply(configuration);
    log.info('an access configuration came into force', { version: configuration.version });
    return { version: configuration.version };
  };

  const ignore = ({ version }: AccessConfiguration): IntakeResult => {
    if (version < inForce().version) log.warn('an older access configuration was ignored', { version });
    return { version: inForce().version };
  };

  const receive = async (sent: unknown): Promise<IntakeResult> => {
    const read = readAccessConfiguration(sent);
    if (E.isLeft(read)) return refuse(read.left);
    if (read.right.studioId !== inForce().studioId) return refuse('it belongs to another studio');
    return supersedes(read.right, inForce()) ? putInForce(read.right) : ignore(read.right);
  };

  return {
    offer: (sent) => {
      const received = last.then(() => receive(sent));
      last = received;
      return received;
    },
    stop,
  };
};
