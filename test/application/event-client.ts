// Clients that follow the events of a simulated studio and show its state.
import * as E from 'fp-ts/lib/Either.js';
import type { CallContext, StreamedEvent, StreamListener } from '../../application/api/operation.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { graphics } from '../../application/commands/graphics.js';
import { withPulses } from '../../application/commands/pulses.js';
import { changeNotifier } from '../../application/ports/watch.js';
import { events, type Events, type EventsDeps } from '../../application/events/events.js';
import { partEvents } from '../../application/events/state-parts.js';
import { automations } from '../../application/sequences/automations.js';
import { macros } from '../../application/sequences/macros.js';
import { compileAccessPolicy, type AccessPolicy } from '../../domain/access/access-policy.js';
import { defaultConfiguration, type AccessConfiguration } from '../../domain/access/configuration.js';
import type { ManualClock } from '../../simulator/clock.js';
import { stepBench, type StepBench } from './demo-bench.js';

const compile = compileAccessPolicy({
  hashToken,
  legacySettings: { serverId: 'server', studioId: 'studio', appUsernames: [] },
  trustLoopback: true,
});

/** The context of a call of the host itself, for a stream after an event. */
const context = (lastEventId?: string): CallContext => ({
  caller: { kind: 'loopback' },
  address: '127.0.0.1',
  identity: 'loopback',
  station: null,
  streamRequest: { lastEventId },
  currentCaller: () => ({ kind: 'loopback' }),
});

type Records = Record<string, unknown>;

const keyOf = (record: unknown): string => {
  const { id, key } = record as { readonly id?: string; readonly key?: string };
  return id ?? key ?? '';
};

/** A client that shows the state: it replaces records by those of the events. */
export class Client {
  /** The ids of the events that report changes. */
  readonly ids: string[] = [];
  /** The id of the last event, also of one with which the stream began anew; undefined for none. */
  lastId: string | undefined;
  #records = new Map<string, Records>();

  /** `onReset` is called when the client has to read the state again. */
  constructor(
    private readonly onReset = (): void => {
      throw new Error('a reset was not expected');
    },
  ) {}

  readonly listener: StreamListener = {
    send: (sent) => {
      for (const event of sent) this.#receive(event);
    },
    sendComment: () => undefined,
    sendHeartbeat: () => undefined,
    end: () => undefined,
  };

  load(state: Records): void {
    this.#records = new Map(
      Object.entries(partEvents).flatMap(([part, event]) => {
        const list = state[part];
        if (!Array.isArray(list) && part !== 'studio') return [];
        return [[event, Object.fromEntries([list].flat().map((record) => [keyOf(record), record]))] as const];
      }),
    );
  }

  /** What the client shows, without what time alone changes. */
  shown(): unknown {
    return withoutTimes(Object.fromEntries(this.#records));
  }

  #receive({ id, event, data }: StreamedEvent): void {
    this.lastId = id;
    const fields = data as Records;
    if (event === 'state') {
      this.load(fields);
      return;
    }
    if (event === 'reset') {
      this.onReset();
      return;
    }
    this.ids.push(id);
    const record = fields[event];
    const shown = this.#records.get(event);
    if (shown && record) shown[keyOf(record)] = record;
  }
}

const timeFields = new Set(['positionMs', 'remainingMs', 'endsAt', 'startedAt']);

const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (timeFields.has(key) ? undefined : inner))) as unknown;

/** A studio with its events. */
export interface Opened {
  readonly bench: StepBench;
  readonly sequences: Pick<EventsDeps, 'macros' | 'automations'>;
  readonly all: Events;
  readonly clock: ManualClock;
  /** Puts settings with these changes in force. */
  readonly configure: (changes: Partial<AccessConfiguration>) => void;
}

/** Opens the events of a new studio. */
export const openBench = (): Opened => {
  const bench = stepBench();
  const { ports, alarms, clock } = bench;
  const all = macros(ports, alarms);
  const sequences = { macros: all, automations: automations(ports, all, alarms) };
  let ids = 0;
  const secrets = { id: () => `run00000-${String((ids += 1))}` };
  let policy = compile(defaultConfiguration('studio'), 0);
  const { watch, notify } = changeNotifier<AccessPolicy>();
  const access = { current: () => policy, watch };
  const configure = (changes: Partial<AccessConfiguration>): void => {
    policy = compile({ ...defaultConfiguration('studio'), ...changes }, 0);
    notify(policy);
  };
  const signalLines = withPulses(bench.studio.signalLines, clock);
  const shown = graphics({ ...ports, log: bench.log });
  const feed = events({ ...ports, ...sequences, graphics: shown, alarms, signalLines, secrets, access });
  return { bench, sequences, all: feed, clock, configure };
};

/** Returns the records of the state, as a client reads it. */
export const stateRecords = ({ all }: Opened): Records => {
  const { lastEventId: _last, ...records } = all.state({ kind: 'loopback' });
  return structuredClone(records);
};

/** Subscribes a client. Returns the function that ends its stream. */
export const subscribe = (
  { all }: Opened,
  client: Client,
  withRecords: boolean,
  lastEventId?: string,
): (() => void) => {
  const subscription = all.subscription(context(lastEventId), { types: undefined, withRecords });
  if (E.isLeft(subscription)) throw new Error(subscription.left.message);
  return subscription.right.subscribe(client.listener);
};
