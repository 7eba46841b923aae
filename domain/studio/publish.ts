// Where the state of the studio is published: an MQTT broker, read by building automation, dashboards and Home Assistant.
import * as t from 'io-ts';
import { field, refined, text } from '../codec/codec.js';
import type { Issue } from '../codec/issues.js';
import { fieldOf, textIn } from '../codec/unchecked.js';
import { BrokerAccess } from './broker.js';

const isPrefix = (prefix: string): boolean =>
  !/[#+]|^\$/.test(prefix) && prefix.split('/').every((level) => level !== '');

/** The beginning of topics. */
const Prefix = refined(
  text(1, 128),
  isPrefix,
  'a topic of 1 to 128 characters without +, #, empty levels and $ at its beginning',
);

/** Where Home Assistant looks for devices, if nobody has configured it otherwise. */
export const defaultDiscoveryPrefix = 'homeassistant';

const HomeAssistant = t.readonly(
  t.partial({
    discoveryPrefix: field(Prefix, 'The discovery prefix of Home Assistant', { default: defaultDiscoveryPrefix }),
  }),
);

/** The section of the studio file about the published state. */
export const PublishSection = t.readonly(
  t.intersection([
    BrokerAccess,
    t.type({
      prefix: field(
        Prefix,
        'Beginning of all topics. Everything below it belongs to this service, which clears what others publish there; ' +
          'no two services may have the same',
      ),
    }),
    t.partial({
      homeAssistant: field(
        HomeAssistant,
        'Shows the studio in Home Assistant, as a device without controls. Off if left out',
      ),
    }),
  ]),
);
export type PublishSection = t.TypeOf<typeof PublishSection>;

/** What everybody at the broker can read of the section. */
const shownFields: readonly (readonly string[])[] = [['prefix'], ['clientId'], ['homeAssistant', 'discoveryPrefix']];

/**
 * Returns an issue for every field of an unvalidated studio that would show a password of the legacy routes at the broker
 * (PUBLISH-6).
 */
export const findPublishedSecrets = (input: unknown): readonly Issue[] => {
  const secrets = ['id', 'serverId']
    .flatMap((name) => textIn(input, name)?.toLowerCase() ?? [])
    .filter((id) => id !== '');
  return shownFields.flatMap((path) => {
    const value = path.reduce(fieldOf, fieldOf(input, 'publish'));
    return typeof value === 'string' && secrets.some((secret) => value.toLowerCase().includes(secret))
      ? [
          {
            path: ['publish', ...path].join('.'),
            expected: 'a text that does not contain the id of the studio or its serverId, which are passwords',
          },
        ]
      : [];
  });
};
