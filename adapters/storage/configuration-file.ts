// The last good access configuration on disk: checksummed, replaced whole, with the one before it as a spare.
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import type { Log } from '../../application/ports/log.js';
import {
  defaultConfiguration,
  lockedConfiguration,
  readAccessConfiguration,
  type AccessConfiguration,
} from '../../domain/access/configuration.js';
import { disk, readIfThere, replaceFile, type DiskSteps, type FoundFile } from './durable-files.js';
import { withChecksum, verifyChecksum } from './checksummed-file.js';

/** Where and for whom a configuration is kept. */
export interface ConfigurationFileDeps {
  /** The folder; made when it isn't there. */
  readonly folder: string;
  /** A copy of another studio's configuration counts as none. */
  readonly studioId: string;
  readonly log: Log;
  readonly steps?: DiskSteps;
}

const currentName = 'access-configuration';
const previousName = 'access-configuration.previous';

/** What is to be made of one copy: a sound configuration, or why there is none. */
type Reading = E.Either<string, AccessConfiguration>;

const readCopy =
  (studioId: string) =>
  (found: FoundFile): Reading =>
    E.filterOrElse(
      (configuration: AccessConfiguration) => configuration.studioId === studioId,
      () => "it is another studio's",
    )(E.chain(readAccessConfiguration)(verifyChecksum(found)));

/** Versions only grow, so of two sound copies the newer one holds, whichever name it bears. */
const newest = (readings: readonly Reading[]): AccessConfiguration | undefined =>
  readings
    .flatMap((reading) => (E.isRight(reading) ? [reading.right] : []))
    .reduce<AccessConfiguration | undefined>(
      (best, one) => (best !== undefined && best.version >= one.version ? best : one),
      undefined,
    );

const faultOf = (reading: Reading | undefined): string => (reading && E.isLeft(reading) ? reading.left : 'it is sound');

/** Keeps configurations in a folder. */
export const configurationFile = ({
  folder,
  studioId,
  log,
  steps = disk,
}: ConfigurationFileDeps): ConfigurationFile => {
  const current = join(folder, currentName);
  const previous = join(folder, previousName);
  const read = readCopy(studioId);

  const without = (readings: readonly Reading[]): AccessConfiguration => {
    log.error('THE ACCESS CONFIGURATION IS LOST: only the host itself gets in until the console sends it again', {
      folder,
      current: faultOf(readings[0]),
      previous: faultOf(readings[1]),
    });
    return lockedConfiguration(studioId);
  };

  const load = async (): Promise<AccessConfiguration> => {
    const found = await Promise.all([current, previous].map((path) => readIfThere(steps, path)));
    if (found.every((one) => one === 'missing')) return defaultConfiguration(studioId);
    const readings = found.map(read);
    // It is missing where the end came between its two names' changes: nothing is wrong with the disk then.
    if (readings[0] && E.isLeft(readings[0]) && found[0] !== 'missing')
      log.warn('the current copy of the access configuration is unsound', { fault: readings[0].left });
    return newest(readings) ?? without(readings);
  };

  /** Only a sound copy becomes the spare: a broken one must not push a good one out. */
  const isSound = async (): Promise<boolean> => E.isRight(read(await readIfThere(steps, current)));

  return {
    load,
    save: async (configuration) => {
      await replaceFile(steps, current, withChecksum(configuration), (await isSound()) ? previous : undefined);
    },
  };
};
