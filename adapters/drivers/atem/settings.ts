// The settings of an ATEM switcher, and of the signals that are parts of it.
import * as t from 'io-ts';
import { field, integer, oneOf, refined } from '../../../domain/codec/codec.js';
import { singleFieldUnion } from '../../../domain/codec/single-field-union.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';

/** The UDP port of ATEM switchers. */
export const atemPort = 9_910;

/** The fields of the connection. */
export const AtemSettings = t.readonly(t.type({ host: PlayerHost, port: withDefault(Port, atemPort) }));
export type AtemSettings = t.TypeOf<typeof AtemSettings>;

/** The number of an input, as the switcher has it: 0 is black, 1 to 40 are the connectors. */
const inputNumber = integer(0, 65_535);

const mix = { mix: field(integer(1, 8), 'Number of the mix (M/E), from 1', { default: 1 }) };
const offInput = { offInput: field(inputNumber, 'The input that is shown when the signal is switched off') };
const crosspoint = { ...mix, ...offInput };
const input = { input: field(inputNumber, 'The input that is shown while the signal is on') };
const shows = {
  shows: field(oneOf('program', 'preview'), 'Whether the signal is on while the input is on air, or in preview'),
};

/** A crosspoint, a keyer, a macro or a tally. */
const Part = singleFieldUnion(
  {
    program: field(inputNumber, 'The input that is on the program of the mix while the signal is on'),
    preview: field(inputNumber, 'The input that is in the preview of the mix while the signal is on'),
    aux: field(integer(1, 64), 'Number of the aux output, from 1'),
    keyer: field(integer(1, 16), 'Number of the keyer of the mix, from 1: it is on air while the signal is on'),
    downstreamKeyer: field(
      integer(1, 16),
      'Number of the downstream keyer, from 1: it is on air while the signal is on',
    ),
    macro: field(integer(1, 256), 'Number of the macro, from 1: it runs while the signal is on'),
    tally: field(inputNumber, 'The input whose tally the signal is'),
  },
  { program: crosspoint, preview: crosspoint, aux: offInput, keyer: mix },
  { aux: input, tally: shows },
);
type Part = t.TypeOf<typeof Part>;

/** Returns the input that a crosspoint shows; undefined for another part. */
const shownInput = (part: Part): number | undefined => {
  if ('program' in part) return part.program;
  if ('preview' in part) return part.preview;
  return 'aux' in part ? part.input : undefined;
};

/** The line of a signal. Without `offInput` a crosspoint can only be switched on. */
export const AtemLine = refined(
  Part,
  (part) => !('offInput' in part) || part.offInput !== shownInput(part),
  'another input in offInput than the one that is on',
  {},
);
export type AtemLine = t.TypeOf<typeof AtemLine>;
