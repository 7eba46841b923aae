// Connections to equipment that signals, cameras and outputs share, such as a broker or an I/O module, and what is attached to
// them. Only the driver of a connection's protocol knows its other fields.
import * as t from 'io-ts';
import { described, field, oneOf, text } from '../codec/codec.js';
import { openRecord } from '../codec/open-record.js';
import { Id, idOf } from './common-fields.js';

/** A connection of the layout: its protocol, and the settings of that protocol's driver. */
export const ConnectionDefinition = field(
  openRecord({ id: Id, protocol: field(text(1, 64), 'What the equipment speaks') }, 'Connection'),
  'Equipment that the service connects to, by its protocol',
);
export type ConnectionDefinition = t.TypeOf<typeof ConnectionDefinition>;

/** The connection of what is attached. */
export const ConnectionId = idOf('its connection');

const attachment = (name: string, description: string) =>
  field(openRecord({ connection: ConnectionId }, name), description);

/** The line of a signal: its connection, and the driver's settings of the line. */
export const LineAttachment = attachment('LineAttachment', 'What switches the signal, and shows its state');
/** The head of a camera: its connection, and the driver's settings of the camera. */
export const HeadAttachment = attachment('HeadAttachment', 'What moves the camera to its angles');
/** The player of an output that is reached by a connection, and the driver's settings of the player. */
export const PlayerAttachment = attachment('PlayerAttachment', 'What plays the clips and graphics of the output');
/** What attaches a record to a connection. */
export type Attachment = t.TypeOf<typeof LineAttachment>;

/** The kinds of records that can be attached, and the field that attaches them. */
export const attachableKinds = [
  ['signals', 'line'],
  ['cameras', 'head'],
  ['outputs', 'player'],
  ['outputs', 'backup'],
] as const;

/** What confirms commands to a device that doesn't report its state: its reply, or nothing but that they were sent (SIGNAL-13). */
export const WeakConfirmation = described(oneOf('accepted', 'sent'), {
  description:
    'Present if the device does not report its state, so that commands are confirmed by its reply (accepted), or by ' +
    'nothing but that they were sent (sent). The state shown is then the one of the last command',
});
export type WeakConfirmation = t.TypeOf<typeof WeakConfirmation>;

/** The field of a record that is absent if the device's state confirms commands. */
export const optionalConfirmation = t.union([WeakConfirmation, t.undefined]);

/** Returns what confirms commands to an attached record, as its attachment declares it; undefined if its state does. */
export const confirmedBy = (attachment: Attachment | undefined): WeakConfirmation | undefined => {
  const confirm = attachment?.['confirm'];
  return WeakConfirmation.is(confirm) ? confirm : undefined;
};
