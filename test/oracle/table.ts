// The access rules as a table that a reader can hold beside the specification: one row a sentence, the first that
// matches decides. It imports nothing, least of all the code that it judges, and reads addresses in its own way.

/** `§5` is a part of the specification; `D1.4` is point 4 of part 1 of the decisions on what it leaves open. */
type Place = string;

// ---------------------------------------------------------------------------------------------------------------
// What a call is, told in the specification's words
// ---------------------------------------------------------------------------------------------------------------

/** A control device on the list. */
export interface Panel {
  readonly name: string;
  readonly state: 'active' | 'revoked';
  readonly access: 'read_only' | 'read_and_control';
  readonly fixedAddress: string | null;
  /** Empty: every feature. */
  readonly limit: readonly string[];
}

/** Whose token is shown: a listed device's, or one that nobody owns (any more). */
export type Owner = Panel | 'unknown' | 'deleted' | 'misshapen';

/** What stands in the `Authorization` header. */
export type Authorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly owner: Owner }
  | { readonly kind: 'basic token'; readonly username: string; readonly owner: Owner }
  | { readonly kind: 'legacy'; readonly username: string; readonly password: LegacyPassword }
  /** A Basic header that would let in whom it names, if it could be decoded. */
  | { readonly kind: 'undecodable'; readonly why: 'not base64' | 'not padded' | 'not UTF-8' | 'no colon' };

export type LegacyPassword = 'base64 of the server id' | 'base64 of the studio id' | 'another' | 'none';

/** What stands in the query parameter `token`. */
export type QueryToken =
  { readonly kind: 'none' | 'empty' } | { readonly kind: 'once' | 'twice'; readonly owner: Owner };

/** Whose page or name: the service's own, or what else there may stand. */
export type Site = 'own' | 'other host' | 'other port' | 'https' | 'null';

/** What the headers that browsers send tell. */
export interface Browser {
  readonly host: 'literal' | 'localhost' | 'hostname' | 'hostname.local' | 'service name' | 'foreign name' | 'missing';
  readonly secFetchSite: 'absent' | 'none' | 'same-origin' | 'same-site' | 'cross-site';
  readonly otherSecFetch: boolean;
  readonly origin: Site | 'absent';
  readonly referer: Exclude<Site, 'null'> | 'absent';
  readonly userAgent: 'absent' | 'curl/8.9' | 'Mozilla/5.0';
}

/** What a call is aimed at. */
export type Route =
  | { readonly kind: 'v2 feature' | 'legacy feature'; readonly feature: string; readonly access: 'read' | 'control' }
  | { readonly kind: 'v2 index' | 'v2 requests' | 'v2 health' | 'v2 reference' | 'v2 unknown' }
  | { readonly kind: 'legacy state' | 'legacy public' | 'legacy unknown' }
  /** The stream of events, once something of a feature has changed. */
  | { readonly kind: 'v2 events'; readonly about: string }
  /** The record of an action of a feature, the caller's own or another's. */
  | { readonly kind: 'v2 action'; readonly about: string; readonly own: boolean };

/** The Access and Features sections of the console. */
export interface Settings {
  readonly apiEnabled: boolean;
  readonly legacyAuthorization: boolean;
  readonly accessWithoutToken: 'off' | 'listed' | 'whole_lan';
  readonly listed: readonly { readonly address: string; readonly label: string }[];
  /** Switches that are off, as in `signals control`. */
  readonly off: readonly string[];
}

/** One call, and what it meets. */
export interface Case {
  readonly address: string;
  /** A forwarding header is there, claiming that 127.0.0.1 calls. */
  readonly forwarded: boolean;
  readonly authorization: Authorization;
  /** How the scheme's letters are written. */
  readonly scheme: 'Capital' | 'lower' | 'UPPER';
  readonly queryToken: QueryToken;
  readonly browser: Browser;
  readonly route: Route;
  readonly settings: Settings;
}

// ---------------------------------------------------------------------------------------------------------------
// Addresses: an address is its bits, a range the bits that it begins with
// ---------------------------------------------------------------------------------------------------------------

const inBits = (value: number, width: number): string => value.toString(2).padStart(width, '0');

const bitsOfIpv4 = (text: string): string =>
  text
    .split('.')
    .map((octet) => inBits(Number(octet), 8))
    .join('');

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

const bitsOfGroup = (group: string): string =>
  group.includes('.') ? bitsOfIpv4(group) : inBits(parseInt(group, 16), 16);

const bitsOfIpv6 = (text: string): string => {
  const [head = '', tail] = text.split('::').map((half) => groupsOf(half).map(bitsOfGroup).join(''));
  return tail === undefined ? head : head + '0'.repeat(128 - head.length - tail.length) + tail;
};

const mappedBits = '0'.repeat(80) + '1'.repeat(16);

/** Whether an address is written as IPv4-mapped IPv6. */
const isMapped = (address: string): boolean =>
  address.includes(':') && bitsOfIpv6(withoutZone(address)).startsWith(mappedBits);

const hasZone = (address: string): boolean => address.includes('%');

const withoutZone = (address: string): string => address.split('%').slice(0, 1).join('');

const readBits = (address: string): string => {
  const bare = withoutZone(address);
  if (!bare.includes(':')) return bitsOfIpv4(bare);
  return isMapped(bare) ? bitsOfIpv6(bare).slice(mappedBits.length) : bitsOfIpv6(bare);
};

/** Bits read before: the rows ask for the same few addresses again and again. */
const bitsRead = new Map<string, string>();

/** 32 or 128 bits; IPv4-mapped IPv6 has become IPv4, a zone id is dropped. */
export const bitsOf = (address: string): string => {
  const bits = bitsRead.get(address) ?? readBits(address);
  bitsRead.set(address, bits);
  return bits;
};

/** Whether an address lies in a range such as `10.0.0.0/8`, or is the very address. */
export const liesIn = (range: string, address: string): boolean => {
  const [network = '', length = '128'] = range.split('/');
  const [ofRange, ofAddress] = [bitsOf(network), bitsOf(address)];
  return ofAddress.length === ofRange.length && ofAddress.startsWith(ofRange.slice(0, Number(length)));
};

const isLoopback = ({ address }: Case): boolean => liesIn('127.0.0.0/8', address) || liesIn('::1', address);

const wholeLan = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'];

const isOnLan = ({ address }: Case): boolean => wholeLan.some((range) => liesIn(range, address));

const isPrivate = (call: Case): boolean => isOnLan(call) || isLoopback(call);

// ---------------------------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------------------------

interface Row<Facts, Verdict> {
  readonly place: Place;
  readonly says: string;
  readonly when: (facts: Facts) => boolean;
  /** What follows; `undefined` says that this decides nothing and the check goes on. */
  readonly then: (facts: Facts) => Verdict | undefined;
}

/** The first row that decides, and every row that matched on the way to it. */
interface Reading<Verdict> {
  readonly verdict: Verdict;
  readonly rows: readonly string[];
}

const titleOf = ({ place, says }: { readonly place: Place; readonly says: string }): string => `${place} ${says}`;

const readOff = <Facts, Verdict>(table: readonly Row<Facts, Verdict>[], facts: Facts): Reading<Verdict> => {
  const rows: string[] = [];
  for (const row of table) {
    if (!row.when(facts)) continue;
    rows.push(titleOf(row));
    const verdict = row.then(facts);
    if (verdict !== undefined) return { verdict, rows };
  }
  throw new Error('the table has no row for this case');
};

const goesOn = (): undefined => undefined;
const always = (): boolean => true;

// ---------------------------------------------------------------------------------------------------------------
// Who calls
// ---------------------------------------------------------------------------------------------------------------

/** Who calls, in the words of the request log, and by which step it was decided. */
export interface Who {
  readonly log: string | null;
  readonly by: 'loopback' | 'token' | 'refused token' | 'legacy' | 'lan' | 'nothing';
  readonly panel?: Panel;
}

const isPanel = (owner: Owner): owner is Panel => typeof owner === 'object';

const bearer = ({ authorization }: Case): Owner[] => (authorization.kind === 'bearer' ? [authorization.owner] : []);
const query = ({ queryToken }: Case): Owner[] => (queryToken.kind === 'once' ? [queryToken.owner] : []);
const basic = ({ authorization }: Case): Owner[] => (authorization.kind === 'basic token' ? [authorization.owner] : []);

const candidates = (call: Case): Owner[] => [...bearer(call), ...query(call), ...basic(call)];

/** "The first candidate that belongs to a device on the list, active or revoked, decides." */
const panelOf = (call: Case): Panel | undefined => candidates(call).find(isPanel);

const isElsewhere = ({ fixedAddress }: Panel, { address }: Case): boolean =>
  fixedAddress !== null && bitsOf(fixedAddress) !== bitsOf(address);

const isUsedElsewhere = (call: Case): boolean =>
  [panelOf(call)].some((panel) => panel !== undefined && isElsewhere(panel, call));

const refusedToken = (call: Case): Who => ({ ...letIn(call), by: 'refused token' });

const letIn = (call: Case): Who => {
  const panel = panelOf(call);
  return panel === undefined ? { log: null, by: 'nothing' } : { log: `device:${panel.name}`, by: 'token', panel };
};

/** A Basic header with a token that is nobody's is read on as user and password. */
const legacyPassword = ({ authorization }: Case): LegacyPassword | undefined => {
  if (authorization.kind === 'legacy') return authorization.password;
  return authorization.kind === 'basic token' ? 'another' : undefined;
};

const legacyUser = ({ authorization }: Case): string => ('username' in authorization ? authorization.username : '');

const is = (call: Case, username: string, ...passwords: LegacyPassword[]): boolean =>
  legacyUser(call) === username && passwords.some((password) => password === legacyPassword(call));

/** "App-type usernames, case-sensitive" (D4), `EXTERNAL_APP` aside; one of them is this studio's own. */
const otherAppUsers = ['OUTPUT_PLAYER', 'CAMERA_CONTROLLER', 'STUDIO_DISPLAY', 'PROMPTER'];

const isOtherAppUser = (call: Case): boolean => otherAppUsers.includes(legacyUser(call));

const isLegacyOn = ({ settings }: Case): boolean => settings.legacyAuthorization;

const legacy = (call: Case): Who => ({ log: `legacy:${legacyUser(call)}`, by: 'legacy' });

const labelsFor = ({ settings, address }: Case): string[] =>
  settings.listed.filter((entry) => liesIn(entry.address, address)).map(({ label }) => label);

const firstLabel = (call: Case): string => labelsFor(call).slice(0, 1).join();

const lan = (label: string): Who => ({ log: `lan:${label}`, by: 'lan' });

const onWholeLan = (range: string): Row<Case, Who> => ({
  place: '§5',
  says: `Whole LAN: every private address: ${range}`,
  when: ({ settings, address }) => settings.accessWithoutToken === 'whole_lan' && liesIn(range, address),
  then: () => lan('whole-lan'),
});

/** Caller check order: loopback, device token, legacy header, LAN access. */
export const whoCalls: readonly Row<Case, Who>[] = [
  // 1. the host machine itself
  {
    place: 'D1.1',
    says: "a loopback request that carries a forwarding header was passed on by a proxy and isn't the host itself",
    when: (call) => isLoopback(call) && call.forwarded,
    then: goesOn,
  },
  {
    place: 'D1.1',
    says: 'Forwarding headers are never believed.',
    when: (call) => !isLoopback(call) && call.forwarded,
    then: goesOn,
  },
  {
    place: 'D1.1',
    says: 'IPv4-mapped IPv6 becomes IPv4',
    when: (call) => isMapped(call.address) && isLoopback(call) && !call.forwarded,
    then: () => ({ log: 'loopback', by: 'loopback' }),
  },
  {
    place: '§5',
    says: '1. Host machine itself (loopback): always allowed, full control.',
    when: (call) => isLoopback(call) && !call.forwarded,
    then: () => ({ log: 'loopback', by: 'loopback' }),
  },
  {
    place: 'D1.1',
    says: 'a zone id is dropped',
    when: ({ address }) => hasZone(address),
    then: goesOn,
  },
  // 2. device token
  {
    place: 'D1.2',
    says: '(schemes in any case',
    when: ({ scheme, authorization }) => scheme !== 'Capital' && authorization.kind !== 'none',
    then: goesOn,
  },
  {
    place: 'D1.2',
    says: 'a `token` given twice is none',
    when: ({ queryToken }) => queryToken.kind === 'twice' && isPanel(queryToken.owner),
    then: goesOn,
  },
  {
    place: 'D1.2',
    says: 'a `token` [given] empty is none',
    when: ({ queryToken }) => queryToken.kind === 'empty',
    then: goesOn,
  },
  {
    place: 'D1.2',
    says: 'The first candidate that belongs to a device on the list, active or revoked, decides.',
    when: (call) => candidates(call).filter(isPanel).length > 1,
    then: goesOn,
  },
  ...(['not base64', 'not padded', 'not UTF-8', 'no colon'] as const).map((why): Row<Case, Who> => ({
    place: 'D1.2',
    says: `strict base64, UTF-8, split at the first colon; undecodable is no candidate: ${why}`,
    when: ({ authorization }) => authorization.kind === 'undecodable' && authorization.why === why,
    then: goesOn,
  })),
  {
    place: 'D1.2',
    says: 'A token nobody owns is no match: the check goes on',
    when: (call) => candidates(call).some((owner) => owner === 'unknown' || owner === 'misshapen'),
    then: goesOn,
  },
  {
    place: 'D1.2',
    says: "(a deleted device's too)",
    when: (call) => candidates(call).includes('deleted'),
    then: goesOn,
  },
  {
    place: '§5',
    says: 'a token of a revoked device ends the check at step 2 with 401',
    when: (call) => panelOf(call)?.state === 'revoked',
    then: refusedToken,
  },
  {
    place: '§5',
    says: 'a token with a fixed IP address used from another address ends the check at step 2 with 401',
    when: isUsedElsewhere,
    then: refusedToken,
  },
  {
    place: '§2',
    says: 'Fixed IP address: token only works from this address',
    when: (call) => typeof panelOf(call)?.fixedAddress === 'string',
    then: letIn,
  },
  {
    place: '§5',
    says: 'Bearer header: `Authorization: Bearer <ACCESS_TOKEN>`',
    when: (call) => bearer(call).some(isPanel),
    then: letIn,
  },
  {
    place: '§5',
    says: 'Query string: `?token=<ACCESS_TOKEN>`',
    when: (call) => query(call).some(isPanel),
    then: letIn,
  },
  {
    place: '§5',
    says: 'HTTP Basic: any username; the token is the password',
    when: (call) => basic(call).some(isPanel),
    then: letIn,
  },
  // 3. legacy authorization
  {
    place: '§5',
    says: '3. Legacy authorization: only while the setting Allow legacy authorization is on',
    when: (call) => legacyPassword(call) !== undefined && !isLegacyOn(call),
    then: goesOn,
  },
  {
    place: '§5',
    says: 'username `EXTERNAL_APP`, password the base64 of the server id',
    when: (call) => isLegacyOn(call) && is(call, 'EXTERNAL_APP', 'base64 of the server id'),
    then: legacy,
  },
  {
    place: '§5',
    says: '(the base64 of the studio id also works)',
    when: (call) => isLegacyOn(call) && is(call, 'EXTERNAL_APP', 'base64 of the studio id'),
    then: legacy,
  },
  {
    place: 'D1.1',
    says: '"Private" in the legacy rules is the Whole LAN list and loopback.',
    when: (call) => isLegacyOn(call) && isLoopback(call) && is(call, 'EXTERNAL_APP', 'another', 'none'),
    then: legacy,
  },
  {
    place: '§5',
    says: 'From a private-network address, `EXTERNAL_APP` is accepted with any password',
    when: (call) => isLegacyOn(call) && isPrivate(call) && is(call, 'EXTERNAL_APP', 'another', 'none'),
    then: legacy,
  },
  {
    place: '§5',
    says: 'and other app-type usernames are accepted without a password',
    when: (call) => isLegacyOn(call) && isPrivate(call) && isOtherAppUser(call) && is(call, legacyUser(call), 'none'),
    then: legacy,
  },
  {
    place: '§5',
    says: 'other app-type usernames [with a password are not]',
    when: (call) => isLegacyOn(call) && isPrivate(call) && isOtherAppUser(call),
    then: goesOn,
  },
  {
    place: '§5',
    says: 'from a public address those are refused [EXTERNAL_APP with any password]',
    when: (call) => isLegacyOn(call) && !isPrivate(call) && is(call, 'EXTERNAL_APP', 'another', 'none'),
    then: goesOn,
  },
  {
    place: '§5',
    says: 'from a public address those are refused [other app-type usernames]',
    when: (call) => isLegacyOn(call) && !isPrivate(call) && isOtherAppUser(call),
    then: goesOn,
  },
  {
    place: 'D4',
    says: 'App-type usernames, case-sensitive [others are none]',
    when: (call) => isLegacyOn(call) && ['external_app', 'SOMEBODY'].includes(legacyUser(call)),
    then: goesOn,
  },
  // 4. LAN access
  {
    place: '§5',
    says: 'Access without a token: Off (default): nobody',
    when: (call) => call.settings.accessWithoutToken === 'off' && (isOnLan(call) || labelsFor(call).length > 0),
    then: goesOn,
  },
  {
    place: 'D5',
    says: 'Overlapping listed ranges: the first label.',
    when: (call) => call.settings.accessWithoutToken === 'listed' && new Set(labelsFor(call)).size > 1,
    then: (call) => lan(firstLabel(call)),
  },
  {
    place: '§5',
    says: 'Listed devices: callers whose address matches a listed address or range; each entry has a label',
    when: (call) => call.settings.accessWithoutToken === 'listed' && labelsFor(call).length > 0,
    then: (call) => lan(firstLabel(call)),
  },
  ...wholeLan.map(onWholeLan),
  {
    place: '§5',
    says: 'Anything else answers 401 unauthorized.',
    when: always,
    then: () => ({ log: null, by: 'nothing' }),
  },
];

// ---------------------------------------------------------------------------------------------------------------
// The browser guard
// ---------------------------------------------------------------------------------------------------------------

/** A call together with its caller. */
interface Called {
  readonly call: Case;
  readonly who: Who;
}

type GuardWord = 'passes' | 'refused';

const isByAddress = ({ who }: Called): boolean => who.by === 'loopback' || who.by === 'lan';

const isFromBrowser = ({ call: { browser } }: Called): boolean =>
  browser.secFetchSite !== 'absent' ||
  browser.otherSecFetch ||
  browser.origin !== 'absent' ||
  browser.referer !== 'absent' ||
  browser.userAgent === 'Mozilla/5.0';

/** Whether a web page's browser may speak for a caller. */
export const browserGuard: readonly Row<Called, GuardWord>[] = [
  {
    place: '§5',
    says: 'Calls with a device token are not checked.',
    when: ({ who }) => who.by === 'token',
    then: () => 'passes',
  },
  {
    place: '§5',
    says: 'For callers admitted by address only (loopback and Access without a token) [others are not checked]',
    when: (called) => !isByAddress(called),
    then: () => 'passes',
  },
  {
    place: 'D1.3',
    says: "a loopback call that carries an active device's token isn't checked",
    when: ({ call, who }) => who.by === 'loopback' && panelOf(call)?.state === 'active',
    then: () => 'passes',
  },
  {
    place: '§5',
    says: 'refused when it carries `Sec-Fetch-Site` with value `cross-site`',
    when: ({ call }) => call.browser.secFetchSite === 'cross-site',
    then: () => 'refused',
  },
  {
    place: '§5',
    says: 'or `same-site`',
    when: ({ call }) => call.browser.secFetchSite === 'same-site',
    then: () => 'refused',
  },
  {
    place: '§5',
    says: 'it carries an `Origin` header, including `Origin: null`',
    when: ({ call }) => call.browser.origin === 'null',
    then: () => 'refused',
  },
  {
    place: '§5',
    says: "it carries an `Origin` header that is not the service's own address",
    when: ({ call }) => call.browser.origin === 'other host',
    then: () => 'refused',
  },
  {
    place: 'D1.3',
    says: 'an `Origin` with scheme http',
    when: ({ call }) => call.browser.origin === 'https',
    then: () => 'refused',
  },
  {
    place: 'D1.3',
    says: "whose host and port are those of the request's `Host`",
    when: ({ call }) => call.browser.origin === 'other port',
    then: () => 'refused',
  },
  {
    place: 'D1.3',
    says: 'a foreign name that an attacker\'s DNS points here is never "own"',
    when: (called) => isFromBrowser(called) && called.call.browser.host === 'foreign name',
    then: () => 'refused',
  },
  {
    place: 'D1.3',
    says: "comes from a browser … is also refused when its `Host` isn't own [as where there is none]",
    when: (called) => isFromBrowser(called) && called.call.browser.host === 'missing',
    then: () => 'refused',
  },
  {
    place: 'D1.3',
    says: 'or its `Referer` is of another origin',
    when: ({ call }) => !['absent', 'own'].includes(call.browser.referer),
    then: () => 'refused',
  },
  ...(['literal', 'localhost', 'hostname', 'hostname.local', 'service name'] as const).map(
    (host): Row<Called, GuardWord> => ({
      place: 'D1.3',
      says: `own is an IP literal, localhost, the machine's hostname (also with .local) or in SERVICE_NAMES: ${host}`,
      when: (called) => isFromBrowser(called) && called.call.browser.host === host,
      then: () => 'passes',
    }),
  ),
  {
    place: 'D1.3',
    says: "Programs that send none of these aren't touched.",
    when: (called) => !isFromBrowser(called),
    then: () => 'passes',
  },
];

// ---------------------------------------------------------------------------------------------------------------
// What is answered
// ---------------------------------------------------------------------------------------------------------------

/** A call, its caller, and the guard's word. */
interface Judged extends Called {
  readonly guard: GuardWord;
}

/** `untold`: the stream is open, and doesn't tell of it. */
export type Answer =
  'allowed' | 'unauthorized' | 'read_only' | 'forbidden' | 'feature_disabled' | 'not_found' | 'untold';

const isV2Route = ({ call }: Judged): boolean => call.route.kind.startsWith('v2');
const isLegacyRoute = ({ call }: Judged): boolean =>
  call.route.kind.startsWith('legacy') && call.route.kind !== 'legacy unknown';

const isPublic = ({ call: { route } }: Judged): boolean =>
  ['v2 health', 'v2 reference', 'legacy public'].includes(route.kind);

const touched = ({ call: { route } }: Judged): string[] => ('feature' in route ? [route.feature] : []);

const accessOf = ({ call: { route } }: Judged): string => ('access' in route ? route.access : 'read');

const isRequests = ({ call: { route } }: Judged): boolean => route.kind === 'v2 requests';

const isOutOfLimit = ({ who }: Judged, feature: string): boolean =>
  who.panel !== undefined && who.panel.limit.length > 0 && !who.panel.limit.includes(feature);

const isOff = ({ call }: Judged, feature: string, access: string): boolean =>
  call.settings.off.includes(`${feature} ${access}`);

/** The route where it is of a kind that shows things of several features. */
const showing = <Kind extends 'v2 events' | 'v2 action'>({ call: { route } }: Judged, kind: Kind) =>
  route.kind === kind ? (route as Extract<Route, { readonly kind: Kind }>) : undefined;

const isAnothers = (judged: Judged): boolean => showing(judged, 'v2 action')?.own === false;

/** The answers of the error table in their order, then the sentences that let a call pass. */
export const answers: readonly Row<Judged, Answer>[] = [
  // routes that need no authentication
  {
    place: '§5',
    says: 'Switching off Read of the System feature closes `/api/v2/health`.',
    when: (judged) => judged.call.route.kind === 'v2 health' && isOff(judged, 'system', 'read'),
    then: () => 'feature_disabled',
  },
  {
    place: 'D1.7',
    says: 'open only while `Allow legacy authorization` [is on]; else 403; `/`, `/status` and `/status/health` included',
    when: ({ call }) => call.route.kind === 'legacy public' && !call.settings.legacyAuthorization,
    then: () => 'feature_disabled',
  },
  {
    place: 'D1.7',
    says: '[open only while] the Legacy routes feature [is on]; `/`, `/status` and `/status/health` included',
    when: (judged) => judged.call.route.kind === 'legacy public' && isOff(judged, 'legacy', 'read'),
    then: () => 'feature_disabled',
  },
  {
    place: '§5',
    says: 'They stay up when the API is switched off.',
    when: (judged) => isPublic(judged) && !judged.call.settings.apiEnabled,
    then: () => 'allowed',
  },
  {
    place: 'D1.6',
    says: 'Public routes skip 2 and 3 for admission; the caller is still resolved for the log.',
    when: (judged) => isPublic(judged) && ['nothing', 'refused token'].includes(judged.who.by),
    then: () => 'allowed',
  },
  {
    place: '§5',
    says: 'Routes that need no authentication',
    when: isPublic,
    then: () => 'allowed',
  },
  // unauthorized
  {
    place: '§7',
    says: 'Revoked token, or token with fixed IP used from another address: 401',
    when: ({ who }) => who.by === 'refused token',
    then: () => 'unauthorized',
  },
  {
    place: 'D1.5',
    says: "Unknown route: 401 for a caller who isn't let in",
    when: ({ call, who }) => who.by === 'nothing' && call.route.kind.endsWith('unknown'),
    then: () => 'unauthorized',
  },
  {
    place: '§7',
    says: 'No valid token, legacy header or LAN access: 401',
    when: ({ who }) => who.by === 'nothing',
    then: () => 'unauthorized',
  },
  {
    place: 'D1.9',
    says: '`GET /api/v2/requests`: A caller let in by LAN access has no token: 401.',
    when: (judged) => isRequests(judged) && judged.who.by === 'lan',
    then: () => 'unauthorized',
  },
  // read_only
  {
    place: '§5',
    says: 'Read only: every control route answers `403 read_only`',
    when: (judged) => judged.who.panel?.access === 'read_only' && accessOf(judged) === 'control',
    then: () => 'read_only',
  },
  // forbidden
  {
    place: '§5',
    says: 'Limit to features: routes of other features answer `403 forbidden`',
    when: (judged) => !isLegacyRoute(judged) && touched(judged).some((feature) => isOutOfLimit(judged, feature)),
    then: () => 'forbidden',
  },
  {
    place: '§7',
    says: '`Forbidden` when the device may not use Legacy routes',
    when: (judged) => isLegacyRoute(judged) && isOutOfLimit(judged, 'legacy'),
    then: () => 'forbidden',
  },
  {
    place: 'D1.7',
    says: 'A legacy route also needs … a device both features',
    when: (judged) => isLegacyRoute(judged) && touched(judged).some((feature) => isOutOfLimit(judged, feature)),
    then: () => 'forbidden',
  },
  {
    place: '§5',
    says: 'a device that may read the System feature [others may not list the requests]',
    when: (judged) => isRequests(judged) && isOutOfLimit(judged, 'system'),
    then: () => 'forbidden',
  },
  {
    place: '§5',
    says: 'also for a caller on a LAN address that sends the legacy header',
    when: (judged) => judged.who.by === 'legacy' && isV2Route(judged) && isOnLan(judged.call),
    then: () => 'forbidden',
  },
  {
    place: 'D1.5',
    says: '403 `forbidden` for a legacy header on any `/api/v2` path but the public ones',
    when: ({ call, who }) => who.by === 'legacy' && call.route.kind === 'v2 unknown',
    then: () => 'forbidden',
  },
  {
    place: '§7',
    says: 'Legacy header on a `/api/v2` route: 403 forbidden',
    when: (judged) => judged.who.by === 'legacy' && isV2Route(judged),
    then: () => 'forbidden',
  },
  {
    place: '§7',
    says: 'Browser request from another site (loopback): 403 forbidden',
    when: ({ guard, who }) => guard === 'refused' && who.by === 'loopback',
    then: () => 'forbidden',
  },
  {
    place: '§7',
    says: 'Browser request from another site (LAN-access caller): 403 forbidden',
    when: ({ guard, who }) => guard === 'refused' && who.by === 'lan',
    then: () => 'forbidden',
  },
  // feature_disabled
  {
    place: 'D1.5',
    says: '[Unknown route:] 403 `feature_disabled` while the API is off',
    when: ({ call }) => call.route.kind.endsWith('unknown') && !call.settings.apiEnabled,
    then: () => 'feature_disabled',
  },
  {
    place: '§5',
    says: 'API enabled off: `/api/v2` routes answer `403 feature_disabled`',
    when: (judged) => !judged.call.settings.apiEnabled && !isLegacyRoute(judged),
    then: () => 'feature_disabled',
  },
  {
    place: '§5',
    says: '[API enabled off:] legacy routes answer `403 Forbidden`',
    when: (judged) => !judged.call.settings.apiEnabled && isLegacyRoute(judged),
    then: () => 'feature_disabled',
  },
  {
    place: 'D1.7',
    says: 'Legacy routes are open only while both `Allow legacy authorization`',
    when: (judged) => isLegacyRoute(judged) && !judged.call.settings.legacyAuthorization,
    then: () => 'feature_disabled',
  },
  {
    place: 'D1.7',
    says: 'and the Legacy routes feature are on, read and control each',
    when: (judged) => isLegacyRoute(judged) && isOff(judged, 'legacy', accessOf(judged)),
    then: () => 'feature_disabled',
  },
  {
    place: 'D1.7',
    says: 'A legacy route also needs the switch of the feature that it touches',
    when: (judged) =>
      isLegacyRoute(judged) && touched(judged).some((feature) => isOff(judged, feature, accessOf(judged))),
    then: () => 'feature_disabled',
  },
  {
    place: '§5',
    says: 'per feature a Read switch. A switched-off feature answers `403 feature_disabled`',
    when: (judged) => accessOf(judged) === 'read' && touched(judged).some((feature) => isOff(judged, feature, 'read')),
    then: () => 'feature_disabled',
  },
  {
    place: '§5',
    says: '[per feature] a Control switch',
    when: (judged) =>
      accessOf(judged) === 'control' && touched(judged).some((feature) => isOff(judged, feature, 'control')),
    then: () => 'feature_disabled',
  },
  {
    place: 'D4',
    says: '`/requests` [is a read of] system',
    when: (judged) => isRequests(judged) && isOff(judged, 'system', 'read'),
    then: () => 'feature_disabled',
  },
  // not found
  {
    place: 'D1.5',
    says: '[Unknown route:] else 404',
    when: ({ call }) => call.route.kind.endsWith('unknown'),
    then: () => 'not_found',
  },
  // what is shown of several features
  {
    place: 'D1.8',
    says: '`/events` show only what that caller may read: Read of the feature off',
    when: (judged) => isOff(judged, showing(judged, 'v2 events')?.about ?? '', 'read'),
    then: () => 'untold',
  },
  {
    place: 'D1.8',
    says: '`/events` show only what that caller may read: the device’s limit',
    when: (judged) => judged.call.route.kind === 'v2 events' && isOutOfLimit(judged, judged.call.route.about),
    then: () => 'untold',
  },
  {
    place: 'D1.8',
    says: '`/actions/{id}` show only what that caller may read: Read of the feature off',
    when: (judged) => isAnothers(judged) && isOff(judged, showing(judged, 'v2 action')?.about ?? '', 'read'),
    then: () => 'not_found',
  },
  {
    place: 'D1.8',
    says: '`/actions/{id}` show only what that caller may read: the device’s limit',
    when: (judged) => isAnothers(judged) && isOutOfLimit(judged, showing(judged, 'v2 action')?.about ?? ''),
    then: () => 'not_found',
  },
  // allowed
  {
    place: 'D1.8',
    says: '(its own actions always)',
    when: (judged) => showing(judged, 'v2 action')?.own === true,
    then: () => 'allowed',
  },
  {
    place: 'D1.8',
    says: '`/events` and `/actions/{id}` are likewise open to every admitted caller: the events',
    when: (judged) => showing(judged, 'v2 events') !== undefined,
    then: () => 'allowed',
  },
  {
    place: 'D1.8',
    says: '`/events` and `/actions/{id}` are likewise open to every admitted caller: the actions',
    when: isAnothers,
    then: () => 'allowed',
  },
  {
    place: 'D1.8',
    says: '`GET /api/v2` has no switch of its own and no device limit',
    when: ({ call, who }) => call.route.kind === 'v2 index' && (who.panel?.limit.length ?? 0) > 0,
    then: () => 'allowed',
  },
  {
    place: 'D1.8',
    says: 'open to every admitted caller',
    when: ({ call }) => call.route.kind === 'v2 index',
    then: () => 'allowed',
  },
  {
    place: 'D1.9',
    says: '`GET /api/v2/requests`: loopback',
    when: (judged) => isRequests(judged) && judged.who.by === 'loopback',
    then: () => 'allowed',
  },
  {
    place: 'D1.9',
    says: '[`GET /api/v2/requests`:] or a device that may read System',
    when: (judged) => isRequests(judged) && judged.who.by === 'token',
    then: () => 'allowed',
  },
  {
    place: 'D1.7',
    says: '`/api/state/state` touches `legacy` alone',
    when: ({ call }) => call.route.kind === 'legacy state',
    then: () => 'allowed',
  },
  {
    place: '§5',
    says: 'Host machine itself (loopback): always allowed, full control',
    when: ({ who }) => who.by === 'loopback',
    then: () => 'allowed',
  },
  {
    place: '§5',
    says: 'Opens only legacy routes, with full control there.',
    when: (judged) => judged.who.by === 'legacy' && isLegacyRoute(judged),
    then: () => 'allowed',
  },
  {
    place: '§5',
    says: 'Callers admitted this way get Read and control access to every switched-on feature.',
    when: ({ who }) => who.by === 'lan',
    then: () => 'allowed',
  },
  {
    place: '§5',
    says: 'Read only: reads work',
    when: ({ who }) => who.panel?.access === 'read_only',
    then: () => 'allowed',
  },
  {
    place: '§2',
    says: 'Limit to features: only the listed features [which these are]',
    when: ({ who }) => (who.panel?.limit.length ?? 0) > 0,
    then: () => 'allowed',
  },
  {
    place: '§2',
    says: 'Read and control; [limit] empty means every feature',
    when: ({ who }) => who.by === 'token',
    then: () => 'allowed',
  },
];

/** Every row there is, by its title. */
export const titles: readonly string[] = [...whoCalls, ...browserGuard, ...answers].map(titleOf);

/** What the table expects of a call. */
export interface Expected {
  readonly caller: string | null;
  readonly answer: Answer;
  readonly rows: readonly string[];
}

/** Reads a call off the three tables. */
export const expectedOf = (call: Case): Expected => {
  const who = readOff(whoCalls, call);
  const guard = readOff(browserGuard, { call, who: who.verdict });
  const answer = readOff(answers, { call, who: who.verdict, guard: guard.verdict });
  return { caller: who.verdict.log, answer: answer.verdict, rows: [...who.rows, ...guard.rows, ...answer.rows] };
};

// ---------------------------------------------------------------------------------------------------------------
// What goes before what, where several things are wrong with one call
// ---------------------------------------------------------------------------------------------------------------

/**
 * D1.4: "Precedence of refusals: `unauthorized`, `read_only`, `forbidden`, `feature_disabled` (the order of the error
 * table), then method 405, parameters 400, `station_mismatch` 409, resource 404, then the action."
 */
export const precedence = [
  'unauthorized',
  'read_only',
  'forbidden',
  'feature_disabled',
  'method_not_allowed',
  'invalid_parameter',
  'station_mismatch',
  'not_found',
] as const;

/** Something that is wrong with a call. */
export type Wrong = (typeof precedence)[number];

/** The answer to a call with which these things are wrong. */
export const firstOf = (wrong: readonly Wrong[]): Wrong | 'acknowledged' =>
  precedence.find((code) => wrong.includes(code)) ?? 'acknowledged';
