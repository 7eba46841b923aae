// Parameters as lines: which values are on and off, by the type that the provider states.
import * as E from 'fp-ts/lib/Either.js';
import type { GlowElement, GlowValue } from './elements.js';
import { setValue, type SettableValue } from './requests.js';
import type { EmberLine, ParameterState } from './settings.js';
import type { LineTarget } from './target.js';

type ParameterLine = Extract<EmberLine, { readonly parameter: string }>;

/** The values that are on and off. */
interface States {
  readonly on: SettableValue;
  readonly off: SettableValue;
}

/** What a parameter's type is, as the specification determines it. */
type ParameterType = 'boolean' | 'integer' | 'real' | 'text' | 'enumeration';

const statedTypes: Readonly<Record<number, ParameterType>> = {
  1: 'integer',
  2: 'real',
  3: 'text',
  4: 'boolean',
  6: 'enumeration',
};

const trigger = 5;

const typeOf = ({ enumeration, value, type }: GlowElement): ParameterType | undefined => {
  if (type === trigger) return undefined;
  if (enumeration !== undefined) return 'enumeration';
  if (value !== undefined && value.type !== 'other') return value.type;
  return type === undefined ? undefined : statedTypes[type];
};

/** How many names of an enumeration a message lists. */
const listedNames = 20;

const namesOf = (enumeration: ReadonlyMap<string, number>): string =>
  [...enumeration.keys()].slice(0, listedNames).join(', ');

/** Returns the number of an enumeration's name, or of an integer; what was expected instead. */
const numberedState = (
  state: ParameterState,
  enumeration: ReadonlyMap<string, number> | undefined,
): E.Either<string, SettableValue> => {
  const index = typeof state === 'string' ? enumeration?.get(state) : state;
  if (Number.isSafeInteger(index)) return E.right({ type: 'integer', value: Number(index) });
  return E.left(enumeration === undefined ? 'a whole number' : `one of ${namesOf(enumeration)}`);
};

/** Returns a value of a parameter; what was expected instead. */
const stateOf = (state: ParameterState, type: ParameterType, element: GlowElement): E.Either<string, SettableValue> => {
  if (type === 'integer' || type === 'enumeration') return numberedState(state, element.enumeration);
  if (type === 'boolean' && typeof state === 'boolean') return E.right({ type, value: state });
  if (type === 'text' && typeof state === 'string') return E.right({ type, value: state });
  if (type === 'real' && typeof state === 'number') return E.right({ type, value: state });
  return E.left({ boolean: 'true or false', text: 'a text', real: 'a number' }[type]);
};

const defaults = (type: ParameterType): { readonly on: ParameterState; readonly off: ParameterState } =>
  type === 'boolean' ? { on: true, off: false } : { on: 1, off: 0 };

const statesOf = (line: ParameterLine, element: GlowElement): E.Either<string, States> => {
  const type = typeOf(element);
  if (type === undefined) return E.left('the parameter has no value that a signal can have');
  const states = { ...defaults(type), ...line };
  const on = stateOf(states.on, type, element);
  const off = stateOf(states.off, type, element);
  if (E.isLeft(on)) return E.left(`the parameter needs ${on.left} as "on", which is ${JSON.stringify(states.on)}`);
  if (E.isLeft(off)) return E.left(`the parameter needs ${off.left} as "off", which is ${JSON.stringify(states.off)}`);
  return E.right({ on: on.right, off: off.right });
};

/** How far a real may be from a state, in proportion: devices round to fewer bits. */
const tolerance = 1e-6;

const isSame = (value: GlowValue, state: SettableValue): boolean => {
  if (value.type === 'other') return false;
  if (typeof value.value !== 'number' || typeof state.value !== 'number') return value.value === state.value;
  const margin = state.type === 'real' ? tolerance * Math.max(1, Math.abs(state.value)) : 0;
  return Math.abs(value.value - state.value) <= margin;
};

const readState = ({ on, off }: States, value: GlowValue): boolean | null => {
  if (isSame(value, on)) return true;
  return isSame(value, off) ? false : null;
};

/** The bits of a parameter's access. */
const access = { read: 1, write: 2 } as const;

/** Returns how a parameter is used as a line; why it can't be. */
export const parameterTarget = (line: ParameterLine, element: GlowElement): E.Either<string, LineTarget> => {
  const { kind, path, isStream, access: granted = access.read } = element;
  if (kind !== 'parameter') return E.left(`the element is a ${kind}, and no parameter`);
  if (isStream === true) return E.left('the parameter is a stream, whose values are not read');
  if ((granted & access.read) === 0) return E.left('the provider does not report the value of the parameter');
  const states = statesOf(line, element);
  if (E.isLeft(states)) return states;
  const { right } = states;
  return E.right({
    isWritable: (granted & access.write) !== 0,
    read: ({ value }) => ({ value: value && readState(right, value) }),
    command: (on) => setValue(path, on ? right.on : right.off),
  });
};
