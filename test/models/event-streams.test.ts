// Event streams under random changes, disconnections and changes of the settings, compared with the state and with the list of
// all events.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { Client, openBench, stateRecords, subscribe, type Opened } from '../application/event-client.js';
import { step, take, type Step } from '../application/random-changes.js';

/** More changes than events are kept for clients that reconnect. */
const flood = 1_001;

/** A client that reconnects after the last event it has received, and the ids that it may receive. */
class Follower {
  /** How many events of the studio it has received, or read with the state. */
  #known = 0;
  #resets = 0;
  readonly #begunAfter: string;
  #unsubscribe: (() => void) | undefined;
  readonly #client: Client;

  constructor(
    private readonly opened: Opened,
    private readonly allIds: readonly string[],
  ) {
    this.#client = new Client(() => {
      this.#resets += 1;
      this.#load();
    });
    this.#begunAfter = opened.all.state({ kind: 'loopback' }).lastEventId;
    this.#load();
  }

  get isConnected(): boolean {
    return this.#unsubscribe !== undefined;
  }

  connect(lastEventId = this.#client.lastId ?? this.#begunAfter): void {
    this.#unsubscribe = subscribe(this.opened, this.#client, false, lastEventId);
  }

  disconnect(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Without a reset, it receives every event once and in order. */
  expectIds(seesAll: boolean): void {
    const received = this.#client.ids;
    expect(new Set(received).size).toBe(received.length);
    const positions = received.map((id) => this.allIds.indexOf(id));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    if (seesAll && this.isConnected && this.#resets === 0)
      expect(received.length).toBe(this.allIds.length - this.#known);
  }

  expectState(): void {
    const truth = new Client();
    truth.load(stateRecords(this.opened));
    expect(this.#client.shown()).toEqual(truth.shown());
  }

  #load(): void {
    this.#client.load(stateRecords(this.opened));
    if (this.#resets === 0) this.#known = this.allIds.length;
  }
}

interface Model {
  /** Whether the clients didn't see some of the events. */
  hasHidden: boolean;
}

interface Real {
  readonly opened: Opened;
  readonly followers: readonly Follower[];
}

const command = (
  text: string,
  run: (model: Model, real: Real) => void | Promise<void>,
): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  toString: () => text,
  run: async (model, real) => {
    await run(model, real);
    for (const follower of real.followers) follower.expectIds(!model.hasHidden);
  },
});

const toggle = (index: number): fc.AsyncCommand<Model, Real> =>
  command(`client ${String(index)} connects or disconnects`, (_model, { followers }) => {
    const follower = followers[index];
    if (follower?.isConnected === true) follower.disconnect();
    else follower?.connect();
  });

const setVariables = (read: boolean): fc.AsyncCommand<Model, Real> =>
  command(`variables are ${read ? 'shown' : 'hidden'}`, (model, { opened }) => {
    const { features } = defaultConfiguration('studio');
    opened.configure({ features: { ...features, variables: { read, control: true } } });
    model.hasHidden ||= !read;
  });

const changeOften = command(`${String(flood)} changes`, async (_model, { opened }) => {
  for (let number = 0; number < flood; number += 1) await take(opened, { name: 'variable', number });
});

const commands = fc.commands(
  [
    ...[1, 2, 3].map(() =>
      step.map((one: Step) => command(JSON.stringify(one), (_model, { opened }) => take(opened, one))),
    ),
    fc.nat(1).map(toggle),
    fc.boolean().map(setVariables),
    fc.constant(changeOften),
  ],
  { maxCommands: 30 },
);

it('@EVENT-2 @STATE-3: clients that reconnect show what is true, and receive no event twice', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const opened = openBench();
      const ids: string[] = [];
      opened.all.watch(({ event }) => ids.push(event.id));
      const followers = [new Follower(opened, ids), new Follower(opened, ids)];
      for (const follower of followers) follower.connect();
      await fc.asyncModelRun(() => ({ model: { hasHidden: false }, real: { opened, followers } }), sequence);
      await opened.clock.advance(60_000);
      for (const follower of followers) {
        if (!follower.isConnected) follower.connect();
        follower.expectState();
      }
      opened.all.end();
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 40) },
  );
});
