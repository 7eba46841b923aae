// Reports that a clip is about to end: once, some time before its end (CLIP-TIME-7).
import { comeNotice, defaultLeadMs, nextNotice, noNotice, type EndingNotice } from '../../domain/studio/clip-ending.js';
import type { ClipTime } from '../../domain/studio/clip-time.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { Clock } from '../ports/clock.js';
import type { Players, SceneState } from '../ports/players.js';
import { timeOf } from './scenes.js';
import type { StudioState } from './studio-state.js';

/** A clip that is about to end: the ids of its output and its scene. */
export interface ClipEnding {
  readonly output: string;
  readonly scene: string;
}

export interface ClipEndingDeps {
  readonly studio: StudioState;
  readonly players: Pick<Players, 'state' | 'watch'>;
  readonly clock: Clock;
}

/** The notice of one scene, with its timer. */
class SceneNotice {
  #notice: EndingNotice = noNotice;
  #cancelTimer = (): void => undefined;

  constructor(
    private readonly leadMs: () => number,
    private readonly clock: Clock,
    private readonly report: () => void,
  ) {}

  /** Follows a change of the scene's clip; `time` is null if none is on. */
  update(time: ClipTime | null): void {
    this.#cancelTimer();
    const nowMs = this.clock.now();
    this.#notice = nextNotice(this.#notice, time, this.leadMs(), nowMs);
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

/** The notices of all scenes, made when they are first needed. */
class SceneNotices {
  readonly #byOutput = new Map<string, Map<string, SceneNotice>>();

  constructor(private readonly make: (ending: ClipEnding) => SceneNotice) {}

  of(ending: ClipEnding): SceneNotice {
    const { output, scene } = ending;
    const own = this.#byOutput.get(output) ?? new Map<string, SceneNotice>();
    this.#byOutput.set(output, own);
    const notice = own.get(scene) ?? this.make(ending);
    own.set(scene, notice);
    return notice;
  }

  /** Stops and forgets the notices of scenes that the layout doesn't have. */
  keepOnly({ outputs }: Pick<StudioLayout, 'outputs'>): void {
    const scenesOf = new Map(outputs.map(({ id, scenes }) => [id, scenes]));
    for (const [output, own] of this.#byOutput) {
      for (const [scene, notice] of own) {
        if (scenesOf.get(output)?.includes(scene) === true) continue;
        notice.stop();
        own.delete(scene);
      }
      if (own.size === 0) this.#byOutput.delete(output);
    }
  }
}

/** Reports every clip that is about to end, by default as long before as the studio's. Returns a function that stops the reports. */
export const watchClipEndings = (
  { studio, players, clock }: ClipEndingDeps,
  report: (ending: ClipEnding) => void,
  ownLeadMs?: number,
): (() => void) => {
  const leadMs = (): number => ownLeadMs ?? studio.layout.leadMs ?? defaultLeadMs;
  const notices = new SceneNotices(
    (ending) =>
      new SceneNotice(leadMs, clock, () => {
        report(ending);
      }),
  );
  const update = (output: string): void => {
    const { connected, scenes } = players.state(output);
    for (const scene of scenes) notices.of({ output, scene: scene.id }).update(knownTime(scene, connected));
  };
  const followLayout = (): void => {
    notices.keepOnly(studio.layout);
    for (const { id } of studio.layout.outputs) update(id);
  };
  const unsubscribes = [players.watch(update), studio.watchLayout(followLayout)];
  followLayout();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    notices.keepOnly({ outputs: [] });
  };
};
