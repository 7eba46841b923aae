// What a studio file says about a mixer that sends its tallies by TSL UMD, and about the signals that follow them.
import { isIP } from 'node:net';
import * as t from 'io-ts';
import { choiceOf } from '../../../domain/codec/choice.js';
import { described, field, integer, listOf, oneOf, refined, text } from '../../../domain/codec/codec.js';
import type { Issue } from '../../../domain/codec/issues.js';
import { fieldOf } from '../../../domain/codec/unchecked.js';
import { Port } from '../../../domain/studio/player.js';

export const defaultTransport = 'udp';
export const defaultVersion = '5.0';

const Address = refined(text(1, 45), (address) => isIP(address) !== 0, 'an IP address');

/** A mixer, or whatever else sends tallies. */
export const TslSettings = t.readonly(
  t.intersection([
    t.type({ port: field(Port, 'The port of this machine at which the tallies arrive') }),
    t.partial({
      transport: described(oneOf('udp', 'tcp'), { description: 'How they arrive', default: defaultTransport }),
      version: described(oneOf('3.1', '5.0'), {
        description: 'The version of TSL UMD that is sent, in quotes',
        default: defaultVersion,
      }),
      sender: field(Address, 'The only address that is listened to; any address if left out'),
      silentAfterMs: field(
        integer(500, 600_000),
        'UDP: how long the mixer may send nothing before it counts as lost, in milliseconds; no limit if left out',
      ),
    }),
  ]),
);
export type TslSettings = t.TypeOf<typeof TslSettings>;

const Colours = refined(
  listOf(oneOf('red', 'green', 'amber')),
  (colours) => colours.length > 0,
  'a list of at least one colour',
  {},
);

/** A line of version 3.1. */
const TallyLine = t.readonly(
  t.type({
    display: field(integer(0, 126), 'Number of the display'),
    tally: field(integer(1, 4), 'The tally of the display; by convention 1 is preview and 2 is program'),
  }),
);

/** A line of version 5.0. */
const LampLine = t.readonly(
  t.intersection([
    t.type({
      display: field(integer(0, 65_534), 'Number of the display on its screen'),
      colours: field(Colours, 'The colours with which the signal is on: `red`, `green`, `amber`'),
    }),
    t.partial({
      screen: field(integer(0, 65_534), 'The screen of the display; any screen if left out'),
      lamp: field(oneOf('left', 'right', 'text'), 'What has the colour; any of the three if left out'),
    }),
  ]),
);
export type LampLine = t.TypeOf<typeof LampLine>;

/** The line of a signal, which is only read. */
export const TslLine = choiceOf(LampLine, TallyLine, (input) => fieldOf(input, 'tally') !== undefined);
export type TslLine = t.TypeOf<typeof TslLine>;

/** Returns whether a line fits the version of its connection. */
export const lineIssues = (line: TslLine, { version = defaultVersion }: TslSettings): readonly Issue[] => {
  if ('tally' in line === (version === '3.1')) return [];
  return 'tally' in line
    ? [{ path: 'tally', expected: 'colours, because the connection has version 5.0' }]
    : [{ path: 'colours', expected: 'tally, because the connection has version 3.1' }];
};
