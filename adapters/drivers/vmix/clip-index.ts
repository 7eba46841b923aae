// The input of each clip, found again only when the inputs of the vMix change.
import type { ClipSelection } from '../../../application/ports/players.js';
import { inputOfClip, isInputOf } from './clip-input.js';
import type { OnAir } from './clip-run.js';
import type { VmixInput, VmixState } from './state.js';

const namesOf = ({ inputs }: VmixState): string =>
  JSON.stringify(
    inputs.map(({ key, number, type, title, shortTitle, items }) => [key, number, type, title, shortTitle, items]),
  );

/** The clips of a studio that a vMix has inputs for. */
export class ClipIndex {
  #names = '';
  #clips: readonly OnAir[] = [];

  constructor(private readonly selections: readonly ClipSelection[]) {}

  /** Finds the inputs anew if they changed. */
  follow(state: VmixState): void {
    const names = namesOf(state);
    if (names === this.#names) return;
    this.#names = names;
    this.#clips = this.selections.flatMap((selection) => {
      const input = inputOfClip(state, selection);
      return input === undefined ? [] : [{ selection, input }];
    });
  }

  /** Returns the clips that an input shows. Several clips may have the same input. */
  shownBy(input: VmixInput): readonly OnAir[] {
    return this.#clips.filter((clip) => isInputOf(input, clip.input));
  }

  /** Whether an input can show a clip. */
  isClipInput({ key }: VmixInput): boolean {
    return this.#clips.some(({ input }) => input.key === key);
  }
}
