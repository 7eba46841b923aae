// A conversation by datagrams.
import type { ConnectionDeps } from '../../../../application/connections/connection-driver.js';
import { Conversation } from './conversation.js';
import { DatagramLink, type DatagramAddress } from './datagram-link.js';
import type { TextProtocol } from './plan.js';
import type { Probe } from './conversation.js';
import { templatedDevices, type TemplatedAttachments, type TemplatedConnection } from './records.js';

/** A datagram can be lost: a device that hasn't answered yet is asked again after this time, in milliseconds. */
const firstAnswerMs = 500;

/** How messages are written in datagrams. */
export interface DatagramFormat<Template, Match, Out, In> {
  readonly protocol: TextProtocol<Template, Match, Out, In>;
  readonly encode: (out: Out) => Buffer;
  /** Returns the messages of a datagram; none if it is malformed. */
  readonly decode: (datagram: Buffer) => readonly In[];
}

/** Opens a conversation with one device. */
export const openDatagrams = <T, M, Out, In>(
  { protocol, encode, decode }: DatagramFormat<T, M, Out, In>,
  { probe, ...address }: DatagramAddress & { readonly probe: Probe<Out> | undefined },
  attachments: TemplatedAttachments<T, M>,
  deps: ConnectionDeps,
): TemplatedConnection<T, M> => {
  const conversation = new Conversation<Out, In>({
    id: deps.id,
    clock: deps.clock,
    changed: deps.changed,
    wire: {
      send: (out) => {
        link.send(encode(out));
      },
      drop: (reason) => {
        link.drop(reason);
      },
    },
    probe,
    firstAnswerMs,
  });
  const devices = templatedDevices(protocol, conversation);
  devices.follow(attachments);
  const link = new DatagramLink(address, deps, {
    opened: () => {
      conversation.opened();
    },
    received: (datagram) => {
      for (const message of decode(datagram)) conversation.received(message);
    },
    lost: () => {
      conversation.lost();
    },
  });
  return {
    ...devices,
    close: () => {
      link.close();
    },
  };
};
