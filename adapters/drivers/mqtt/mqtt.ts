// The driver of devices behind an MQTT broker: their topics are signal lines.
import { randomUUID } from 'node:crypto';
import type { Attachments, Connection, ConnectionDeps } from '../../../application/connections/connection-driver.js';
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { isEqual } from '../../../domain/codec/equality.js';
import { notConnected } from '../shared/lines.js';
import { studioFileChanged } from '../shared/pending-commands.js';
import { BrokerLink } from './broker-link.js';
import { discovery } from './discovery.js';
import { BrokerLineState } from './line.js';
import { lineTopics } from './profiles.js';
import { BrokerLine, BrokerSettings } from './settings.js';

type Lines = ReadonlyMap<string, BrokerLine>;

/** A line, and the settings that it was opened with. */
interface OpenLine {
  readonly settings: BrokerLine;
  readonly line: BrokerLineState;
}

/** A broker and the lines behind it. */
class Broker {
  readonly #clientId: string;
  readonly #link: BrokerLink;
  readonly #lines = new Map<string, OpenLine>();
  #lastNumber = 0;
  #byTopic: ReadonlyMap<string, readonly BrokerLineState[]> = new Map();

  constructor(
    settings: BrokerSettings,
    private readonly deps: ConnectionDeps,
  ) {
    this.#clientId = settings.clientId ?? `studio-control-${randomUUID().slice(0, 8)}`;
    this.#link = new BrokerLink(settings, this.#clientId, deps, {
      opened: () => {
        this.#subscribe([...this.#lines.values()].map(({ line }) => line));
      },
      lost: () => {
        for (const { line } of this.#lines.values()) line.end();
      },
      message: (topic, payload, isRetained) => {
        this.#receive(topic, payload, isRetained);
      },
    });
  }

  line(signal: string): BrokerLineState | undefined {
    return this.#lines.get(signal)?.line;
  }

  follow(lines: Lines): void {
    const before = new Set(this.#byTopic.keys());
    for (const [signal, { settings, line }] of [...this.#lines])
      if (!isEqual(settings, lines.get(signal))) this.#remove(signal, line);
    const added = [...lines].filter(([signal]) => !this.#lines.has(signal));
    for (const [signal, settings] of added) this.#lines.set(signal, { settings, line: this.#open(signal, settings) });
    this.#byTopic = this.#topics();
    if (!this.#link.isOpen) return;
    this.#link.unsubscribe([...before].filter((topic) => !this.#byTopic.has(topic)));
    this.#subscribe(added.flatMap(([signal]) => this.line(signal) ?? []));
  }

  close(): void {
    void this.#link.close();
  }

  #open(signal: string, settings: BrokerLine): BrokerLineState {
    const replyTo = `${this.#clientId}/${encodeURIComponent(signal)}`;
    return new BrokerLineState(signal, lineTopics(settings, { replyTo }), {
      connection: this.deps.id,
      clock: this.deps.clock,
      send: (message, isWanted, reply) => {
        this.#link.send(message, isWanted, reply);
      },
      ask: (message) => {
        this.#link.ask(message);
      },
      changed: () => {
        this.deps.changed(signal);
      },
      nextNumber: () => (this.#lastNumber += 1),
    });
  }

  #remove(signal: string, line: BrokerLineState): void {
    this.#lines.delete(signal);
    line.end(studioFileChanged);
  }

  #topics(): ReadonlyMap<string, readonly BrokerLineState[]> {
    const lines = [...this.#lines.values()].map(({ line }) => line);
    const pairs = lines.flatMap((line) => line.topics.topics.map((topic) => ({ topic, line })));
    const byTopic = Map.groupBy(pairs, ({ topic }) => topic);
    return new Map([...byTopic].map(([topic, all]) => [topic, all.map(({ line }) => line)]));
  }

  #subscribe(lines: readonly BrokerLineState[]): void {
    for (const line of lines) line.begin();
    const topics = [...new Set(lines.flatMap(({ topics: own }) => own.topics))];
    this.#link.subscribe(topics, (refused) => {
      if (refused.length > 0)
        this.deps.log.warn('a broker refused topics', { connection: this.deps.id, topics: refused.join(', ') });
      const present = new Set([...this.#lines.values()].map(({ line }) => line));
      for (const line of lines) if (present.has(line)) line.subscribed(refused);
    });
  }

  #receive(topic: string, payload: string, isRetained: boolean): void {
    for (const line of this.#byTopic.get(topic) ?? []) {
      const report = line.topics.read(topic, payload);
      if (report !== undefined) line.receive(report, isRetained);
    }
  }
}

const open = (
  settings: BrokerSettings,
  { lines }: Attachments<BrokerLine, never, never>,
  deps: ConnectionDeps,
): Connection<BrokerLine, never, never> => {
  const broker = new Broker(settings, deps);
  broker.follow(lines);
  return {
    lines: {
      send: ({ signal, on }) => broker.line(signal)?.switch(on) ?? notConnected('signal', signal, deps.id),
      refusal: ({ signal }) => broker.line(signal)?.refusal,
      value: (signal) => broker.line(signal)?.value ?? null,
      connected: (signal) => broker.line(signal)?.isConnected ?? false,
    },
    follow: (followed) => {
      broker.follow(followed.lines);
    },
    close: () => {
      broker.close();
    },
  };
};

/** A broker ends the connection of another client with the same id. */
const beside = ({ clientId: _, statusTopic: _topic, ...settings }: BrokerSettings): BrokerSettings => settings;

/** The driver of MQTT brokers. */
export const mqtt = connectionDriver({
  grade: 'proven',
  settings: BrokerSettings,
  line: BrokerLine,
  beside,
  discovery,
  open,
});
