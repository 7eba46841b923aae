// The state and the events after it: no change is missing between them, and none comes twice.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallContext, StreamedEvent } from '../../application/api/operation.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { graphics } from '../../application/commands/graphics.js';
import { withPulses } from '../../application/commands/pulses.js';
import { events } from '../../application/events/events.js';
import { partEvents } from '../../application/events/state-parts.js';
import { automations } from '../../application/sequences/automations.js';
import { macros } from '../../application/sequences/macros.js';
import { compileAccessPolicy } from '../../domain/access/access-policy.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { settle, stepBench, type StepBench } from './demo-bench.js';

const policy = compileAccessPolicy({
  hashToken,
  legacySettings: { serverId: 'server', studioId: 'studio', appUsernames: [] },
  trustLoopback: true,
})(defaultConfiguration('studio'), 0);

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
class Client {
  readonly ids: string[] = [];
  #records = new Map<string, Records>();

  readonly listener = {
    send: (sent: readonly StreamedEvent[]) => {
      for (const event of sent) this.#receive(event);
    },
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
    const fields = data as Records;
    if (event === 'state') {
      this.load(fields);
      return;
    }
    if (event === 'reset') throw new Error('a reset was not expected');
    this.ids.push(id);
    const record = fields[event];
    const shown = this.#records.get(event);
    if (shown && record) shown[keyOf(record)] = record;
  }
}

const timeFields = new Set(['positionMs', 'remainingMs', 'endsAt', 'startedAt']);

const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (timeFields.has(key) ? undefined : inner))) as unknown;

const openBench = () => {
  const bench = stepBench();
  const { ports, alarms, clock } = bench;
  const all = macros(ports, alarms);
  const sequences = { macros: all, automations: automations(ports, all.runForStep, alarms) };
  let ids = 0;
  const secrets = { id: () => `run00000-${String((ids += 1))}` };
  const access = { current: () => policy, watch: () => () => undefined };
  const signalLines = withPulses(bench.studio.signalLines, clock);
  const shown = graphics({ ...ports, log: bench.log });
  const feed = events({ ...ports, ...sequences, graphics: shown, alarms, signalLines, secrets, access });
  return { bench, sequences, all: feed, clock };
};

type Opened = ReturnType<typeof openBench>;

const change = ({ ports }: StepBench, fields: object): void =>
  void ports.studio.change((runtime) => E.right({ ...runtime, ...fields }));

const firstOf = <A>(records: readonly A[]): A => {
  const [first] = records;
  if (first === undefined) throw new Error('there is no record');
  return first;
};

/** Changes of the studio, some of which take a while or change nothing. */
const changes: Readonly<Record<string, (opened: Opened, number: number) => void>> = {
  signal: ({ bench: { ports } }, number) => void ports.signalLines.switch('sig-1', number % 2 === 0),
  camera: ({ bench: { ports } }, number) => void ports.cameras.recall('cam-1', number % 2 === 0 ? 'wide' : 'close'),
  onAir: ({ bench }, number) => {
    change(bench, { status: number % 2 === 0 ? 'on_air' : 'off_air' });
  },
  bank: ({ bench }, number) => {
    change(bench, { activeBank: number % 2 === 0 ? 'news' : 'music' });
  },
  variable: ({ bench }, number) => {
    const { variables } = bench.ports.studio.runtime();
    change(bench, { variables: { ...variables, 'var-3': number } });
  },
  play: ({ bench: { ports } }) => {
    const bank = firstOf(ports.studio.layout.banks);
    void ports.players.play('out-1', 'full', { bank: bank.key, clip: firstOf(bank.clips) });
  },
  stop: ({ bench: { ports } }) => void ports.players.stop('out-1', ['full']),
  macro: ({ bench: { ports }, sequences }) => void sequences.macros.run(firstOf(ports.studio.layout.macros)),
};

const names = Object.keys(changes);

/** One step of a run: a change, or time that passes. */
const step = fc.oneof(
  fc.record({ name: fc.constantFrom(...names), number: fc.nat(3) }),
  fc.record({ passMs: fc.constantFrom(0, 1, 7, 30, 200) }),
);
type Step = { readonly name: string; readonly number: number } | { readonly passMs: number };

const take = async (opened: Opened, one: Step): Promise<void> => {
  if ('passMs' in one) await opened.clock.advance(one.passMs);
  else changes[one.name]?.(opened, one.number);
};

const stateRecords = ({ all }: Opened): Records => {
  const { lastEventId: _last, ...records } = all.state({ kind: 'loopback' });
  return structuredClone(records);
};

const subscribe = ({ all }: Opened, client: Client, withRecords: boolean, lastEventId?: string): void => {
  const subscription = all.subscription(context(lastEventId), { types: undefined, withRecords });
  if (E.isLeft(subscription)) throw new Error(subscription.left.message);
  subscription.right.subscribe(client.listener);
};

/** Runs the steps, and opens a client of each kind in between. Returns what the clients show and what is true. */
const followed = async (before: readonly Step[], between: readonly Step[], after: readonly Step[]) => {
  const opened = openBench();
  const [reader, follower] = [new Client(), new Client()];
  for (const one of before) await take(opened, one);
  const { lastEventId } = opened.all.state({ kind: 'loopback' });
  reader.load(stateRecords(opened));
  subscribe(opened, follower, true);
  for (const one of between) await take(opened, one);
  subscribe(opened, reader, false, lastEventId);
  for (const one of after) await take(opened, one);
  await settle(opened.clock);
  await opened.clock.advance(60_000);
  const truth = new Client();
  truth.load(stateRecords(opened));
  opened.all.end();
  return { reader, follower, truth };
};

const steps = fc.array(step, { maxLength: 8 });

describe('a client that follows the state', () => {
  it('@STATE-3 @EVENT-8: shows what is true, after any changes before, during and after it connects', async () => {
    let eventCount = 0;
    await fc.assert(
      fc.asyncProperty(steps, steps, steps, async (...runs) => {
        const { reader, follower, truth } = await followed(...runs);
        expect(reader.shown()).toEqual(truth.shown());
        expect(follower.shown()).toEqual(truth.shown());
        expect(reader.ids).toEqual(follower.ids);
        expect(new Set(reader.ids).size).toBe(reader.ids.length);
        eventCount += reader.ids.length;
      }),
      { numRuns: 200 },
    );
    expect(eventCount).toBeGreaterThan(200);
  });
});
