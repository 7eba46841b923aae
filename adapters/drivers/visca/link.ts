// What carries VISCA messages to a camera, and its replies.
import type { CameraReply } from './messages.js';

/** Time between two inquiries while the camera replies, in milliseconds. */
export const inquiryMs = 1_000;

/** After this time without a reply, the camera counts as disconnected, in milliseconds. */
export const silenceMs = 3_000;

/** The transports, each with the port that cameras have for it: VISCA over IP, and VISCA without the header of that. */
export const transports = { udp: 52_381, 'udp-raw': 1_259, tcp: 5_678 } as const;

export type ViscaTransport = keyof typeof transports;

/** Where a camera listens. */
export interface ViscaAddress {
  readonly host: string;
  readonly port: number;
}

/** Reacts to the connection. */
export interface LinkEvents {
  /** The camera replied for the first time. */
  readonly connected: () => void;
  /** The camera is away. Replies to what was sent before are not received any more. */
  readonly lost: () => void;
  /** It is time to send an inquiry. */
  readonly inquire: () => void;
  /** The camera replied, and stated this sequence number; 0 without the header. */
  readonly replied: (sequence: number, reply: CameraReply) => void;
  /** The camera didn't expect this sequence number. */
  readonly sequenceRefused: (sequence: number) => void;
}

/** A connection to a camera. */
export interface CameraLink {
  readonly isConnected: boolean;
  /**
   * Sends a message once, and returns its sequence number. Its packet, if there is one, states 0 if `isNumbered` is false: some
   * cameras that don't repeat numbers don't read higher ones either.
   */
  readonly send: (type: number, payload: Uint8Array, isNumbered: boolean) => number;
  /** Ends the connection for good. */
  readonly close: () => void;
}
