// The run of one playlist: cues the clip that follows as soon as one is on, and has it taken at the end of that one.
import * as E from 'fp-ts/lib/Either.js';
import { endOf } from '../../domain/studio/clip-time.js';
import { clipsAfter, type RunningPlaylist } from '../../domain/studio/playlist.js';
import { endPlaylist, rememberPlaylist } from '../../domain/studio/runtime-state.js';
import type { Clock } from '../ports/clock.js';
import type { SentCommand } from '../ports/commands.js';
import type { ClipSelection, SceneRun, SceneState } from '../ports/players.js';
import { timeOf } from '../state/scenes.js';
import { PlaylistCommands, timeoutMs, type Following, type PlaylistCommandDeps } from './playlist-commands.js';
import type { PlaylistFaults } from './playlist-faults.js';

export interface PlaylistRunDeps extends PlaylistCommandDeps {
  readonly clock: Clock;
  readonly faults: PlaylistFaults;
}

/** A clip that ends by itself ends at most this long before its known end, in milliseconds. */
const earlyMs = 1_000;

/** A clip that is on again was started at least this long after its run before, in milliseconds. */
const anotherRunMs = 200;

/** How much later than the leading player the other one, which may lead by then, may take a clip, in milliseconds. */
const lateMs = 1_000;

const lost = 'the player was away, and shows neither the clip that was on nor the one that follows';

/** What a run is doing: waits for its first clip, looks for its clip after a restart, plays, or is over. */
type Phase = 'starting' | 'resuming' | 'running' | 'over';

/** One run of a playlist in a scene. */
export class PlaylistRun {
  #phase: Phase = 'resuming';
  #startedAtMs: number | null = null;
  #endsAtMs: number | null = null;
  #wasLost = false;
  /** The clip that was on before, and until when a player may still show it. */
  #before = { clip: '', untilMs: 0 };
  #following: Following | null = null;
  #isLast = false;
  /** Whether the clip that follows is to be taken as soon as it is cued. */
  #isDue = false;
  #handover: Following | null = null;
  /** Identifies the newest search for a clip to cue. */
  #search = {};
  #cancelTimer = (): void => undefined;
  readonly #commands: PlaylistCommands;

  constructor(
    private entry: RunningPlaylist,
    private readonly deps: PlaylistRunDeps,
  ) {
    this.#commands = new PlaylistCommands(entry, deps);
  }

  /** Begins with a clip that was sent to the player. */
  async begin({ confirmed, failureAtTimeout }: SentCommand): Promise<void> {
    this.#phase = 'starting';
    this.#remember({ next: null });
    const result = await this.deps.acknowledgements.within(confirmed, timeoutMs, failureAtTimeout);
    if (this.isOver) return;
    this.#phase = 'running';
    if (E.isRight(result)) this.update();
    else this.#fail(`the clip "${this.entry.clip}" was not confirmed: ${result.left.message}`);
  }

  /** Follows a change of the player. */
  update(): void {
    if (this.#phase === 'starting' || this.#phase === 'over') return;
    const scene = this.#scene;
    if (scene === undefined) this.#lose();
    else if (scene.run !== null && this.#isNext(scene.run)) this.#advance(scene.run);
    else if (scene.run !== null && this.#isPresent(scene.run)) this.#follow(scene.run);
    else if (this.#handover === null && !this.#isLate(scene)) this.#leave(scene);
  }

  /** Follows another layout, which this playlist fits as `entry`. A clip that follows already stays, unless it is gone. */
  relayout(entry: RunningPlaylist): void {
    const isGone = this.entry.next !== null && entry.next === null;
    this.entry = entry;
    if (this.#phase !== 'running' || !(isGone || this.#isLast)) return;
    this.#following = null;
    this.update();
  }

  /** Ends the run: the clip that is on plays out, and none follows it. */
  end(): void {
    const [following, run] = [this.#following, this.#scene?.run];
    this.stop();
    if (following !== null && run && this.#isPresent(run)) this.#commands.hold(following);
  }

  /** Sends nothing more. */
  stop(): void {
    this.#phase = 'over';
    this.#cancelTimer();
  }

  get isOver(): boolean {
    return this.#phase === 'over';
  }

  get #place() {
    const { output, scene } = this.entry;
    return { output, scene };
  }

  /** The scene; undefined while it is unknown what it shows. */
  get #scene(): SceneState | undefined {
    const { connected, scenes } = this.deps.players.state(this.entry.output);
    const scene = scenes.find(({ id }) => id === this.entry.scene);
    return connected && scene?.isUnknown !== true ? scene : undefined;
  }

  #isClip({ bank, clip }: ClipSelection, key: string | null): boolean {
    return bank === this.entry.bank && clip.key === key;
  }

  #isNext(run: SceneRun): boolean {
    const { clip, next } = this.entry;
    if (!this.#isClip(run, next)) return false;
    return next !== clip || (this.#startedAtMs !== null && run.startedAtMs > this.#startedAtMs + anotherRunMs);
  }

  #isPresent(run: ClipSelection): boolean {
    return this.#isClip(run, this.entry.clip);
  }

  /** Whether the player that leads now is about to take the present clip. */
  #isLate({ run }: SceneState): boolean {
    return run !== null && this.#isClip(run, this.#before.clip) && this.deps.clock.now() < this.#before.untilMs;
  }

  #lose(): void {
    this.#wasLost = true;
    this.#cancelTimer();
    this.#following = null;
    this.#handover = null;
    this.#search = {};
  }

  #follow(run: SceneRun): void {
    this.#endsAtMs = endOf(timeOf(run));
    // Of a clip that has ended, a player that was away has yet to report what it shows.
    if (this.#wasLost && this.#endsAtMs !== null && this.#endsAtMs <= this.deps.clock.now()) return;
    this.#phase = 'running';
    this.#wasLost = false;
    this.#startedAtMs ??= run.startedAtMs;
    this.#cancelTimer();
    if (this.#endsAtMs !== null && this.#handover === null) this.#waitUntil(this.#endsAtMs);
    if (this.#following === null) void this.#cueNext();
  }

  #waitUntil(atMs: number): void {
    const { clock } = this.deps;
    this.#cancelTimer = clock.after(Math.max(0, atMs - clock.now()), () => {
      const run = this.#scene?.run;
      const endsAtMs = run && this.#isPresent(run) ? endOf(timeOf(run)) : atMs;
      // The clip may be a little later than it was.
      if (endsAtMs !== null && endsAtMs > clock.now()) this.#waitUntil(endsAtMs);
      else if (endsAtMs !== null && !this.#isLast) this.#handOver();
    });
  }

  /** The scene shows neither the present clip nor the next one. */
  #leave(scene: SceneState): void {
    const isStuck = this.#isStuck(scene);
    const isEarly = this.#endsAtMs !== null && this.#endsAtMs - this.deps.clock.now() > earlyMs;
    if (this.#wasLost || this.#phase === 'resuming') this.#fail(lost);
    else if (scene.run !== null || this.#isLast || (isEarly && !isStuck)) this.#finish();
    else this.#handOver(isStuck);
  }

  /** Whether the last picture of the present clip stands. */
  #isStuck({ run, held }: SceneState): boolean {
    return run === null && held?.run != null && this.#isPresent(held.run);
  }

  async #cueNext(): Promise<void> {
    const search = (this.#search = {});
    const { faults } = this.deps;
    const candidates = this.#candidates();
    this.#isLast = candidates.length === 0;
    for (const selection of candidates) {
      const following = (this.#following = this.#commands.following(selection));
      this.#remember({ next: selection.clip.key });
      const result = await this.#commands.cue(following);
      if (this.#search !== search || this.isOver) return;
      if (E.isRight(result)) {
        faults.pass(this.#place, selection.clip.key);
        if (this.#isDue) this.#handOver();
        return;
      }
      faults.skip(this.#place, selection.clip.key, result.left.message);
    }
    if (!this.#isLast) this.#fail('none of the clips that follow could be cued');
  }

  #candidates(): readonly ClipSelection[] {
    const bank = this.deps.studio.layout.banks.find(({ key }) => key === this.entry.bank);
    return bank === undefined
      ? []
      : clipsAfter(bank, this.entry, this.entry.clip).map((clip) => ({ bank: bank.key, clip }));
  }

  /** Has the next clip taken, once it is cued. `isStuck`: the player won't take it by itself, because it never sees the end. */
  #handOver(isStuck = false): void {
    const following = this.#following;
    if (this.#phase === 'over' || this.#handover !== null) return;
    if (following?.isCued !== true) {
      this.#isDue = true;
      return;
    }
    this.#handover = following;
    this.#cancelTimer();
    void this.#judge(following, isStuck);
  }

  async #judge(following: Following, isStuck: boolean): Promise<void> {
    const isWanted = (): boolean => !this.isOver && this.#handover === following;
    const result = await this.#commands.take(following, isStuck, isWanted);
    if (!isWanted()) return;
    if (this.#scene === undefined) this.update();
    else if (E.isRight(result)) this.#advance(this.#scene.run);
    else this.#fail(`the clip "${following.selection.clip.key}" was not taken: ${result.left.message}`);
  }

  /** The next clip is on. */
  #advance(run: SceneRun | null): void {
    const [following, next] = [this.#following, this.entry.next ?? this.entry.clip];
    this.#before = { clip: this.entry.clip, untilMs: this.deps.clock.now() + lateMs };
    // The player was earlier than the clock, or has taken the clip while this service was away.
    if (this.#handover === null && following?.takesItself !== false && run !== null)
      this.#commands.recordTake({ bank: run.bank, clip: run.clip });
    following?.onTaken();
    this.#phase = 'running';
    this.#handover = null;
    this.#following = null;
    this.#isDue = false;
    this.#startedAtMs = run?.startedAtMs ?? null;
    this.#endsAtMs = null;
    this.#remember({ clip: next, next: null });
    this.update();
  }

  #remember(change: Partial<RunningPlaylist>): void {
    this.entry = { ...this.entry, ...change };
    this.deps.studio.change(rememberPlaylist(this.entry));
  }

  /** Ends the playlist as it should. */
  #finish(): void {
    this.deps.faults.clear(this.#place);
    this.#forget();
  }

  #fail(why: string): void {
    this.deps.faults.end(this.#place, why);
    this.#forget();
  }

  #forget(): void {
    const { output, scene } = this.entry;
    this.end();
    this.deps.studio.change(endPlaylist(output, scene));
  }
}
