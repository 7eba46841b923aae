// The preset that a camera shows: the one that was completed last, as long as the camera keeps its position.
import { isSamePosition, type Position } from './camera-position.js';

/** The preset that was completed last, and the position that the camera had then. */
interface Completed {
  readonly preset: number;
  /** `asked` until the camera has answered, `unknown` if it doesn't report positions. */
  readonly position: Position | 'asked' | 'unknown';
}

/** What is known of a camera's preset. */
export class ShownPreset {
  #completed: Completed | undefined;
  /** Whether the camera has left the position of the completed preset, or may have. */
  #isElsewhere = false;

  /** `changed` is called after each change. */
  constructor(private readonly changed: () => void) {}

  /** The preset; undefined if it isn't known. */
  get preset(): number | undefined {
    return this.#isElsewhere ? undefined : this.#completed?.preset;
  }

  /** A recall is about to be sent. A position that wasn't reported yet could be that of a moving camera. */
  send(): void {
    if (this.#completed?.position === 'asked') this.#forget();
  }

  /** The camera begins to move. Only its positions can show where it is until it has arrived. */
  accept(): void {
    if (this.#completed?.position === 'unknown') this.#forget();
  }

  /** The camera has recalled a preset. Its position has to be asked for now. */
  complete(preset: number): void {
    this.#completed = { preset, position: 'asked' };
    this.#isElsewhere = false;
    this.changed();
  }

  /** The camera reported its position, in answer to an inquiry after the last completion; undefined if it can't. */
  update(reported: Position | undefined): void {
    if (this.#completed === undefined) return;
    const { preset, position } = this.#completed;
    if (position === 'asked') this.#completed = { preset, position: reported ?? 'unknown' };
    else if (position !== 'unknown') this.#move(reported === undefined || !isSamePosition(reported, position));
  }

  /** The connection is back. The camera may have been moved meanwhile: its position shows whether. */
  reconnect(): void {
    this.#isElsewhere = true;
    this.changed();
  }

  /** The connection is lost. */
  disconnect(): void {
    if (typeof this.#completed?.position === 'string') this.#completed = undefined;
    this.changed();
  }

  #forget(): void {
    this.#completed = undefined;
    this.#isElsewhere = false;
    this.changed();
  }

  #move(isElsewhere: boolean): void {
    if (this.#isElsewhere === isElsewhere) return;
    this.#isElsewhere = isElsewhere;
    this.changed();
  }
}
