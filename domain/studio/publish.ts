// Where the state of the studio is published: an MQTT broker, read by building automation, dashboards and Home Assistant.
import * as t from 'io-ts';
import { field, refined, text } from '../codec/codec.js';
import type { Issue } from '../codec/issues.js';
import { fieldOf, textIn } from '../codec/unchecked.js';
import { BrokerAccess, ClientId } from './broker.js';

const isPrefix = (prefix: string): boolean =>
  !/[#+]|^\$/.test(prefix) && prefix.split('/').every((level) => level !== '');

/** The beginning of topics. */
export const Prefix = refined(
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
      clientId: field(
        ClientId,
        'Names this client; no two of a broker may have the same. Made of the prefix if left out',
      ),
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

/** Returns the paths of what is shown of an unvalidated section and contains a text, ignoring case. */
const pathsWith = (section: unknown, text: string): readonly string[] =>
  shownFields
    .filter((path) => {
      const value = path.reduce(fieldOf, section);
      return typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase());
    })
    .map((path) => path.join('.'));

/**
 * Returns an issue for every field of an unvalidated studio that would show the studio's id at the broker, a password of the legacy
 * routes (PUBLISH-6). Editors know the id. They must not find out the `serverId` by guesses, so no issue names that.
 */
export const findPublishedIds = (input: unknown): readonly Issue[] => {
  const id = textIn(input, 'id');
  const paths = id === undefined || id === '' ? [] : pathsWith(fieldOf(input, 'publish'), id);
  return paths.map((path) => ({
    path: `publish.${path}`,
    expected: 'a text that does not contain the id of the studio, which is a password',
  }));
};

/** Whether one prefix is the other, or lies below it. */
const overlaps = (one: string, other: string): boolean =>
  `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);

/** Returns an issue for a prefix under which Home Assistant's devices are: the service would clear those of others. */
export const findDiscoveryPrefixes = (input: unknown): readonly Issue[] => {
  const section = fieldOf(input, 'publish');
  const prefix = textIn(section, 'prefix');
  const discovery = textIn(fieldOf(section, 'homeAssistant'), 'discoveryPrefix') ?? defaultDiscoveryPrefix;
  if (prefix === undefined || !overlaps(prefix, discovery)) return [];
  return [
    {
      path: 'publish.prefix',
      expected: `a topic that is not that of Home Assistant ("${discovery}"), above or below it`,
    },
  ];
};

/** Whether a section would show the `serverId` at the broker. Then nothing is published (PUBLISH-6). */
export const showsServerId = (section: PublishSection, serverId: string): boolean =>
  pathsWith(section, serverId).length > 0;
