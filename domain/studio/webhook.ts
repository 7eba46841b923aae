// Webhooks: URLs that the service calls when something happens (WEBHOOK-1).
import * as t from 'io-ts';
import { boundedListOf, field, listOf, oneOf, refined, text, unique } from '../codec/codec.js';
import { Id } from './common-fields.js';

/** What a webhook may choose among. */
export const webhookEvents = [
  'alarm.raised',
  'alarm.cleared',
  'studio.on_air',
  'studio.off_air',
  'as_run.entry',
  'automation.failed',
  'service.started',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The most webhooks of a studio. */
export const maxWebhooks = 20;

/** Returns what is wrong with a URL; undefined if nothing is. */
const wrongIn = (value: string): string | undefined => {
  if (!URL.canParse(value) || !/^https?:\/\//i.test(value)) return 'a URL that begins with https:// or http://';
  const { username, password, hash } = new URL(value);
  if (username !== '' || password !== '')
    return 'a URL without a user name and a password: the signature proves the sender';
  // An empty fragment is no part of the parsed URL.
  return hash === '' && !value.includes('#') ? undefined : 'a URL without a fragment';
};

/** Where messages are sent. */
export const WebhookUrl = refined(
  text(1, 2_048),
  (value) => wrongIn(value) === undefined,
  'a URL without a user name and a password',
  { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]?://' },
  (value) => String(wrongIn(value)),
);

/** The path of a file on the host, as its system writes absolute ones. */
const FilePath = refined(
  text(1, 1_024),
  (path) => /^([/\\]|[A-Za-z]:[/\\])/.test(path),
  'the absolute path of a file, such as /etc/studio-control/newsroom.secret',
);

const Events = refined(
  unique(listOf(oneOf(...webhookEvents)), (event) => event, 'name'),
  ({ length }) => length > 0,
  'a list of at least one event, each once',
);

/** A receiver, and what is sent to it. */
export const WebhookDefinition = t.readonly(
  t.intersection([
    t.type({
      id: Id,
      url: field(WebhookUrl, 'Where messages are sent, without a user name and a password'),
      secretFile: field(
        FilePath,
        'Absolute path of the file with the secret that signs messages, `whsec_` and base64; two lines while it is exchanged. It is read at each attempt',
      ),
    }),
    t.partial({
      events: field(Events, 'What is sent; everything if left out'),
      caFile: field(
        FilePath,
        "Absolute path of the file with the certificates to trust, PEM; the system's if left out",
      ),
    }),
  ]),
);
export type WebhookDefinition = t.TypeOf<typeof WebhookDefinition>;

/** The section of the studio file about webhooks. */
export const WebhookSection = unique(boundedListOf(WebhookDefinition, maxWebhooks), ({ id }) => id, 'id');

/** Whether a webhook has chosen an event. */
export const hasChosen = ({ events = webhookEvents }: WebhookDefinition, event: WebhookEvent): boolean =>
  events.includes(event);

/** Returns the host of a webhook, with its port. Its path and query may be secret. */
export const hostOf = ({ url }: Pick<WebhookDefinition, 'url'>): string => new URL(url).host;
