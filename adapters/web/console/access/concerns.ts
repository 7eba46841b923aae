// What should be checked before listed entries are saved, in words.
import { t } from '@lingui/core/macro';
import { locale } from '../../messages/i18n.js';
import type { AccessSettings } from '../api/contract.js';
import { listedConcerns, type ListedConcern } from '../api/rules.js';

const count = new Intl.NumberFormat(locale);

/** The most addresses that are written out: those of IPv4. */
const writtenOut = 2n ** 32n;

/** Returns a number of addresses, which is a power of two. */
const sizeText = (addresses: bigint): string =>
  addresses <= writtenOut ? count.format(addresses) : `2^${String(addresses.toString(2).length - 1)}`;

const concernText = (concern: ListedConcern): string => {
  const { address, label } = concern.entry;
  switch (concern.kind) {
    case 'covered':
      return t`${address} (${label}) is not needed: ${concern.by.address} (${concern.by.label}) already holds it.`;
    case 'whole_network':
      return t`${address} is a whole private network of ${sizeText(concern.addresses)} addresses. Every device in it can read and control every enabled feature.`;
    case 'public':
      return t`${address} has ${sizeText(concern.addresses)} addresses, public ones among them. Anyone on the internet who reaches the service from there can read and control every enabled feature.`;
  }
};

/** Returns the concerns about the listed entries at `now`. */
export const concernTexts = (settings: AccessSettings, now: number): readonly string[] =>
  listedConcerns(settings, now).map(concernText);

/** The kind and the addresses of a concern: another label makes no new one. */
const keyOf = (concern: ListedConcern): string =>
  JSON.stringify([concern.kind, concern.entry.address, ...(concern.kind === 'covered' ? [concern.by.address] : [])]);

/** Returns the concerns that a change adds. */
export const newConcerns = (before: AccessSettings, after: AccessSettings, now: number): readonly string[] => {
  const known = new Set(listedConcerns(before, now).map(keyOf));
  return listedConcerns(after, now)
    .filter((concern) => !known.has(keyOf(concern)))
    .map(concernText);
};
