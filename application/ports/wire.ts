// The port of what goes over the wires of connections, in both directions.
import type { DeviceCommand } from '../../domain/studio/command.js';

/** Who has sent a message: the service, or the equipment. */
export type Direction = 'sent' | 'received';

/** Bytes as text if they are UTF-8 and have no control characters but tabs and ends of lines, else as hexadecimal digits. */
export type WireContent = { readonly text: string } | { readonly hex: string };

/** A message, a part of one, or several: what a socket took or delivered at once. Secrets in it are overwritten with `*`. */
export interface WireMessage {
  /** Milliseconds since 1970 UTC. */
  readonly timeMs: number;
  readonly direction: Direction;
  /** What a driver opens beside its connection, such as `osc`; absent for the connection itself. */
  readonly channel?: string;
  readonly content: WireContent;
}

/** A message that is kept. `times` is how often it came in succession; the time is the last one's, and the end is cut off. */
export interface KeptMessage extends WireMessage {
  readonly times: number;
  /** The length of the whole message, in bytes. */
  readonly length: number;
}

/** A command that was passed to the driver of a connection. */
export interface WireCommand {
  readonly timeMs: number;
  readonly command: DeviceCommand;
}

/** A connection that is opened anew (`opened`), or that was lost, and why. */
export interface WireChange {
  readonly timeMs: number;
  readonly change: 'opened' | { readonly lost: string };
}

/** The wire of one connection, which its driver notes. */
export interface Wire {
  /** Notes bytes: before they are sent, or once they have arrived. */
  readonly note: (direction: Direction, bytes: Uint8Array | string, channel?: string) => void;
  /** Overwrites a text in everything that is noted from now on. Drivers call it for what they make of a secret, such as a digest. */
  readonly hide: (secret: string) => void;
}

/** Returns the part of a wire that is noted as a channel of its own. */
export const inChannel = (wire: Wire | undefined, channel: string): Wire | undefined =>
  wire && {
    note: (direction, bytes) => {
      wire.note(direction, bytes, channel);
    },
    hide: (secret) => {
      wire.hide(secret);
    },
  };

/** What happens on the wire of a connection. */
export type WireEntry = WireMessage | WireCommand | WireChange;

/** Receives what goes over a wire, the commands that are passed to its driver, and when it is opened and lost. */
export type WireFollower = (entry: WireEntry) => void;

/** The wires of all connections, by their ids. */
export interface Wires {
  /** Returns the wire of a connection, which begins anew. */
  readonly open: (connection: string) => Wire;
  /** Forgets the wire of a connection that is closed. */
  readonly forget: (connection: string) => void;
  /** Notes a command that is passed to the driver of a connection. */
  readonly noteCommand: (connection: string, command: DeviceCommand) => void;
  /** Notes that a connection is lost, or can't be opened. */
  readonly noteLoss: (connection: string, reason: string) => void;
  /** Returns the last messages of a connection, oldest first. */
  readonly messages: (connection: string) => readonly KeptMessage[];
  /** Returns a text of the equipment of a connection without the connection's secrets. */
  readonly withoutSecrets: (connection: string, text: string) => string;
  /** Passes on everything from now on, also after the connection was opened anew. Returns a function that ends it. */
  readonly follow: (connection: string, follower: WireFollower) => () => void;
}
