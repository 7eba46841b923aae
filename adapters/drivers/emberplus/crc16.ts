// The checksum of S101: the reflected CRC of the polynomial 0x8408, which begins with 0xFFFF and is inverted.

const polynomial = 0x8408;

const entry = (index: number): number => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ polynomial;
  return crc;
};

const table = Uint16Array.from({ length: 256 }, (_, index) => entry(index));

/** Returns the checksum of bytes, from 0 to 0xFFFF. Frames contain its low byte first. */
export const crc16 = (bytes: Iterable<number>): number => {
  let crc = 0xffff;
  for (const byte of bytes) crc = (crc >> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return ~crc & 0xffff;
};

/** What {@link crc16} returns for bytes that end with their own checksum. */
export const validCrc = ~0xf0b8 & 0xffff;
