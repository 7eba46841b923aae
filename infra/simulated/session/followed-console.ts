// The console of a recorded session. The recorder follows it in place of the service, whose answers depend on no connection.
import * as E from 'fp-ts/lib/Either.js';
import { configurationLink } from '../../../adapters/cloud/configuration-link.js';
import { hashSecret } from '../../../adapters/node/console-secrets.js';
import type { ConfigurationIntake } from '../../../application/access/configuration-intake.js';
import { canonicalConfiguration } from '../../../domain/access/canonical-configuration.js';
import { readAccessConfiguration, supersedes, type AccessConfiguration } from '../../../domain/access/configuration.js';
import type { ConsoleConnection } from '../../service/console-link.js';

/** What the console begins with, and where its changes go. */
export interface FollowedConsole {
  /** The configuration in force at first. */
  readonly first: AccessConfiguration;
  readonly onChange: (configuration: AccessConfiguration) => void;
}

/** Takes the configurations that a service would take (CONFIG-3, CONFIG-4, CONFIG-9). */
const intakeOf = ({ first, onChange }: FollowedConsole) => {
  let configuration = first;
  const intake: ConfigurationIntake = {
    offer: (sent) => {
      const read = readAccessConfiguration(sent);
      if (E.isLeft(read)) return { version: configuration.version, refused: read.left };
      if (supersedes(read.right, configuration)) {
        configuration = read.right;
        onChange(configuration);
      }
      return { version: configuration.version };
    },
    written: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  return { intake, current: () => configuration };
};

/** Follows a console. Returns the function that ends this. */
export const followConsole = (
  { client, network: clock, random, log }: ConsoleConnection,
  followed: FollowedConsole,
): (() => Promise<void>) => {
  const { intake, current } = intakeOf(followed);
  const version = (): number => current().version;
  const digest = (): string => hashSecret(canonicalConfiguration(current()));
  const link = configurationLink({ client, clock, random, log, intake, version, digest });
  link.start();
  return link.stop;
};
