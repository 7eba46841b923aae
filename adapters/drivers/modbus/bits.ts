// The bits of a Modbus device that lines use, and the requests that read them.
import type { ModbusLine } from './settings.js';

/** The tables of bits: coils can be written, inputs can't. */
export type BitTable = 'coil' | 'input';

/** One bit. */
export interface Bit {
  readonly table: BitTable;
  readonly address: number;
}

/** Neighbouring bits that one request reads. */
export interface BitBlock {
  readonly table: BitTable;
  readonly start: number;
  readonly count: number;
}

/** Maximum number of bits in one reply (Modbus application protocol 1.1b3, 6.1 and 6.2). */
const maxBits = 2_000;

/** Returns the bit of a line. */
export const bitOf = (line: ModbusLine): Bit =>
  'coil' in line ? { table: 'coil', address: line.coil } : { table: 'input', address: line.input };

const extended = (blocks: readonly BitBlock[], { table, address }: Bit): readonly BitBlock[] => {
  const last = blocks.at(-1);
  const continues = last !== undefined && last.start + last.count === address && last.count < maxBits;
  return continues
    ? [...blocks.slice(0, -1), { ...last, count: last.count + 1 }]
    : [...blocks, { table, start: address, count: 1 }];
};

const blocksIn = (table: BitTable, bits: readonly Bit[]): readonly BitBlock[] => {
  const addresses = new Set(bits.filter((bit) => bit.table === table).map(({ address }) => address));
  const sorted = [...addresses].sort((a, b) => a - b);
  return sorted.reduce<readonly BitBlock[]>((blocks, address) => extended(blocks, { table, address }), []);
};

/** Returns the blocks that contain exactly these bits: a device may refuse to read an address that it doesn't have. */
export const blocksOf = (bits: readonly Bit[]): readonly BitBlock[] => [
  ...blocksIn('coil', bits),
  ...blocksIn('input', bits),
];

/** Whether a block contains a bit. */
export const contains = ({ table, start, count }: BitBlock, bit: Bit): boolean =>
  bit.table === table && bit.address >= start && bit.address < start + count;
