// The studio's layout and runtime state. A change takes effect at once, and is confirmed when it is stored.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  fitRuntimeState,
  isSameRuntimeState,
  type RuntimeState,
  type StateChange,
} from '../../domain/studio/runtime-state.js';
import type { CommandResult, SendResult } from '../ports/commands.js';
import { changeNotifier, type Watch } from '../ports/watch.js';
import type { CurrentLayout, LayoutInForce } from './current-layout.js';
import type { RuntimeStateWriter } from './runtime-state-writer.js';

/** A change of the runtime state. */
export interface RuntimeStateChange {
  readonly before: RuntimeState;
  readonly now: RuntimeState;
}

/** The studio's layout and runtime state. */
export interface StudioState extends LayoutInForce {
  readonly runtime: () => RuntimeState;
  /** Applies `decide` to the current state. Confirmed when the new state is stored. */
  readonly change: (decide: StateChange) => SendResult;
  /** Reports every change of the runtime state. */
  readonly watch: Watch<RuntimeStateChange>;
}

const accepted: Promise<CommandResult> = Promise.resolve(E.right(undefined));

/** Returns the studio's state, starting with `first`. Values that don't fit a new layout become the layout's. */
export const studioState = (
  current: CurrentLayout,
  first: RuntimeState,
  { save }: Pick<RuntimeStateWriter, 'save'>,
): StudioState => {
  let runtime = first;
  const { watch, notify } = changeNotifier<RuntimeStateChange>();

  const replace = (changed: RuntimeState): SendResult => {
    const before = runtime;
    if (!isSameRuntimeState(before, changed)) {
      runtime = changed;
      notify({ before, now: runtime });
    }
    return E.right({ accepted, confirmed: save(runtime) });
  };

  current.watchLayout(({ now }) => void replace(fitRuntimeState(now, runtime).state));

  return {
    get layout() {
      return current.layout;
    },
    get records() {
      return current.records;
    },
    watchLayout: current.watchLayout,
    runtime: () => runtime,
    watch,
    change: (decide) => pipe(decide(runtime), E.chain(replace)),
  };
};
