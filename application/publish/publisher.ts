// Publishes the studio's state at one broker, as one section of the studio file describes it.
import { isEqual } from '../../domain/codec/equality.js';
import { portOf } from '../../domain/studio/broker.js';
import type { PublishSection } from '../../domain/studio/publish.js';
import type { Alarms } from '../alarms/alarms.js';
import { steadyMs, type Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { OpenPublishLink, PublishLink } from '../ports/publish-link.js';
import { deviceIdOf, deviceTopicOf, isOwnDeviceTopic, keptComponents } from './home-assistant.js';
import {
  announcementTopicOf,
  availabilityTopicOf,
  PublishedMessages,
  type PublishedStateDeps,
} from './published-state.js';
import { PublishedTopics } from './published-topics.js';

export interface PublisherDeps extends PublishedStateDeps {
  readonly open: OpenPublishLink;
  readonly clock: Clock;
  readonly log: Log;
  readonly alarms: Pick<Alarms, 'open' | 'raise' | 'clear'>;
}

/** How long changes are collected before they are sent, in milliseconds. */
const collectMs = 20;

/** The rest after the state was read, in multiples of the time that it took: a large studio leaves the time to its calls. */
const restFactor = 10;

/** How long the broker may be away before an alarm reports it, in milliseconds. */
const awayAfterMs = 5_000;

/** The broker has sent everything that it keeps when it sends nothing for this time. Milliseconds. */
const quietMs = 2_000;

/** How long Home Assistant is asked to remove what there is no more, in milliseconds. */
const removalMs = 10_000;

/** How long the topics of a section that the studio file has no more may take to be cleared, in milliseconds. */
const clearingMs = 2_000;

const alarm = ['publish_away', 'publish'] as const;

const nothing = (): void => undefined;

/** Returns what a client is opened for: another one needs another client. */
const clientOf = ({ homeAssistant: _, ...client }: PublishSection) => client;

/** Keeps the topics of one prefix up to date. */
export class Publisher {
  #link: PublishLink | undefined;
  readonly #topics: PublishedTopics;
  readonly #messages: PublishedMessages;
  #isConnected = false;
  #restMs = collectMs;
  #isEnded = false;
  #hasWarned = false;
  #cancelCollect: (() => void) | null = null;
  #cancelAway = nothing;
  #cancelQuiet = nothing;
  #cancelRemoval: (() => void) | null = null;

  /** Connects once `before` has ended: an earlier client may have the same id. */
  constructor(
    private section: PublishSection,
    private readonly deps: PublisherDeps,
    before: Promise<unknown> | undefined,
  ) {
    this.#messages = new PublishedMessages(deps);
    this.#topics = new PublishedTopics((...message) => {
      this.#link?.publish(...message);
    });
    this.#awaitConnection();
    if (before === undefined) this.#connect();
    else
      void before.then(() => {
        if (!this.#isEnded) this.#connect();
      });
  }

  #connect(): void {
    const { deps, section } = this;
    const { prefix: _, clientId = deviceIdOf(section), ...address } = clientOf(section);
    this.#link = deps.open(
      { ...address, clientId, availabilityTopic: availabilityTopicOf(section) },
      {
        clock: deps.clock,
        log: deps.log,
        opened: () => {
          this.#opened();
        },
        lost: () => {
          this.#lost();
        },
        kept: (topic, payload) => {
          this.#kept(topic, payload);
        },
      },
    );
  }

  /** Serves another form of the section. Returns false if that needs another client. */
  serve(section: PublishSection): boolean {
    if (!isEqual(clientOf(this.section), clientOf(section))) return false;
    this.section = section;
    return true;
  }

  /** Whether a section publishes on the same topics. */
  hasTopicsOf(section: PublishSection): boolean {
    const own = this.section;
    return own.host === section.host && portOf(own) === portOf(section) && own.prefix === section.prefix;
  }

  /** Sends what has changed, soon. */
  update(): void {
    if (!this.#isConnected || this.#isEnded) return;
    this.#cancelCollect ??= this.deps.clock.after(this.#restMs, () => {
      this.#cancelCollect = null;
      this.#replace();
    });
  }

  /** Publishes nothing more, and leaves the broker. The topics keep what they show. */
  stop(): Promise<void> {
    this.#isEnded = true;
    this.#cancelAway();
    this.#cancelQuiet();
    this.#cancelRemoval?.();
    this.#cancelCollect?.();
    return this.#link?.close() ?? Promise.resolve();
  }

  /** Ends with its section: clears the alarm, and all topics. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#cancelCollect?.();
    this.deps.alarms.clear(...alarm);
    if (this.#isConnected) {
      this.#topics.replace(new Map());
      const cancel = this.deps.clock.after(clearingMs, () => {
        this.#topics.lost();
      });
      await this.#topics.sent();
      cancel();
    }
    await this.stop();
  }

  #replace(): void {
    const startedMs = steadyMs(this.deps.clock);
    this.#topics.replace(this.#messages.read(this.section));
    this.#restMs = Math.max(collectMs, restFactor * (steadyMs(this.deps.clock) - startedMs));
    const { tooLong } = this.#messages;
    if (tooLong.length > 0 && !this.#hasWarned)
      this.deps.log.warn('what is too long is not published', { topics: tooLong.join(', ') });
    this.#hasWarned = tooLong.length > 0;
    if (!this.#messages.hasRemoved) return;
    this.#cancelRemoval ??= this.deps.clock.after(removalMs, () => {
      this.#cancelRemoval = null;
      this.#messages.forgetRemoved();
      this.update();
    });
  }

  #opened(): void {
    if (this.#isEnded) return;
    this.#isConnected = true;
    this.#cancelAway();
    this.deps.alarms.clear(...alarm);
    // Before anything is published: the broker answers with what it keeps of an earlier run.
    this.#link?.read(this.#readTopics());
    this.#awaitQuiet();
    this.#replace();
    this.#topics.opened();
  }

  #lost(): void {
    this.#isConnected = false;
    this.#cancelQuiet();
    this.#topics.lost();
    if (!this.#isEnded) this.#awaitConnection();
  }

  #readTopics(): readonly string[] {
    const deviceTopic = deviceTopicOf(this.section);
    return [`${this.section.prefix}/#`, ...(deviceTopic === undefined ? [] : [deviceTopic])];
  }

  #kept(topic: string, payload: string): void {
    if (this.#isEnded) return;
    this.#awaitQuiet();
    const deviceTopic = deviceTopicOf(this.section);
    if (topic === deviceTopic) {
      this.#messages.remove(keptComponents(payload));
      this.update();
      return;
    }
    const isAnnouncement = topic === announcementTopicOf(this.section);
    if (isAnnouncement && isOwnDeviceTopic(this.section, payload)) this.#topics.kept(payload);
    if (topic.startsWith(`${this.section.prefix}/`) && topic !== availabilityTopicOf(this.section))
      this.#topics.kept(topic);
  }

  #awaitQuiet(): void {
    this.#cancelQuiet();
    const topics = this.#readTopics();
    this.#cancelQuiet = this.deps.clock.after(quietMs, () => {
      this.#link?.endReading(topics);
    });
  }

  #awaitConnection(): void {
    this.#cancelAway();
    this.#cancelAway = this.deps.clock.after(awayAfterMs, () => {
      const { host } = this.section;
      this.deps.alarms.raise(...alarm, `the broker "${host}" is not connected, at which the state is published`);
    });
  }
}
