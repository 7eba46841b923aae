// The device that Home Assistant shows, by its MQTT discovery (PUBLISH-4).
import { defaultDiscoveryPrefix, Prefix, type PublishSection } from '../../domain/studio/publish.js';
import { fieldOf, textIn } from '../../domain/codec/unchecked.js';
import type { Entry } from './entries.js';
import { plainId } from './topic-levels.js';

/** A component of the device. One of which only the platform is left is removed by Home Assistant. */
type Component = Readonly<Record<string, unknown>> & { readonly p: string };

/** The components by their ids, those that were removed by their platforms. */
export type Components = Readonly<Record<string, Component>>;

/** The longest message about a device, in characters that each take an octet. */
const maxLength = 60_000;

/** Returns the id of the device, which is part of its topic and of the ids of its components. */
export const deviceIdOf = ({ prefix }: Pick<PublishSection, 'prefix'>): string => `studio-control_${plainId(prefix)}`;

/** Returns the topic of the device; undefined if the studio file asks for none. */
export const deviceTopicOf = (section: Pick<PublishSection, 'prefix' | 'homeAssistant'>): string | undefined => {
  const { homeAssistant } = section;
  if (homeAssistant === undefined) return undefined;
  return `${homeAssistant.discoveryPrefix ?? defaultDiscoveryPrefix}/device/${deviceIdOf(section)}/config`;
};

/** Whether a topic is one of the device of this prefix, in whichever discovery prefix. */
export const isOwnDeviceTopic = (section: Pick<PublishSection, 'prefix'>, topic: string): boolean => {
  const end = `/device/${deviceIdOf(section)}/config`;
  return topic.endsWith(end) && Prefix.is(topic.slice(0, -end.length));
};

/** Returns the components that entries describe. */
export const componentsOf = (section: Pick<PublishSection, 'prefix'>, entries: readonly Entry[]): Components => {
  const device = deviceIdOf(section);
  return Object.fromEntries(
    entries.flatMap(({ path, entity }) => {
      if (entity === undefined) return [];
      const { form, name } = entity;
      const id = plainId(path);
      return [[id, { ...form, name, uniq_id: `${device}_${id}`, stat_t: `${section.prefix}/${path}` }]];
    }),
  );
};

/** Returns the components of a message about the device that the broker keeps; none of other messages. */
export const keptComponents = (payload: string): Components => {
  try {
    const components = fieldOf(JSON.parse(payload), 'cmps');
    const entries = Object.entries(components ?? {}) as readonly (readonly [string, unknown])[];
    return Object.fromEntries(entries.flatMap(([id, one]) => [textIn(one, 'p') ?? []].flat().map((p) => [id, { p }])));
  } catch {
    return {};
  }
};

/** Returns what is left of earlier components that there are no more. */
export const removedFrom = (earlier: Components, now: Components): Components =>
  Object.fromEntries(
    Object.entries(earlier)
      .filter(([id]) => !Object.hasOwn(now, id))
      .map(([id, { p }]) => [id, { p }]),
  );

/** Returns as many components as fit into a message, from the first. */
export const fitting = (components: Components): Components => {
  let length = 1_000;
  const entries = Object.entries(components);
  const tooLong = entries.findIndex((one) => (length += encodeURI(JSON.stringify(one)).length) > maxLength);
  return tooLong === -1 ? components : Object.fromEntries(entries.slice(0, tooLong));
};

/** What the message about the device is made of. */
export interface DeviceParts {
  readonly section: Pick<PublishSection, 'prefix'>;
  readonly availabilityTopic: string;
  readonly name: string;
  /** The version of this software. */
  readonly version: string;
  readonly components: Components;
}

/** Returns the message about the device. */
export const deviceMessage = ({ section, availabilityTopic, name, version, components }: DeviceParts): string =>
  JSON.stringify({
    dev: { ids: [deviceIdOf(section)], name, mf: 'Studio Control', sw: version },
    o: { name: 'Studio Control', sw: version },
    avty_t: availabilityTopic,
    cmps: components,
  });
