// What answers may be.
import type { Invariant } from '../evidence.js';

/** Statuses on which panels repeat a call by themselves. */
const repeated: ReadonlySet<number> = new Set([408, 413, 429, 500, 502, 503, 504, 521, 522, 524]);

/** An action whose command was sent is never answered with a status that makes panels repeat it. */
export const safeStatuses: Invariant = ({ calls, commands }) => {
  const sent = new Set(commands.map(({ source }) => source?.action));
  return calls.flatMap(({ number, plan, end }) => {
    if (end?.how !== 'answered' || !repeated.has(end.status)) return [];
    if (end.status === 503 && !sent.has(end.action ?? undefined)) return [];
    return [`call ${String(number)} (${plan.target}) was answered ${String(end.status)}: ${end.body}`];
  });
};

export const noUnhandledError: Invariant = ({ errors }) => errors;
