// What webhooks are sent, and how they follow the studio file.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { endedCommands } from '../../../application/as-run/ended-commands.js';
import { bodyOf, messageTypes } from '../../../application/webhooks/messages.js';
import type { AsRunEntry, AsRunLine } from '../../../domain/as-run.js';
import { webhookEvents, type WebhookDefinition } from '../../../domain/studio/webhook.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { settle } from '../demo-bench.js';
import { switched, webhooksBench } from './webhooks-bench.js';

const all: WebhookDefinition = { id: 'all', url: 'https://all.example.com/hook', secretFile: '/etc/secret' };

/** A webhook that is sent all that happens after the start. */
const webhook = (id: string, changes: Partial<WebhookDefinition> = {}): WebhookDefinition => ({
  ...all,
  id,
  url: `https://${id}.example.com/hook`,
  events: webhookEvents.filter((event) => event !== 'service.started'),
  ...changes,
});

const away = { isDelivered: false, reason: 'connect ECONNREFUSED', isRefused: false } as const;

const started = (...defined: readonly WebhookDefinition[]) => {
  const bench = webhooksBench({ webhooks: defined });
  bench.opened.start();
  return bench;
};

type Bench = ReturnType<typeof started>;

const status = ({ ports }: Bench, to: 'on_air' | 'off_air'): void => {
  ports.studio.change((runtime) => E.right({ ...runtime, status: to }));
};

describe('@WEBHOOK-2: a webhook', () => {
  it('is sent what happens, from the start on', async () => {
    const bench = started(all);
    bench.alarms.raise('output_away', 'out-1', 'it is away');
    bench.alarms.raise('output_away', 'out-1', 'it is still away');
    bench.alarms.clear('output_away', 'out-1');
    status(bench, 'on_air');
    status(bench, 'off_air');
    bench.commands.notify(switched('sig-1', 'run-1'));
    bench.commands.notify({ ...switched('out-1', 'run-2'), operation: 'clip.play', parameters: { output: 'out-1' } });
    await settle(bench.clock);
    expect(bench.taken()).toEqual([
      'all service.started ',
      'all alarm.raised out-1',
      'all studio.on_air on_air',
      'all as_run.entry run-1',
      'all as_run.entry run-2',
      'all alarm.cleared out-1',
      'all studio.off_air off_air',
    ]);
    await bench.opened.stop();
  });

  it('is sent each failed run of an automation, and not those before the start', async () => {
    const bench = started(webhook('all', { events: ['automation.failed'] }));
    const [automation] = demoStudio.automations;
    if (automation === undefined) expect.unreachable();
    for (const device of ['out-1', 'out-2', 'sig-1', 'sig-2', 'sig-3', 'cam-1', 'cam-2'])
      bench.studio.setFault(device, { type: 'offline' });
    bench.automated.transition(automation, 'start');
    await bench.clock.advance(3_600_000);
    const [first] = bench.taken();
    expect(first).toBe(`all automation.failed ${automation.id}`);
    expect(JSON.parse(bench.bodies[0] ?? '')).toMatchObject({ data: { lastRun: { outcome: 'failed' } } });
    await bench.opened.stop();
  });

  it('is sent the alarms that are open when it starts', async () => {
    const bench = webhooksBench({ webhooks: [] });
    bench.alarms.raise('output_away', 'out-1', 'it is away');
    bench.define([webhook('all')]);
    bench.opened.start();
    await settle(bench.clock);
    expect(bench.taken()).toEqual([]);
  });

  it.each([
    ['system', []],
    ['outputs', ['all studio.on_air on_air']],
    ['studio', ['all alarm.raised out-1']],
  ] as const)('is sent nothing about %s while the host may not read it', async (feature, expected) => {
    const bench = started(webhook('all'));
    bench.reads.off = feature === 'system' ? ['system', 'studio'] : [feature];
    bench.alarms.raise('output_away', 'out-1', 'it is away');
    status(bench, 'on_air');
    await settle(bench.clock);
    expect(bench.taken()).toEqual(expected);
  });

  it('is sent only what it has chosen', async () => {
    const bench = started(webhook('air', { events: ['studio.on_air'] }));
    bench.alarms.raise('output_away', 'out-1', 'it is away');
    status(bench, 'on_air');
    status(bench, 'off_air');
    await settle(bench.clock);
    expect(bench.taken()).toEqual(['air studio.on_air on_air']);
  });

  it('is never sent the ids that are passwords', async () => {
    const bench = started(webhook('all'));
    status(bench, 'on_air');
    bench.commands.notify(switched('sig-1'));
    await settle(bench.clock);
    expect(bench.bodies).toHaveLength(2);
    expect(bench.bodies.join()).not.toContain(demoStudio.id);
    expect(bench.bodies.join()).not.toContain(demoStudio.serverId);
  });

  it('has an example of each type of message, all of which webhooks may choose but two', () => {
    expect(Object.keys(messageTypes)).toEqual([...webhookEvents, 'messages.lost', 'test']);
    expect(bodyOf('test', 0, { webhook: 'a' })).toBe(
      '{"type":"test","timestamp":"1970-01-01T00:00:00.000Z","data":{"webhook":"a"}}',
    );
  });
});

describe('@WEBHOOK-8: the alarm about a webhook', () => {
  it('goes to the others alone, and ends', async () => {
    const bench = started(webhook('one'), webhook('two'));
    bench.answers.set('one', away).set('two', away);
    status(bench, 'on_air');
    await bench.clock.advance(3_600_000);
    expect(bench.alarms.open().map(({ subject }) => subject)).toEqual(['two', 'one']);
    bench.answers.clear();
    await bench.clock.advance(3_600_000);
    expect(bench.alarms.open()).toEqual([]);
    const sent = [...bench.taken()].sort();
    expect(sent).toEqual([
      'one alarm.cleared two',
      'one alarm.raised two',
      'one studio.on_air on_air',
      'two alarm.cleared one',
      'two alarm.raised one',
      'two studio.on_air on_air',
    ]);
    await bench.clock.advance(3_600_000);
    expect(bench.taken()).toEqual([]);
  });
});

describe('@WEBHOOK-9: a new studio file', () => {
  it('adds, keeps and removes webhooks', async () => {
    const bench = started(webhook('one'));
    bench.answers.set('one', away);
    status(bench, 'on_air');
    await bench.clock.advance(61_000);
    bench.define([webhook('two')]);
    expect(bench.alarms.open()).toEqual([]);
    expect(bench.logged).toContain('the messages of a webhook that was removed are dropped');
    bench.answers.clear();
    status(bench, 'off_air');
    await bench.clock.advance(1_000_000);
    expect(bench.taken()).toEqual(['two studio.off_air off_air']);
  });
});

describe('@WEBHOOK-10: a test', () => {
  it('is sent once, and states what became of it', async () => {
    const bench = started(webhook('one', { events: ['alarm.raised'] }));
    expect(await bench.opened.test('one')).toEqual({
      isDelivered: true,
      answer: 'one (one.example.com) has accepted the test: it answered with 204',
    });
    bench.answers.set('one', away);
    expect(await bench.opened.test('one')).toEqual({
      isDelivered: false,
      answer: 'one (one.example.com) has not accepted the test: connect ECONNREFUSED',
    });
    expect(await bench.opened.test('other')).toBeUndefined();
    const { signal } = new AbortController();
    expect((await bench.opened.testDraft(webhook('draft'), new Map(), signal)).answer).toMatch(/^draft \(.*with 204$/);
    await bench.clock.advance(600_000);
    expect(bench.bodies).toHaveLength(3);
  });
});

describe('commands that have ended', () => {
  it('are reported once their end is stored', () => {
    const [stored, reported]: [AsRunLine[], AsRunEntry[]] = [[], []];
    const { sink, watch } = endedCommands({ write: (line) => void stored.push(line) });
    watch((entry) => void reported.push(entry));
    const { id, endedAt, durationMs, outcome, error, ...sent } = switched('sig-1');
    const ended = { type: 'ended', id, endedAt: String(endedAt), durationMs: Number(durationMs), error } as const;
    sink.write({ type: 'sent', id, ...sent });
    sink.write({ ...ended, id: 'other', outcome: 'failed' });
    expect(reported).toEqual([]);
    sink.write({ ...ended, outcome: 'confirmed' });
    sink.write({ type: 'lost', time: '', count: 1 });
    expect(reported).toEqual([{ ...switched('sig-1'), outcome }]);
    expect(stored).toHaveLength(4);
  });
});
