// The bound and the encoding of a file that is read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { readRegularFile } from '../../../adapters/storage/regular-file.js';
import { storageFixture } from './storage-fixture.js';

const { folder } = storageFixture();

it('a file may have as many bytes as the bound, not letters', async () => {
  const file = join(folder(), 'file');
  const read = (text: string) => {
    writeFileSync(file, text);
    return readRegularFile(file, 4);
  };
  expect(await read('üü')).toEqual(E.right('üü'));
  expect(await read('')).toEqual(E.right(''));
  expect(await read('üüx')).toEqual(E.left('expected a file of up to 4 bytes'));
});

describe('a text', () => {
  const text = 'name: Studio\nkey: T\u00fcr\n';
  const read = (bytes: Buffer) => {
    const file = join(folder(), 'file');
    writeFileSync(file, bytes);
    return readRegularFile(file, 1_000);
  };
  const utf16 = Buffer.from(text, 'utf16le');
  const expected = (encoding: string) => E.left(`expected a file in UTF-8, got ${encoding}; save it as UTF-8`);

  it.each([
    ['with a mark', Buffer.from(`\ufeff${text}`), `\ufeff${text}`],
    ['with letters of four bytes', Buffer.from('\u{1f600}'), '\u{1f600}'],
    ['with a NUL', Buffer.from('a longer text with one \0'), 'a longer text with one \0'],
  ])('in UTF-8 %s is read', async (_, bytes, content) => {
    expect(await read(bytes)).toEqual(E.right(content));
  });

  it.each([
    ['UTF-16 (little-endian)', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ['UTF-16 (big-endian)', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()])],
    ['UTF-16 (little-endian)', utf16],
    ['UTF-16 (big-endian)', Buffer.from(utf16).swap16()],
    ['one byte for each letter, such as Windows-1252 (ANSI), in line 2', Buffer.from(text, 'latin1')],
    ['one byte for each letter, such as Windows-1252 (ANSI), in line 1', Buffer.from('T\u00fcr', 'latin1')],
  ])('in another encoding is refused: %s', async (encoding, bytes) => {
    expect(await read(bytes)).toEqual(expected(encoding));
  });
});
