// Calls of the steering API, and the error of the last one.
import { createContext, useContext, useMemo, useState } from 'react';
import { steeringClient, type SteeringClient, type Transport } from '../client/steering-client.js';

const send: Transport = async ({ method, path, body }) => {
  const json = body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body };
  const response = await fetch(path, { method, ...json });
  return { status: response.status, body: await response.text() };
};

const client = steeringClient(send);

/** Calls the API. The event stream shows what a call changed. */
export type Steer = (call: (client: SteeringClient) => Promise<unknown>) => void;

const SteeringContext = createContext<Steer>(() => undefined);

export const SteeringProvider = SteeringContext.Provider;

/** Returns the function that calls the API. */
export const useSteer = (): Steer => useContext(SteeringContext);

/** Returns the function for a client. `onEnd` gets why each call failed; an empty text if it succeeded. */
export const steerWith =
  (steered: SteeringClient, onEnd: (failure: string) => void): Steer =>
  (call) => {
    call(steered).then(
      () => {
        onEnd('');
      },
      (error: unknown) => {
        onEnd((error as Error).message);
      },
    );
  };

/** Returns the function, and why the last call failed; empty if it succeeded. */
export const useSteering = (): { readonly steer: Steer; readonly failure: string } => {
  const [failure, setFailure] = useState('');
  const steer = useMemo(() => steerWith(client, setFailure), []);
  return { steer, failure };
};
