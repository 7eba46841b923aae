// Connections to equipment that signals, cameras and outputs share, such as a broker or an I/O module, and what is attached to
// them. Only the driver of a connection's protocol knows its other fields.
import type * as t from 'io-ts';
import { text } from '../codec/codec.js';
import { openRecord } from '../codec/open-record.js';

/** A connection of the layout: its protocol, and the settings of that protocol's driver. */
export const ConnectionDefinition = openRecord({ id: text(1, 64), protocol: text(1, 64) }, 'Connection');
export type ConnectionDefinition = t.TypeOf<typeof ConnectionDefinition>;

const attachment = (name: string) => openRecord({ connection: text(1, 64) }, name);

/** The line of a signal: its connection, and the driver's settings of the line. */
export const LineAttachment = attachment('LineAttachment');
/** The head of a camera: its connection, and the driver's settings of the camera. */
export const HeadAttachment = attachment('HeadAttachment');
/** The player of an output that is reached by a connection, and the driver's settings of the player. */
export const PlayerAttachment = attachment('PlayerAttachment');
/** What attaches a record to a connection. */
export type Attachment = t.TypeOf<typeof LineAttachment>;

/** The kinds of records that can be attached, and the field that attaches them. */
export const attachableKinds = [
  ['signals', 'line'],
  ['cameras', 'head'],
  ['outputs', 'player'],
] as const;
