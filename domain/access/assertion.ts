// What a studio asserts of its access, such as "the tablet may not take the studio": a change of access that breaks it is refused
// (ASSERTION-1).
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { boundedListOf, field, matchable, oneOf, refined, text, unique } from '../codec/codec.js';
import type { Device } from '../devices/device.js';
import { oldTokenStateOf, tokenStateOf } from '../devices/device-tokens.js';
import type { Feature } from '../feature.js';
import { lanEntries } from './access-policy.js';
import { isLoopback, isPrivate, parseAddress, type Address } from './address.js';
import type { Caller } from './caller.js';
import type { AccessConfiguration } from './configuration.js';
import { operationText, OperationCalls, type OperationCall } from './operation-limit.js';
import { mayCall, type PermissionTarget } from './permission.js';

/** The most assertions of a studio. */
export const maxAssertions = 50;

/** The most calls of an assertion. */
const maxCalls = 50;

const Calls = refined(
  OperationCalls,
  ({ length }) => length > 0 && length <= maxCalls,
  `a list of 1 to ${String(maxCalls)} operations`,
);

/** The host itself is always admitted. */
const isAddress = (value: string): boolean => {
  const address = parseAddress(value);
  return O.isSome(address) && !isLoopback(address.value);
};

const DeviceSubject = t.type({ device: field(text(1, 64), 'Id of a device') });

const AddressSubject = t.type({
  address: field(
    refined(text(1, 64), isAddress, 'an IPv4 or IPv6 address other than loopback'),
    'Of a caller without a token',
  ),
});

/** Whom an assertion is about: a device with its token, or a caller without one at an address. */
const Subject = refined(
  t.readonly(t.union([DeviceSubject, AddressSubject])),
  (who) => Object.keys(who).length === 1,
  'either a device or an address',
);

/** The fields of an assertion. */
export const assertionFields = {
  name: field(text(1, 128), 'Unique in the studio; a refused change names it'),
  who: Subject,
  rule: field(
    oneOf('may', 'may_not', 'may_only'),
    '`may`: all of the calls are permitted; `may_not`: none of them; `may_only`: no other action',
  ),
  calls: field(Calls, 'Actions of the catalogue, such as `signal.pulse`'),
};

/** An assertion about actions. A parameter that a call of it leaves out stands for any value. */
export const AccessAssertion = t.readonly(t.type(assertionFields), 'AccessAssertion');
export type AccessAssertion = t.TypeOf<typeof AccessAssertion>;

/** The assertions of a studio. */
export const AccessAssertions = unique(boundedListOf(AccessAssertion, maxAssertions), ({ name }) => name, 'name');

/** An action of the catalogue. */
export interface AssertedAction {
  readonly name: string;
  /** The features that it belongs to. */
  readonly features: readonly Feature[];
}

/** Whether an assertion holds. One about a device whose token admits nobody says nothing. */
export type AssertionState = 'kept' | 'broken' | 'void';

/** An assertion with its state, and for a broken one what breaks it, in words. */
export interface CheckedAssertion extends AccessAssertion {
  readonly state: AssertionState;
  readonly reason: string | null;
}

/** What a caller may do at least and at most. Both differ for a device that is limited to a panel, whose keys may change. */
interface Rights {
  readonly who: string;
  readonly least: readonly ComparedCall[];
  readonly most: readonly ComparedCall[];
}

const target = (features: readonly Feature[], generation: 'v2' | 'legacy'): PermissionTarget => ({
  features,
  access: 'control',
  admission: 'admitted',
  generation,
});

/** Returns the actions that a caller may do, whatever their parameters. */
const permitted = (
  actions: readonly AssertedAction[],
  caller: Caller,
  configuration: AccessConfiguration,
): readonly OperationCall[] =>
  actions
    .filter(({ features }) => {
      const isLegacy = caller.kind === 'legacy';
      const called = target(isLegacy ? ['legacy', ...features] : features, isLegacy ? 'legacy' : 'v2');
      return mayCall({ caller, target: called, configuration });
    })
    .map(({ name }) => ({ operation: name, with: {} }));

const ofDevice = (actions: readonly AssertedAction[], device: Device, configuration: AccessConfiguration): Rights => {
  const { name, operations, panel } = device;
  const all = permitted(actions, { kind: 'device', device }, configuration);
  const listed = operations.filter(({ operation }) => all.some((one) => one.operation === operation));
  const isLimited = panel !== null || operations.length > 0;
  return {
    who: `the device "${name}"`,
    least: (isLimited ? listed : all).map(compared),
    most: (panel === null && isLimited ? listed : all).map(compared),
  };
};

/** Returns the ways by which an address admits: as listed, or as a legacy app on a private address, with any password. */
const admittedAs = (address: Address, { access }: AccessConfiguration, now: number): readonly Caller[] => [
  ...(O.isSome(lanEntries(access, now)(address)) ? [{ kind: 'lan', label: '' } as const] : []),
  ...(access.legacyAuthorization && isPrivate(address) ? [{ kind: 'legacy', username: '' } as const] : []),
];

const ofAddress = (
  actions: readonly AssertedAction[],
  address: Address,
  configuration: AccessConfiguration,
  now: number,
): Rights => {
  const all = admittedAs(address, configuration, now)
    .flatMap((caller) => permitted(actions, caller, configuration))
    .map(compared);
  return { who: `a caller without a token at ${address.text}`, least: all, most: all };
};

/** A call with its parameters, each as it is written and as names are compared. */
interface ComparedCall {
  readonly call: OperationCall;
  readonly values: ReadonlyMap<string, readonly [written: string, name: string]>;
}

const compared = (call: OperationCall): ComparedCall => ({
  call,
  values: new Map(Object.entries(call.with).map(([name, value]) => [name, [value, matchable(value)]])),
});

/** Whether each call that `narrow` describes is one that `wide` describes. */
const contains = (wide: ComparedCall, narrow: ComparedCall): boolean =>
  wide.call.operation === narrow.call.operation &&
  [...wide.values].every(([name, [written]]) => narrow.values.get(name)?.[0] === written);

/** Whether some call is described by both. Values that differ in the case of their letters alone may be one name. */
const overlap = (one: ComparedCall, other: ComparedCall): boolean =>
  one.call.operation === other.call.operation &&
  [...one.values].every(([name, [, value]]) => (other.values.get(name)?.[1] ?? value) === value);

/** Returns what breaks a rule, in words; undefined if nothing does. */
const breach = ({ rule, calls }: AccessAssertion, { who, least, most }: Rights): string | undefined => {
  const asserted = calls.map(compared);
  if (rule === 'may') {
    const missing = asserted.find((call) => !least.some((right) => contains(right, call)));
    return missing && `${who} may not call ${operationText(missing.call)}`;
  }
  const excess =
    rule === 'may_not'
      ? most.find((right) => asserted.some((call) => overlap(right, call)))
      : most.find((right) => !asserted.some((call) => contains(call, right)));
  return excess && `${who} may call ${operationText(excess.call)}`;
};

/** What assertions are checked against. */
export interface AssertionFacts {
  /** All actions of the catalogue. */
  readonly actions: readonly AssertedAction[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

const rightsOf = (
  { who }: AccessAssertion,
  configuration: AccessConfiguration,
  { actions, now }: AssertionFacts,
): Rights | undefined => {
  if (!('device' in who)) {
    const address = parseAddress(who.address);
    return O.isSome(address) ? ofAddress(actions, address.value, configuration, now) : undefined;
  }
  const device = configuration.devices.find(({ id }) => id === who.device);
  if (device === undefined) return undefined;
  const isAdmitted = [tokenStateOf(device, now), oldTokenStateOf(device, now)].includes('active');
  return isAdmitted ? ofDevice(actions, device, configuration) : undefined;
};

/** Checks an assertion. Whether the API is switched on doesn't count: it is switched off in haste, and on again. */
export const checkAssertion = (
  configuration: AccessConfiguration,
  facts: AssertionFacts,
): ((assertion: AccessAssertion) => CheckedAssertion) => {
  const known = new Map<string, Rights | undefined>();
  const rightsFor = (assertion: AccessAssertion): Rights | undefined => {
    const who = JSON.stringify(assertion.who);
    if (!known.has(who)) known.set(who, rightsOf(assertion, configuration, facts));
    return known.get(who);
  };
  return (assertion) => {
    const rights = rightsFor(assertion);
    if (rights === undefined) return { ...assertion, state: 'void', reason: null };
    const reason = breach(assertion, rights);
    return { ...assertion, state: reason === undefined ? 'kept' : 'broken', reason: reason ?? null };
  };
};

/** Returns the assertions that a change breaks: they hold before it, and not after it. */
export const newlyBroken = (
  assertions: readonly AccessAssertion[],
  before: AccessConfiguration,
  after: AccessConfiguration,
  facts: AssertionFacts,
): readonly CheckedAssertion[] => {
  const [checkBefore, checkAfter] = [checkAssertion(before, facts), checkAssertion(after, facts)];
  return assertions
    .map(checkAfter)
    .filter((checked) => checked.state === 'broken' && checkBefore(checked).state !== 'broken');
};
