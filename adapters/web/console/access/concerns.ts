// What should be checked before listed entries are saved, in words.
import type { AccessSettings } from '../api/contract.js';
import { listedConcerns, type ListedConcern } from '../api/rules.js';

const count = new Intl.NumberFormat('en');

/** The most addresses that are written out: those of IPv4. */
const writtenOut = 2n ** 32n;

const addressesText = (addresses: bigint): string =>
  `${addresses <= writtenOut ? count.format(addresses) : `2^${String(addresses.toString(2).length - 1)}`} addresses`;

const concernText = (concern: ListedConcern): string => {
  const { address, label } = concern.entry;
  switch (concern.kind) {
    case 'covered':
      return `${address} (${label}) is not needed: ${concern.by.address} (${concern.by.label}) already holds it.`;
    case 'whole_network':
      return `${address} is a whole private network of ${addressesText(concern.addresses)}. Every device in it can read and control every enabled feature.`;
    case 'public':
      return `${address} has ${addressesText(concern.addresses)}, public ones among them. Anyone on the internet who reaches the service from there can read and control every enabled feature.`;
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
