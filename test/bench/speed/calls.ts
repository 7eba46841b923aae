// The calls that are measured.
import { addresses, token } from './access.js';

/** The parts of a call that the measurement needs. */
export interface MeasuredCall {
  /** What the documents call it. */
  readonly name: string;
  /** The route of the path, for a baseline. */
  readonly route: string;
  /** The paths that are requested in turn. */
  readonly targets: readonly string[];
  readonly from: string;
  readonly token?: string;
  readonly status: number;
}

const signal = (prefix: string) => ({
  route: `${prefix}/signals/:id`,
  targets: [`${prefix}/signals/sig-1`],
  status: 200,
});
const plainSignal = signal('/api/v2/plain');
const setHeadline = '/api/v2/plain/variables/Headline/set?value=';

/** The calls by their key. */
export const measuredCalls = {
  token: { ...plainSignal, name: 'Read with a token', from: addresses.other, token },
  listed: { ...plainSignal, name: 'Read from a listed address', from: addresses.listed },
  json: { ...signal('/api/v2'), name: 'Read with a token, JSON', from: addresses.other, token },
  refused: { ...plainSignal, name: 'Refused call (401)', from: addresses.other, status: 401 },
  action: {
    name: 'Action, confirmed at once',
    route: '/api/v2/plain/variables/:name/set',
    targets: [`${setHeadline}1`, `${setHeadline}2`],
    from: addresses.other,
    token,
    status: 200,
  },
} satisfies Record<string, MeasuredCall>;

/** The key of a call. */
export type CallKey = keyof typeof measuredCalls;

/** Returns the heads of the requests of a call, whose paths have a prefix. */
export const requestsOf = (call: MeasuredCall, prefix = ''): readonly string[] => {
  const authorization = call.token === undefined ? '' : `Authorization: Bearer ${call.token}\r\n`;
  return call.targets.map((target) => `GET ${prefix}${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}\r\n`);
};
