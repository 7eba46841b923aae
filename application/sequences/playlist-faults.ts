// The alarms of playlists: clips that were skipped, and a playlist that ended before its last clip (PLAYLIST-6).
import type { Alarms } from '../alarms/alarms.js';
import type { ScenePlace } from '../commands/decisions.js';

/** What is wrong in one scene. */
interface SceneFaults {
  readonly scene: string;
  /** Why clips were skipped, by their keys. */
  readonly skipped: Map<string, string>;
  /** Why the playlist has ended; null if it hasn't. */
  ended: string | null;
}

/** What is wrong with the playlists of all scenes. */
export class PlaylistFaults {
  readonly #byOutput = new Map<string, Map<string, SceneFaults>>();

  constructor(private readonly alarms: Pick<Alarms, 'raise' | 'clear'>) {}

  skip(place: ScenePlace, clip: string, why: string): void {
    this.#of(place).skipped.set(clip, why);
    this.#report(place.output);
  }

  /** A clip that was skipped before is cued now. */
  pass(place: ScenePlace, clip: string): void {
    if (this.#of(place).skipped.delete(clip)) this.#report(place.output);
  }

  end(place: ScenePlace, why: string): void {
    this.#of(place).ended = why;
    this.#report(place.output);
  }

  /** Nothing is wrong in a scene any more. */
  clear({ output, scene }: ScenePlace): void {
    if (this.#byOutput.get(output)?.delete(scene) === true) this.#report(output);
  }

  #of({ output, scene }: ScenePlace): SceneFaults {
    const scenes = this.#byOutput.get(output) ?? new Map<string, SceneFaults>();
    this.#byOutput.set(output, scenes);
    const faults = scenes.get(scene) ?? { scene, skipped: new Map<string, string>(), ended: null };
    scenes.set(scene, faults);
    return faults;
  }

  #report(output: string): void {
    const faults = [...(this.#byOutput.get(output)?.values() ?? [])].flatMap(({ scene, skipped, ended }) => [
      ...[...skipped].map(([clip, why]) => `the clip "${clip}" was skipped in the scene "${scene}": ${why}`),
      ...(ended === null ? [] : [`it has ended in the scene "${scene}": ${ended}`]),
    ]);
    if (faults.length === 0) this.alarms.clear('playlist_failed', output);
    else
      this.alarms.raise(
        'playlist_failed',
        output,
        (name) => `a playlist of the output "${name}": ${faults.join('; ')}`,
      );
  }
}
