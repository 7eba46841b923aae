// The studio's present as the service remembers it: changed at once, and confirmed once it would survive a power cut.
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../../domain/failure.js';
import { indexLayout, type StudioLayout, type StudioRecords } from '../../domain/studio/layout.js';
import { isSameRuntimeState, type RuntimeState } from '../../domain/studio/runtime-state.js';
import { changeNotifier } from '../events/change-notifier.js';
import type { CommandResult, SendResult } from '../ports/commands.js';
import type { Watch } from '../ports/watch.js';
import type { RuntimeStateWriter } from './runtime-state-writer.js';

/** A change of the present. */
export interface RuntimeStateChange {
  readonly before: RuntimeState;
  readonly now: RuntimeState;
}

/** The studio: how it is laid out, and the part of its present that the service itself remembers. */
export interface StudioState {
  readonly layout: StudioLayout;
  readonly records: StudioRecords;
  readonly runtime: () => RuntimeState;
  /** Decides on the newest present and remembers what comes of it; confirmed once it is remembered. */
  readonly change: (decide: (present: RuntimeState) => E.Either<Failure, RuntimeState>) => SendResult;
  /** Tells every change of the present. */
  readonly watch: Watch<RuntimeStateChange>;
}

const taken: Promise<CommandResult> = Promise.resolve(E.right(undefined));

/** Remembers from `first` on. */
export const studioState = (
  layout: StudioLayout,
  first: RuntimeState,
  { keep }: Pick<RuntimeStateWriter, 'keep'>,
): StudioState => {
  let present = first;
  const { watch, notify: tell } = changeNotifier<RuntimeStateChange>();

  /** What is so already is kept, or about to be. */
  const become = (changed: RuntimeState): SendResult => {
    const before = present;
    if (!isSameRuntimeState(before, changed)) {
      present = changed;
      tell({ before, now: present });
    }
    return E.right({ accepted: taken, confirmed: keep(present) });
  };

  return {
    layout,
    records: indexLayout(layout),
    runtime: () => present,
    watch,
    change: (decide) => E.chain(become)(decide(present)),
  };
};
