// The messages about the studio: what the host itself may read now, and the device of Home Assistant.
import type { PublishSection } from '../../domain/studio/publish.js';
import type { Output } from '../../domain/studio/output.js';
import { mayRead } from '../access/visibility.js';
import { seesAlarm } from '../alarms/alarm-visibility.js';
import type { Alarms } from '../alarms/alarms.js';
import { healthStatus } from '../alarms/health.js';
import { host, type LiveStateDeps } from '../events/live-state.js';
import type { StudioState } from '../state/studio-state.js';
import { entriesOf, type Entry, type PublishedState } from './entries.js';
import { componentsOf, deviceMessage, deviceTopicOf, fitting, removedFrom, type Components } from './home-assistant.js';
import type { Messages } from './published-topics.js';
import { steadyOutputs } from './steady-outputs.js';

/** What the state is read from. */
export interface PublishedStateDeps extends LiveStateDeps {
  readonly studio: StudioState;
  readonly alarms: Pick<Alarms, 'open'>;
  /** The version of this software. */
  readonly version: string;
}

/** The longest payload, in octets: the service reads back what brokers keep, and no longer packet than of 64 KiB. */
const maxPayload = 60_000;

const utf8 = new TextEncoder();

/** Whether an entry is published. An empty payload would clear its topic. */
const isShort = ({ payload }: Entry): boolean =>
  payload !== '' && (payload.length * 3 <= maxPayload || utf8.encode(payload).length <= maxPayload);

/** Returns the topic that shows whether the service is connected to the broker. */
export const availabilityTopicOf = ({ prefix }: Pick<PublishSection, 'prefix'>): string => `${prefix}/availability`;

/** Returns the topic that names the topic of the device: a later run clears that, wherever it is. */
export const announcementTopicOf = ({ prefix }: Pick<PublishSection, 'prefix'>): string => `${prefix}/home-assistant`;

/** Makes the messages of one section. */
export class PublishedMessages {
  #outputs: readonly Output[] = [];
  #components: Components = {};
  /** What Home Assistant is asked to remove. */
  #removed: Components = {};
  /** Topics whose payloads are too long, and `home-assistant` if the device has not all components. */
  #tooLong: readonly string[] = [];

  constructor(private readonly deps: PublishedStateDeps) {}

  /** The topics whose payloads were too long the last time. */
  get tooLong(): readonly string[] {
    return this.#tooLong;
  }

  /** Returns the messages now. */
  read(section: PublishSection): Messages {
    const state = this.#state();
    const all = entriesOf(state);
    const entries = all.filter(isShort);
    this.#tooLong = all
      .filter(({ payload }) => payload !== '' && !isShort({ path: '', payload }))
      .map(({ path }) => path);
    const messages = new Map(entries.map(({ path, payload }) => [`${section.prefix}/${path}`, payload]));
    const deviceTopic = deviceTopicOf(section);
    if (deviceTopic === undefined) return messages;
    this.#replaceComponents(componentsOf(section, entries));
    messages.set(announcementTopicOf(section), deviceTopic);
    return messages.set(deviceTopic, this.#deviceMessage(section, state));
  }

  /** Asks Home Assistant to remove components of an earlier message about the device that there are no more. */
  remove(earlier: Components): void {
    this.#removed = removedFrom({ ...this.#removed, ...earlier }, this.#components);
  }

  /** Whether Home Assistant is asked to remove anything. */
  get hasRemoved(): boolean {
    return Object.keys(this.#removed).length > 0;
  }

  forgetRemoved(): void {
    this.#removed = {};
  }

  #replaceComponents(components: Components): void {
    const before = this.#components;
    this.#components = components;
    this.remove(before);
  }

  #deviceMessage(section: PublishSection, { records }: PublishedState): string {
    const all = { ...this.#removed, ...this.#components };
    const components = fitting(all);
    if (Object.keys(components).length < Object.keys(all).length) this.#tooLong = [...this.#tooLong, 'home-assistant'];
    return deviceMessage({
      section,
      availabilityTopic: availabilityTopicOf(section),
      name: records.studio?.name ?? 'Studio',
      version: this.deps.version,
      components,
    });
  }

  #state(): PublishedState {
    const { events, alarms, access } = this.deps;
    const records = events.state(host);
    const { outputs } = records;
    this.#outputs = steadyOutputs(this.#outputs, outputs ?? []);
    const isSystemShown = mayRead(access.current().configuration, host, 'system');
    return {
      records: { ...records, ...(outputs && { outputs: this.#outputs }) },
      alarms: isSystemShown ? alarms.open().filter(seesAlarm(this.deps, host)) : undefined,
      health: isSystemShown ? healthStatus(alarms) : undefined,
    };
  }
}
