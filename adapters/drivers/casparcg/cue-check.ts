// Finds out whether the server can decode a cued file. Its state shows every file alike, but only of a file that it can
// decode does it know the length.
import { steadyMs, type Clock } from '../../../application/ports/clock.js';
import type { AmcpReply } from './reply-reader.js';

/** When the length is asked for, counted from the cue, in milliseconds. A file is opened within about 50. */
const askedAfterMs = [60, 120, 200, 300, 450, 650, 900, 1_300, 2_000, 3_500, 6_000, 10_000] as const;

/** The server reports an unknown length as the largest integer of 64 bits. No clip has as many frames as this. */
const longestFrames = 2 ** 53;

/** How long the length of a file with its key is awaited, in milliseconds. One of stills has none: no reply comes. */
const unansweredMs = 1_000;

export interface CueCheckDeps {
  readonly clock: Clock;
  readonly isPending: () => boolean;
  /** Type of the cued producer, such as `ffmpeg` or `image`; undefined while the file isn't shown as cued. */
  readonly producer: () => string | undefined;
  /** Asks for the length of what is cued. */
  readonly ask: (onReply: (reply: AmcpReply) => void) => void;
  /** Called if the file can be decoded, or if that can't be known. */
  readonly pass: () => void;
  /** Called if the server has found no length in time. */
  readonly fail: (message: string) => void;
}

const isUnknownLength = ({ code, data }: AmcpReply): boolean => code === 201 && !(Number(data) < longestFrames);

/** Checks one cue, as long as it is pending. Stills don't reply, so they aren't asked (CUE-4). */
export const checkCue = (deps: CueCheckDeps): void => {
  const { clock, isPending, producer, ask, pass, fail } = deps;
  const sentAtMs = steadyMs(clock);
  const checkAgain = (index: number): void => {
    const atMs = askedAfterMs[index];
    if (atMs === undefined) {
      if (isPending()) fail('the server has found no length in the file, so it can not decode it');
      return;
    }
    clock.after(Math.max(0, sentAtMs + atMs - steadyMs(clock)), () => {
      check(index);
    });
  };
  const askAt = (index: number, shown: string): void => {
    let isAnswered = false;
    ask((reply) => {
      isAnswered = true;
      if (isUnknownLength(reply)) checkAgain(index + 1);
      else pass();
    });
    if (shown === 'separated')
      clock.after(unansweredMs, () => {
        if (!isAnswered) pass();
      });
  };
  const check = (index: number): void => {
    if (!isPending()) return;
    const shown = producer();
    if (shown === 'ffmpeg' || shown === 'separated') askAt(index, shown);
    else if (shown === undefined) checkAgain(index + 1);
    else pass();
  };
  checkAgain(0);
};
