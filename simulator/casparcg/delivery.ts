// Faults of the way from a simulated CasparCG server to its clients.
import type { InjectedFault } from '../fault.js';

/** Returns the extra delay of each copy of a message, in milliseconds; empty if the message is lost. */
export const deliveryDelaysMs = (fault: InjectedFault | null): readonly number[] => {
  if (fault?.type === 'late') return [fault.delayMs];
  if (fault?.type === 'lost' || fault?.type === 'frozen') return [];
  return fault?.type === 'duplicate' ? [0, 0] : [0];
};
