// Which calls are the same for an idempotency key: what they do counts, not how they are written.
import { describe, expect, it } from 'vitest';
import type { PreparedCall } from '../../../application/api/operation.js';
import { catalogue } from '../../../application/operations/catalogue.js';
import { rightOf } from '../../domain/fixtures.js';

/** Returns the text of a call with a key: the same for calls that are the same. */
const callOf = (name: string, path: Readonly<Record<string, string>>, query: string): string | undefined => {
  const operation = catalogue.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  const values = (pairs: Iterable<[string, string]>) => new Map([...pairs].map(([key, value]) => [key, [value]]));
  const raw = { path: values(Object.entries(path)), query: values(new URLSearchParams(`key=a&${query}`)) };
  const { key }: Pick<PreparedCall<never>, 'key'> = rightOf(operation.prepare(raw));
  return key?.call;
};

describe('a call with an idempotency key', () => {
  const macro = { id: 'mac-1' };
  const clip = { slot: 'main', number: '3' };

  it.each([
    ['macro.run', macro, 'guest=1&host=2', 'host=2&guest=1'],
    ['macro.run', macro, 'guest=1', 'guest=1&wait=0&timeout=200'],
    ['macro.run', macro, 'guest=1&host=2', 'guest=1&soft=1&host=2&token=x'],
    ['clip.play', clip, 'scene=full&bank=news', 'bank=news&scene=full&station='],
    ['clip.play', clip, 'scene=full', 'unknown=1&scene=full'],
    ['signal.pulse', { id: 'sig-1' }, 'ms=200', 'ms=0200&timeout=500'],
  ])(
    '@IDEMPOTENCY-5: is the same in another order or with another way to wait: %s of %j',
    (name, path, one, another) => {
      expect(callOf(name, path, another)).toBe(callOf(name, path, one));
    },
  );

  it.each([
    ['macro.run', macro, 'guest=1&host=2', 'guest=2&host=1'],
    ['macro.run', macro, 'guest=1', 'guest=1&host=2'],
    ['clip.play', clip, 'scene=full', 'scene=left'],
    ['clip.play', clip, 'station=alpha', 'station=bravo'],
    ['signal.pulse', { id: 'sig-1' }, 'ms=200', 'ms=201'],
  ])('@IDEMPOTENCY-5: is another one with another parameter: %s of %j', (name, path, one, another) => {
    expect(callOf(name, path, another)).not.toBe(callOf(name, path, one));
  });

  it('@IDEMPOTENCY-5: is another one for another macro', () => {
    expect(callOf('macro.run', { id: 'mac-2' }, 'guest=1')).not.toBe(callOf('macro.run', macro, 'guest=1'));
  });
});
