// Turns a call to the console into an HTTP request.
import type { ConsoleCall } from './driver.js';
import type { HttpCall } from './http.js';
import { userSignIns } from './console-users.js';

/** Returns the request for a call to the console at a host and port. */
export const consoleCallTo =
  (address: Pick<HttpCall, 'host' | 'port'>) =>
  ({ user, headers, ...call }: ConsoleCall): HttpCall => ({
    ...call,
    ...address,
    headers: { ...userSignIns[user], ...headers },
  });
