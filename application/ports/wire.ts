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

/** A connection that is opened anew, that the studio file has no more (`closed`), or that was lost, and why. */
export interface WireChange {
  readonly timeMs: number;
  readonly change: 'opened' | 'closed' | { readonly lost: string };
}

/** The wire of one connection, which its driver notes. */
export interface Wire {
  /** Notes a whole message: before it is sent, or once it has arrived. */
  readonly note: (direction: Direction, message: Uint8Array | string, channel?: string) => void;
  /** Notes a part of a stream, which may divide a message anywhere. */
  readonly noteChunk: (direction: Direction, chunk: Uint8Array | string, channel?: string) => void;
  /**
   * Overwrites a text in everything that is noted from now on. Drivers call it for what they make of a secret, such as a digest; what is
   * known by the same name (`as`) replaces what was before.
   */
  readonly hide: (secret: string, as?: string) => void;
  /** Returns a text about the equipment without the secrets. */
  readonly withoutSecrets: (text: string) => string;
}

/** Returns the part of a wire that is noted as a channel of its own. */
export const inChannel = (wire: Wire | undefined, channel: string): Wire | undefined =>
  wire && {
    note: (direction, bytes) => {
      wire.note(direction, bytes, channel);
    },
    noteChunk: (direction, chunk) => {
      wire.noteChunk(direction, chunk, channel);
    },
    hide: (secret, as) => {
      wire.hide(secret, as);
    },
    withoutSecrets: (text) => wire.withoutSecrets(text),
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
  /** Notes that a connection is lost, or can't be opened, and why: without secrets. */
  readonly noteLoss: (connection: string, reason: string) => void;
  /** Returns the last messages of a connection, oldest first. */
  readonly messages: (connection: string) => readonly KeptMessage[];
  /** Passes on everything from now on, also after the connection was opened anew. Returns a function that ends it. */
  readonly follow: (connection: string, follower: WireFollower) => () => void;
}
