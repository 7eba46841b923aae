// Turns an abstract call into real input: header strings, a decoded configuration and a target.
import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { expect } from 'vitest';
import { clientAddress } from '../../adapters/http/server/forwarded-address.js';
import { legacyThrottle } from '../../application/access/legacy-throttle.js';
import { targetOf } from '../../application/api/authorized-call.js';
import { action, actions } from '../../application/operations/actions.js';
import { alarmList } from '../../application/operations/alarms.js';
import { followEvents } from '../../application/operations/events.js';
import { state } from '../../application/operations/state.js';
import { unknownRoute } from '../../application/api/unknown-route.js';
import { parseAddress, parseRange } from '../../domain/access/address.js';
import { ownNames, type BrowserHeaders } from '../../domain/access/browser-guard.js';
import { callerName, type Caller, type RefusedDevice } from '../../domain/access/caller.js';
import { defaultConfiguration, readAccessConfiguration } from '../../domain/access/configuration.js';
import { readCredentials } from '../../domain/access/credentials.js';
import { compileAccessPolicy, type AccessPolicy, type LimitOf } from '../../domain/access/access-policy.js';
import { authorize, type Authorization as Authorized, type RequestOrigin } from '../../domain/access/authorization.js';
import { withoutLegacyCallers } from '../../domain/access/legacy-attempt.js';
import { knownAppUsernames } from '../../domain/access/legacy-authorization.js';
import type { CalledOperation, CalledRecord, PermittedCall } from '../../domain/access/operation-limit.js';
import type { PermissionTarget } from '../../domain/access/permission.js';
import type { TokenHash } from '../../domain/access/token.js';
import type { Feature } from '../../domain/feature.js';
import { isActionListed, isActionShown, isAlarmShown, isEventSent, isPartShown } from './visibility.js';
import {
  notAddresses,
  type Answer,
  type Authorization,
  type Browser,
  type Case,
  type ExactRight,
  type LegacyPassword,
  type Moment,
  type Owner,
  type Panel,
  type Route,
} from './table.js';
import { base64 } from '../support/http-basic.js';

const serverId = 'server-ü';
const studioId = 'studio-1';

const hashToken = (token: string): TokenHash => createHash('sha256').update(token).digest('hex') as TokenHash;

const tokenNamed = (name: string): string => `svc_${hashToken(name).slice(0, 32)}`;

const oldTokenName = ({ name }: Panel): string => `${name} before`;

const tokenOf = (owner: Owner, sendsOldToken: boolean): string => {
  if (owner === 'misshapen') return tokenNamed('Panel A').toUpperCase();
  if (typeof owner === 'string') return tokenNamed(owner);
  return tokenNamed(sendsOldToken && owner.oldToken !== 'none' ? oldTokenName(owner) : owner.name);
};

const legacyPasswords: Readonly<Record<LegacyPassword, string>> = {
  'base64 of the server id': base64(serverId),
  'base64 of the studio id': base64(studioId),
  another: serverId,
  none: '',
};

/** Each header has EXTERNAL_APP and the right password, apart from one flaw. */
const undecodable = {
  'not base64': `${base64(`EXTERNAL_APP:${base64(serverId)}`)}!`,
  'not padded': base64(`EXTERNAL_APP:${base64(studioId)}`).replace(/=+$/, ''),
  'not UTF-8': Buffer.from([...Buffer.from('EXTERNAL_APP:'), 0xff]).toString('base64'),
  'no colon': base64('EXTERNAL_APP'),
};

const headerOf = (
  authorization: Authorization,
  sendsOldToken: boolean,
): readonly [scheme: string, value: string] | undefined => {
  switch (authorization.kind) {
    case 'none':
      return undefined;
    case 'bearer':
      return ['Bearer', tokenOf(authorization.owner, sendsOldToken)];
    case 'basic token':
      return ['Basic', base64(`${authorization.username}:${tokenOf(authorization.owner, sendsOldToken)}`)];
    case 'legacy':
      return ['Basic', base64(`${authorization.username}:${legacyPasswords[authorization.password]}`)];
    case 'undecodable':
      return ['Basic', undecodable[authorization.why]];
  }
};

const letterCases = {
  Capital: (text: string) => text,
  lower: (text: string) => text.toLowerCase(),
  UPPER: (text: string) => text.toUpperCase(),
};

const authorizationHeader = ({ authorization, scheme, sendsOldToken }: Case): string | undefined => {
  const header = headerOf(authorization, sendsOldToken);
  return header && `${letterCases[scheme](header[0])} ${header[1]}`;
};

const tokenValues = ({ queryToken, sendsOldToken }: Case): readonly string[] => {
  switch (queryToken.kind) {
    case 'none':
      return [];
    case 'empty':
      return [''];
    case 'once':
      return [tokenOf(queryToken.owner, sendsOldToken)];
    case 'twice':
      return [tokenOf(queryToken.owner, sendsOldToken), tokenOf(queryToken.owner, sendsOldToken)];
  }
};

const names = ownNames('Studio-Host', ['control.example']);

const hosts: Readonly<Record<Browser['host'], string | undefined>> = {
  literal: '192.168.1.20:3002',
  localhost: 'localhost:3002',
  hostname: 'studio-host:3002',
  'hostname.local': 'STUDIO-HOST.local:3002',
  'service name': 'control.example:3002',
  'foreign name': 'attacker.example:3002',
  missing: undefined,
};

const originOf = (site: Browser['origin'], host = 'localhost:3002', overTls: boolean): string | undefined => {
  const [scheme, otherScheme] = overTls ? ['https', 'http'] : ['http', 'https'];
  const sites = {
    own: `${scheme}://${host}`,
    'other host': `${scheme}://10.9.9.9:3002`,
    'other port': `${scheme}://${host.replace('3002', '3010')}`,
    'other scheme': `${otherScheme}://${host}`,
    null: 'null',
    absent: undefined,
  };
  return sites[site];
};

const browserFacts = ({ browser, overTls }: Case): BrowserHeaders => {
  const { host, origin, referer, userAgent, secFetchSite, otherSecFetch, isPrefetch } = browser;
  const page = originOf(referer, hosts[host], overTls);
  return {
    scheme: overTls ? 'https' : 'http',
    host: hosts[host],
    origin: originOf(origin, hosts[host], overTls),
    referer: page && `${page}/page?from=1`,
    userAgent: userAgent === 'absent' ? undefined : userAgent,
    secFetchSite: secFetchSite === 'absent' ? undefined : secFetchSite,
    secFetch: otherSecFetch !== 'absent' || secFetchSite !== 'absent',
    corsModeOnly: otherSecFetch === 'mode cors' && secFetchSite === 'absent',
    isSpeculative: isPrefetch,
  };
};

const namedProxy = '203.0.113.9';

const trustedProxies = [O.getOrElseW(() => expect.unreachable())(parseRange(namedProxy))];

/** The socket and headers of a call: a proxy that isn't named calls from the address itself. */
const connectionOf = ({ address, forwarded, namedProxy: isNamed }: Case) =>
  forwarded && isNamed
    ? { address: namedProxy, headers: { 'x-forwarded-for': `127.0.0.1, ${address}` } }
    : { address, headers: forwarded ? { 'x-forwarded-for': '127.0.0.1' } : {} };

const requestOriginOf = (call: Case): RequestOrigin => {
  if (O.isNone(parseAddress(call.address)) !== notAddresses.includes(call.address))
    throw new Error(`${call.address} is not read as intended`);
  return {
    address: clientAddress(trustedProxies, connectionOf(call)),
    forwarded: call.forwarded,
    credentials: readCredentials(authorizationHeader(call), tokenValues(call)),
    browser: browserFacts(call),
  };
};

/** The time of every call. */
const callMs = Date.UTC(2021, 2, 1, 12);

const times: Readonly<Record<Moment, string>> = {
  past: new Date(callMs - 1).toISOString(),
  'at the call': new Date(callMs).toISOString(),
  future: new Date(callMs + 1).toISOString(),
};

const oldTokenOf = (panel: Panel) => {
  const { oldToken } = panel;
  if (oldToken === 'none') return null;
  const isEnded = oldToken === 'ended by an operator';
  return {
    tokenHash: hashToken(tokenNamed(oldTokenName(panel))),
    state: isEnded ? 'revoked' : 'active',
    endsAt: times[isEnded ? 'future' : oldToken],
  };
};

const device = (panel: Panel) => ({
  ...settingsOf(panel),
  expiresAt: panel.expiry === 'never' ? null : times[panel.expiry],
  oldToken: oldTokenOf(panel),
});

const settingsOf = ({ name, state, access, fixedAddress, limit }: Panel) => ({
  id: name.toLowerCase(),
  name,
  state,
  access,
  fixedAddress,
  features: limit,
  station: null,
  tokenHash: hashToken(tokenNamed(name)),
});

const panelsOf = ({ authorization, queryToken }: Case): Panel[] => {
  const owners = [authorization, queryToken].flatMap((shown) => ('owner' in shown ? [shown.owner] : []));
  const panels = owners.filter((owner) => typeof owner === 'object');
  return [...new Map(panels.map((panel) => [panel.name, panel])).values()];
};

const switches = (off: readonly string[]) =>
  Object.fromEntries(
    Object.keys(defaultConfiguration('').features).map((feature) => [
      feature,
      { read: !off.includes(`${feature} read`), control: !off.includes(`${feature} control`) },
    ]),
  );

const configurationOf = (call: Case): unknown => {
  const { apiEnabled, legacyAuthorization, accessWithoutToken, listed, off } = call.settings;
  return {
    studioId,
    version: 1,
    features: switches(off),
    devices: panelsOf(call).map(device),
    access: { apiEnabled, legacyAuthorization, accessWithoutToken, listedDevices: listed },
  };
};

const legacySettings = { serverId, studioId, appUsernames: [...knownAppUsernames, 'PROMPTER'] };

/** The studio and its stations are wholes, whichever record a call names. */
const recordNamed = (kind: string, name: string | undefined): CalledRecord => ({
  kind,
  name: ['studio', 'station'].includes(kind) ? undefined : name,
});

const permittedCall = ({ feature, record, further }: ExactRight): PermittedCall => {
  const name = record === 'free' ? undefined : record;
  return {
    operation: `${feature}.act`,
    with: name === undefined ? {} : { id: name },
    record: recordNamed(feature, name),
    recordIds: name === undefined ? [] : [name],
    isExact: further === 'none',
  };
};

const limitsIn =
  (call: Case): LimitOf =>
  ({ name }) => {
    const exact = panelsOf(call).find((panel) => panel.name === name)?.exact ?? [];
    return exact.length === 0 ? undefined : exact.map(permittedCall);
  };

const policyOf = (call: Case): AccessPolicy => {
  const configuration = readAccessConfiguration(configurationOf(call));
  if (E.isLeft(configuration)) throw new Error(configuration.left);
  const { trustLoopback } = call;
  return compileAccessPolicy({ hashToken, legacySettings, trustLoopback, limitOf: limitsIn(call) })(
    configuration.right,
    callMs,
  );
};

const generationOf = ({ kind }: Route): PermissionTarget['generation'] => {
  if (kind.startsWith('v2')) return 'v2';
  return kind === 'legacy unknown' ? 'neither' : 'legacy';
};

type Declared = Parameters<typeof targetOf>[0];

const open: Declared = { feature: null, access: 'read', admission: 'admitted' };
const unauthenticated: Declared = { feature: null, access: 'read', admission: 'public' };

const ofNoFeature: Readonly<Record<Exclude<Route['kind'], 'v2 feature' | 'legacy feature'>, Declared>> = {
  'v2 events': followEvents,
  'v2 alarms': alarmList,
  'v2 state': state,
  'v2 action': action,
  'v2 actions': actions,
  'v2 index': open,
  'v2 requests': { feature: 'system', access: 'read', admission: 'personal' },
  'v2 health': { feature: 'system', access: 'read', admission: 'public' },
  'v2 reference': unauthenticated,
  'v2 unknown': unknownRoute('/api/v2/nowhere'),
  'legacy state': open,
  'legacy public': unauthenticated,
  'legacy unknown': unknownRoute('/api/nowhere'),
};

/** Returns what the catalogue declares for a route. */
const declared = (route: Route): Declared =>
  'feature' in route
    ? { feature: route.feature as Feature, access: route.access, admission: 'admitted' }
    : ofNoFeature[route.kind];

/** Returns what a call about a feature asks for. */
const called = (route: Route): CalledOperation | undefined => {
  if (!('record' in route)) return undefined;
  const name = route.record === 'none' ? undefined : route.record;
  return {
    name: `${route.feature}.${route.access === 'control' ? 'act' : 'get'}`,
    record: recordNamed(route.feature, name),
    path: new Map(name === undefined ? [] : [['id', [name]]]),
    query: new Map(route.further ? [['further', ['1']]] : []),
  };
};

const isUnknown = ({ kind }: Route): boolean => kind.endsWith('unknown');

/** Whether a route sends what is about a feature. */
const sent: ReadonlyMap<Route['kind'], typeof isEventSent> = new Map([
  ['v2 events', isEventSent],
  ['v2 alarms', isAlarmShown],
  ['v2 state', isPartShown],
]);

/** What an admitted caller receives. */
const found = (policy: AccessPolicy, caller: Caller | RefusedDevice | undefined, route: Route): Answer => {
  if (isUnknown(route)) return 'not_found';
  const isSent = sent.get(route.kind);
  if (isSent && 'about' in route) return isSent(policy, caller, route.about) ? 'allowed' : 'not_sent';
  if (route.kind === 'v2 action') return isActionShown(policy, caller, route) ? 'allowed' : 'not_found';
  if (route.kind === 'v2 actions') return isActionListed(policy, caller, route) ? 'allowed' : 'not_sent';
  return 'allowed';
};

const authorizeCall = authorize(names);

const guess = readCredentials(`Basic ${base64('EXTERNAL_APP:guess')}`, []);

/** Returns the throttle of a service that has just received five guesses from the address of a call. */
const throttleAfterGuesses = (policy: AccessPolicy, origin: RequestOrigin) => {
  const throttle = legacyThrottle({
    clock: { now: () => 0, after: () => () => undefined },
    log: { warn: () => undefined },
  });
  const guessed = { ...origin, forwarded: true, credentials: guess };
  for (let times = 0; times < 5; times += 1) throttle.isSlowed(policy, guessed, undefined);
  return throttle;
};

const authorized = (call: Case, policy: AccessPolicy): Authorized => {
  const origin = requestOriginOf(call);
  const operation = called(call.route);
  const target = {
    ...targetOf(declared(call.route), generationOf(call.route)),
    ...(operation && { called: () => operation }),
  };
  const first = authorizeCall(policy, origin, target);
  if (!call.hasGuessed) return first;
  const isSlowed = throttleAfterGuesses(policy, origin).isSlowed(policy, origin, first.caller);
  return isSlowed ? authorizeCall(withoutLegacyCallers(policy), origin, target) : first;
};

/** Returns the actual decision about a call. */
export const actualDecision = (call: Case): { readonly caller: string | null; readonly answer: string } => {
  const policy = policyOf(call);
  const { caller, decision } = authorized(call, policy);
  return {
    caller: caller === undefined ? null : callerName(caller),
    answer: E.isLeft(decision) ? decision.left.code : found(policy, caller, call.route),
  };
};
