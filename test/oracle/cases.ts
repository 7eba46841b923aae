// Generates abstract calls such that every row of the table matches often.
import fc from 'fast-check';
import { features } from '../../domain/feature.js';
import {
  notAddresses,
  type Authorization,
  type Browser,
  type Case,
  type ExactRight,
  type Owner,
  type Panel,
  type QueryToken,
  type Route,
  type Settings,
  type Unowned,
} from './table.js';

const loopback = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:2'];

/** Both ends of every private range, some mapped or with zones. */
const onLan = [
  ...['10.0.0.0', '10.255.255.255', '10.1.2.3', '::ffff:10.1.2.3', '172.16.0.0', '172.31.255.255', '::ffff:ac10:1'],
  ...['192.168.0.0', '192.168.255.255', '192.168.1.7', '::ffff:192.168.1.7', '169.254.0.0', '169.254.255.255'],
  ...['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fd00::7', 'fe80::', 'fe80::1%eth0', 'febf:ffff::1'],
];

/** The neighbours of every private range, and addresses that only resemble one. */
const publicAddresses = [
  ...['9.255.255.255', '11.0.0.0', '126.255.255.255', '128.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255'],
  ...['192.169.0.0', '169.253.255.255', '169.255.0.0', '8.8.8.8', '::ffff:8.8.8.8', '0.0.0.0'],
  ...['fbff:ffff::1', 'fe00::', 'fe7f:ffff::1', 'fec0::', '2001:db8::1', '::', '::2', '::127.0.0.1', '::10.1.2.3'],
];

const anyIpv4 = fc.ipV4();
const anyIpv6 = fc
  .array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.map((group) => group.toString(16)).join(':'));

const address = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...loopback) },
  { weight: 6, arbitrary: fc.constantFrom(...onLan) },
  { weight: 4, arbitrary: fc.constantFrom(...publicAddresses) },
  { weight: 1, arbitrary: fc.oneof(anyIpv4, anyIpv6) },
);

const callersAddress = fc.oneof(
  { weight: 15, arbitrary: address },
  { weight: 1, arbitrary: fc.constantFrom(...notAddresses) },
);

/** The rules treat nine features alike, so two of them are enough besides `system` and `legacy`. */
const feature = fc.constantFrom('signals', 'outputs', 'system', 'legacy');
const touchedFeature = fc.constantFrom('signals', 'outputs', ...features.filter((name) => name !== 'legacy'));

/** Half of them are features that settings switch off. */
const switchedFeature = fc.constantFrom(
  ...['signals', 'outputs', 'signals', 'outputs', 'signals', 'outputs'],
  ...['studio', 'station', 'macros', 'automations', 'cameras', 'variables'],
);

const exactRight: fc.Arbitrary<ExactRight> = fc.record({
  feature: touchedFeature,
  record: fc.constantFrom('one', 'two', 'free', 'free'),
  further: fc.constantFrom('free', 'none', 'none'),
});

const exact = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(exactRight, { minLength: 1, maxLength: 4 }) },
  // The same right in every feature: few calls would be about the features of a short list.
  { weight: 3, arbitrary: exactRight.map((right) => features.map((name) => ({ ...right, feature: name }))) },
);

/** A device; a fixed address is the caller's as often as another. */
const panel = (name: string, callers: string): fc.Arbitrary<Panel> =>
  fc.record({
    name: fc.constant(name),
    state: fc.constantFrom('active', 'active', 'active', 'revoked'),
    expiry: fc.constantFrom('never', 'never', 'future', 'future', 'at the call', 'past'),
    oldToken: fc.constantFrom('none', 'none', 'future', 'at the call', 'past', 'ended by an operator'),
    access: fc.constantFrom('read_only', 'read_and_control', 'read_and_control'),
    fixedAddress: fc.oneof(fc.constantFrom(null, null, null, notAddresses.includes(callers) ? '::' : callers), address),
    limit: fc.oneof(fc.constant([]), fc.uniqueArray(feature, { minLength: 1, maxLength: 3 })),
    exact,
  });

const unowned: fc.Arbitrary<Unowned> = fc.constantFrom('unknown', 'deleted', 'misshapen', 'forgotten');

const ownerAmong = (panels: readonly Panel[]): fc.Arbitrary<Owner> =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...panels) }, { weight: 1, arbitrary: unowned });

const username = fc.oneof(
  { weight: 3, arbitrary: fc.constant('EXTERNAL_APP') },
  { weight: 3, arbitrary: fc.constantFrom('OUTPUT_PLAYER', 'CAMERA_CONTROLLER', 'STUDIO_DISPLAY', 'PROMPTER') },
  { weight: 1, arbitrary: fc.constantFrom('external_app', 'SOMEBODY') },
);

const password = fc.constantFrom(
  'base64 of the server id' as const,
  'base64 of the studio id' as const,
  'another' as const,
  'none' as const,
);

const authorizationBy = (owner: fc.Arbitrary<Owner>): fc.Arbitrary<Authorization> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({ kind: 'none' as const }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('bearer' as const), owner }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('basic token' as const), username, owner }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('legacy' as const), username, password }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('undecodable' as const),
        why: fc.constantFrom('not base64' as const, 'not padded' as const, 'not UTF-8' as const, 'no colon' as const),
      }),
    },
  );

const queryTokenBy = (owner: fc.Arbitrary<Owner>): fc.Arbitrary<QueryToken> =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constant({ kind: 'none' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'empty' as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('once' as const, 'twice' as const), owner }) },
  );

const isPrefetch = fc.constantFrom(false, false, false, false, false, false, true);

/** Two calls in five come from programs, one from an own page, the rest from any page. */
const program: fc.Arbitrary<Browser> = fc.record({
  host: fc.constantFrom('literal', 'hostname', 'foreign name', 'missing'),
  secFetchSite: fc.constant('absent'),
  otherSecFetch: fc.constantFrom('absent', 'absent', 'absent', 'mode cors'),
  origin: fc.constant('absent'),
  referer: fc.constant('absent'),
  userAgent: fc.constantFrom('absent', 'curl/8.9'),
  isPrefetch,
});

const ownHost = fc.constantFrom('literal', 'localhost', 'hostname', 'hostname.local', 'service name');

const otherSecFetch = fc.constantFrom('absent' as const, 'mode cors' as const, 'mode navigate' as const);

const ownPage: fc.Arbitrary<Browser> = fc.record({
  host: ownHost,
  secFetchSite: fc.constantFrom('absent', 'none', 'same-origin'),
  otherSecFetch,
  origin: fc.constantFrom('absent', 'own'),
  referer: fc.constantFrom('absent', 'own'),
  userAgent: fc.constantFrom('absent', 'Mozilla/5.0'),
  isPrefetch,
});

/** A browser's request with any combination of headers. */
const anyPage: fc.Arbitrary<Browser> = fc.record({
  host: fc.oneof(ownHost, ownHost, fc.constantFrom('foreign name', 'missing')),
  secFetchSite: fc.constantFrom('absent', 'absent', 'absent', 'none', 'same-origin', 'same-site', 'cross-site'),
  otherSecFetch,
  origin: fc.constantFrom('absent', 'absent', 'own', 'other host', 'other port', 'other scheme', 'null'),
  referer: fc.constantFrom('absent', 'absent', 'own', 'other host', 'other port', 'other scheme'),
  userAgent: fc.constantFrom('absent', 'curl/8.9', 'Mozilla/5.0'),
  isPrefetch,
});

const browser = fc.oneof(
  { weight: 2, arbitrary: program },
  { weight: 1, arbitrary: ownPage },
  { weight: 2, arbitrary: anyPage },
);

const access = fc.constantFrom('read' as const, 'control' as const);

/** A call about a feature. */
const featureCall = {
  feature: touchedFeature,
  access,
  record: fc.constantFrom('one' as const, 'two' as const, 'none' as const),
  further: fc.boolean(),
};

const route: fc.Arbitrary<Route> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('v2 feature' as const), ...featureCall }) },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('legacy feature' as const), ...featureCall }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['v2 index', 'v2 requests', 'v2 unknown'] as const),
        ...(['v2 index', 'v2 requests', 'v2 unknown', 'v2 health', 'v2 reference'] as const),
      ),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('v2 events' as const), about: switchedFeature }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('v2 state' as const), about: switchedFeature }) },
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant('v2 alarms' as const), about: fc.constantFrom('signals', 'outputs') }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('v2 action' as const), about: switchedFeature, own: fc.boolean() }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant('v2 actions' as const), about: switchedFeature, own: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('legacy state', 'legacy public', 'legacy unknown'),
    }),
  },
);

const ranges = [
  ...['10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '192.168.0.0/16', '192.168.1.0/29', '192.168.1.7', '127.0.0.0/8'],
  ...['8.8.8.0/24', '11.0.0.0/7', '0.0.0.0/0', '::/0', '::1', 'fd00::/8', 'fd00::7', 'fe80::/64', '2001:db8::/33'],
];

const listed = fc.uniqueArray(
  fc.record({ address: fc.constantFrom(...ranges), label: fc.constantFrom('desk', 'rack', 'van') }),
  { maxLength: 5, selector: (entry) => entry.address },
);

const off = fc.oneof(
  fc.constant([]),
  fc.uniqueArray(
    fc.tuple(feature, access).map(([name, what]) => `${name} ${what}`),
    { minLength: 1, maxLength: 4 },
  ),
);

const settings: fc.Arbitrary<Settings> = fc.record({
  apiEnabled: fc.constantFrom(true, true, true, true, false),
  legacyAuthorization: fc.constantFrom(true, true, true, false),
  accessWithoutToken: fc.constantFrom('off', 'listed', 'whole_lan', 'whole_lan'),
  listed,
  off,
});

const forwarded = fc.constantFrom(false, false, false, false, true);

const namedProxy = fc.boolean();

const sendsOldToken = fc.constantFrom(false, false, true);

const hasGuessed = fc.constantFrom(false, false, false, false, true);

const overTls = fc.constantFrom(false, false, true);

const trustLoopback = fc.constantFrom(true, true, true, false);

const scheme = fc.constantFrom('Capital' as const, 'lower' as const, 'UPPER' as const);

const callBy = (callers: string, panels: readonly Panel[]): fc.Arbitrary<Case> =>
  fc.record({
    ...{
      address: fc.constant(callers),
      forwarded,
      namedProxy,
      sendsOldToken,
      hasGuessed,
      overTls,
      trustLoopback,
      scheme,
      browser,
      route,
      settings,
    },
    authorization: authorizationBy(ownerAmong(panels)),
    queryToken: queryTokenBy(ownerAmong(panels)),
  });

/** Any call. */
export const anyCase: fc.Arbitrary<Case> = callersAddress.chain((callers) =>
  fc.tuple(panel('Panel A', callers), panel('Panel B', callers)).chain((panels) => callBy(callers, panels)),
);
