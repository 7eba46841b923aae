// A call to the console as the network carries it.
import type { ConsoleCall } from './driver.js';
import type { HttpCall } from './http.js';
import { userSignIns } from './console-users.js';

/** Addresses a call to the console that listens at a host and port. */
export const consoleCallTo =
  (place: Pick<HttpCall, 'host' | 'port'>) =>
  ({ visitor, headers, ...call }: ConsoleCall): HttpCall => ({
    ...{ ...call, ...place },
    headers: { ...userSignIns[visitor], ...headers },
  });
