// Calls to the service that is examined, as the caller that the kit has: a device, or the service's own machine.
import { callerAgent } from '../caller-agent.js';
import type { Driver, ScenarioCall, ScenarioStream } from '../driver.js';
import type { HttpCall } from '../http.js';
import { needs } from './not-testable.js';
import { isControlCall } from './control-calls.js';
import type { Target } from './target.js';

/** The caller of most scenarios, which may do everything. The token of the kit gives the same rights. */
const itself = '127.0.0.1';

/** Headers that don't show who calls. With others, the scenario is about the caller. */
const neutralHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'idempotency-key', 'last-event-id']);

const isAboutCaller = ({ path, headers = {} }: ScenarioCall): boolean =>
  /[?&]token=/i.test(path) || Object.keys(headers).some((name) => !neutralHeaders.has(name.toLowerCase()));

/** Returns where to connect to for a base URL. */
export const connection = ({ protocol, hostname, port }: URL): Pick<HttpCall, 'protocol' | 'host' | 'port'> => {
  const isEncrypted = protocol === 'https:';
  return {
    protocol: isEncrypted ? 'https:' : 'http:',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isEncrypted ? '443' : '80')),
  };
};

/** A request that changes nothing, needs no rights, and isn't in the request log. */
const probe = ({ service }: Target): HttpCall => ({
  ...connection(service),
  method: 'GET',
  path: '/api/v2/docs/docs.css',
  headers: { Host: service.host },
});

/** Returns a call as a request. Throws `NotTestable` for a caller that the kit can't be. */
const requestOf = (target: Target, call: ScenarioCall): HttpCall => {
  const { token, control, service } = target;
  const { from, method, path, headers = {}, body } = call;
  if (from !== itself) needs('callers at other addresses');
  if (token !== undefined && isAboutCaller(call)) needs('a caller on the machine of the service, without a token');
  if (!control && isControlCall(method, path)) needs('leave to change the studio (--control)');
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return {
    ...connection(service),
    method,
    path,
    headers: { Host: service.host, ...authorization, ...headers },
    ...(body !== undefined && { body }),
  };
};

/** Makes the calls of the scenarios. */
export const callsTo = (target: Target): Pick<Driver, 'begin' | 'openStream'> => ({
  begin: (call) => {
    const id = callerAgent.begin(requestOf(target, call));
    return {
      isAnswered: () => callerAgent.isAnswered(id, probe(target)),
      answer: () => callerAgent.answer(id),
      disconnect: () => callerAgent.disconnect(id),
    };
  },
  openStream: (call): ScenarioStream => {
    const id = callerAgent.openStream(requestOf(target, call));
    return { received: () => callerAgent.received(id), disconnect: () => callerAgent.closeStream(id) };
  },
});
