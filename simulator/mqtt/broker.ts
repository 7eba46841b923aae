// A small MQTT broker: retained messages, last wills, and devices that are part of it.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { WireFace } from '../wire-face.js';
import { matches, reasons, Session, type Publication } from './session.js';

/**
 * Handles a message to a device. Returns the reason code of its acknowledgement once the device has answered; undefined if the
 * message isn't for a device.
 */
export type DeviceHandler = (publication: Publication) => number | Promise<number> | undefined;

/** A broker that listens for clients. */
export class SimulatedBroker implements WireFace {
  readonly #sessions = new Set<Session>();
  readonly #retained = new Map<string, Publication>();
  readonly #server = createServer((socket) => {
    this.#accept(socket);
  });

  constructor(private readonly handle: DeviceHandler) {}

  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.on('error', reject).listen(port, host, () => {
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
  }

  /** Ends the connections of all clients. */
  cut(): void {
    for (const session of this.#sessions) session.close();
  }

  /** Returns the messages that it keeps, by topic. */
  kept(): ReadonlyMap<string, string> {
    return new Map([...this.#retained].map(([topic, { payload }]) => [topic, payload]));
  }

  /** Passes a message to its subscribers, and keeps it if it is retained. Returns how many there are. */
  publish(publication: Publication): number {
    const { topic, payload, isRetained } = publication;
    if (isRetained && payload === '') this.#retained.delete(topic);
    else if (isRetained) this.#retained.set(topic, publication);
    // A message is marked as retained only for those who subscribe later.
    return [...this.#sessions].filter((session) => session.deliver({ ...publication, isRetained: false })).length;
  }

  #accept(socket: Socket): void {
    socket.setNoDelay();
    const session = new Session(socket, {
      published: (publication) => this.#published(publication),
      subscribed: (filter) => [...this.#retained.values()].filter(({ topic }) => matches(filter, topic)),
      ended: () => {
        this.#sessions.delete(session);
      },
    });
    this.#sessions.add(session);
  }

  #published(publication: Publication): number | Promise<number> {
    const subscribers = this.publish(publication);
    return this.handle(publication) ?? (subscribers > 0 ? reasons.success : reasons.noSubscribers);
  }
}
