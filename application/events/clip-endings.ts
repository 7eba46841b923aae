// Reports that a clip is about to end: once, some time before its end (CLIP-TIME-7).
import { comeNotice, defaultLeadMs, nextNotice, noNotice, type EndingNotice } from '../../domain/studio/clip-ending.js';
import type { ClipTime } from '../../domain/studio/clip-time.js';
import type { Clock } from '../ports/clock.js';
import type { Players, SceneState } from '../ports/players.js';
import { timeOf } from '../state/scenes.js';
import type { StudioState } from '../state/studio-state.js';

/** A clip that is about to end: the ids of its output and its scene. */
export interface ClipEnding {
  readonly output: string;
  readonly scene: string;
}

/** What the reports use. */
export interface ClipEndingDeps {
  readonly studio: StudioState;
  readonly players: Players;
  readonly clock: Clock;
}

/** The notice of one scene, with its timer. */
class SceneNotice {
  #notice: EndingNotice = noNotice;
  #cancelTimer = (): void => undefined;

  constructor(
    private readonly leadMs: number,
    private readonly clock: Clock,
    private readonly report: () => void,
  ) {}

  /** Follows a change of the scene's clip; `time` is null if none is on. */
  update(time: ClipTime | null): void {
    this.#cancelTimer();
    const nowMs = this.clock.now();
    this.#notice = nextNotice(this.#notice, time, this.leadMs, nowMs);
    const { dueAtMs } = this.#notice;
    if (dueAtMs === nowMs) this.#come();
    else if (dueAtMs !== null) this.#cancelTimer = this.clock.after(dueAtMs - nowMs, this.#come);
  }

  stop(): void {
    this.#cancelTimer();
  }

  readonly #come = (): void => {
    this.#notice = comeNotice(this.#notice);
    this.report();
  };
}

/** Returns the time of a scene's clip. Its end is unknown while the player isn't connected. */
const knownTime = ({ run }: SceneState, connected: boolean): ClipTime | null => {
  if (run === null) return null;
  return connected ? timeOf(run) : { ...timeOf(run), durationMs: null };
};

/** Reports every clip that is about to end. Returns a function that stops the reports. */
export const watchClipEndings = (
  { studio, players, clock }: ClipEndingDeps,
  report: (ending: ClipEnding) => void,
): (() => void) => {
  const { leadMs = defaultLeadMs } = studio.layout;
  const notices = new Map(
    studio.layout.outputs.map(({ id: output, scenes }) => {
      const own = scenes.map((scene) => {
        const notice = new SceneNotice(leadMs, clock, () => {
          report({ output, scene });
        });
        return [scene, notice] as const;
      });
      return [output, new Map(own)] as const;
    }),
  );
  const update = (output: string): void => {
    const { connected, scenes } = players.state(output);
    for (const scene of scenes) notices.get(output)?.get(scene.id)?.update(knownTime(scene, connected));
  };
  const unsubscribe = players.watch(update);
  for (const output of notices.keys()) update(output);
  return () => {
    unsubscribe();
    for (const own of notices.values()) for (const notice of own.values()) notice.stop();
  };
};
