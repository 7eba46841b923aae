// What displays are sent, in either version of TSL UMD, and whether a line's signal is on with it.
import type { LampLine, TslLine } from './settings.js';

/** The colours of lamps and texts, by their number in a packet. */
const colours = ['off', 'red', 'green', 'amber'] as const;
type Colour = (typeof colours)[number];

/** The number that means all displays of a screen, or all screens. */
const all = 0xffff;

/** The tallies of one display. */
export interface ReceivedTallies {
  readonly display: number;
  /** Bit 0 is tally 1. */
  readonly tallies: number;
}

/** The lamps of one display. */
export interface ReceivedLamps {
  readonly screen: number;
  readonly display: number;
  readonly left: Colour;
  readonly text: Colour;
  readonly right: Colour;
}

/** What one display is sent. */
export type ReceivedDisplay = ReceivedTallies | ReceivedLamps;

const colourAt = (control: number, bit: number): Colour => colours[(control >> bit) & 3] ?? 'off';

/** Returns what a control word of version 5.0 sets. */
export const lampsOf = (screen: number, display: number, control: number): ReceivedLamps => ({
  screen,
  display,
  right: colourAt(control, 0),
  text: colourAt(control, 2),
  left: colourAt(control, 4),
});

const isOnWith = ({ lamp, colours: wanted }: LampLine, sent: ReceivedLamps): boolean => {
  const shown = lamp === undefined ? [sent.left, sent.text, sent.right] : [sent[lamp]];
  return shown.some((colour) => colour !== 'off' && wanted.includes(colour));
};

const isFor = (sent: number, own: number | undefined): boolean => sent === all || own === undefined || sent === own;

/** Returns whether the signal of a line is on; undefined if another display is meant. */
export const valueOf = (line: TslLine, sent: ReceivedDisplay): boolean | undefined => {
  if ('tally' in line) {
    if (!('tallies' in sent) || sent.display !== line.display) return undefined;
    return ((sent.tallies >> (line.tally - 1)) & 1) === 1;
  }
  if ('tallies' in sent || !isFor(sent.screen, line.screen) || !isFor(sent.display, line.display)) return undefined;
  return isOnWith(line, sent);
};
