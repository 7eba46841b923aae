// The port of the broker at which the studio's state is published.
import type { PublishSection } from '../../domain/studio/publish.js';
import type { Clock } from './clock.js';
import type { Log } from './log.js';

/** How a broker is reached, and the topic that shows whether the service is connected to it. */
export interface PublishAddress extends Omit<PublishSection, 'prefix' | 'homeAssistant' | 'clientId'> {
  /** The same one after each start: the broker then ends what is left of an earlier connection, with its last will. */
  readonly clientId: string;
  /** Has `online`, and `offline` by last will. */
  readonly availabilityTopic: string;
}

/** A client of a broker. It connects by itself, and again whenever it is lost. */
export interface PublishLink {
  /**
   * Sends a message that the broker keeps, while the client is connected; an empty payload removes the one that it keeps.
   * `done` is called when the broker has accepted or refused it. It is not called if the connection is lost first.
   */
  readonly publish: (topic: string, payload: string, done: () => void) => void;
  /** Asks for the messages that the broker keeps on these topics. They may end with `/#`. */
  readonly read: (topics: readonly string[]) => void;
  /** Ends that. */
  readonly endReading: (topics: readonly string[]) => void;
  /** Shows that the service is gone, and leaves. Resolves once the broker has been sent that, within a second. */
  readonly close: () => Promise<void>;
}

export interface PublishLinkDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** The broker has admitted the client. */
  readonly opened: () => void;
  /** The connection is lost: what isn't done won't be. */
  readonly lost: () => void;
  /** The broker keeps a message. */
  readonly kept: (topic: string, payload: string) => void;
}

/** Opens a client. */
export type OpenPublishLink = (address: PublishAddress, deps: PublishLinkDeps) => PublishLink;
