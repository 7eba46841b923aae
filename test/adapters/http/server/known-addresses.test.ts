// Which addresses are remembered as known, and how many.
import { describe, expect, it } from 'vitest';
import { knownAddresses } from '../../../../adapters/http/server/known-addresses.js';

const capacity = 10;

describe('known addresses', () => {
  it('are the last half of the capacity at least, and the capacity at most', () => {
    const known = knownAddresses(capacity);
    for (let added = 0; added < 100; added += 1) {
      known.add(`address ${String(added)}`);
      const remembered = Array.from({ length: added + 1 }, (_, at) => known.has(`address ${String(at)}`));
      expect(remembered.slice(-capacity / 2)).not.toContain(false);
      expect(remembered.filter(Boolean).length).toBeLessThanOrEqual(capacity);
    }
  });

  it('stay known while they are added again', () => {
    const known = knownAddresses(capacity);
    for (let added = 0; added < 100; added += 1) {
      expect(known.has('a busy panel')).toBe(added > 0);
      known.add('a busy panel');
      known.add(`address ${String(added)}`);
      expect(known.has('a busy panel')).toBe(true);
    }
  });
});
