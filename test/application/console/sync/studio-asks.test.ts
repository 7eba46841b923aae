// Asks and answers at several console processes.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerMs, type SendAsk } from '../../../../application/console/sync/foreign-asks.js';
import { noAnswer, nobody, studioAsks, type StudioAsks } from '../../../../application/console/sync/studio-asks.js';
import type { ConsoleMessage } from '../../../../application/ports/console-messages.js';
import type { Answered, StudioAsk } from '../../../../domain/console/studio-ask.js';
import type { AskTopic } from '../../../../domain/console/service-sends.js';
import { manualClock, type ManualClock } from '../../../../simulator/clock.js';

const maxLength = 7_900;
const studioId = 'studio-1';

/** Console processes on one database; `lose` decides which messages are lost. */
const processes = (count: number, lose: (message: ConsoleMessage) => boolean = () => false) => {
  const clock = manualClock();
  const handlers = new Set<(message: ConsoleMessage) => void>();
  const sent: ConsoleMessage[] = [];
  let ids = 0;
  const messages = {
    maxLength,
    send: async (message: ConsoleMessage): Promise<void> => {
      sent.push(message);
      await Promise.resolve();
      if (!lose(message)) for (const handle of handlers) handle(JSON.parse(JSON.stringify(message)) as ConsoleMessage);
    },
    watch: (handle: (message: ConsoleMessage) => void) => {
      handlers.add(handle);
      return () => handlers.delete(handle);
    },
  };
  const secrets = { id: () => `ask-${String((ids += 1))}` };
  const all = Array.from({ length: count }, (_, index) =>
    studioAsks({ messages, clock, secrets, id: `process-${String(index)}` }),
  );
  const at = (index: number): StudioAsks => {
    const found = all[index];
    if (found === undefined) throw new Error(`there is no process ${String(index)}`);
    return found;
  };
  return { clock, sent, at };
};

const ask = (text = 'x', about: AskTopic = 'editing') => ({
  ...{ studioId, operator: 'anna', about },
  request: { ask: 'check', text },
});

/** Connects the service of a studio, which answers about its studio file. */
const connect = (
  asks: StudioAsks,
  id: string,
  send: SendAsk,
  topics: readonly AskTopic[] = ['editing'],
): (() => void) => asks.connect(id, { send, topics });

/** Lets everything that is under way arrive. */
const settle = (clock: ManualClock) => clock.advance(0);

const answered = (answer: object): Answered => E.right(answer);

describe('an ask', () => {
  it('finds the service at another process, and its answer comes back from a third one, however long both are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 20_000 }),
        fc.constantFrom(0, 1, 2),
        async (text, third) => {
          const { at, sent } = processes(3);
          connect(at(1), studioId, ({ id, request }: StudioAsk) => {
            void at(third).receive(studioId, { id, answered: answered({ request, more: '\u0000'.repeat(9_000) }) });
          });
          const answer = await at(0).ask(ask(text));
          expect(answer).toEqual(answered({ request: ask(text).request, more: '\u0000'.repeat(9_000) }));
          for (const message of sent)
            expect(new TextEncoder().encode(JSON.stringify({ from: 'x'.repeat(36), message })).length).toBeLessThan(
              maxLength,
            );
        },
      ),
      { numRuns: 30 },
    );
  });

  it('goes directly where the service is connected here, to the newest stream', async () => {
    const { at, sent } = processes(1);
    connect(at(0), studioId, () => undefined);
    const close = connect(
      at(0),
      studioId,
      ({ id }) => void at(0).receive(studioId, { id, answered: answered({ at: 2 }) }),
    );
    expect(await at(0).ask(ask())).toEqual(answered({ at: 2 }));
    expect(sent).toEqual([]);
    close();
    close();
  });

  it('goes to one of two processes only', async () => {
    const { at, clock } = processes(3);
    const asked: string[] = [];
    for (const index of [1, 2]) connect(at(index), studioId, ({ id }) => void asked.push(id));
    const waiting = at(0).ask(ask());
    await settle(clock);
    await clock.advance(answerMs);
    expect([await waiting, asked.length]).toEqual([E.left(noAnswer), 1]);
  });

  it('goes to the newest service that answers what is asked about, here or at another process', async () => {
    for (const index of [0, 1]) {
      const { at } = processes(2);
      const answering =
        (asks: StudioAsks, by: string): SendAsk =>
        ({ id, about }) =>
          void asks.receive(studioId, { id, answered: answered({ by, about }) });
      connect(at(index), studioId, answering(at(index), 'older'), ['as-run', 'editing']);
      connect(at(index), studioId, answering(at(index), 'newest'));
      expect(await at(0).ask(ask('x', 'as-run'))).toEqual(answered({ by: 'older', about: 'as-run' }));
      expect(await at(0).ask(ask())).toEqual(answered({ by: 'newest', about: 'editing' }));
    }
  });

  it('ends where nobody has the stream, and where the service of another studio has one', async () => {
    const { at, clock } = processes(2);
    connect(at(1), 'studio-2', () => expect.unreachable());
    const waiting = at(0).ask(ask());
    await clock.advance(3_000);
    expect(await waiting).toEqual(E.left(nobody));
  });

  it.each<[string, (message: ConsoleMessage) => boolean]>([
    ['a part of it', (message) => message.kind === 'ask-part' && message.to === 'process-1' && message.index === 1],
    [
      'a part of its answer',
      (message) => message.kind === 'ask-part' && message.to === 'process-0' && message.index === 0,
    ],
  ])('waits until its time is over if %s is lost', async (_what, lose) => {
    const { at, clock } = processes(2, lose);
    connect(at(1), studioId, ({ id }) => void at(1).receive(studioId, { id, answered: answered({}) }));
    const waiting = at(0).ask(ask('x'.repeat(20_000)));
    await settle(clock);
    await clock.advance(answerMs);
    expect(await waiting).toEqual(E.left(noAnswer));
  });

  it('is refused while four of the same operator wait, and ends when the console stops', async () => {
    const { at } = processes(1);
    connect(at(0), studioId, () => undefined);
    const waiting = Array.from({ length: 4 }, () => at(0).ask(ask()));
    expect(await at(0).ask(ask())).toMatchObject(E.left({ code: 'conflict' }));
    at(0).endAll();
    expect((await Promise.all(waiting)).every(E.isLeft)).toBe(true);
  });
});

describe('an answer', () => {
  const open = async () => {
    const bench = processes(3);
    const asked: StudioAsk[] = [];
    connect(bench.at(1), studioId, (one) => void asked.push(one));
    const waiting = bench.at(0).ask(ask());
    await settle(bench.clock);
    await settle(bench.clock);
    return { ...bench, waiting, id: asked[0]?.id ?? '' };
  };

  it.each([0, 1, 2])('at process %i, is taken only from its studio, for an id that waits, and once', async (index) => {
    const { at, waiting, id } = await open();
    const receive = (studio: string, to: string, answer: object) =>
      at(index).receive(studio, { id: to, answered: answered(answer) });
    expect([await receive('studio-2', id, { forged: 1 }), await receive(studioId, 'other', { forged: 2 })]).toEqual([
      false,
      false,
    ]);
    expect(await receive(studioId, id, { sound: true })).toBe(true);
    expect(await waiting).toEqual(answered({ sound: true }));
    expect(await receive(studioId, id, { forged: 3 })).toBe(false);
  });

  it('comes too late once the time is over', async () => {
    const { at, clock, waiting, id } = await open();
    await clock.advance(answerMs);
    expect(await waiting).toEqual(E.left(noAnswer));
    for (const index of [0, 1, 2])
      expect(await at(index).receive(studioId, { id, answered: answered({}) })).toBe(false);
  });
});
