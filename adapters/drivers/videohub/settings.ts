// The settings of a Videohub, and of the crosspoints that are signals.
import * as t from 'io-ts';
import { field, integer, refined } from '../../../domain/codec/codec.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';

/** The TCP port of the Videohub Ethernet Protocol. */
export const videohubPort = 9_990;

/** The fields of the connection. */
export const VideohubSettings = t.readonly(t.type({ host: PlayerHost, port: withDefault(Port, videohubPort) }));
export type VideohubSettings = t.TypeOf<typeof VideohubSettings>;

/** The largest Videohub has 288 inputs and outputs. */
const number = integer(1, 288);

const Crosspoint = t.intersection([
  t.type({
    output: field(number, 'Number of the output, from 1'),
    input: field(number, 'Number of the input that the output takes when the signal is switched on, from 1'),
  }),
  t.partial({ offInput: field(number, 'Number of the input that the output takes when the signal is switched off') }),
]);

/** The line of a signal: an output and its input. Without `offInput` it can only be switched on. */
export const VideohubLine = t.readonly(
  refined(Crosspoint, ({ input, offInput }) => input !== offInput, 'another input in offInput than in input', {}),
);
export type VideohubLine = t.TypeOf<typeof VideohubLine>;
