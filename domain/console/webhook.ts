// Webhooks of the console: URLs that it calls about its studios, also while they are away (WEBHOOK-13).
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { boundedListOf, dateTime, field, isSameName, listOf, oneOf, orNull, refined, text } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';
import { hostOf, maxWebhooks, WebhookUrl } from '../studio/webhook.js';
import { ReportedAlarm } from './service-status.js';
import { StudioId } from './studio.js';

/** What a webhook of the console may choose among. */
export const consoleWebhookEvents = ['studio.away', 'studio.back', 'alarm.raised', 'alarm.cleared'] as const;
export type ConsoleWebhookEvent = (typeof consoleWebhookEvents)[number];

/** The most studios that a webhook names; with more, it concerns all. */
const maxNamedStudios = 1_000;

/** A list with at least one entry, each once. */
const choice = <A>(list: t.Type<readonly A[]>, what: string): t.Type<readonly A[]> =>
  refined(
    list,
    (entries) => entries.length > 0 && new Set(entries).size === entries.length,
    `a list of at least one ${what}, each once`,
    { minItems: 1 },
  );

const settings = {
  name: field(text(1, 64), 'What the webhook is called'),
  url: field(WebhookUrl, 'Where messages are sent, without a user name and a password', {
    examples: ['https://hooks.example.com/studio'],
  }),
  studios: orNull(
    choice(boundedListOf(StudioId, maxNamedStudios), 'id of a studio'),
    'Ids of the studios that it concerns; null for all',
  ),
  events: field(choice(listOf(oneOf(...consoleWebhookEvents)), 'event'), 'What is sent'),
};

/** What admins choose. */
export const WebhookSettings = t.readonly(t.type(settings));
export type WebhookSettings = t.TypeOf<typeof WebhookSettings>;

/** A change of what admins have chosen. */
export const WebhookChange = t.readonly(t.partial(settings));

/** A webhook as it is stored. */
export const ConsoleWebhook = t.readonly(
  t.type({ id: t.string, ...settings, /** The secret that signs messages, encrypted. */ sealedSecret: text(1, 512) }),
);
export type ConsoleWebhook = t.TypeOf<typeof ConsoleWebhook>;

/** Since when a receiver doesn't accept a message, and its last answer in words. */
export const WebhookTrouble = t.readonly(t.type({ since: dateTime, answer: t.string }), 'WebhookTrouble');
export type WebhookTrouble = t.TypeOf<typeof WebhookTrouble>;

/** Something that is open at a studio: an alarm, or that the studio is away. A receiver is sent when it begins and ends. */
export const OpenCondition = t.readonly(
  t.type({
    /** Names that were stored by earlier versions may contain anything. */
    studio: t.readonly(t.type({ id: t.string, name: t.string })),
    /** Null if the studio is away. */
    alarm: t.union([ReportedAlarm, t.null]),
    since: dateTime,
  }),
);
export type OpenCondition = t.TypeOf<typeof OpenCondition>;

/** Returns what a condition is about. Of one subject, one condition is open at a time, and messages are sent in their order. */
export const subjectOf = ({ studio, alarm }: OpenCondition): string =>
  JSON.stringify(alarm === null ? [studio.id] : [studio.id, alarm.kind, alarm.subject]);

/** Returns the events that a condition begins and ends with. */
export const eventsOf = ({ alarm }: OpenCondition): Readonly<Record<'begin' | 'end', ConsoleWebhookEvent>> =>
  alarm === null ? { begin: 'studio.away', end: 'studio.back' } : { begin: 'alarm.raised', end: 'alarm.cleared' };

/** Whether a webhook concerns a condition: its studio, and the beginning or the end. */
export const concerns = ({ studios, events }: WebhookSettings, condition: OpenCondition): boolean => {
  const { begin, end } = eventsOf(condition);
  return (studios?.includes(condition.studio.id) ?? true) && (events.includes(begin) || events.includes(end));
};

/** How many studios a sentence names. */
const mostNamed = 3;

const studiosInWords = (studios: WebhookSettings['studios']): string => {
  if (studios === null) return 'all';
  const further = studios.length - mostNamed;
  const named = studios.slice(0, mostNamed).join(', ');
  return further > 0 ? `${named} and ${String(further)} more` : named;
};

/** Returns a webhook in words, with the host alone: the path of a URL may be secret. */
export const webhookInWords = ({ name, url, studios, events }: WebhookSettings): string =>
  `the webhook "${name}" to ${hostOf({ url })}; studios: ${studiosInWords(studios)}; events: ${events.join(', ')}`;

/** All webhooks. */
export type ConsoleWebhooks = readonly ConsoleWebhook[];

const taken = (name: string): Failure => failure('conflict', `a webhook named "${name}" already exists`);
const tooMany = failure('conflict', `the limit of ${String(maxWebhooks)} webhooks is reached`);

/** Finds a webhook by its id. */
export const findWebhook = <Webhook extends ConsoleWebhook>(
  webhooks: readonly Webhook[],
  id: string,
): E.Either<Failure, Webhook> =>
  E.fromNullable(failure('not_found', `there is no webhook "${id}"`))(webhooks.find((webhook) => webhook.id === id));

/** Adds a webhook, or replaces the one with its id. Names are unique, ignoring case. */
export const withWebhook = (webhooks: ConsoleWebhooks, added: ConsoleWebhook): E.Either<Failure, ConsoleWebhooks> => {
  const all = [...new Map([...webhooks, added].map((webhook) => [webhook.id, webhook])).values()];
  if (all.some(({ id, name }) => id !== added.id && isSameName(name, added.name))) return E.left(taken(added.name));
  return all.length > maxWebhooks ? E.left(tooMany) : E.right(all);
};

/** Changes a webhook. */
export const changeWebhook = (
  webhooks: ConsoleWebhooks,
  id: string,
  change: Partial<ConsoleWebhook>,
): E.Either<Failure, ConsoleWebhooks> =>
  pipe(
    findWebhook(webhooks, id),
    E.chain((webhook) => withWebhook(webhooks, { ...webhook, ...change })),
  );
