// Reads the notifications that a Panasonic camera sends over TCP.

/** The parts of a notification, in bytes: reserved, length of the contents plus 8, reserved, contents, reserved. */
const headLength = 28;
const sizeAt = 22;
const sizeExtra = 8;
const tailLength = 24;
const maxContents = 504;

/** The command of the contents. Cameras fill them up to a multiple of four bytes, and count what they add. */
const line = /^\r\n([^\r\n]*)\r\n/;

/** Takes a stream apart. Throws if it isn't one of notifications. */
export class NotificationReader {
  #rest: Buffer = Buffer.alloc(0);

  /** Receives the command of each notification, such as `q01`. */
  constructor(private readonly onCommand: (command: string) => void) {}

  read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= headLength) {
      const length = this.#rest.readUInt16BE(sizeAt) - sizeExtra;
      if (length < 0 || length > maxContents) throw new Error('a notification has an impossible length');
      const end = headLength + length;
      if (this.#rest.length < end + tailLength) return;
      const contents = this.#rest.toString('latin1', headLength, end);
      this.#rest = this.#rest.subarray(end + tailLength);
      const [, command] = line.exec(contents) ?? [];
      if (command !== undefined) this.onCommand(command);
    }
  }
}
