// Where tallies are sent: displays under monitors, multiviewers and tally lights that speak TSL UMD (TALLY-9).
import * as t from 'io-ts';
import { field, integer, listOf, oneOf, refined, text, unique } from '../codec/codec.js';
import { withDefault } from '../codec/with-default.js';
import { Id } from './common-fields.js';
import { PlayerHost, Port } from './player.js';
import { withSubject } from './tally-subject.js';

/** The number and the label of a display. */
const Labelled = t.intersection([
  /** The highest number of the protocol means all displays. */
  t.type({ index: field(integer(0, 65_534), 'Number of the display on its screen') }),
  t.partial({ label: field(text(0, 64), 'The text on it; the name of its output or camera if left out') }),
]);

/** One display: the output or the camera whose tally it shows. */
export const TallyDisplay = withSubject(Labelled);
export type TallyDisplay = t.TypeOf<typeof TallyDisplay>;

const Displays = refined(
  unique(listOf(TallyDisplay), ({ index }) => String(index), 'index'),
  ({ length }) => length > 0,
  'a list of at least one display, each with another index',
);

const Destination = t.readonly(
  t.intersection([
    t.type({
      id: Id,
      host: PlayerHost,
      port: Port,
      transport: field(withDefault(oneOf('udp', 'tcp'), 'udp'), 'How messages reach it'),
      version: field(withDefault(oneOf('3.1', '5.0'), '5.0'), 'The version of TSL UMD that it speaks, in quotes'),
      screen: field(
        withDefault(integer(0, 65_535), 0),
        'The screen of its displays; 65535 for all screens. TSL UMD 3.1 has none',
      ),
      brightness: field(withDefault(integer(0, 3), 3), 'How bright its displays are, from 0 for dark'),
      displays: field(Displays, 'Its displays, at least one. No two have the same index'),
    }),
    t.partial({
      repeatMs: field(
        integer(100, 600_000),
        'How often unchanged tallies are repeated, in milliseconds; 1000 over UDP and 30000 over TCP if left out',
      ),
    }),
  ]),
);

/** The highest number of a display in TSL UMD 3.1. */
const maxIndexOf31 = 126;

/** A device with displays. */
export const TallyDestination: t.Type<t.TypeOf<typeof Destination>, unknown> = refined(
  Destination as unknown as t.Type<t.TypeOf<typeof Destination>>,
  ({ version, displays }) => version === '5.0' || displays.every(({ index }) => index <= maxIndexOf31),
  `displays with an index from 0 to ${String(maxIndexOf31)}, as TSL UMD 3.1 has no others`,
  {},
);
export type TallyDestination = t.TypeOf<typeof TallyDestination>;

/** A datagram may be lost; a connection only keeps a late display up to date. */
const defaultRepeatMs = { udp: 1_000, tcp: 30_000 } as const;

/** Returns how often unchanged tallies are repeated, in milliseconds. */
export const repeatMsOf = ({ repeatMs, transport }: Pick<TallyDestination, 'repeatMs' | 'transport'>): number =>
  repeatMs ?? defaultRepeatMs[transport];

/** The section of the studio file about displays. */
export const TallySection = t.readonly(
  t.type({
    destinations: field(
      unique(listOf(TallyDestination), ({ id }) => id, 'id'),
      'Devices with displays. No two have the same id',
    ),
  }),
);
