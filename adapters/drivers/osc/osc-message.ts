// OSC messages, as they stand in datagrams.
import * as E from 'fp-ts/lib/Either.js';
import { decode, encode } from 'node-osc';
import { fieldOf, listIn, textIn } from '../../../domain/codec/unchecked.js';

/** An argument, with the name of its type. */
export interface OscArgument {
  readonly type: string;
  readonly value: unknown;
}

/** A message. */
export interface OscMessage {
  readonly address: string;
  readonly args: readonly OscArgument[];
}

/** Returns the datagram of a message. */
export const encodedOsc = ({ address, args }: OscMessage): Buffer =>
  encode({ oscType: 'message', address, args: [...args] });

const argumentOf = (given: unknown): OscArgument => ({
  type: textIn(given, 'type') ?? '',
  value: fieldOf(given, 'value'),
});

/** Returns the messages of a decoded packet: a bundle may contain several. */
const messagesIn = (packet: unknown): readonly OscMessage[] => {
  const address = textIn(packet, 'address');
  return address === undefined
    ? listIn(packet, 'elements').flatMap(messagesIn)
    : [{ address, args: listIn(packet, 'args').map(argumentOf) }];
};

/** Returns the messages of a datagram; none if it is malformed. */
export const decodedOsc = (datagram: Buffer): readonly OscMessage[] =>
  E.getOrElse((): readonly OscMessage[] => [])(E.tryCatch(() => messagesIn(decode(datagram)), E.toError));
