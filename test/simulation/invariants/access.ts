// Who gets in: each answer equals the table of the access rules, for a configuration that was in force during the call.
import { expectedOf, firstOf, type Case, type Owner, type Panel, type Wrong } from '../../oracle/table.js';
import { errorCodeOf } from '../answers.js';
import type { Invariant, MadeCall, PublishedConfiguration, PublishedDevice } from '../evidence.js';
import { targetNamed } from '../targets.js';
import { hashOf } from './token-hash.js';

type AnsweredCall = MadeCall & { readonly end: Extract<MadeCall['end'], { readonly how: 'answered' }> };

const oldTokenOf = ({ oldToken }: PublishedDevice, atMs: number): Panel['oldToken'] => {
  if (oldToken === null) return 'none';
  if (oldToken.state === 'revoked') return 'ended by an operator';
  return atMs < Date.parse(oldToken.endsAt) ? 'future' : 'past';
};

const expiryOf = ({ expiresAt }: PublishedDevice, atMs: number): Panel['expiry'] => {
  if (expiresAt === null) return 'never';
  return atMs < Date.parse(expiresAt) ? 'future' : 'past';
};

const panelOf = (device: PublishedDevice, atMs: number): Panel => ({
  name: device.name,
  state: device.state,
  expiry: expiryOf(device, atMs),
  oldToken: oldTokenOf(device, atMs),
  access: device.access,
  fixedAddress: device.fixedAddress,
  limit: device.features,
  exact: [],
});

/** Who owns a token, and whether it is the one that was replaced. */
const ownerOf = (
  token: string,
  { devices }: PublishedConfiguration,
  atMs: number,
): { readonly owner: Owner; readonly isOld: boolean } => {
  const hash = hashOf(token);
  const device = devices.find(({ tokenHash, oldToken }) => tokenHash === hash || oldToken?.tokenHash === hash);
  return device === undefined
    ? { owner: 'unknown', isOld: false }
    : { owner: panelOf(device, atMs), isOld: device.tokenHash !== hash };
};

const passwords = {
  server: 'base64 of the server id',
  studio: 'base64 of the studio id',
  none: 'none',
} as const;

const authorizationOf = ({ credential }: MadeCall['plan'], owner: Owner): Case['authorization'] => {
  switch (credential.by) {
    case 'unknown token':
    case 'bearer':
      return { kind: 'bearer', owner };
    case 'basic':
      return { kind: 'basic token', username: 'panel', owner };
    case 'legacy':
      return { kind: 'legacy', username: credential.username, password: passwords[credential.password] };
    case 'query':
    case 'nothing':
      return { kind: 'none' };
  }
};

const offIn = ({ features }: PublishedConfiguration): readonly string[] =>
  Object.entries(features).flatMap(([name, { read, control }]) => [
    ...(read ? [] : [`${name} read`]),
    ...(control ? [] : [`${name} control`]),
  ]);

const caseOf = ({ plan, token }: MadeCall, configuration: PublishedConfiguration, atMs: number): Case => {
  const { owner, isOld } = ownerOf(token ?? '', configuration, atMs);
  const { access } = configuration;
  return {
    address: plan.address,
    forwarded: plan.isForwarded,
    namedProxy: false,
    sendsOldToken: isOld,
    hasGuessed: false,
    overTls: false,
    trustLoopback: true,
    authorization: authorizationOf(plan, owner),
    scheme: 'Capital',
    queryToken: plan.credential.by === 'query' ? { kind: 'once', owner } : { kind: 'none' },
    browser: {
      host: 'literal',
      origin: 'absent',
      referer: 'absent',
      userAgent: 'absent',
      otherSecFetch: 'absent',
      isPrefetch: false,
      secFetchSite: plan.isFromForeignPage ? 'cross-site' : 'absent',
    },
    route: targetNamed(plan.target).route,
    settings: {
      apiEnabled: access.apiEnabled,
      legacyAuthorization: access.legacyAuthorization,
      accessWithoutToken: access.accessWithoutToken,
      listed: access.listedDevices,
      off: offIn(configuration),
    },
  };
};

const wrongs: Readonly<Record<MadeCall['plan']['errors'][number], Wrong>> = {
  method: 'method_not_allowed',
  parameter: 'invalid_parameter',
  resource: 'not_found',
};

const statuses: Readonly<Record<Wrong, number>> = {
  unauthorized: 401,
  read_only: 403,
  forbidden: 403,
  feature_disabled: 403,
  method_not_allowed: 405,
  invalid_parameter: 400,
  station_mismatch: 409,
  not_found: 404,
};

const refusals: readonly string[] = ['unauthorized', 'read_only', 'forbidden', 'feature_disabled'];

const firstStepOf = ({ plan }: MadeCall): string | undefined => targetNamed(plan.target).firstStep;

/** Returns the expected answer under a configuration: an error code, or `acknowledged`. */
const expectedUnder = (call: MadeCall, configuration: PublishedConfiguration, atMs: number) => {
  const { answer } = expectedOf(caseOf(call, configuration, atMs));
  const ownWrongs = call.plan.errors.map((error) => wrongs[error]);
  const isRefused = refusals.includes(answer) || answer === 'not_found';
  const expected = firstOf(isRefused ? [answer as Wrong, ...ownWrongs] : ownWrongs);
  const isOff = offIn(configuration).includes(`${firstStepOf(call) ?? ''} control`);
  return expected === 'acknowledged' && isOff ? 'feature_disabled' : expected;
};

const isLegacy = ({ plan }: MadeCall): boolean => !targetNamed(plan.target).path.startsWith('/api/v2');

/** Whether an answer has an error code. Legacy answers contain none. */
const showsCode = (call: AnsweredCall, code: string): boolean => isLegacy(call) || errorCodeOf(call.end) === code;

/** Admitted calls may still fail: at the station, at the device, or because a record is gone. */
const isAdmitted = ({ end: { status } }: AnsweredCall): boolean => ![401, 403, 405].includes(status);

const isExpected = (call: AnsweredCall, expected: Wrong | 'acknowledged'): boolean => {
  if (expected === 'acknowledged') return isAdmitted(call);
  if (call.end.status === statuses[expected] && showsCode(call, expected)) return true;
  // A macro that runs already is a conflict.
  if (expected === 'feature_disabled' && firstStepOf(call) !== undefined && call.end.status === 409) return true;
  // A call that comes while the service stops, or to a station that doesn't hold the studio, fails before its record is looked for.
  return expected === 'not_found' && [409, 503].includes(call.end.status);
};

/** The moments at which the rules may have been applied: a token can end in between. */
const judge = (call: AnsweredCall, configurations: readonly PublishedConfiguration[]): readonly string[] => {
  const { startedAtMs, end, number, plan, token } = call;
  const expected = configurations.flatMap((one) => [startedAtMs, end.atMs].map((at) => expectedUnder(call, one, at)));
  if (end.status === 503 || expected.some((one) => isExpected(call, one))) return [];
  const versions = configurations.map(({ version }) => version).join(', ');
  const answer = `${String(end.status)} ${end.body}`;
  return [
    `call ${String(number)} (${plan.target} from ${plan.address} by ${plan.credential.by} ${token ?? ''}) under version ${versions}: ` +
      `expected ${[...new Set(expected)].join(' or ')}, got ${answer}`,
  ];
};

export const onlyWhoMay: Invariant = ({ calls, configurations }) =>
  calls.flatMap((call) => {
    const { end, versionBefore } = call;
    if (end?.how !== 'answered' || versionBefore === null || end.versionAfter === null) return [];
    const { versionAfter } = end;
    const inForce = [...configurations.values()].filter(
      ({ version }) => version >= versionBefore && version <= versionAfter,
    );
    return inForce.length === 0 ? [] : judge({ ...call, end }, inForce);
  });
