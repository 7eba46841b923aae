// The VISCA messages that the driver sends, and those that a camera replies.

const ofHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Resets the sequence number. The payload of a control command. */
export const reset = ofHex('01');

/** Asks for the positions of the camera. */
export const inquiries = { panTilt: ofHex('81090612ff'), zoom: ofHex('81090447ff') } as const;

/** Asks for the vendor, the model and the version of the camera. */
export const versionInquiry = ofHex('81090002ff');

/** Recalls a preset (0 to 254). */
export const recallPreset = (preset: number): Uint8Array =>
  Uint8Array.from([0x81, 0x01, 0x04, 0x3f, 0x02, preset, 0xff]);

/**
 * What a camera replies: to a command that it accepted or completed, to an inquiry, or that it refused either. The socket is
 * the number by which the camera names a command that it executes; 0 for none.
 */
export type CameraReply =
  | { readonly type: 'accepted' | 'completed'; readonly socket: number }
  | { readonly type: 'answer'; readonly data: Uint8Array }
  | { readonly type: 'error'; readonly code: number; readonly socket: number };

/** Ends each message. */
export const terminator = 0xff;

/** Whether bytes are one message of a camera to the controller: an address, contents, and one terminator. */
const isMessage = (bytes: Uint8Array): boolean =>
  bytes.length >= 3 && ((bytes[0] ?? 0) & 0x8f) === 0x80 && bytes.indexOf(terminator) === bytes.length - 1;

const plainReply = (kind: number, socket: number): CameraReply | undefined => {
  if (kind === 4) return { type: 'accepted', socket };
  return kind === 5 ? { type: 'completed', socket } : undefined;
};

const decodeReply = (message: Uint8Array): CameraReply | undefined => {
  if (!isMessage(message)) return undefined;
  const [kind, socket] = [(message[1] ?? 0) >> 4, (message[1] ?? 0) & 0x0f];
  const data = message.slice(2, -1);
  if (data.length === 0) return plainReply(kind, socket);
  if (kind === 5) return { type: 'answer', data };
  const [code] = data;
  return kind === 6 && data.length === 1 && code !== undefined ? { type: 'error', code, socket } : undefined;
};

/** Returns the replies in the payload of a packet: some cameras send an acceptance and its completion in one. */
export const decodeReplies = (payload: Uint8Array): readonly CameraReply[] => {
  const replies: CameraReply[] = [];
  let begin = 0;
  for (let end = payload.indexOf(terminator); end >= 0; end = payload.indexOf(terminator, begin)) {
    const reply = decodeReply(payload.subarray(begin, end + 1));
    if (reply !== undefined) replies.push(reply);
    begin = end + 1;
  }
  return replies;
};

const errors = new Map([
  [0x01, 'the length of the message is wrong'],
  [0x02, 'it does not know the command or the preset'],
  [0x03, 'it is executing as many commands as it can'],
  [0x04, 'the command was cancelled'],
  [0x05, 'the command is not being executed'],
  [0x41, 'it cannot execute the command now, for example in standby'],
]);

/** Returns what an error of a camera means. */
export const errorText = (code: number): string =>
  `refused: ${errors.get(code) ?? `error ${code.toString(16).padStart(2, '0')}`}`;

/** Whether the payload of a control message reports a sequence number that the camera didn't expect. */
export const isSequenceError = (payload: Uint8Array): boolean =>
  payload.length === 2 && payload[0] === 0x0f && payload[1] === 0x01;
