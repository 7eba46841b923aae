// What a studio file says about Modbus TCP devices: I/O modules, relays and PLCs.
import * as t from 'io-ts';
import { described, integer } from '../../../domain/codec/codec.js';
import { singleFieldUnion } from '../../../domain/codec/single-field-union.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';

/** The TCP port of Modbus. */
export const defaultPort = 502;

/** The unit of a device that is no gateway. */
export const defaultUnit = 1;

/** The pause between two readings, in milliseconds. */
export const defaultEveryMs = 200;

/** A connection to a Modbus device. */
export const ModbusSettings = t.readonly(
  t.intersection([
    t.type({ host: PlayerHost }),
    t.partial({
      port: described(Port, { default: defaultPort }),
      unit: described(integer(0, 255), { description: 'The device behind a gateway', default: defaultUnit }),
      everyMs: described(integer(50, 60_000), {
        description: 'Pause between two readings, in milliseconds',
        default: defaultEveryMs,
      }),
    }),
  ]),
);
export type ModbusSettings = t.TypeOf<typeof ModbusSettings>;

const address = described(integer(0, 65_535), { description: 'Address as on the wire, from 0' });
const inverted = { inverted: described(t.boolean, { description: 'Whether the signal is on while the bit is 0' }) };

/** The line of a signal: a coil, which is read and switched, or a discrete input, which is only read. */
export const ModbusLine = singleFieldUnion({ coil: address, input: address }, { coil: inverted, input: inverted });
export type ModbusLine = t.TypeOf<typeof ModbusLine>;
