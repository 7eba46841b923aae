// Faults of the network between a simulated CasparCG server and its OSC clients.

/**
 * - `silent`: no datagram arrives;
 * - `gaps`: every second datagram of a channel is lost;
 * - `late`: every datagram arrives `delayMs` milliseconds later;
 * - `doubled`: every datagram arrives twice, the second time after the next one;
 * - `reordered`: every second datagram of a channel arrives after the next one;
 * - `forged`: beside each datagram, others arrive from `address`, which claim that every clip runs, or that none does.
 */
export type OscFault =
  | { readonly type: 'silent' | 'gaps' | 'doubled' | 'reordered' }
  | { readonly type: 'late'; readonly delayMs: number }
  | { readonly type: 'forged'; readonly address: string };

/** A little more than the time between two frames, in milliseconds. */
const overtakenMs = 60;

/** Returns the delay of each copy of a channel's datagram, in milliseconds; `index` counts the channel's datagrams. */
export const oscDelaysMs = (fault: OscFault | null, index: number): readonly number[] => {
  const isSecond = index % 2 === 1;
  if (fault?.type === 'silent' || (fault?.type === 'gaps' && isSecond)) return [];
  if (fault?.type === 'late') return [fault.delayMs];
  if (fault?.type === 'doubled') return [0, overtakenMs];
  return [fault?.type === 'reordered' && isSecond ? overtakenMs : 0];
};
