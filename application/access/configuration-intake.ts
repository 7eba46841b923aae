// How an access configuration that arrives comes into force: checked whole, kept on disk, enforced, in this order.
import * as E from 'fp-ts/lib/Either.js';
import { readAccessConfiguration, supersedes, type AccessConfiguration } from '../../domain/access/configuration.js';
import type { AccessPolicyHolder } from './access-policy-holder.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';

/** Where the last good configuration is kept. */
export interface ConfigurationFile {
  /** What is to be enforced at start: what was kept, or what holds in its place. Never rejects. */
  readonly load: () => Promise<AccessConfiguration>;
  /** Resolves once the configuration would survive a power cut; rejects when it can't be kept. Calls must not overlap. */
  readonly keep: (configuration: AccessConfiguration) => Promise<void>;
}

/** What became of a configuration that arrived. */
export interface IntakeResult {
  /** The version in force now. */
  readonly version: number;
  /** Why what arrived can't be enforced; nothing where it could, or was in force already. */
  readonly refused?: string;
}

/** Takes configurations in, one after the other. */
export interface ConfigurationIntake {
  /** `sent` is anything at all, as parsed from JSON. Never rejects. */
  readonly offer: (sent: unknown) => Promise<IntakeResult>;
  /** Ends what is still tried in the background. */
  readonly stop: () => void;
}

/** After so long it is tried again to keep a configuration that the disk didn't take, milliseconds. */
const keepAgainAfterMs = 30_000;

/** What the intake needs. */
export interface ConfigurationIntakeDeps {
  readonly access: Pick<AccessPolicyHolder, 'current' | 'apply'>;
  readonly kept: Pick<ConfigurationFile, 'keep'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps configurations, and goes on trying while the disk doesn't take the newest. */
const keeper = ({ kept, clock, log }: Pick<ConfigurationIntakeDeps, 'kept' | 'clock' | 'log'>) => {
  let callOff = (): void => undefined;
  let turn = Promise.resolve();
  let stopped = false;

  const tryToKeep = (configuration: AccessConfiguration): Promise<void> =>
    kept.keep(configuration).catch((error: unknown) => {
      log.error('the access configuration is in force but could not be kept on disk', { error });
      if (!stopped) callOff = clock.after(keepAgainAfterMs, () => void keep(configuration));
    });

  const keep = (configuration: AccessConfiguration): Promise<void> => {
    callOff();
    turn = turn.then(() => tryToKeep(configuration));
    return turn;
  };

  return {
    keep,
    stop: () => {
      stopped = true;
      callOff();
    },
  };
};

/**
 * Makes the intake. What is unsound, another studio's, or not newer than the configuration in force changes nothing.
 * A configuration that the disk won't take is enforced all the same: a token revoked must not work on for that.
 */
export const configurationIntake = (needs: ConfigurationIntakeDeps): ConfigurationIntake => {
  const { access, log } = needs;
  const { keep, stop } = keeper(needs);
  const inForce = (): AccessConfiguration => access.current().configuration;
  let turn: Promise<unknown> = Promise.resolve();

  const refuse = (refused: string): IntakeResult => {
    log.warn('an access configuration was refused', { reason: refused });
    return { version: inForce().version, refused };
  };

  const putInForce = async (configuration: AccessConfiguration): Promise<IntakeResult> => {
    await keep(configuration);
    access.apply(configuration);
    log.info('an access configuration came into force', { version: configuration.version });
    return { version: configuration.version };
  };

  const ignore = ({ version }: AccessConfiguration): IntakeResult => {
    if (version < inForce().version) log.warn('an older access configuration was ignored', { version });
    return { version: inForce().version };
  };

  const judge = async (sent: unknown): Promise<IntakeResult> => {
    const read = readAccessConfiguration(sent);
    if (E.isLeft(read)) return refuse(read.left);
    if (read.right.studioId !== inForce().studioId) return refuse("it is another studio's");
    return supersedes(read.right, inForce()) ? putInForce(read.right) : ignore(read.right);
  };

  return {
    offer: (sent) => {
      const judged = turn.then(() => judge(sent));
      turn = judged;
      return judged;
    },
    stop,
  };
};
