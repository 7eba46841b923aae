// The whole state: everything that the caller may read, in one response (STATE-1).
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described } from '../../domain/codec/codec.js';
import { read } from '../api/read.js';
import { textForm } from '../api/plain-forms.js';
import type { Values } from '../api/parameters.js';
import type { Events } from '../events/events.js';
import { stateFeatures, stateParts } from '../events/state-parts.js';

const lastEventId = described(t.string, {
  description: 'A stream with this `Last-Event-ID` begins with the first change after this state',
  examples: ['3f8a91c2-42'],
});

const result = { lastEventId, ...stateParts };

/** The whole state. */
export const state = read({
  name: 'state.get',
  summary: 'Everything that the caller may read, at one moment',
  feature: null,
  tag: 'system',
  path: '/state',
  result,
  fieldFeatures: stateFeatures,
  plain: (body) => body.lastEventId,
  plainForm: textForm('The id of the last event', '3f8a91c2-42'),
  run: ({ events }: { readonly events: Pick<Events, 'state'> }, _input, { caller }) =>
    // Parts that the caller may not read are missing.
    E.right(events.state(caller) as Values<typeof result>),
});

export const stateOperations = [state];
