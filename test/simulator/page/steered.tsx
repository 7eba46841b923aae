// Views of the simulator's page, beside a client of the steering API that only notes its calls.
import type { ReactElement } from 'react';
import { SteeringProvider, type Steer } from '../../../simulator/page/steering.js';
import { show } from '../../adapters/web/page-bench.js';

/** A view, and the calls of the steering API that it has made, with their parameters. */
export interface Steered {
  readonly calls: unknown[][];
  readonly update: (element: ReactElement) => void;
}

/** Shows a view. `result` is what the steering API answers. */
export const steered = (element: ReactElement, result: () => Promise<unknown> = () => Promise.resolve([])): Steered => {
  const calls: unknown[][] = [];
  const note =
    (name: string | symbol) =>
    (...values: unknown[]): Promise<unknown> => {
      calls.push([name, ...values]);
      return result();
    };
  const client = new Proxy({}, { get: (_, name) => note(name) }) as Parameters<Parameters<Steer>[0]>[0];
  const steer: Steer = (call) => {
    call(client).catch(() => undefined);
  };
  const within = (view: ReactElement) => <SteeringProvider value={steer}>{view}</SteeringProvider>;
  const { update } = show(within(element));
  return {
    calls,
    update: (next) => {
      update(within(next));
    },
  };
};
