// The models of what callers set and read: a value that is on disk before it is acknowledged, and a station that one caller
// takes at a time.
import type { Model } from './checker.js';

/** What happens to a stored value. */
export type RegisterAction =
  /** `isStored` if the caller was answered that it is done, which promises that it is on disk. */
  | { readonly kind: 'set'; readonly value: string; readonly isStored: boolean }
  | { readonly kind: 'get'; readonly value: string }
  /** As `set`, where the value is empty or the same. */
  | { readonly kind: 'take'; readonly value: string; readonly isStored: boolean }
  /** A `take` that was refused, because of another value. */
  | { readonly kind: 'conflict'; readonly value: string }
  /** The process was killed: it starts again with a value that may be on disk. */
  | { readonly kind: 'crash' };

/** A value in memory, and the values that may be on disk. */
export interface RegisterState {
  readonly value: string;
  readonly onDisk: readonly string[];
}

const written = (
  { onDisk }: RegisterState,
  { value, isStored }: { readonly value: string; readonly isStored: boolean },
): RegisterState => ({ value, onDisk: isStored ? [value] : [...new Set([...onDisk, value])].sort() });

const step = (state: RegisterState, action: RegisterAction): readonly RegisterState[] => {
  switch (action.kind) {
    case 'set':
      return [written(state, action)];
    case 'get':
      return state.value === action.value ? [state] : [];
    case 'take':
      return ['', action.value].includes(state.value) ? [written(state, action)] : [];
    case 'conflict':
      return ['', action.value].includes(state.value) ? [] : [state];
    case 'crash':
      return state.onDisk.map((value) => ({ value, onDisk: [value] }));
  }
};

/** Returns the model of a register. The empty text stands for no value. */
export const register = (initial: string): Model<RegisterState, RegisterAction> => ({
  initial: { value: initial, onDisk: [initial] },
  step,
  keyOf: ({ value, onDisk }) => JSON.stringify([value, onDisk]),
});
