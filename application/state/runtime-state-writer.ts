// Stores the runtime state on disk, and loads it when the service starts.
import * as E from 'fp-ts/lib/Either.js';
import { failure } from '../../domain/failure.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { initialRuntimeState, fitRuntimeState, type RuntimeState } from '../../domain/studio/runtime-state.js';
import { noFileAlarm, type FileAlarm } from './write-behind.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult } from '../ports/commands.js';
import type { Log } from '../ports/log.js';
import type { RuntimeStateFile } from '../ports/runtime-state-file.js';
import { writeBehind } from './write-behind.js';

/** Stores runtime states in the background. */
export interface RuntimeStateWriter {
  /** Resolves when this state, or a newer one, is stored; with `device_error` if it can't be written. */
  readonly save: (runtime: RuntimeState) => Promise<CommandResult>;
  /** Resolves when no write is in progress. */
  readonly settled: () => Promise<unknown>;
  /** Cancels retries. Resolves when no write is in progress, and the file is closed. */
  readonly stop: () => Promise<void>;
}

export interface RuntimeStateWriterDeps {
  readonly file: Pick<RuntimeStateFile, 'save' | 'close'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: none. */
  readonly alarm?: FileAlarm;
}

const notStored: CommandResult = E.left(
  failure('device_error', 'the change took effect, but could not be written to disk: a restart would undo it'),
);

/** Returns a writer. `first` is the state that the next start would load anyway, so it isn't written. */
export const runtimeStateWriter = (
  first: RuntimeState,
  { file, clock, log, alarm = noFileAlarm }: RuntimeStateWriterDeps,
): RuntimeStateWriter => {
  let newest = first;
  let onDisk: RuntimeState | undefined = first;

  const save = async (): Promise<void> => {
    const runtime = newest;
    if (runtime === onDisk) return;
    // A write that fails may have reached the disk all the same.
    onDisk = undefined;
    await file.save(runtime);
    onDisk = runtime;
  };

  const onFailure = (error: unknown): void => {
    log.error('the runtime state could not be written to disk', { error });
  };

  const { write, settled, stop } = writeBehind({ save, clock, onFailure, alarm });
  return {
    save: async (runtime) => {
      newest = runtime;
      return (await write()) ? E.right(undefined) : notStored;
    },
    settled,
    stop: async () => {
      stop();
      await settled();
      await file.close();
    },
  };
};

/** Returns the state that the service starts with: the stored state, as far as it fits the layout. */
export const loadRuntimeState = async (
  layout: StudioLayout,
  file: Pick<RuntimeStateFile, 'load'>,
  log: Log,
): Promise<RuntimeState> => {
  const stored = await file.load();
  if (stored === undefined) return initialRuntimeState(layout);
  const { state: runtime, discarded } = fitRuntimeState(layout, stored);
  if (discarded.length > 0)
    log.warn('parts of the stored runtime state are ignored: they do not fit the studio file', { discarded });
  return runtime;
};
