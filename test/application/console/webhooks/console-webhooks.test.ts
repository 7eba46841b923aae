// The webhooks of the console: what is open at the studios, and what receivers have accepted.
import { hashSecret } from '../../../../adapters/node/console-secrets.js';
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../application/ports/webhooks.js';
import {
  accepts,
  alarmOf,
  box,
  consoleWebhooksBench,
  defineWebhooks,
  refuses,
  statusWith,
  webhookTo,
} from './webhooks-bench.js';

const second = 1_000;

/** A bench with one webhook, `w`, for everything. */
const bench = async () => {
  const made = await consoleWebhooksBench();
  await defineWebhooks(made.store, webhookTo('w'));
  await made.settle();
  return made;
};

describe('@WEBHOOK-14: what is sent', () => {
  it('an alarm that is raised and cleared, with its studio', async () => {
    const { report, attempts, settle } = await bench();
    await report('a', alarmOf('one'));
    await settle();
    await report('a');
    await settle();
    // The studio's id is a password of its legacy routes.
    const alarm = { studio: { ref: hashSecret('["w","a"]').slice(0, 16), name: 'A' }, ...alarmOf('one') };
    const noon = '2021-03-01T12:00:00.000Z';
    expect(attempts.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { type: 'alarm.raised', timestamp: alarm.raisedAt, data: { ...alarm, clearedAt: null } },
      { type: 'alarm.cleared', timestamp: noon, data: { ...alarm, clearedAt: noon } },
    ]);
  });

  it('an alarm that was raised again: first the end of the old one', async () => {
    const { report, sent } = await bench();
    await report('a', alarmOf('one', 1));
    expect(await sent()).toEqual(['w alarm.raised a one']);
    await report('a', alarmOf('one', 2));
    expect(await sent()).toEqual(['w alarm.cleared a one', 'w alarm.raised a one']);
  });

  it('a studio is away after a minute, and back; its alarms stay as they were reported last', async () => {
    const { report, store, clock, sent, attempts } = await bench();
    await report('a', alarmOf('one'));
    await sent();
    await store.reportConnected([], ['a'], clock.now());
    await clock.advance(59 * second);
    await store.reportConnected(['a'], [], clock.now());
    await clock.advance(59 * second);
    await store.reportConnected([], ['a'], clock.now());
    await clock.advance(59 * second);
    expect(await sent()).toEqual([]);
    await clock.advance(4 * second);
    const [{ body } = { body: '' }] = attempts;
    expect(JSON.parse(body)).toMatchObject({ data: { awaySince: '2021-03-01T12:01:58.000Z', backAt: null } });
    expect(await sent()).toEqual(['w studio.away a']);
    await clock.advance(3_600 * second);
    await store.reportConnected(['a'], [], clock.now());
    expect(await sent()).toEqual(['w studio.back a']);
  });

  it('nothing about alarms that a service may have left out, or of which it reports nothing', async () => {
    const { store, sent } = await bench();
    await store.setServiceStatus('a', statusWith([alarmOf('new', 3), alarmOf('old', 1)]));
    expect(await sent()).toHaveLength(2);
    await store.setServiceStatus('a', statusWith([alarmOf('newest', 4), alarmOf('newer', 2)], 1));
    expect((await sent()).toSorted()).toEqual([
      'w alarm.cleared a new',
      'w alarm.raised a newer',
      'w alarm.raised a newest',
    ]);
    await store.setApplied('a', { appliedVersion: 1, refusal: null, service: null, time: 8 });
    expect(await sent()).toEqual([]);
  });

  it('the end of everything that was open at a studio that is removed', async () => {
    const { report, store, sent } = await bench();
    await report('a', alarmOf('one'));
    await sent();
    await store.removeStudio('a', { time: 0, operator: 'admin', action: 'test', summary: 'removed' });
    expect(await sent()).toEqual(['w alarm.cleared a one']);
  });

  it.each([
    [{ events: ['alarm.raised'] }, ['alarm.raised a one'], []],
    [{ events: ['alarm.cleared'] }, [], ['alarm.cleared a one']],
    [{ studios: ['a'], events: ['studio.away'] }, [], []],
    [{ studios: ['b'] }, [], []],
    [{ studios: ['a'] }, ['alarm.raised a one'], ['alarm.cleared a one']],
  ] as const)('to a webhook with %j', async (change, raised, cleared) => {
    const { report, store, sent } = await consoleWebhooksBench();
    await defineWebhooks(store, webhookTo('w', change));
    const both = [];
    for (const alarms of [[alarmOf('one')], []]) {
      await report('a', ...alarms);
      both.push(await sent());
    }
    expect(both).toEqual([raised, cleared].map((texts) => texts.map((text) => `w ${text}`)));
  });

  it('nothing about what a webhook no longer concerns, and what is open once it concerns it again', async () => {
    const { report, store, sent } = await bench();
    await report('a', alarmOf('one'));
    await sent();
    await defineWebhooks(store, webhookTo('w', { studios: ['b'] }));
    await report('a');
    await report('a', alarmOf('two'));
    expect(await sent()).toEqual([]);
    await defineWebhooks(store, webhookTo('w'), webhookTo('x', { studios: ['b'] }));
    expect(await sent()).toEqual(['w alarm.raised a two']);
    await defineWebhooks(store);
    await report('a');
    expect(await sent()).toEqual([]);
  });
});

describe('@WEBHOOK-15: what is not accepted', () => {
  it.each([
    ['a receiver that fails', refuses(500)],
    ['a refusal', refuses(400)],
  ])('%s is sent again, with the same id, until it is accepted', async (_, answer) => {
    const { report, receiver, attempts, clock, sent } = await bench();
    receiver.answer = () => answer;
    await report('a', alarmOf('one'));
    await clock.advance(10 * second);
    const ids = new Set(attempts.map(({ id }) => id));
    expect([ids.size, (await sent()).length]).toEqual([1, 4]);
    receiver.answer = () => accepts;
    await clock.advance(10 * second);
    expect([...ids]).toEqual([attempts[0]?.id]);
    expect(await sent()).toEqual(['w alarm.raised a one']);
  });

  it('what came and went meanwhile is not sent', async () => {
    const { report, receiver, clock, sent } = await bench();
    receiver.answer = () => refuses(500);
    await report('a', alarmOf('one'));
    await clock.advance(10 * second);
    await sent();
    await report('a');
    receiver.answer = () => accepts;
    await clock.advance(600 * second);
    expect(await sent()).toEqual([]);
  });

  it.each([
    ['fails, is not sent again', refuses(500), []],
    ['is accepted, is sent as cleared', accepts, ['w alarm.cleared a one']],
  ])('an alarm that is over before its message %s', async (_, answer, expected) => {
    const { report, receiver, clock, sent } = await bench();
    const { promise, resolve } = Promise.withResolvers<Attempt>();
    receiver.answer = () => promise;
    await report('a', alarmOf('one'));
    expect(await sent()).toHaveLength(1);
    await report('a');
    expect(await sent()).toEqual([]);
    receiver.answer = () => accepts;
    resolve(answer);
    await clock.advance(60 * second);
    expect(await sent()).toEqual(expected);
  });

  it('a refusal holds back nothing else; a receiver that fails for three subjects is left alone', async () => {
    const { report, receiver, clock, sent } = await bench();
    receiver.answer = (text) => (text.endsWith('one') ? refuses(400) : accepts);
    await report('a', alarmOf('one'), alarmOf('two'));
    await report('b', alarmOf('three'));
    expect(await sent()).toEqual(['w alarm.raised a one', 'w alarm.raised a two', 'w alarm.raised b three']);
    await report('a');
    await sent();
    receiver.answer = () => refuses(503);
    await report('b', ...Array.from({ length: 30 }, (_, at) => alarmOf(`more ${String(at)}`)));
    await clock.advance(3_600 * second);
    expect((await sent()).length).toBeLessThan(100);
    receiver.answer = () => accepts;
    await clock.advance(61 * second);
    // All begin at once: 30 alarms, and the end of one.
    expect(await sent()).toHaveLength(31);
  });

  it('a receiver that never answers holds back no other', async () => {
    const { report, store, receiver, sent } = await bench();
    await defineWebhooks(store, webhookTo('w'), webhookTo('slow'));
    receiver.answer = (text) => (text.startsWith('slow') ? new Promise<Attempt>(() => undefined) : accepts);
    const names = Array.from({ length: 9 }, (_, at) => `out-${String(at)}`);
    await report('a', ...names.map((name) => alarmOf(name)));
    const texts = await sent();
    expect([texts.filter((text) => text.startsWith('w')).length, texts.length]).toEqual([9, 9 + 4]);
  });

  it('what could not be stored as accepted is stored later, and its end is sent', async () => {
    const { report, restart, attempts, clock, store, settle } = await bench();
    let failures = 2;
    await restart(settle, {
      storeAccepted: (changes) =>
        (failures -= 1) < 0 ? store.storeAccepted(changes) : Promise.reject(new Error('full')),
    });
    await report('a', alarmOf('one'));
    await settle();
    await report('a');
    await clock.advance(60 * second);
    expect(attempts.map(({ text }) => text)).toEqual(['w alarm.raised a one', 'w alarm.cleared a one']);
    expect(await store.acceptedConditions()).toEqual([]);
  });
});

describe('@WEBHOOK-16: a restart', () => {
  it('repeats nothing, and sends what has changed meanwhile', async () => {
    const { report, store, restart, clock, sent } = await bench();
    await report('a', alarmOf('one'), alarmOf('two'));
    await store.reportConnected([], ['b'], clock.now());
    await clock.advance(70 * second);
    expect((await sent()).toSorted()).toEqual(['w alarm.raised a one', 'w alarm.raised a two', 'w studio.away b']);
    await restart();
    expect(await sent()).toEqual([]);
    await restart(() => report('a', alarmOf('one')));
    expect(await sent()).toEqual(['w alarm.cleared a two']);
    await restart(() => store.reportConnected(['b'], [], clock.now()));
    expect(await sent()).toEqual(['w studio.back b']);
  });

  it('after which services connect again within a minute calls none of them away', async () => {
    const { store, restart, clock, sent } = await bench();
    await store.reportConnected([], ['a', 'b'], clock.now());
    await restart(() => clock.advance(3_600 * second));
    await clock.advance(50 * second);
    await store.reportConnected(['a'], [], clock.now());
    await clock.advance(50 * second);
    expect(await sent()).toEqual(['w studio.away b']);
  });

  it('without the lease nothing is sent, and without a webhook no studio is read', async () => {
    const { report, restart, store, clock, settle, sent } = await bench();
    let [isHeld, reads] = [false, 0];
    const count = { syncStatuses: (ids?: readonly string[]) => ((reads += 1), store.syncStatuses(ids)) };
    await restart(settle, { ...count, holdWebhooks: () => Promise.resolve(isHeld) });
    await report('a', alarmOf('one'));
    expect([await sent(), reads]).toEqual([[], 0]);
    isHeld = true;
    await clock.advance(3 * second);
    expect([await sent(), reads]).toEqual([['w alarm.raised a one'], 1]);
    isHeld = false;
    await clock.advance(3 * second);
    await report('a');
    expect(await sent()).toEqual([]);
    isHeld = true;
    await defineWebhooks(store);
    await clock.advance(3 * second);
    await report('a');
    expect([await sent(), reads]).toEqual([[], 1]);
  });

  it('a read that fails is made again', async () => {
    const { report, restart, store, clock, log, sent } = await bench();
    let failures = 2;
    const webhooks = () => ((failures -= 1) < 0 ? store.webhooks() : Promise.reject(new Error('away')));
    await report('a', alarmOf('one'));
    await sent();
    await restart(() => report('a'), { webhooks });
    await clock.advance(10 * second);
    expect(log.lines.filter((line) => line.startsWith('webhooks could not follow'))).toHaveLength(2);
    expect(await sent()).toEqual(['w alarm.cleared a one']);
  });
});

describe('@WEBHOOK-17: a receiver that has not accepted a message for a minute', () => {
  const failing = async () => {
    const made = await bench();
    made.receiver.answer = () => refuses(500);
    await made.report('a', alarmOf('one'));
    await made.clock.advance(59 * second);
    const trouble = async () => (await made.store.webhooks())[0]?.trouble;
    return { ...made, trouble };
  };

  it.each([false, true])(
    'is shown, and logged once; then that it accepts again (after a restart: %s)',
    async (again) => {
      const { receiver, clock, log, trouble, restart } = await failing();
      expect([await trouble(), log.lines]).toEqual([null, []]);
      await clock.advance(120 * second);
      receiver.answer = () => refuses(503);
      await clock.advance(600 * second);
      if (again) await restart();
      await clock.advance(600 * second);
      const since = '2021-03-01T12:00:00.000Z';
      expect(await trouble()).toEqual({ since, answer: 'it answered with 503' });
      receiver.answer = () => accepts;
      await clock.advance(600 * second);
      expect(await trouble()).toBeNull();
      expect(log.lines).toEqual([
        'a webhook of the console has not accepted a message for a minute {"webhook":"w","host":"w.example","answer":"it answered with 500"}',
        'a webhook of the console has no failed message any more {"webhook":"w","host":"w.example"}',
      ]);
    },
  );

  it('is shown once that can be stored', async () => {
    const { report, receiver, restart, store, clock, settle } = await bench();
    let failures = 2;
    await restart(settle, {
      setWebhookTrouble: (...trouble) =>
        (failures -= 1) < 0 ? store.setWebhookTrouble(...trouble) : Promise.reject(new Error('away')),
    });
    receiver.answer = () => refuses(500);
    await report('a', alarmOf('one'));
    await clock.advance(600 * second);
    expect((await store.webhooks())[0]?.trouble?.answer).toBe('it answered with 500');
    failures = 1;
    receiver.answer = () => accepts;
    await clock.advance(600 * second);
    await report('a');
    await clock.advance(second);
    expect((await store.webhooks())[0]?.trouble).toBeNull();
  });

  it('is shown no longer once nothing is due', async () => {
    const { report, clock, trouble } = await failing();
    await clock.advance(120 * second);
    expect(await trouble()).not.toBeNull();
    await report('a');
    await clock.advance(0);
    expect(await trouble()).toBeNull();
  });

  it('says that the secret was sealed with another key, and sends nothing', async () => {
    const { store, report, clock, sent } = await bench();
    await defineWebhooks(store, webhookTo('w', { sealedSecret: box.seal('x').slice(0, -4) }));
    await report('a', alarmOf('one'));
    await clock.advance(120 * second);
    expect([(await store.webhooks())[0]?.trouble?.answer, await sent()]).toEqual([
      "its secret can't be decrypted with the present key: replace it",
      [],
    ]);
  });
});
