// A client that makes one call: it calls the service as panels do, with their patience and their habits.
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../application/ports/clock.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { PanelAttempt, PanelCall } from './panel-call.js';
import { request } from '../node-http.js';

export interface PanelClientDeps {
  /** Opens a connection to the service, on which the service sees this address. */
  readonly connect: (address: string) => Duplex;
  /** The service's base URL. */
  readonly url: string;
  /** The studio's clock, on which the client waits. */
  readonly clock: Clock;
}

const host = '127.0.0.1';

/** Returns the path with the token as a parameter. */
const targetOf = ({ path, token = '' }: PanelCall): string =>
  token === '' ? path : `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;

const defaultRepeatAfterMs = 1_000;

type Result = Pick<PanelAttempt, 'outcome'> & Partial<PanelAttempt>;

const nothing = { status: null, body: null, errorMessage: null, action: null };

const header = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
};

const isStream = (response: IncomingMessage): boolean =>
  header(response, 'content-type')?.startsWith('text/event-stream') === true;

const resultOf = async (response: IncomingMessage): Promise<Result> => {
  const head = {
    status: response.statusCode ?? null,
    errorMessage: header(response, 'x-error-message'),
    action: header(response, 'x-action-id'),
  };
  if (isStream(response)) return { ...head, outcome: 'streaming' };
  return { ...head, outcome: 'answered', body: (await buffer(response)).toString('utf8') };
};

/** Makes one call. Closes its connection at the end. Never rejects. */
const exchange = (call: PanelCall, { connect, url, clock }: PanelClientDeps): Promise<Result> =>
  new Promise((resolve) => {
    const connection = connect(call.address ?? host);
    const cancels: (() => void)[] = [];
    const end = (result: Result): void => {
      for (const cancel of cancels) cancel();
      connection.destroy();
      resolve(result);
    };
    const { hostname, port } = new URL(url);
    const sent = request({
      hostname,
      port,
      path: targetOf(call),
      method: call.method ?? 'GET',
      createConnection: () => connection,
    });
    sent.on('error', () => {
      end({ outcome: 'failed' });
    });
    sent.on('response', (response) => {
      resultOf(response).then(end, () => {
        end({ outcome: 'failed' });
      });
    });
    if (call.timeoutMs !== undefined)
      cancels.push(
        clock.after(call.timeoutMs, () => {
          end({ outcome: 'timed_out' });
        }),
      );
    sent.end(() => {
      // Ends the connection after what was sent, so that the call arrives.
      if (call.hangsUp === true)
        connection.end(() => {
          end({ outcome: 'hung_up' });
        });
    });
  });

const attempt = async (call: PanelCall, deps: PanelClientDeps): Promise<PanelAttempt> => {
  const { clock } = deps;
  const startedAtMs = clock.now();
  const result = await exchange(call, deps);
  return { time: utcTime(startedAtMs), durationMs: clock.now() - startedAtMs, ...nothing, ...result };
};

const deservesRepetition = ({ outcome, status }: PanelAttempt): boolean =>
  status === null ? outcome !== 'hung_up' : status >= 500;

const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });

/** Makes a call, and repeats it as the client does. Resolves with every attempt, oldest first. Never rejects. */
export const makePanelCall = async (call: PanelCall, deps: PanelClientDeps): Promise<readonly PanelAttempt[]> => {
  const { repeats = 0, repeatAfterMs = defaultRepeatAfterMs } = call;
  const attempts: PanelAttempt[] = [];
  for (;;) {
    const last = await attempt(call, deps);
    attempts.push(last);
    if (attempts.length > repeats || !deservesRepetition(last)) return attempts;
    await pause(deps.clock, repeatAfterMs);
  }
};
