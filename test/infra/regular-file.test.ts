// The bound of a file that is read: a file of exactly so many bytes still is.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { readRegularFile } from '../../infra/regular-file.js';
import { storageFixture } from '../storage/storage-fixture.js';

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
