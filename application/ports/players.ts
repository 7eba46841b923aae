// The port of the players behind the outputs.
import type { ClipDefinition } from '../../domain/studio/clip.js';
import type { ClipTime } from '../../domain/studio/clip-time.js';
import type { OutputCommand } from '../../domain/studio/command.js';
import type { OutputPlayer } from '../../domain/studio/output-player.js';
import type { Watch } from './watch.js';
import type { Refusal, SendResult } from './commands.js';

/** A clip together with the bank it was found in. */
export interface ClipSelection {
  readonly bank: string;
  readonly clip: ClipDefinition;
}

/**
 * How a driver knows a player's state:
 * - `osc`: the player reports it with every frame, on a port of the driver's own;
 * - `osc_default_port`: the same, on the port that the player sends to unasked;
 * - `info`: the player doesn't report it, so it is read after commands and every 30 seconds.
 */
export const stateSources = ['osc', 'osc_default_port', 'info'] as const;
export type StateSource = (typeof stateSources)[number];

/** A clip that is on a scene, running or paused. `durationMs` is the player's own; null if the player doesn't know it. */
export interface SceneRun extends ClipSelection, ClipTime {
  /**
   * How far the clip is ahead of this time by the player's latest reports, in milliseconds; negative if it is behind, and
   * absent if it follows the clock exactly. It changes while nothing but time passes, and watchers aren't notified of it.
   */
  readonly aheadMs?: number;
}

/** What was on and what was cued. */
export interface HeldClips {
  readonly run: ClipSelection | null;
  readonly cued: ClipSelection | null;
}

/**
 * What a scene plays, what is cued in it, and whether its graphic is on air. Stays equal, but for `aheadMs`, while nothing
 * but time passes.
 */
export interface SceneState {
  readonly id: string;
  readonly run: SceneRun | null;
  readonly cued: ClipSelection | null;
  readonly graphicShown: boolean;
  /** Whether it is unknown what the scene plays, though its player is connected: then `run` is null. False or absent if it is known. */
  readonly isUnknown?: boolean;
  /**
   * What counts for the tally while `run` is null: a clip whose picture stands, or what the scene showed when a pending
   * command for a clip was sent.
   */
  readonly held?: HeldClips | undefined;
}

/** What each scene of an output plays, in the layout's order, and whether its player is connected. */
export interface PlayerReport {
  readonly connected: boolean;
  readonly scenes: readonly SceneState[];
}

/** What both players of an output report, and which of them leads: the output shows what that one shows. */
export interface PlayerPair {
  readonly lead: OutputPlayer;
  readonly reports: Readonly<Record<OutputPlayer, PlayerReport>>;
}

/** A command to a player, with the definition of its clip. */
export type PlayerCommand = OutputCommand<ClipSelection>;

/** The players behind the outputs. Their state is what they reported last. */
export interface Players {
  readonly send: (command: PlayerCommand) => SendResult;
  /** Absent if it refuses none. */
  readonly refusal?: Refusal<PlayerCommand> | undefined;
  readonly state: (output: string) => PlayerReport;
  /** Returns what both players of an output report; undefined if it has no backup. Absent if no output has one. */
  readonly pair?: (output: string) => PlayerPair | undefined;
  /** Whether the output's player can take a cued clip by itself, exactly at the end of the one that is on. Absent if none can. */
  readonly takesAtEnd?: ((output: string) => boolean) | undefined;
  /** Returns how the state of an output is known; null if it isn't, or if its driver knows only one way. */
  readonly stateSource: (output: string) => StateSource | null;
  /** Whether a driver controls the output's player. One without is never connected, which is no fault. */
  readonly hasDriver: (output: string) => boolean;
  /** Reports the id of an output whose `state` may have changed. */
  readonly watch: Watch;
}
