import { describe, expect, it } from 'vitest';
import {
  isCallPermitted,
  limitText,
  showsRecord,
  type CalledOperation,
  type PermittedCall,
} from '../../../domain/access/operation-limit.js';

const doorLock: PermittedCall = {
  operation: 'signal.pulse',
  with: { id: 'door-lock' },
  record: { kind: 'signals', name: 'door-lock' },
  recordIds: ['sig-4'],
  isExact: false,
};

const call = (change: Partial<CalledOperation> = {}): CalledOperation => ({
  name: 'signal.pulse',
  record: { kind: 'signals', name: 'door-lock' },
  path: new Map([['id', ['door-lock']]]),
  query: new Map(),
  ...change,
});

const path = (...values: string[]) => ({ path: new Map([['id', values]]) });
const query = (name: string, ...values: string[]) => ({ query: new Map([[name, values]]) });

describe('the operations that a device may call', () => {
  it.each([
    ['the operation with its parameters', true, doorLock, call()],
    ['a name in other letters', true, doorLock, call(path('DOOR-LOCK'))],
    ['a further parameter', true, doorLock, call(query('ms', '100'))],
    ['a further parameter of a key', false, { ...doorLock, isExact: true }, call(query('ms', '100'))],
    ['the parameters of a key', true, { ...doorLock, isExact: true }, call()],
    ['another operation', false, doorLock, call({ name: 'signal.on' })],
    ['another record', false, doorLock, call(path('red-light'))],
    ['two names at once', false, doorLock, call(path('door-lock', 'red-light'))],
    ['a missing parameter', false, { ...doorLock, with: { id: 'door-lock', ms: '50' } }, call()],
    ['its value', true, { ...doorLock, with: { ms: '50' } }, call(query('ms', '50'))],
    ['another value', false, { ...doorLock, with: { ms: '50' } }, call(query('ms', '500'))],
    ['two values at once', false, { ...doorLock, with: { ms: '50' } }, call(query('ms', '50', '500'))],
    ['a value in other letters', false, { ...doorLock, with: { to: 'Live' } }, call(query('to', 'LIVE'))],
    [
      'an empty value of a key that is left out, as an empty one counts',
      true,
      { ...doorLock, with: { to: '' } },
      call(),
    ],
    ['a free record', true, { ...doorLock, with: {} }, call(path('red-light'))],
  ] as const)('@LIMIT-1: %s: %s', (_, expected, permitted, called) => {
    expect(isCallPermitted([permitted], called, 'control')).toBe(expected);
  });

  it.each([
    ['the record of its operation', true, 'door-lock', 'read'],
    ['another record', false, 'red-light', 'read'],
    ['all records', false, undefined, 'read'],
    ['no action by the right to read', false, 'door-lock', 'control'],
  ] as const)('@LIMIT-2: %s: %s', (_, expected, name, access) => {
    const called = call({ name: 'signal.other', record: { kind: 'signals', name } });
    expect(isCallPermitted([doorLock], called, access)).toBe(expected);
  });

  it('@LIMIT-2: a route without a record is none of them', () => {
    expect(isCallPermitted([doorLock], call({ name: 'core.get', record: undefined }), 'read')).toBe(false);
  });
});

describe('the records that a device may read', () => {
  const free: PermittedCall = { ...doorLock, record: { kind: 'signals' }, recordIds: [] };

  it.each([
    ['its own', true, doorLock, 'signals', 'sig-4'],
    ['another', false, doorLock, 'signals', 'sig-1'],
    ['all', false, doorLock, 'signals', undefined],
    ['one of another kind', false, doorLock, 'outputs', 'sig-4'],
    ['any, if its operation leaves the record free', true, free, 'signals', 'sig-1'],
    ['all, if its operation leaves the record free', true, free, 'signals', undefined],
  ] as const)('@LIMIT-2: %s: %s', (_, expected, permitted, kind, id) => {
    expect(showsRecord([permitted], kind, id)).toBe(expected);
  });
});

describe('the words for a limit', () => {
  it('name up to three operations with their parameters, and count the others', () => {
    const stop = { operation: 'output.stop', with: { slot: 'wall', scene: 'left' } };
    const take = { operation: 'output.take', with: {} };
    expect(limitText([])).toBe('no operation');
    expect(limitText([doorLock])).toBe('signal.pulse (id=door-lock)');
    expect(limitText([doorLock, stop, take, take, take])).toBe(
      'signal.pulse (id=door-lock), output.stop (slot=wall, scene=left), output.take and 2 more',
    );
  });
});
