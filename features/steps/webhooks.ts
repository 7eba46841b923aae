// Steps about webhooks, with a receiver in this process.
import { After, Given, Then, When, type DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { consoleWebhookEvents } from '../../domain/console/webhook.js';
import { webhookEvents } from '../../domain/studio/webhook.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { eventually } from '../../test/support/eventually.js';
import {
  receiverFaults,
  startWebhookReceiver,
  webhookSecret,
  type ReceivedMessage,
  type ReceiverFault,
  type WebhookReceiver,
} from '../../test/support/webhook-receiver.js';
import { formatValue, valueAt } from '../support/event-stream.js';
import { listening } from '../support/started-processes.js';
import type { StudioWorld } from '../support/world.js';

/** The attempts of a scenario are those after the start. */
const events = webhookEvents.filter((event) => event !== 'service.started');

const receivers = new WeakMap<StudioWorld, { readonly receiver: WebhookReceiver; readonly folder: string }>();

const receiverOf = (world: StudioWorld): { readonly receiver: WebhookReceiver; readonly folder: string } => {
  const found = receivers.get(world);
  assert.ok(found, 'there is no receiver');
  return found;
};

After(async function (this: StudioWorld) {
  const found = receivers.get(this);
  if (found === undefined) return;
  await found.receiver.close();
  await rm(found.folder, { recursive: true });
});

Given('a receiver of webhooks', async function (this: StudioWorld) {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-webhook-'));
  const receiver = await startWebhookReceiver();
  receivers.set(this, { receiver, folder });
  this.placeholders.set('receiver', receiver.url);
});

Given('a studio file of the demo studio with a webhook to the receiver', async function (this: StudioWorld) {
  const { receiver, folder } = receiverOf(this);
  const [secretFile, file] = [join(folder, 'secret'), join(folder, 'studio.json')];
  await writeFile(secretFile, webhookSecret);
  await writeFile(
    file,
    JSON.stringify({ ...demoStudio, webhooks: [{ id: 'newsroom', url: receiver.url, secretFile, events }] }),
  );
  this.placeholders.set('studio file', file);
});

Given(
  new RegExp(`^the receiver (${Object.keys(receiverFaults).join('|')})$`),
  function (this: StudioWorld, fault: ReceiverFault) {
    receiverOf(this).receiver.behave(() => fault);
  },
);

When('the receiver was sent {int} attempts', async function (this: StudioWorld, count: number) {
  const { receiver } = receiverOf(this);
  await eventually('attempts', () => receiver.attempts.length >= count);
});

When(
  /^the operator (adds a webhook to the receiver|replaces the secret of the webhook of the receiver)$/,
  async function (this: StudioWorld, phrase: string) {
    const { receiver } = receiverOf(this);
    const isNew = phrase.startsWith('adds');
    const body = { name: 'newsroom', url: receiver.url, studios: null, events: consoleWebhookEvents };
    const path = isNew ? '/api/webhooks' : '/api/webhooks/{webhookId}/secret';
    await this.callConsole('operator', 'POST', path, isNew ? [['body', JSON.stringify(body)]] : []);
    const { webhook, secret } = (await this.json()) as { webhook: { id: string }; secret: string };
    this.placeholders.set('webhookId', webhook.id).set('secret', secret);
    receiver.expect(secret);
  },
);

When('the receiver accepts messages', function (this: StudioWorld) {
  receiverOf(this).receiver.behave(() => undefined);
});

const cell = ({ body }: ReceivedMessage, column: string): string => {
  const value = valueAt(body, column);
  return value === undefined ? '' : formatValue(value);
};

Then('the receiver soon has signed messages:', async function (this: StudioWorld, table: DataTable) {
  const { receiver } = receiverOf(this);
  const [columns = []] = table.raw();
  const shown = () =>
    receiver.accepted
      .filter(({ isSigned }) => isSigned)
      .map((message) => Object.fromEntries(columns.map((column) => [column, cell(message, column)])));
  const expected = table
    .hashes()
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, text]) => [name, this.fill(text)])));
  await eventually('the messages', () => isDeepStrictEqual(shown(), expected)).catch(() => {
    assert.deepEqual(shown(), expected);
  });
});

Then(
  'each of {int} calls to {word} is answered within {int} ms',
  async function (this: StudioWorld, count: number, path: string, ms: number) {
    const { port } = new URL(await listening(this, 'service'));
    for (let made = 0; made < count; made += 1) {
      const startedAtMs = performance.now();
      const { status } = await fetch(`http://127.0.0.1:${port}/api/v2/plain${path}`);
      assert.equal(status, 200);
      const tookMs = performance.now() - startedAtMs;
      assert.ok(tookMs < ms, `a call took ${String(tookMs)} ms`);
    }
  },
);
