// A client that publishes the studio's state. It has a connection of its own: its last will shows when the service is gone.
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';
import type { OpenPublishLink } from '../../../application/ports/publish-link.js';
import { BrokerLink } from './broker-link.js';

/** The name of the client in the log, which isn't one of a connection of the studio file. */
const id = 'publish';

/**
 * Brokers send everything that they keep at this quality of service. At a higher one they hold back what a client hasn't
 * acknowledged, and drop what exceeds their queue: Mosquitto after 1,020 messages. What the service itself publishes isn't sent back.
 */
const reading = { qos: 0, nl: true } as const;

/** Returns what opens clients. Their passwords are in files. */
export const publishLinks =
  (readSecret: ConnectionDeps['readSecret']): OpenPublishLink =>
  ({ availabilityTopic, ...settings }, { opened, lost, kept, ...deps }) => {
    let hasWarned = false;
    const refused = (reason: string): void => {
      if (!hasWarned) deps.log.warn('a broker refuses what is published, or to show what it keeps', { reason });
      hasWarned = true;
    };
    const link = new BrokerLink(
      { ...settings, statusTopic: availabilityTopic },
      settings.clientId,
      { ...deps, id, readSecret },
      {
        opened,
        lost,
        message: (topic, payload, isRetained) => {
          if (isRetained) kept(topic, payload);
        },
      },
    );
    return {
      publish: (topic, payload, done) => {
        link.send(
          { topic, payload, isRetained: true },
          () => true,
          (refusal) => {
            if (refusal !== undefined) refused(`${topic}: ${refusal}`);
            done();
          },
        );
      },
      read: (topics) => {
        const granted = (not: readonly string[]): void => {
          if (not.length > 0) refused(`its user may not subscribe to ${not.join(', ')}`);
        };
        link.subscribe(topics, granted, reading);
      },
      endReading: (topics) => {
        link.unsubscribe(topics);
      },
      close: () => link.close(),
    };
  };
