// A call of a panel, and what became of each time that it was made.
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { dateTime, described, integer, listOf, oneOf, oneOfMore, orNull, refined } from '../../domain/codec/codec.js';
import { parseAddress } from '../../domain/access/address.js';

/** Longest path with its query, in characters. */
const maxPathLength = 8_000;

const isPath = (text: string): boolean => text.length <= maxPathLength && /^\/[!-"$-~]*$/.test(text);

const Path = refined(t.string, isPath, 'a path that begins with "/", without spaces and "#"');

export const Address = refined(t.string, (text) => O.isSome(parseAddress(text)), 'an IP address');

export const Token = refined(t.string, (text) => /^[!-~]{1,200}$/.test(text), '1 to 200 letters, digits and signs');

/** The longest wait of a client, in milliseconds. */
const maxWaitMs = 60_000;

/** A call that a client is to make, and how the client behaves. */
export const PanelCall = described(
  t.readonly(
    t.intersection([
      t.type({ path: described(Path, { description: 'Path and query, without the token' }) }),
      t.partial({
        method: oneOf('GET', 'POST'),
        address: described(Address, { description: "The client's address; by default that of the host itself" }),
        token: described(Token, { description: 'Sent as the parameter `token`, as simple panels do' }),
        timeoutMs: described(integer(1, maxWaitMs), {
          description:
            'How long the client waits for an answer, in milliseconds of the studio; by default without an end',
        }),
        hangsUp: described(t.boolean, {
          description: 'Whether the client closes the connection once it has sent the call',
        }),
        repeats: described(integer(0, 10), {
          description: 'How often the client repeats the call after a status of 500 or more, or without an answer',
        }),
        repeatAfterMs: described(integer(0, maxWaitMs), {
          description: 'The pause before a repetition, in milliseconds of the studio; by default 1000',
        }),
      }),
    ]),
    'PanelCall',
  ),
  { examples: [{ path: '/api/v2/plain/signals/red-light/on', address: '192.168.0.20' }] },
);
export type PanelCall = t.TypeOf<typeof PanelCall>;

/** What became of one call. */
export const PanelAttempt = t.readonly(
  t.type({
    time: described(dateTime, { description: 'When it was made, on the clock of the studio' }),
    durationMs: described(t.number, { description: 'How long it took, in milliseconds of the studio' }),
    outcome: described(oneOfMore('answered', 'streaming', 'timed_out', 'hung_up', 'failed'), {
      description: '`streaming`: the answer is a stream, which the client did not read. `failed`: no answer arrived',
    }),
    status: orNull(t.number, 'The status of the answer; null without one'),
    body: orNull(t.string, 'The body of the answer'),
    errorMessage: orNull(t.string, 'The header `X-Error-Message` of the answer'),
    action: orNull(t.string, 'The id of the action, from the header `X-Action-Id`'),
  }),
  'PanelAttempt',
);
export type PanelAttempt = t.TypeOf<typeof PanelAttempt>;

/** All calls that one press made, oldest first. */
export const PanelAttempts = t.type({ attempts: listOf(PanelAttempt) });
