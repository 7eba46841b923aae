// Events: the stream of all changes of the studio's state.
import type { Events } from '../events/events.js';
import { described } from '../../domain/codec/codec.js';
import { follow } from '../api/follow.js';
import { fromText, optional, wholeNumber } from '../api/parameters.js';
import { textForm } from '../api/plain-forms.js';
import { selectableEvents, type EventType } from '../events/event-types.js';
import { defaultHeartbeatMs } from '../events/stream.js';
import type { ChosenTypes } from '../events/view.js';

const readTypes = (text: string): ChosenTypes | undefined => {
  const chosen = new Map<string, EventType>();
  for (const name of text.split(',')) {
    const type = selectableEvents.get(name);
    if (type === undefined) return undefined;
    chosen.set(name, type);
  }
  return chosen;
};

const types = described(optional(fromText(`a list of ${[...selectableEvents.keys()].join(', ')}`, readTypes)), {
  description:
    'Names of events, separated by commas: the stream is limited to these. Default: all. If the caller may read none of ' +
    'them, the call is refused; of those that it may not read, a comment of the stream says why',
  examples: ['signal,output'],
});

const records = described(optional(fromText('state', (text) => (text === 'state' ? text : undefined))), {
  description: 'With `state`, the stream begins with the event `state` instead of `reset`, which contains all records',
  enum: ['state'],
  examples: ['state'],
});

const HeartbeatMs = wholeNumber(200, defaultHeartbeatMs, 'milliseconds');

const heartbeat = described(optional(HeartbeatMs), {
  description:
    'The interval of heartbeats: a client that must notice soon that it is disconnected asks for more of them',
  default: defaultHeartbeatMs,
  examples: [1_000],
});

/** The event stream. */
export const followEvents = follow({
  name: 'event.follow',
  summary: "Every change of the studio's state, as it happens",
  feature: null,
  tag: 'system',
  path: '/events',
  query: { types, records, heartbeat },
  result: {},
  plainForm: textForm('The id of the last event that the caller may see; empty for none', '3f8a91c2-42'),
  run: (
    ports: { readonly events: Pick<Events, 'subscription'> },
    { types, records, heartbeat: heartbeatMs },
    context,
  ) => ports.events.subscription(context, { types, withRecords: records === 'state', heartbeatMs }),
});

export const eventOperations = [followEvents];
