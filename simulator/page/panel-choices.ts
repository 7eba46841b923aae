// The choices of the virtual panel's client: its token, its address, its station and its habits.
import { targetOf, withParameter } from '../client/call-target.js';
import type { PanelCall } from '../panel/panel-call.js';

/** What people choose of the client. Texts are empty for none. */
export interface PanelClient {
  readonly token: string;
  readonly address: keyof typeof addresses;
  readonly station: string;
  readonly habit: keyof typeof habits;
}

/** The client's addresses: that of the host, one of a private network, and one of the internet (RFC 5737). */
export const addresses = {
  host: { label: 'the host itself', address: '127.0.0.1' },
  lan: { label: 'the LAN, 192.168.0.20', address: '192.168.0.20' },
  far: { label: 'far away, 203.0.113.20', address: '203.0.113.20' },
} as const;

/** The client's habits. */
export const habits = {
  waits: { label: 'waits for the answer', options: {} },
  repeats: { label: 'repeats after 5xx, up to 3 times', options: { repeats: 3, repeatAfterMs: 1_000 } },
  timesOut: { label: 'times out after 0.5 s', options: { timeoutMs: 500 } },
  hangsUp: { label: 'hangs up at once', options: { hangsUp: true } },
} as const;

/** The client of a new page. */
export const firstClient: PanelClient = { token: '', address: 'host', station: '', habit: 'waits' };

/** Returns the call that the client makes for a button's path. */
export const callOf = ({ token, address, station, habit }: PanelClient, path: string): PanelCall => ({
  path: withParameter(path, 'station', station),
  address: addresses[address].address,
  ...(token !== '' && { token }),
  ...habits[habit].options,
});

/** Returns the exact URL of a call, or with `***` in place of its token. */
export const urlOf = (base: string, { path, token = '' }: PanelCall, showsToken: boolean): string =>
  base + targetOf({ path, token: token === '' || showsToken ? token : '***' });
