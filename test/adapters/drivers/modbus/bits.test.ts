// Which blocks of bits the Modbus driver reads.
import { describe, expect, it } from 'vitest';
import { blocksOf, contains } from '../../../../adapters/drivers/modbus/bits.js';

describe('the blocks that are read', () => {
  const coil = (address: number) => ({ table: 'coil', address }) as const;
  const input = (address: number) => ({ table: 'input', address }) as const;
  const range = (count: number) => Array.from({ length: count }, (_, address) => coil(address));

  it('contain neighbouring bits of one table, each once, whatever their order', () => {
    expect(blocksOf([coil(10), coil(2), input(3), coil(9), coil(3), coil(2)])).toEqual([
      { table: 'coil', start: 2, count: 2 },
      { table: 'coil', start: 9, count: 2 },
      { table: 'input', start: 3, count: 1 },
    ]);
  });

  it('have up to 2,000 bits', () => {
    expect(blocksOf(range(2_000)).map(({ count }) => count)).toEqual([2_000]);
    expect(blocksOf(range(2_001)).map(({ count }) => count)).toEqual([2_000, 1]);
  });

  it('contain the bits from their first to their last', () => {
    const block = { table: 'input', start: 5, count: 2 } as const;
    const contained = [input(4), input(5), input(6), input(7), coil(5)].map((bit) => contains(block, bit));
    expect(contained).toEqual([false, true, true, false, false]);
  });
});
