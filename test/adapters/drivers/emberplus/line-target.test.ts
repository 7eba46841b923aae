// How elements of Ember+ are used as lines: what their values mean, and what is requested.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { GlowElement, GlowValue, MatrixConnection } from '../../../../adapters/drivers/emberplus/elements.js';
import { targetOf } from '../../../../adapters/drivers/emberplus/line-target.js';
import { connectSources, setValue, type SettableValue } from '../../../../adapters/drivers/emberplus/requests.js';
import { Search } from '../../../../adapters/drivers/emberplus/search.js';
import type { EmberLine } from '../../../../adapters/drivers/emberplus/settings.js';

const path = '1.2';

const use = (line: EmberLine, element: Partial<GlowElement>) => {
  const target = targetOf(line, { kind: 'parameter', path, ...element });
  if (E.isLeft(target)) throw new Error(target.left);
  return target.right;
};

const boolean = (value: boolean) => ({ type: 'boolean', value }) as const;
const integer = (value: number) => ({ type: 'integer', value }) as const;
const real = (value: number) => ({ type: 'real', value }) as const;
const text = (value: string) => ({ type: 'text', value }) as const;

const parameter = (states: object = {}): EmberLine => ({ parameter: 'a', ...states });

/** The enumeration of a device whose numbers have gaps. */
const enumeration = new Map([
  ['Off', 3],
  ['On', 8],
]);

/** A line, its element, the values that are on, off and neither, and what is set for on and off. */
interface Row {
  readonly line: EmberLine;
  readonly element: Partial<GlowElement>;
  /** The values of on and off. */
  readonly values: readonly [GlowValue, GlowValue];
  readonly others: readonly GlowValue[];
  /** What is set for on and off. Default: the values. */
  readonly set?: readonly [SettableValue, SettableValue];
}

const rows: Readonly<Record<string, Row>> = {
  'a boolean': {
    line: parameter(),
    element: { type: 4 },
    values: [boolean(true), boolean(false)],
    others: [integer(1)],
  },
  'an inverted one': {
    line: parameter({ inverted: true }),
    element: { type: 4 },
    values: [boolean(false), boolean(true)],
    others: [integer(0), integer(1), { type: 'other' }],
  },
  'an integer': { line: parameter(), element: { type: 1 }, values: [integer(1), integer(0)], others: [integer(2)] },
  'an integer by numbers': {
    line: parameter({ on: -5, off: 300 }),
    element: { type: 1 },
    values: [integer(-5), integer(300)],
    others: [integer(0), integer(1)],
  },
  'a real': {
    line: parameter({ on: 0.1, off: -64 }),
    element: { type: 2 },
    values: [real(0.100_000_05), real(-64.000_01)],
    others: [real(0.11), real(0)],
    set: [real(0.1), real(-64)],
  },
  'a real of a huge value': {
    line: parameter({ on: 1e9, off: 0 }),
    element: { type: 2 },
    values: [real(1e9 + 500), real(0.000_000_5)],
    others: [real(1e9 + 5_000)],
    set: [real(1e9), real(0)],
  },
  'a text': {
    line: parameter({ on: 'Go', off: 'go' }),
    element: { type: 3 },
    values: [text('Go'), text('go')],
    others: [text('GO'), text('')],
  },
  'an enumeration by names': {
    line: parameter({ on: 'On', off: 'Off' }),
    element: { type: 6, enumeration },
    values: [integer(8), integer(3)],
    others: [integer(0)],
  },
  'an enumeration by numbers': {
    line: parameter({ on: 8, off: 3 }),
    element: { type: 6, enumeration },
    values: [integer(8), integer(3)],
    others: [integer(4)],
  },
};

describe('a parameter', () => {
  it.each(Object.entries(rows))('is read and set: %s', (_, { line, element, values, others, set = values }) => {
    const { read, command } = use(line, element);
    const valueOf = (value: GlowValue) => read({ kind: 'parameter', path, value }).value;
    expect(values.map(valueOf)).toEqual([true, false]);
    expect(others.map(valueOf)).toEqual(others.map(() => null));
    expect(read({ kind: 'parameter', path }).value).toBeUndefined();
    const requests = set.map((value) => setValue(path, value as SettableValue));
    expect([command(true), command(false)]).toEqual(requests);
  });

  it('that has a value has its type, whatever the other properties state', () => {
    const { command } = use(parameter(), { value: boolean(false), type: 1 });
    expect(command(true)).toEqual(setValue(path, boolean(true)));
  });

  it.each<readonly [number | undefined, boolean]>([
    [undefined, false],
    [1, false],
    [3, true],
  ])('with the access %s can be written: %s', (access, isWritable) => {
    expect(use(parameter(), { type: 4, access }).isWritable).toBe(isWritable);
  });
});

const crosspoint = (others: object = {}): EmberLine => ({ matrix: { path: 'm', target: 3, source: 200, ...others } });

const matrix = (type: number | undefined, ...connections: readonly MatrixConnection[]): GlowElement => ({
  kind: 'matrix',
  path,
  type,
  connections,
});

const connection = (
  target: number,
  sources: readonly number[],
  disposition: MatrixConnection['disposition'] = 'current',
): MatrixConnection => ({ target, sources, disposition });

describe('a crosspoint', () => {
  const { read } = use(crosspoint(), matrix(0));

  it.each<readonly [string, readonly MatrixConnection[], boolean | undefined, string | undefined]>([
    ['its source', [connection(3, [200])], true, undefined],
    ['its source among others', [connection(3, [1, 200, 4])], true, undefined],
    ['another source', [connection(3, [20])], false, undefined],
    ['no source', [connection(3, [])], false, undefined],
    ['another target', [connection(4, [200])], undefined, undefined],
    ['its target among others', [connection(4, [200]), connection(3, [1]), connection(5, [200])], false, undefined],
    ['its target twice, of which the last counts', [connection(3, [1]), connection(3, [200])], true, undefined],
    ['a change that is pending', [connection(3, [200], 'pending')], undefined, undefined],
    ['a locked target', [connection(3, [1], 'locked')], false, 'the target 3 is locked'],
  ])('is read from %s', (_, connections, value, refusal) => {
    const reading = read(matrix(0, ...connections));
    expect([reading.value, reading.refusal]).toEqual([value, refusal]);
  });

  type Switched = readonly [sources: readonly number[], operation: 'absolute' | 'connect' | 'disconnect'];

  it.each<readonly [string, EmberLine, number | undefined, Switched, Switched]>([
    ['one source a target', crosspoint(), 0, [[200], 'absolute'], [[], 'absolute']],
    ['no type', crosspoint(), undefined, [[200], 'absolute'], [[], 'absolute']],
    ['several sources a target', crosspoint(), 2, [[200], 'connect'], [[200], 'disconnect']],
    ['a source for off', crosspoint({ offSource: 7 }), 2, [[200], 'absolute'], [[7], 'absolute']],
  ])('of a matrix with %s is switched', (_, line, type, ...switched) => {
    const { command } = use(line, matrix(type));
    const requests = switched.map(([sources, operation]) => connectSources(path, 3, sources, operation));
    expect([command(true), command(false)]).toEqual(requests);
  });

  it('that is inverted is read and switched the other way around', () => {
    const { read: inverted, command } = use({ ...crosspoint(), inverted: true }, matrix(0));
    expect(inverted(matrix(0, connection(3, [200]))).value).toBe(false);
    expect(inverted(matrix(0, connection(3, [1], 'locked'))).refusal).toBe('the target 3 is locked');
    expect(command(false)).toEqual(connectSources(path, 3, [200], 'absolute'));
  });
});

describe('a search', () => {
  const node = (at: string, identifier?: string): GlowElement => ({ kind: 'node', path: at, identifier });

  it('takes the elements of its way in order, and no others', () => {
    const search = new Search('Console/Mic1/On');
    const step = (element: GlowElement) => search.take(element)?.type;
    expect(search.directory).toBe('');
    expect([node('1.1', 'Console'), node('2', 'console'), node('1'), node('1', 'Console')].map(step)).toEqual([
      ...[undefined, undefined, undefined, 'ask'],
    ]);
    expect(search.directory).toBe('1');
    expect([node('2.1', 'Mic1'), node('1.10', 'Mic10'), node('1.2', 'Mic1')].map(step)).toEqual([
      ...[undefined, undefined, 'ask'],
    ]);
    expect(search.reason).toBe('the provider has shown no element "On" in "Console/Mic1"');
    expect(step(node('1.2.1', 'On'))).toBe('found');
  });

  it('by numbers takes elements of any identifier', () => {
    const search = new Search('1.20');
    const reports = [node('10', 'a'), node('1'), node('1', 'b'), node('1.2', 'c'), node('1.20'), node('1.20', 'd')];
    const types = reports.map((element) => search.take(element)?.type);
    expect(types).toEqual([undefined, undefined, 'ask', undefined, undefined, 'found']);
  });

  it('states the place where it looks, in the form of its path, and an element only while that is offline', () => {
    const search = new Search('1.20.3');
    for (const element of [node('1', 'a'), node('1.20', 'b')]) search.take(element);
    expect(search.reason).toBe('the provider has shown no element "3" in "1.20"');
    const again = new Search('Console/On');
    expect(again.take({ ...node('1', 'Console'), isOnline: false })).toBeUndefined();
    expect([again.reason, again.directory]).toEqual(['the element "Console" is offline', '']);
    again.take({ ...node('1', 'Console'), isOnline: true });
    expect(again.reason).toBe('the provider has shown no element "On" in "Console"');
  });

  it.each<readonly [string, readonly GlowElement[], number]>([
    ['7', [node('1', '7'), node('7', 'a')], 1],
    ['1st', [node('1', 'a'), node('2', '1st')], 1],
    ['2.5k', [node('2', 'a'), node('3', '2.5k')], 1],
    ['7/1', [node('7', 'a'), node('1', '7'), node('1.1', 'b'), node('1.2', '1')], 3],
  ])('for %s takes numbers only if all of the path are numbers', (wanted, reports, found) => {
    const search = new Search(wanted);
    expect(reports.findIndex((element) => search.take(element)?.type === 'found')).toBe(found);
  });
});
