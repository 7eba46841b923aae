// The endpoints by which admins manage the webhooks of the console.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { isEqual } from '../../../domain/codec/equality.js';
import { field, orNull } from '../../../domain/codec/codec.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import { byPerson, inAllStudios } from '../../../domain/console/requirement.js';
import {
  changeWebhook,
  findWebhook,
  WebhookChange,
  webhookInWords,
  WebhookSettings,
  WebhookTrouble,
  withWebhook,
  type ConsoleWebhook,
  type ConsoleWebhooks,
} from '../../../domain/console/webhook.js';
import { failure, invalid, type Failure } from '../../../domain/failure.js';
import { hostOf } from '../../../domain/studio/webhook.js';
import { someText } from '../../api/parameters.js';
import type { StoredWebhook } from '../../ports/console-store.js';
import { bodyOf, testResult } from '../../webhooks/messages.js';
import type { ConsoleServices } from '../console-services.js';
import { existingStudios } from '../sign-in/existing-studios.js';
import { sendSealed } from '../webhooks/send-sealed.js';
import { endpoint, type EndpointContext } from './endpoint.js';
import { historyEntry } from './studio-access.js';

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'secrets' | 'secondFactors' | 'sendWebhook'>;

/** A webhook as the API returns it: without its secret. */
const WebhookOverview = t.readonly(
  t.type({
    id: t.string,
    ...WebhookSettings.type.props,
    trouble: orNull(
      WebhookTrouble,
      'Since when its receiver does not accept a message, and its last answer; null unless that is longer than a minute',
    ),
  }),
  'WebhookOverview',
);
export type WebhookOverview = t.TypeOf<typeof WebhookOverview>;

const OneWebhook = t.readonly(t.type({ webhook: WebhookOverview }));
const WithSecret = t.readonly(t.type({ webhook: WebhookOverview, secret: t.string }));

const requires = byPerson(inAllStudios('admin'));
const params = { webhook: someText };

const overview = ({ sealedSecret: _, ...webhook }: StoredWebhook): WebhookOverview => webhook;

/** Changes the list with a history entry. Returns the webhook with an id. */
const changeWebhooks = async (
  ports: Ports,
  context: EndpointContext,
  id: string,
  change: (
    webhooks: ConsoleWebhooks,
  ) => E.Either<Failure, { readonly after: ConsoleWebhooks; readonly summary: string }>,
): Promise<E.Either<ConsoleFailure, WebhookOverview>> => {
  const changed = await ports.store.changeWebhooks((before) =>
    pipe(
      change(before),
      E.map(({ after, summary }) => ({ webhooks: after, historyEntry: historyEntry(ports, context, summary) })),
    ),
  );
  if (E.isLeft(changed)) return changed;
  return pipe(findWebhook(await ports.store.webhooks(), id), E.map(overview));
};

/** Returns a failure that names a studio that doesn't exist. */
const unknownStudio = async (
  { store }: Ports,
  studios: readonly string[] | null | undefined,
): Promise<Failure | undefined> => {
  const known = await existingStudios(store, studios ?? []);
  const unknown = studios?.find((id) => !known.has(id));
  return unknown === undefined
    ? undefined
    : invalid([{ path: 'studios', expected: 'ids of studios', got: JSON.stringify(unknown) }]);
};

const noKey = failure('conflict', 'consoles that share a database need SECOND_FACTOR_KEY for the secrets of webhooks');
const switchedOff = failure('conflict', 'this console sends no messages: CONSOLE_WEBHOOKS is off');

export const listWebhooks = endpoint({
  name: 'webhook.list',
  summary: 'List the webhooks of the console',
  intent: 'read',
  requires,
  path: '/webhooks',
  result: t.readonly(
    t.type({
      webhooks: t.readonlyArray(WebhookOverview),
      sending: field(t.boolean, 'Whether this console sends messages: CONSOLE_WEBHOOKS'),
    }),
  ),
  run: async ({ store, sendWebhook }: Ports) =>
    E.right({ value: { webhooks: (await store.webhooks()).map(overview), sending: sendWebhook !== undefined } }),
});

export const addWebhook = endpoint({
  name: 'webhook.add',
  summary: 'Add a webhook; this response is the only one that contains its secret',
  intent: 'create',
  requires,
  path: '/webhooks',
  body: WebhookSettings,
  result: WithSecret,
  run: async (ports: Ports, _params, context, body) => {
    const { box } = ports.secondFactors;
    if (box === undefined) return E.left(noKey);
    const fault = await unknownStudio(ports, body.studios);
    if (fault !== undefined) return E.left(fault);
    const secret = ports.secrets.webhookSecret();
    const added: ConsoleWebhook = { id: ports.secrets.id(), ...body, sealedSecret: box.seal(secret) };
    const changed = await changeWebhooks(ports, context, added.id, (before) =>
      pipe(
        withWebhook(before, added),
        E.map((after) => ({ after, summary: `added ${webhookInWords(added)}` })),
      ),
    );
    return pipe(
      changed,
      E.map((webhook) => ({ value: { webhook, secret } })),
    );
  },
});

export const changeConsoleWebhook = endpoint({
  name: 'webhook.change',
  summary: 'Change a webhook; another URL applies to what its receiver has not accepted yet',
  intent: 'change',
  requires,
  path: '/webhooks/:webhook',
  params,
  body: WebhookChange,
  result: OneWebhook,
  run: async (ports: Ports, { webhook: id }, context, body) => {
    const present = (await ports.store.webhooks()).find((webhook) => webhook.id === id);
    if (present !== undefined && isEqual(present, { ...present, ...body }))
      return E.right({ value: { webhook: overview(present) } });
    // A studio that was removed may stay.
    const added = body.studios?.filter((studio) => present?.studios?.includes(studio) !== true);
    const fault = await unknownStudio(ports, added);
    if (fault !== undefined) return E.left(fault);
    const changed = await changeWebhooks(ports, context, id, (before) =>
      pipe(
        E.Do,
        E.bind('after', () => changeWebhook(before, id, body)),
        E.bind('changed', ({ after }) => findWebhook(after, id)),
        E.map(({ after, changed: webhook }) => ({
          after,
          summary: `changed a webhook, now ${webhookInWords(webhook)}`,
        })),
      ),
    );
    return pipe(
      changed,
      E.map((webhook) => ({ value: { webhook } })),
    );
  },
});

export const replaceWebhookSecret = endpoint({
  name: 'webhook.secret.replace',
  summary: 'Replace the secret of a webhook at once; this response is the only one that contains the new one',
  intent: 'act',
  requires,
  path: '/webhooks/:webhook/secret',
  params,
  result: WithSecret,
  run: async (ports: Ports, { webhook: id }, context) => {
    const { box } = ports.secondFactors;
    if (box === undefined) return E.left(noKey);
    const secret = ports.secrets.webhookSecret();
    const changed = await changeWebhooks(ports, context, id, (before) =>
      pipe(
        E.Do,
        E.bind('found', () => findWebhook(before, id)),
        E.bind('after', () => changeWebhook(before, id, { sealedSecret: box.seal(secret) })),
        E.map(({ found, after }) => ({ after, summary: `replaced the secret of the webhook "${found.name}"` })),
      ),
    );
    return pipe(
      changed,
      E.map((webhook) => ({ value: { webhook, secret } })),
    );
  },
});

export const testConsoleWebhook = endpoint({
  name: 'webhook.test',
  summary: 'Send a message of the type test now, and return what the receiver answers',
  intent: 'act',
  requires,
  path: '/webhooks/:webhook/test',
  params,
  result: t.readonly(
    t.type({
      accepted: field(t.boolean, 'Whether the receiver has accepted the message'),
      answer: field(t.string, 'What it answered, in words'),
    }),
  ),
  run: async ({ store, clock, secrets, secondFactors, sendWebhook }: Ports, { webhook: id }, { note }) => {
    const found = findWebhook(await store.webhooks(), id);
    if (E.isLeft(found)) return found;
    if (sendWebhook === undefined) return E.left(switchedOff);
    const webhook = found.right;
    const message = { id: `msg_${secrets.id()}`, body: bodyOf('test', clock.now(), { webhook: webhook.name }) };
    note?.(`tested the webhook "${webhook.name}"`);
    const attempt = await sendSealed(sendWebhook, secondFactors.box)(webhook, message, new AbortController().signal);
    const { isDelivered, answer } = testResult(`${webhook.name} (${hostOf(webhook)})`, attempt);
    return E.right({ value: { accepted: isDelivered, answer } });
  },
});

export const removeWebhook = endpoint({
  name: 'webhook.remove',
  summary: 'Remove a webhook: its receiver is sent nothing more, not even that something is over',
  intent: 'remove',
  requires,
  path: '/webhooks/:webhook',
  params,
  run: async (ports: Ports, { webhook: id }, context) =>
    pipe(
      await ports.store.changeWebhooks((before) =>
        pipe(
          findWebhook(before, id),
          E.map(({ name }) => ({
            webhooks: before.filter((webhook) => webhook.id !== id),
            historyEntry: historyEntry(ports, context, `removed the webhook "${name}"`),
          })),
        ),
      ),
      E.map(() => ({ value: undefined })),
    ),
});

export const webhookEndpoints = [
  listWebhooks,
  addWebhook,
  changeConsoleWebhook,
  replaceWebhookSecret,
  testConsoleWebhook,
  removeWebhook,
];
