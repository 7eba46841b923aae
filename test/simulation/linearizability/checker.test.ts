// The checker itself, on histories that are linearizable and on histories that are not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLinearizable, shortestViolation, type Operation } from './checker.js';
import { register, type RegisterAction } from './register.js';

type Timed = Operation<RegisterAction>;

const at = (beganAt: number, endedAt: number, action: RegisterAction, isOptional = false): Timed => ({
  action,
  beganAt,
  endedAt,
  isOptional,
});

const set = (value: string, isStored = true): RegisterAction => ({ kind: 'set', value, isStored });
const get = (value: string): RegisterAction => ({ kind: 'get', value });
const take = (value: string): RegisterAction => ({ kind: 'take', value, isStored: true });
const conflict = (value: string): RegisterAction => ({ kind: 'conflict', value });
const crash: RegisterAction = { kind: 'crash' };

const check = (...history: readonly Timed[]): boolean => isLinearizable(register(''), history);

describe('a linearizable history', () => {
  it.each<[string, readonly Timed[]]>([
    ['is empty', []],
    ['reads what was set before', [at(0, 1, set('a')), at(2, 3, get('a'))]],
    ['reads the old value while another is set', [at(0, 9, set('a')), at(1, 2, get('')), at(3, 4, get('a'))]],
    ['orders two sets by a later read', [at(0, 9, set('a')), at(0, 9, set('b')), at(10, 11, get('a'))]],
    [
      'ends a set at the moment at which the next one begins',
      [at(0, 5, set('a')), at(5, 6, set('b')), at(7, 8, get('a'))],
    ],
    [
      'shows a set whose answer was lost late',
      [at(0, Infinity, set('a'), true), at(1, 2, get('')), at(3, 4, get('a'))],
    ],
    ['never shows a set whose answer was lost', [at(0, Infinity, set('a'), true), at(1, 2, get(''))]],
    ['refuses to take what another has taken', [at(0, 1, take('a')), at(2, 3, conflict('b')), at(4, 5, take('a'))]],
    [
      'loses in a crash what was not stored',
      [at(0, 1, set('a', false)), at(2, 3, get('a')), at(4, 5, crash), at(6, 7, get(''))],
    ],
    ['keeps in a crash what was not stored', [at(0, 1, set('a', false)), at(4, 5, crash), at(6, 7, get('a'))]],
  ])('%s', (_title, history) => {
    expect(check(...history)).toBe(true);
  });

  it('is any sequence, however its operations are made to overlap', () => {
    const sequence = fc.array(fc.record({ value: fc.constantFrom('a', 'b', 'c'), isRead: fc.boolean() }), {
      maxLength: 30,
    });
    const slack = fc.array(fc.nat(4), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(sequence, slack, (actions, slacks) => {
        let value = '';
        const history = actions.map((action, index) => {
          if (!action.isRead) ({ value } = action);
          const [before = 0, after = 0] = [slacks[2 * index], slacks[2 * index + 1]];
          return at(10 * index - 10 * before, 10 * index + 10 * after, action.isRead ? get(value) : set(value));
        });
        expect(check(...history)).toBe(true);
      }),
    );
  });
});

describe('a history that is not linearizable', () => {
  it.each<[string, readonly Timed[]]>([
    ['reads the old value after a set has ended', [at(0, 1, set('a')), at(2, 3, get(''))]],
    ['reads a value that nobody has set', [at(0, 1, set('a')), at(2, 3, get('b'))]],
    ['reads the old value after another read the new one', [at(0, 9, set('a')), at(1, 2, get('a')), at(3, 4, get(''))]],
    [
      'shows two sets in different orders',
      [at(0, 9, set('a')), at(0, 9, set('b')), at(10, 11, get('a')), at(12, 13, get('b'))],
    ],
    ['takes what another has taken', [at(0, 1, take('a')), at(2, 3, take('b'))]],
    ['refuses to take what is free', [at(0, 1, conflict('a'))]],
    ['loses in a crash what was stored', [at(0, 1, set('a')), at(2, 3, crash), at(4, 5, get(''))]],
    [
      'shows a call after the crash that it came before',
      [at(0, 2, set('a', false), true), at(2, 3, crash), at(4, 5, get('')), at(6, 7, get('a'))],
    ],
  ])('%s', (_title, history) => {
    expect(check(...history)).toBe(false);
  });

  it('is cut off after the first answer that does not fit', () => {
    const history = [at(0, 1, set('a')), at(2, 3, get('')), at(4, 5, set('b')), at(6, 7, get('b'))];
    expect(shortestViolation(register(''), history)).toEqual(history.slice(0, 2));
  });
});

it('checks a thousand operations with many that are never answered', () => {
  const history = Array.from({ length: 500 }, (_, index) => [
    at(10 * index, 10 * index + 5, set(String(index % 3))),
    at(10 * index + 6, 10 * index + 7, get(String(index % 3))),
    ...(index % 50 === 0 ? [at(10 * index, Infinity, set('lost'), true)] : []),
  ]).flat();
  expect(check(...history)).toBe(true);
});
