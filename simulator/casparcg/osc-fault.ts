// Faults of the network between a simulated CasparCG server and its OSC clients.
import type { InjectedFault } from '../fault.js';

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

/** Faults that are injected as faults of the server. Forged datagrams then come from another address of this machine. */
const injected = new Map<string, OscFault>([
  ['osc_silent', { type: 'silent' }],
  ['osc_gaps', { type: 'gaps' }],
  ['osc_doubled', { type: 'doubled' }],
  ['osc_reordered', { type: 'reordered' }],
  ['osc_forged', { type: 'forged', address: '127.0.0.2' }],
]);

/** Returns the fault of the network that is injected as a fault of the server; null if the fault is another one. */
export const oscFaultOf = (fault: InjectedFault | null): OscFault | null => {
  if (fault?.type === 'osc_late') return { type: 'late', delayMs: fault.delayMs };
  return fault === null ? null : (injected.get(fault.type) ?? null);
};

/** A little more than the time between two frames, in milliseconds. */
const overtakenMs = 60;

const delays: Readonly<Record<OscFault['type'], (isSecond: boolean) => readonly number[]>> = {
  silent: () => [],
  gaps: (isSecond) => (isSecond ? [] : [0]),
  late: () => [0],
  doubled: () => [0, overtakenMs],
  reordered: (isSecond) => [isSecond ? overtakenMs : 0],
  forged: () => [0],
};

/** Returns the delay of each copy of a channel's datagram, in milliseconds; `index` counts the channel's datagrams. */
export const oscDelaysMs = (fault: OscFault | null, index: number): readonly number[] => {
  if (fault === null) return [0];
  const lateMs = fault.type === 'late' ? fault.delayMs : 0;
  return delays[fault.type](index % 2 === 1).map((delayMs) => delayMs + lateMs);
};
