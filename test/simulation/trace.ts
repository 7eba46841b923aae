// The trace of a simulation: everything that was seen, in a form that two runs are compared by.
import { createHash } from 'node:crypto';
import type { Evidence } from './evidence.js';

/** Returns the lines of the trace. */
export const traceLines = ({ calls, commands, restarts, errors, asRun, final }: Evidence): readonly string[] => [
  ...calls.map((call) => JSON.stringify(call)),
  ...commands.map((command) => JSON.stringify(command)),
  ...restarts.map((restart) => JSON.stringify(restart)),
  ...errors,
  ...asRun.map((line) => JSON.stringify(line)),
  JSON.stringify(final),
];

/** Returns the SHA-256 of the trace. */
export const traceHash = (evidence: Evidence): string =>
  createHash('sha256').update(traceLines(evidence).join('\n')).digest('hex');
