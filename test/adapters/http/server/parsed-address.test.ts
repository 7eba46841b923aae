// How many parsed addresses are kept: callers choose their addresses, so memory must have a bound.
import { expect, it } from 'vitest';
import { parsedAddress } from '../../../../adapters/http/server/parsed-address.js';

it('the parsed address of a caller is kept, until more than a thousand others have called', () => {
  const kept = parsedAddress('192.0.2.1');
  expect(kept.text).toBe('192.0.2.1');
  expect(parsedAddress('192.0.2.1')).toBe(kept);
  for (let at = 0; at < 1_024; at += 1) parsedAddress(`10.0.${String(at >> 8)}.${String(at & 255)}`);
  expect(parsedAddress('192.0.2.1')).not.toBe(kept);
  expect(parsedAddress('192.0.2.1')).toEqual(kept);
});
