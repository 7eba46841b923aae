// Where tallies are sent: displays under monitors, multiviewers and tally lights that speak TSL UMD 5.0 (TALLY-9).
import * as t from 'io-ts';
import { integer, listOf, oneOf, refined, text, unique } from '../codec/codec.js';
import { withDefault } from '../codec/with-default.js';
import { PlayerHost, Port } from './player.js';
import { withSubject } from './tally-subject.js';

/** The label of a display. It defaults to the name of its output or camera. */
const Labelled = t.intersection([
  /** The number of the display on its screen. The highest number of the protocol means all displays. */
  t.type({ index: integer(0, 65_534) }),
  t.partial({ label: text(0, 64) }),
]);

/** One display: the output or the camera whose tally it shows. */
export const TallyDisplay = withSubject(Labelled);
export type TallyDisplay = t.TypeOf<typeof TallyDisplay>;

const Displays = refined(
  unique(listOf(TallyDisplay), ({ index }) => String(index), 'index'),
  ({ length }) => length > 0,
  'a list of at least one display, each with another index',
);

/** A device with displays. */
export const TallyDestination = t.readonly(
  t.intersection([
    t.type({
      id: text(1, 64),
      host: PlayerHost,
      port: Port,
      transport: withDefault(oneOf('udp', 'tcp'), 'udp'),
      /** The screen of the displays. The highest number means all screens. */
      screen: withDefault(integer(0, 65_535), 0),
      /** From 0, dark, to 3. */
      brightness: withDefault(integer(0, 3), 3),
      displays: Displays,
    }),
    t.partial({
      /** How often unchanged tallies are repeated, in milliseconds; defaults to 1 s over UDP, and 30 s over TCP. */
      repeatMs: integer(100, 600_000),
    }),
  ]),
);
export type TallyDestination = t.TypeOf<typeof TallyDestination>;

/** A datagram may be lost; a connection only keeps a late display up to date. */
const defaultRepeatMs = { udp: 1_000, tcp: 30_000 } as const;

/** Returns how often unchanged tallies are repeated, in milliseconds. */
export const repeatMsOf = ({ repeatMs, transport }: Pick<TallyDestination, 'repeatMs' | 'transport'>): number =>
  repeatMs ?? defaultRepeatMs[transport];

/** The section of the studio file about displays. */
export const TallySection = t.readonly(
  t.type({ destinations: unique(listOf(TallyDestination), ({ id }) => id, 'id') }),
);
