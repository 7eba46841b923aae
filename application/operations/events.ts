// Events: the stream of all changes of the studio's state.
import type { Events } from '../events/events.js';
import { follow } from '../api/follow.js';
import { textForm } from '../api/plain-forms.js';

/** The event stream. */
export const followEvents = follow({
  name: 'event.follow',
  summary: "Every change of the studio's state, as it happens",
  feature: null,
  tag: 'system',
  path: '/events',
  result: {},
  plainForm: textForm('The id of the last event that the caller may see; empty for none', '3f8a91c2-42'),
  run: (ports: { readonly events: Events }, _input, context) => ports.events.subscription(context),
});

export const eventOperations = [followEvents];
