// The contract suite of the file that stores the access configuration.
import { expect, it } from 'vitest';
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';

const version = (number: number) => ({ ...defaultConfiguration('studio-1'), version: number });

/** Runs the suite on the files that `open` creates for `studio-1`, each of them empty. */
export const configurationFileContract = (name: string, open: () => ConfigurationFile): void => {
  it(`${name} begins with the default configuration`, async () => {
    expect(await open().load()).toEqual(version(0));
  });

  it(`${name} returns the configuration that was saved last`, async () => {
    const file = open();
    await file.save(version(5));
    expect(await file.load()).toEqual(version(5));
    await file.save(version(6));
    expect(await file.load()).toEqual(version(6));
  });
};
