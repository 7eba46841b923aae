// Figures of this process, such as its memory and how late its event loop is: the same for every service in it.
import { collectDefaultMetrics, Registry } from 'prom-client';

let known: Registry | undefined;

/** What the process tells of itself; measured from the first call on, once for all. */
export const processMetrics = (): Registry => {
  if (known === undefined) {
    known = new Registry();
    collectDefaultMetrics({ register: known });
  }
  return known;
};
