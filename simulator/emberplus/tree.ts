// The tree of a simulated provider: its parameters and matrices are simulated signal lines.
import type { SignalLines } from '../../application/ports/signal-lines.js';
import type { Value } from './values.js';

/** A crosspoint of a matrix. */
interface Crosspoint {
  readonly path: string;
  readonly target: number;
  readonly source: number;
  readonly offSource?: number;
}

/** The line of a signal, as the studio file has it. */
interface LineSettings {
  readonly parameter?: string;
  readonly on?: Value;
  readonly off?: Value;
  readonly matrix?: Crosspoint;
  readonly inverted?: boolean;
}

/** A signal with two values on the wire. */
export interface ParameterFace {
  readonly signal: string;
  readonly on: Value;
  readonly off: Value;
  readonly isInverted: boolean;
  /** The names of an enumeration. Its values on the wire are their indexes. */
  readonly names: readonly string[] | undefined;
}

/** A signal that is a crosspoint. */
export interface CrosspointFace extends Crosspoint {
  readonly signal: string;
  readonly isInverted: boolean;
}

/** An element. A node has children, a parameter has a face, and a matrix has crosspoints. */
export interface TreeElement {
  readonly path: readonly number[];
  readonly identifier: string;
  readonly children: TreeElement[];
  readonly crosspoints: CrosspointFace[];
  parameter?: ParameterFace;
}

const elementAt = (path: readonly number[], identifier: string): TreeElement => ({
  path,
  identifier,
  children: [],
  crosspoints: [],
});

const isNumeric = (path: string): boolean => /^[\d.]+$/.test(path);

const freeNumber = (parent: TreeElement): number =>
  Math.max(0, ...parent.children.map(({ path }) => path.at(-1) ?? 0)) + 1;

/** Returns the element below another one, and adds it if it is missing. */
const below = (parent: TreeElement, segment: string, isNumber: boolean): TreeElement => {
  const known = parent.children.find(({ path, identifier }) =>
    isNumber ? path.at(-1) === Number(segment) : identifier === segment,
  );
  if (known !== undefined) return known;
  const number = isNumber ? Number(segment) : freeNumber(parent);
  const added = elementAt([...parent.path, number], isNumber ? `element-${segment}` : segment);
  parent.children.push(added);
  return added;
};

const grow = (root: TreeElement, path: string): TreeElement => {
  const isNumber = isNumeric(path);
  return path.split(isNumber ? '.' : '/').reduce((parent, segment) => below(parent, segment, isNumber), root);
};

/** Returns the values on the wire that a line's settings name. */
const parameterFace = (signal: string, { on, off, inverted = false }: LineSettings): ParameterFace => {
  const given = on ?? off ?? true;
  const [usualOn, usualOff] = typeof given === 'boolean' ? [true, false] : [1, 0];
  const [shownOn, shownOff] = [on ?? usualOn, off ?? usualOff];
  if (typeof shownOn !== 'string' && typeof shownOff !== 'string')
    return { signal, on: shownOn, off: shownOff, isInverted: inverted, names: undefined };
  return { signal, on: 1, off: 0, isInverted: inverted, names: [String(shownOff), String(shownOn)] };
};

/** Returns the root of a tree in which each line has its element. */
export const treeOf = (lines: ReadonlyMap<string, unknown>): TreeElement => {
  const root = elementAt([], '');
  for (const [signal, unchecked] of lines) {
    const settings = unchecked as LineSettings;
    const { parameter, matrix, inverted: isInverted = false } = settings;
    if (parameter !== undefined) grow(root, parameter).parameter = parameterFace(signal, settings);
    if (matrix !== undefined) grow(root, matrix.path).crosspoints.push({ ...matrix, signal, isInverted });
  }
  return root;
};

/** Returns the element at a path; undefined if there is none. */
export const find = (root: TreeElement, path: readonly number[]): TreeElement | undefined =>
  path.reduce<TreeElement | undefined>(
    (parent, number) => parent?.children.find((child) => child.path.at(-1) === number),
    root,
  );

/** Returns all elements below another one. */
export const descendants = (element: TreeElement): readonly TreeElement[] =>
  element.children.flatMap((child) => [child, ...descendants(child)]);

/** Returns the value of a parameter. */
export const shownValue = ({ signal, on, off, isInverted }: ParameterFace, lines: SignalLines): Value =>
  (lines.value(signal) === true) === isInverted ? off : on;

/** Returns the sources of a matrix's target. */
export const shownSources = (
  crosspoints: readonly CrosspointFace[],
  target: number,
  lines: SignalLines,
): readonly number[] =>
  crosspoints
    .filter((crosspoint) => crosspoint.target === target)
    .flatMap(({ signal, source, offSource, isInverted }) => {
      if ((lines.value(signal) === true) !== isInverted) return [source];
      return offSource === undefined ? [] : [offSource];
    });
