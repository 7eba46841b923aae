// Which refused callers are kept. A device with a valid token may call from many addresses: it displaces no other caller.
import { addressOrUnknown, networkKey } from './address.js';
import { isUnadmitted, keptAddresses, maxDeniedAddresses, maxRefusedAddresses, type RefusedReason } from './report.js';

/** What decides whether a caller is kept. */
interface RankedCaller {
  readonly address: string;
  readonly reason: string;
  readonly reasons?: readonly RefusedReason[];
}

/** Whether every known call of a caller was refused in spite of a valid token. */
const isDenied = ({ reason, reasons = [] }: RankedCaller): boolean =>
  ![reason, ...reasons.map((one) => one.reason)].some(isUnadmitted);

const networkOf = ({ address }: RankedCaller): string => networkKey(addressOrUnknown(address));

/** Returns the one device of which all calls of a caller were refused in spite of a valid token. */
const deniedDevice = (caller: RankedCaller): string | undefined => {
  const [device, ...others] = new Set(caller.reasons?.map((one) => one.device));
  return others.length === 0 && isDenied(caller) ? device : undefined;
};

/** Returns the caller that is the same device in the same network, if both were refused in spite of a valid token. */
export const sameNetwork = <A extends RankedCaller>(callers: readonly A[], caller: RankedCaller): A | undefined => {
  const device = deniedDevice(caller);
  if (device === undefined) return undefined;
  const network = networkOf(caller);
  return callers.find((one) => deniedDevice(one) === device && networkOf(one) === network);
};

/**
 * Returns the callers, newest first, without the oldest networks of devices that have too many, and without the older
 * addresses of a device in one network. Callers of several devices count for the last one.
 */
const withinDeviceLimit = <A extends RankedCaller>(callers: readonly A[]): readonly A[] => {
  const byDevice = new Map<string, Set<string>>();
  return callers.filter((caller) => {
    const device = caller.reasons?.[0]?.device;
    if (device === undefined || !isDenied(caller)) return true;
    const networks = byDevice.get(device) ?? new Set();
    const network = networkOf(caller);
    if (networks.has(network) || networks.size >= maxDeniedAddresses) return false;
    byDevice.set(device, networks.add(network));
    return true;
  });
};

/** How often a screen with an unknown token has called at least, so that it counts as one that waits. */
const waitingCalls = 3;

/** The most callers with waiting screens that are kept whatever others do. */
const keptWaiting = 20;

/** Whether a screen waits at an address to be paired: it calls with the same unknown token again and again (PAIRING-3). */
export const isWaiting = ({ reasons = [] }: Pick<RankedCaller, 'reasons'>): boolean =>
  reasons.some(({ tokenHash, count }) => tokenHash !== undefined && count >= waitingCalls);

/** Returns the newest callers, and before them those that wait. */
const newestAndWaiting = <A extends RankedCaller>(callers: readonly A[], places: number): readonly A[] => {
  const waiting = new Set(callers.filter(isWaiting).slice(0, keptWaiting));
  return [...waiting, ...callers.filter((one) => !waiting.has(one))].slice(0, places);
};

/** Returns the callers that are kept of those that are given newest first (REPORT-5, REPORT-11). */
export const keptCallers = <A extends RankedCaller>(callers: readonly A[]): readonly A[] => {
  const limited = withinDeviceLimit(callers);
  const { denied = [], unadmitted = [] } = Object.groupBy(limited, (one) => (isDenied(one) ? 'denied' : 'unadmitted'));
  const placesBeside = (others: readonly A[]): number => Math.max(keptAddresses, maxRefusedAddresses - others.length);
  const kept = new Set([
    ...denied.slice(0, placesBeside(unadmitted)),
    ...newestAndWaiting(unadmitted, placesBeside(denied)),
  ]);
  return limited.filter((one) => kept.has(one));
};
