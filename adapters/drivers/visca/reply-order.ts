// Which message a reply answers. Some cameras don't repeat the sequence number of a packet, and state 1 in every reply. Theirs, and
// those without the header of VISCA over IP, are matched as on a serial line, which has no numbers: by their order, and by the
// socket that an acceptance names.
import type { inquiries, CameraReply } from './messages.js';
import { fits } from './position.js';

/** What a packet carries: a command, or one of the inquiries. */
export type Content = 'command' | keyof typeof inquiries;

/** A command that the camera hasn't completed. */
interface Command {
  readonly sequence: number;
  readonly sentAtMs: number;
}

/** A camera accepts at once, and no movement takes longer than the second time. Milliseconds. */
const acceptMs = 3_000;
const moveMs = 30_000;

/** The numbers whose contents are remembered. */
const maxRemembered = 16;

/** The answers in a row that may be late ones. */
const maxLate = 2;

/** Whether a reply states the number of something else. That of another inquiry may be the one of its late refusal. */
const isOther = (content: Content, asked: keyof typeof inquiries, { type }: CameraReply): boolean =>
  type === 'answer' && content !== asked;

/** Matches replies to packets. `nowMs` returns a time that nobody can set. `isNumbered` is false without sequence numbers. */
export class ReplyOrder {
  #isNumbered: boolean;
  #last = 0;
  #late = 0;
  readonly #contents = new Map<number, Content>();
  #inquiry: { readonly sequence: number; readonly content: keyof typeof inquiries } | undefined;
  #sent: readonly Command[] = [];
  readonly #accepted = new Map<number, readonly Command[]>();

  constructor(
    private readonly nowMs: () => number,
    isNumbered: boolean,
  ) {
    this.#isNumbered = isNumbered;
  }

  /** Whether the camera repeats the sequence numbers of packets. */
  get isNumbered(): boolean {
    return this.#isNumbered;
  }

  /** Notes that a packet was sent. A number that isn't higher than the one before begins a new count. */
  send(content: Content, sequence: number): void {
    if (sequence <= this.#last) this.#contents.clear();
    this.#last = sequence;
    this.#contents.set(sequence, content);
    this.#contents.delete(sequence - maxRemembered);
    if (content === 'command') this.#sent = [...this.#sent, { sequence, sentAtMs: this.nowMs() }];
    else this.#inquiry = { sequence, content };
  }

  /** Forgets what was sent: no reply to it can arrive any more. */
  clear(): void {
    this.#inquiry = undefined;
    this.#sent = [];
    this.#accepted.clear();
  }

  /** Returns the number of the packet that a reply answers; undefined if that isn't certain. */
  answered(stated: number, reply: CameraReply): number | undefined {
    this.#expire();
    if (this.#isNumbered) this.#isNumbered = !this.#isMisnumbered(stated, reply);
    const found = this.#inOrder(reply);
    return this.#isNumbered ? stated : found;
  }

  /**
   * Whether an answer fits the inquiry, but states the number of something else, or one that nothing was sent with. The number
   * of an earlier inquiry may be that of a late answer: it counts only if it is stated again and again.
   */
  #isMisnumbered(stated: number, reply: CameraReply): boolean {
    if (this.#inquiry === undefined || !this.#answersInquiry(this.#inquiry.content, stated, reply)) return false;
    this.#late = stated === this.#inquiry.sequence ? 0 : this.#late + 1;
    if (this.#late === 0) return false;
    const content = this.#contents.get(stated);
    const isUnused =
      content === undefined ? stated === 0 || stated > this.#last : isOther(content, this.#inquiry.content, reply);
    return isUnused || this.#late > maxLate;
  }

  /** Whether a reply can't be one to a command: an answer, or an error while the camera has no command to refuse. */
  #answersInquiry(content: keyof typeof inquiries, stated: number, reply: CameraReply): boolean {
    if (reply.type === 'answer') return fits(content, reply.data);
    const hasCommands = this.#sent.length > 0 || [...this.#accepted.values()].some(({ length }) => length > 0);
    return reply.type === 'error' && !hasCommands && this.#contents.get(stated) !== 'command';
  }

  #inOrder(reply: CameraReply): number | undefined {
    if (reply.type === 'answer')
      return this.#inquiry !== undefined && fits(this.#inquiry.content, reply.data) ? this.#takeInquiry() : undefined;
    if (reply.type === 'accepted') return this.#accept(reply.socket);
    return this.#end(reply.socket) ?? (reply.type === 'error' ? this.#takeOldest() : undefined);
  }

  #takeInquiry(): number | undefined {
    const sequence = this.#inquiry?.sequence;
    this.#inquiry = undefined;
    return sequence;
  }

  #accept(socket: number): number | undefined {
    const [first, ...others] = this.#sent;
    if (first === undefined) return undefined;
    this.#sent = others;
    this.#accepted.set(socket, [...(this.#accepted.get(socket) ?? []), first]);
    return first.sequence;
  }

  /** Ends a command of a socket. With several in one socket it isn't certain which of them has ended. */
  #end(socket: number): number | undefined {
    const [first, ...others] = this.#accepted.get(socket) ?? [];
    this.#accepted.set(socket, others);
    return others.length === 0 ? first?.sequence : undefined;
  }

  /** Takes what was sent first, and isn't answered: a camera refuses in the order of packets. */
  #takeOldest(): number | undefined {
    const [first, ...others] = this.#sent;
    const inquiry = this.#inquiry?.sequence;
    if (first === undefined || (inquiry !== undefined && inquiry < first.sequence)) return this.#takeInquiry();
    this.#sent = others;
    return first.sequence;
  }

  /** Forgets commands whose replies are lost, so that they don't count for later ones. */
  #expire(): void {
    const now = this.nowMs();
    const isWithin = (ms: number) => (one: Command) => now - one.sentAtMs < ms;
    this.#sent = this.#sent.filter(isWithin(acceptMs));
    for (const [socket, commands] of this.#accepted) this.#accepted.set(socket, commands.filter(isWithin(moveMs)));
  }
}
