// Names and labels of a recorded access configuration, which operators write: a secret in one doesn't reach the recording.
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { hidden, redactTokens } from '../../../domain/access/redaction.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';

/** The length of a name and of a label, in characters. */
const maxLength = 64;

/** Returns a function that replaces tokens and texts by `***`. What it changes ends with the number, so that it stays unique. */
const redacting =
  (secrets: readonly string[]) =>
  (text: string, number: number): string => {
    const redacted = secrets.reduce((left, secret) => left.replaceAll(secret, hidden), redactTokens(text));
    const end = ` ${String(number)}`;
    return redacted === text ? text : `${redacted.slice(0, maxLength - end.length)}${end}`;
  };

/**
 * Returns a configuration whose names and labels contain no token and no id of the studio, which is a password of its
 * legacy routes (LEGACY-AUTH-12). The recorded service uses them too, so that a replay has the same answers.
 */
export const withRedactedNames = (
  configuration: AccessConfiguration,
  { serverId, id }: Pick<StudioLayout, 'serverId' | 'id'>,
): AccessConfiguration => {
  const { access, devices } = configuration;
  const redact = redacting([serverId, id]);
  return {
    ...configuration,
    access: {
      ...access,
      listedDevices: access.listedDevices.map((entry, at) => ({ ...entry, label: redact(entry.label, at + 1) })),
    },
    devices: devices.map((device, at) => ({ ...device, name: redact(device.name, at + 1) })),
  };
};
