// The inquiry for a camera's position: first pan and tilt, then the zoom.
import type { inquiries, CameraReply } from './messages.js';
import type { PositionAnswers } from './position.js';

/** Asks for a camera's position. A new inquiry takes the place of one that isn't answered. */
export class PositionInquiry {
  #asked: { readonly sequence: number; readonly answered: (data: Uint8Array | undefined) => void } | undefined;

  /** `send` sends an inquiry and returns its sequence number. `done` receives the answers to both. */
  constructor(
    private readonly send: (inquiry: keyof typeof inquiries) => number,
    private readonly done: (answers: PositionAnswers) => void,
  ) {}

  start(): void {
    this.#ask('panTilt', (panTilt) => {
      this.#ask('zoom', (zoom) => {
        this.#asked = undefined;
        this.done({ panTilt, zoom });
      });
    });
  }

  /** Takes the reply to the inquiry. Returns false if it replies to something else. */
  receive(sequence: number, reply: CameraReply): boolean {
    if (this.#asked?.sequence !== sequence) return false;
    if (reply.type === 'answer') this.#asked.answered(reply.data);
    else if (reply.type === 'error') this.#asked.answered(undefined);
    return true;
  }

  #ask(inquiry: keyof typeof inquiries, answered: (data: Uint8Array | undefined) => void): void {
    this.#asked = { sequence: this.send(inquiry), answered };
  }
}
