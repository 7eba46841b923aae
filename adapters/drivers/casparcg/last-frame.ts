// The last frame of a channel, if one datagram contained all of it. At rest a server sends the same bytes with every frame, so
// a frame is decoded only if it differs.
import { contentStart } from './osc-datagram.js';

/** A frame that was read, and what it reports. */
export class LastFrame<Update> {
  #read: { readonly bundle: Buffer; readonly update: Update } | undefined;

  /** Returns the update of the last frame, if a bundle differs from it in the frame number alone; otherwise undefined. */
  repeatedBy(bundle: Buffer): Update | undefined {
    const last = this.#read;
    if (last?.bundle.length !== bundle.length) return undefined;
    return last.bundle.compare(bundle, contentStart, bundle.length, contentStart) === 0 ? last.update : undefined;
  }

  set(bundle: Buffer, update: Update): void {
    this.#read = { bundle, update };
  }

  clear(): void {
    this.#read = undefined;
  }
}
