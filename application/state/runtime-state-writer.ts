// Keeps the studio's present: one writing at a time, each of the newest present there is by then.
import * as E from 'fp-ts/lib/Either.js';
import { failure } from '../../domain/failure.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { initialRuntimeState, fitRuntimeState, type RuntimeState } from '../../domain/studio/runtime-state.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult } from '../ports/commands.js';
import type { Log } from '../ports/log.js';

/** Where the studio's present is kept. */
export interface RuntimeStateFile {
  /** What was kept last; undefined where nothing was, or nothing that can be believed. Never rejects. */
  readonly load: () => Promise<RuntimeState | undefined>;
  /** Resolves once it would survive a power cut; rejects when it can't be kept. Calls must not overlap. */
  readonly keep: (present: RuntimeState) => Promise<void>;
}

/** Keeps presents in the background. */
export interface RuntimeStateWriter {
  /** Resolves once this present, or a newer one, is kept; as `device_error` where the disk doesn't take it. */
  readonly keep: (present: RuntimeState) => Promise<CommandResult>;
  /** Resolves once nothing is being written any more. */
  readonly settled: () => Promise<unknown>;
  /** Ends what is tried again in the background. */
  readonly stop: () => void;
}

/** After so long it is tried again to keep what the disk didn't take, milliseconds. */
const againAfterMs = 30_000;

const well: CommandResult = E.right(undefined);

const notKept: CommandResult = E.left(
  failure('device_error', "it is so now, but the service's disk doesn't take it: a restart would undo it"),
);

/** What the keeper needs. */
export interface RuntimeStateWriterDeps {
  readonly kept: Pick<RuntimeStateFile, 'keep'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps what comes after `first`, which needn't be kept: it is what the next start would begin with. */
export const runtimeStateWriter = (
  first: RuntimeState,
  { kept, clock, log }: RuntimeStateWriterDeps,
): RuntimeStateWriter => {
  let newest = first;
  let onDisk: RuntimeState | undefined = first;
  let turn: Promise<CommandResult> = Promise.resolve(well);
  /** The writing that hasn't begun yet: whatever comes until then is in it. */
  let next: Promise<CommandResult> | undefined;
  let callOff = (): void => undefined;
  let stopped = false;

  const tryAgainLater = (error: unknown): CommandResult => {
    log.error("the studio's present could not be kept on disk", { error });
    if (!stopped) callOff = clock.after(againAfterMs, () => void write());
    return notKept;
  };

  const writeNewest = async (): Promise<CommandResult> => {
    next = undefined;
    callOff();
    const writing = newest;
    if (writing === onDisk) return well;
    try {
      await kept.keep(writing);
      onDisk = writing;
      return well;
    } catch (error) {
      // It may have arrived all the same.
      onDisk = undefined;
      return tryAgainLater(error);
    }
  };

  const write = (): Promise<CommandResult> => {
    next ??= turn.then(writeNewest);
    turn = next;
    return next;
  };

  return {
    keep: (present) => {
      newest = present;
      return write();
    },
    settled: () => turn,
    stop: () => {
      stopped = true;
      callOff();
    },
  };
};

/** The present that the service begins with: what was kept, as far as it fits the layout. */
export const loadRuntimeState = async (
  layout: StudioLayout,
  kept: Pick<RuntimeStateFile, 'load'>,
  log: Log,
): Promise<RuntimeState> => {
  const before = await kept.load();
  if (before === undefined) return initialRuntimeState(layout);
  const { present, unfit } = fitRuntimeState(layout, before);
  if (unfit.length > 0)
    log.warn('some of what was kept of the studio is in its layout no more, and is left out', { unfit });
  return present;
};
