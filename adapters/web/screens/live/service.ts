// Calls of the device-control API, with the screen's token.
import { Refusal, studioClient, type StudioClient } from '../../../client/client.js';

/** What the API answered to a call, or that no answer came. */
export type ApiAnswer<Body = unknown> =
  | { readonly is: 'ok'; readonly body: Body }
  | { readonly is: 'refused'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly is: 'lost' };

/** Returns the client of a screen. */
export const serviceOf = (token: string): StudioClient => studioClient({ url: location.origin, token });

/** Returns what a call has brought. */
export const answerOf = <Body>(call: Promise<Body>): Promise<ApiAnswer<Body>> =>
  call.then(
    (body): ApiAnswer<Body> => ({ is: 'ok', body }),
    (error: unknown): ApiAnswer<Body> => {
      if (!(error instanceof Refusal)) return { is: 'lost' };
      const { status, code, message } = error;
      return { is: 'refused', status, code, message };
    },
  );
