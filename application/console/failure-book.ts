// The failed sign-ins of every address that has some.
import type { Address } from '../../domain/access/address.js';
import {
  forgive,
  isForgotten,
  noFailures,
  oneLess,
  oneMore,
  slowedTogether,
  waitMs,
  type FailedSignIns,
} from '../../domain/console/sign-in-delay.js';
import type { Clock } from '../ports.js';

/** So many addresses are remembered; the one heard of longest ago is forgotten first. */
const mostAddresses = 10_000;

/** Remembers in memory. */
export interface FailureBook {
  /** How long an address must wait before it may try again, milliseconds; 0 when it needn't. */
  readonly waitMs: (address: Address) => number;
  readonly count: (address: Address) => void;
  /** One that was counted was none. */
  readonly takeBack: (address: Address) => void;
  /** A sign-in from there has succeeded. */
  readonly forgive: (address: Address) => void;
}

/** Makes an empty book. */
export const failureBook = (clock: Clock): FailureBook => {
  const book = new Map<string, FailedSignIns>();

  const dropOldest = (): void => {
    const [oldest] = book;
    if (oldest !== undefined && (book.size > mostAddresses || isForgotten(oldest[1], clock.now())))
      book.delete(oldest[0]);
  };

  const change = (address: Address, f: (failed: FailedSignIns, now: number) => FailedSignIns): void => {
    const key = slowedTogether(address);
    const changed = f(book.get(key) ?? noFailures, clock.now());
    book.delete(key);
    if (changed !== noFailures) book.set(key, changed);
    dropOldest();
  };

  return {
    waitMs: (address) => waitMs(book.get(slowedTogether(address)) ?? noFailures, clock.now()),
    count: (address) => {
      change(address, oneMore);
    },
    takeBack: (address) => {
      change(address, oneLess);
    },
    forgive: (address) => {
      change(address, forgive);
    },
  };
};
