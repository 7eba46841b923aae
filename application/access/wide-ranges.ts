// The warning about listed ranges that admit callers of the internet.
import { wideEntries, type AccessConfiguration } from '../../domain/access/configuration.js';
import type { Log } from '../ports/log.js';

/** Maximum number of ranges that one warning names. */
const maxLoggedRanges = 10;

/** Logs a warning if a configuration that comes into force admits wide public ranges without a token (LAN-12). */
export const warnOfWideRanges = (log: Log, { access }: AccessConfiguration): void => {
  const ranges = wideEntries(access).map(({ address }) => address);
  if (ranges.length > 0)
    log.warn('listed ranges give callers from the internet full control without a token', {
      ranges: ranges.slice(0, maxLoggedRanges).join(', '),
      count: ranges.length,
    });
};
