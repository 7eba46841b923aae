// The queue of one webhook, with a receiver that the test controls and a manual clock.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alarms as makeAlarms } from '../../../application/alarms/alarms.js';
import type { Attempt, OutboxChange, WebhookMessage } from '../../../application/ports/webhooks.js';
import { Delivery } from '../../../application/webhooks/delivery.js';
import { deliveryLimits, type DeliveryLimits } from '../../../application/webhooks/delivery-limits.js';
import type { Feature } from '../../../domain/feature.js';
import type { WebhookDefinition } from '../../../domain/studio/webhook.js';
import { manualClock } from '../../../simulator/clock.js';
import { leveledLog } from '../../support/leveled-log.js';

const webhook: WebhookDefinition = {
  id: 'newsroom',
  url: 'https://hooks.example.com/secret-path?key=1',
  secretFile: '/etc/newsroom.secret',
};

const accepted: Attempt = { isDelivered: true, status: 204 };
const away: Attempt = { isDelivered: false, reason: 'connect ECONNREFUSED', isRefused: false };
const refused: Attempt = { isDelivered: false, reason: 'it answered with 400', isRefused: true };

type Receiver = (message: Pick<WebhookMessage, 'id' | 'body'>, url: string) => Attempt | Promise<Attempt>;

const bench = (receiver: Receiver = () => accepted, limits: Partial<DeliveryLimits> = {}) => {
  const clock = manualClock();
  const log = leveledLog();
  let ids = 0;
  const alarms = makeAlarms({ clock, log, secrets: { id: () => String((ids += 1)) } });
  let place = 0;
  const changes: OutboxChange[] = [];
  const attempts: { readonly id: string; readonly atMs: number }[] = [];
  const delivered: string[] = [];
  const state = { receiver, unreadable: [] as readonly Feature[] };
  const startedAtMs = clock.now();
  const newMessage = (content: Omit<WebhookMessage, 'id' | 'place'>): WebhookMessage => {
    place += 1;
    return { id: `${content.subject}-${String(place)}`, place, ...content };
  };
  const open = () =>
    new Delivery(webhook, {
      alarms,
      clock,
      log,
      random: () => 1,
      limits: { ...deliveryLimits, ...limits },
      newMessage,
      changed: (change) => void changes.push(change),
      maySend: (features) => !features.some((feature) => state.unreadable.includes(feature)),
      send: async ({ url }, message) => {
        attempts.push({ id: message.id, atMs: clock.now() - startedAtMs });
        const attempt = await state.receiver(message, url);
        if (attempt.isDelivered) delivered.push(message.id);
        return attempt;
      },
    });
  const delivery = open();
  delivery.start();
  const message = (subject: string): WebhookMessage =>
    newMessage({ timeMs: clock.now(), subject, features: ['signals'], body: '{}' });
  const add = (...subjects: readonly string[]): void => {
    for (const subject of subjects) delivery.add(message(subject));
  };
  const alarm = (): string | undefined => alarms.open()[0]?.message;
  return { clock, log, alarm, changes, attempts, delivered, state, delivery, add, message };
};

/** The times of the attempts of a message, in milliseconds since the beginning. */
const timesOf = ({ attempts }: Pick<ReturnType<typeof bench>, 'attempts'>, id: string): readonly number[] =>
  attempts.filter((attempt) => attempt.id === id).map(({ atMs }) => atMs);

describe('@WEBHOOK-4: messages of one webhook', () => {
  it('are delivered in the order of each subject, whichever attempts fail', async () => {
    const outcome = fc.constantFrom(accepted, accepted, away, refused, { ...away, retryAfterMs: 5_000 });
    const subject = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    await fc.assert(
      fc.asyncProperty(fc.array(subject, { maxLength: 40 }), fc.array(outcome), async (subjects, outcomes) => {
        const left = [...outcomes];
        const tested = bench(() => left.shift() ?? accepted);
        for (const [index, one] of subjects.entries()) {
          tested.add(one);
          if (index % 5 === 0) await tested.clock.advance(300);
        }
        await tested.clock.advance(3_600_000);
        const expected = subjects.map((one, index) => `${one}-${String(index + 1)}`);
        expect([...tested.delivered].sort()).toEqual([...expected].sort());
        for (const one of new Set(subjects)) {
          const own = (ids: readonly string[]) => ids.filter((id) => id.startsWith(one));
          expect(own(tested.delivered)).toEqual(own(expected));
        }
        expect(tested.alarm()).toBeUndefined();
        expect(tested.delivery.waiting()).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('are sent four at a time', async () => {
    const never = new Promise<Attempt>(() => undefined);
    const { add, attempts, clock } = bench(() => never);
    add('a', 'a', 'b', 'c', 'd', 'e');
    await clock.advance(10_000);
    expect(attempts.map(({ id }) => id)).toEqual(['a-1', 'b-3', 'c-4', 'd-5']);
  });

  it('about other records go on while one is refused', async () => {
    const tested = bench(({ id }) => (id.startsWith('a') ? refused : accepted));
    tested.add('a', 'a', 'b');
    await tested.clock.advance(70_000);
    tested.add('b', 'c');
    await tested.clock.advance(1);
    expect(tested.delivered).toEqual(['b-3', 'b-4', 'c-5']);
    expect(tested.alarm()).toContain('does not accept messages: it answered with 400');
  });
});

describe('@WEBHOOK-5: attempts', () => {
  it('are repeated after delays that double up to five minutes', async () => {
    const tested = bench(() => refused);
    tested.add('a');
    await tested.clock.advance(1_200_000);
    const times = timesOf(tested, 'a-1');
    const delays = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1_000);
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  it.each([
    ['of the receiver as a whole', { ...away, retryAfterMs: 90_000 }, 90],
    ['of one message', { ...refused, retryAfterMs: 90_000 }, 90],
    ['of a day', { ...away, retryAfterMs: 86_400_000 }, 900],
  ])('wait for Retry-After %s', async (_, attempt, expected) => {
    const left: Attempt[] = [attempt];
    const tested = bench(() => left.shift() ?? accepted);
    tested.add('a');
    await tested.clock.advance(1_000_000);
    expect(timesOf(tested, 'a-1')).toEqual([0, expected * 1_000]);
  });

  it('of four records that always fail hold up no others', async () => {
    const tested = bench(({ id }) => (id.startsWith('bad') ? away : accepted));
    tested.add('bad1', 'bad2', 'bad3', 'bad4');
    for (let minute = 0; minute < 30; minute += 1) {
      tested.add('good');
      await tested.clock.advance(61_000);
      expect(tested.delivered).toHaveLength(minute + 1);
    }
    expect(tested.attempts.length).toBeLessThan(120);
  });

  it('are made one at a time while the receiver is away, and all at once when it is back', async () => {
    const tested = bench(() => away);
    const subjects = Array.from({ length: 50 }, (_, index) => `s${String(index)}`);
    tested.add(...subjects);
    await tested.clock.advance(600_000);
    expect(tested.attempts.length).toBeLessThan(25);
    tested.state.receiver = () => accepted;
    await tested.clock.advance(300_000);
    expect(tested.delivered).toHaveLength(50);
  });

  it('wait as long as the receiver asks for, whichever attempt under way ends then', async () => {
    const held = Promise.withResolvers<Attempt>();
    const tested = bench(({ id }) => (id === 'a-1' ? { ...away, retryAfterMs: 600_000 } : held.promise));
    tested.add('a', 'b', 'c');
    await tested.clock.advance(1_000);
    held.resolve(accepted);
    await tested.clock.advance(598_000);
    expect(timesOf(tested, 'a-1')).toEqual([0]);
    tested.state.receiver = () => accepted;
    await tested.clock.advance(2_000);
    expect(timesOf(tested, 'a-1')).toEqual([0, 600_000]);
  });

  it('wait on after a studio file that leaves the webhook as it is', async () => {
    const tested = bench(() => ({ ...away, retryAfterMs: 600_000 }));
    tested.add('a');
    await tested.clock.advance(1_000);
    tested.delivery.serve({ ...webhook });
    await tested.clock.advance(1_000);
    expect(timesOf(tested, 'a-1')).toEqual([0]);
  });
});

describe('@WEBHOOK-6: messages that wait too long', () => {
  const dropped = async () => {
    const tested = bench(() => away, { maxWaiting: 3 });
    tested.add('a', 'a', 'a', 'b', 'b');
    await tested.clock.advance(1_000);
    return tested;
  };

  it('are dropped, the oldest first, which the log, the alarm and the receiver are sent', async () => {
    const { add, alarm, changes, clock, delivered, log, state } = await dropped();
    expect(alarm()).toContain('; the oldest messages are dropped');
    expect(log.lines.filter(([level]) => level === 'error')).toHaveLength(1);
    let count = 0;
    state.receiver = ({ id, body }) => {
      const { data } = JSON.parse(body) as { readonly data?: { readonly count: number } };
      if (id.startsWith('messages.lost')) count += data?.count ?? 0;
      return accepted;
    };
    await clock.advance(600_000);
    add('c');
    await clock.advance(1);
    // The first message was under way.
    expect(delivered.map((id) => id.replace(/-.*/, '')).sort()).toEqual([
      'a',
      'b',
      'b',
      'c',
      'messages.lost',
      'messages.lost',
    ]);
    expect(delivered).toContain('a-1');
    expect(count).toBe(2);
    expect(alarm()).toBeUndefined();
    expect(changes.at(-1)).toHaveProperty('done');
  });

  it('are dropped after three days, without those under way', async () => {
    const { add, alarm, clock, delivered, state } = bench(({ id }) => (id.startsWith('a') ? refused : accepted));
    add('a', 'a');
    await clock.advance(4 * 86_400_000);
    expect(delivered).toEqual(['messages.lost-3']);
    state.receiver = () => accepted;
    add('b');
    await clock.advance(1);
    expect(delivered).toEqual(['messages.lost-3', 'b-4']);
    expect(alarm()).toBeUndefined();
  });

  it('are counted once more if further ones are dropped meanwhile', async () => {
    const { add, clock, delivered, delivery, state } = await dropped();
    await clock.advance(60_000);
    add('c', 'c', 'c', 'c');
    state.receiver = () => accepted;
    await clock.advance(600_000);
    expect(delivered.filter((id) => id.startsWith('messages.lost'))).toHaveLength(2);
    expect(delivery.lost()).toMatchObject({ count: 0 });
  });

  it('are counted in one message at a time, also if an old one is dropped as it is sent', async () => {
    const never = new Promise<Attempt>(() => undefined);
    const limits = { maxWaiting: 2, maxAgeMs: 60_000 };
    const { add, attempts, clock } = bench(({ id }) => (id.startsWith('messages.lost') ? never : refused), limits);
    add('a', 'b');
    await clock.advance(62_000);
    add('a');
    await clock.advance(1);
    expect(attempts.filter(({ id }) => id.startsWith('messages.lost'))).toHaveLength(1);
  });
});

describe('@WEBHOOK-8: the alarm about a receiver', () => {
  it('is raised after a minute and cleared with the first success, and names the host alone', async () => {
    const { add, alarm, clock, log, state } = bench(() => away);
    add('a');
    await clock.advance(59_000);
    expect(alarm()).toBeUndefined();
    await clock.advance(1_000);
    expect(alarm()).toBe('the webhook "newsroom" (hooks.example.com) does not accept messages: connect ECONNREFUSED');
    state.receiver = () => accepted;
    await clock.advance(300_000);
    expect(alarm()).toBeUndefined();
    expect(JSON.stringify(log.lines)).not.toMatch(/secret|key=/);
  });

  it('stays while one of several records is refused', async () => {
    const { add, alarm, clock, state } = bench(() => refused);
    add('a', 'b');
    await clock.advance(61_000);
    state.receiver = ({ id }) => (id === 'a-1' ? refused : accepted);
    await clock.advance(600_000);
    expect(alarm()).toBeDefined();
    state.receiver = () => accepted;
    await clock.advance(600_000);
    expect(alarm()).toBeUndefined();
  });
});

describe('@WEBHOOK-9: a queue', () => {
  it('sends what waits to another URL at once', async () => {
    const { add, clock, delivered, delivery } = bench((_message, url) => (url === webhook.url ? away : accepted));
    add('a', 'b', 'c', 'd');
    await clock.advance(200_000);
    delivery.serve({ ...webhook, url: 'https://other.example.com/' });
    await clock.advance(1);
    expect(delivered).toHaveLength(4);
  });

  it('is not held back by what the URL before answers late', async () => {
    const late = Promise.withResolvers<Attempt>();
    const tested = bench((_message, url) => (url === webhook.url ? late.promise : accepted));
    tested.add('a', 'b');
    await tested.clock.advance(1);
    tested.delivery.serve({ ...webhook, url: 'https://other.example.com/' });
    late.resolve({ ...away, retryAfterMs: 900_000 });
    await tested.clock.advance(1);
    expect(tested.delivered).toEqual(['a-1', 'b-2']);
    expect(tested.log.lines.filter(([level]) => level !== 'info')).toEqual([]);
  });

  it('@WEBHOOK-7: continues with what an earlier run has left', async () => {
    const first = bench();
    first.delivery.stop();
    first.add('a', 'b');
    const { clock, delivered, delivery } = bench();
    delivery.restore(first.delivery.waiting(), { count: 4, sinceMs: 0 });
    delivery.start();
    await clock.advance(1);
    expect([...delivered].sort()).toEqual(['a-1', 'b-2', 'messages.lost-1']);
  });

  it('@WEBHOOK-2: sends nothing that may not be read any more', async () => {
    const { add, attempts, clock, delivery, state } = bench(() => away);
    add('a');
    await clock.advance(1);
    state.unreadable = ['signals'];
    await clock.advance(10_000);
    expect(attempts).toHaveLength(1);
    expect(delivery.waiting()).toEqual([]);
  });

  it('ends what is under way when it stops', async () => {
    let answer: (attempt: Attempt) => void = () => undefined;
    const { add, attempts, changes, clock, delivery } = bench(() => new Promise((resolve) => (answer = resolve)));
    add('a');
    delivery.stop();
    answer(accepted);
    await clock.advance(1_000_000);
    expect(attempts).toHaveLength(1);
    expect(changes).toEqual([]);
  });
});
