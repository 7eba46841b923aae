// The access rules as a table: each row states one rule, and the first row that decides applies. It imports nothing, so
// that it can't share a mistake with the code it checks, and parses addresses in its own way.

/** The id of a rule in `features/rules`. */
type RuleId = string;

// ---------------------------------------------------------------------------------------------------------------
// What a call is
// ---------------------------------------------------------------------------------------------------------------

/** A time compared with that of the call. */
export type Moment = 'past' | 'at the call' | 'future';

/** A control device on the list. */
export interface Panel {
  readonly name: string;
  readonly state: 'active' | 'revoked';
  /** When its token expires. */
  readonly expiry: Moment | 'never';
  /** What became of the token that its present one has replaced. */
  readonly oldToken: Moment | 'ended by an operator' | 'none';
  readonly access: 'read_only' | 'read_and_control';
  readonly fixedAddress: string | null;
  /** Empty: every feature. */
  readonly limit: readonly string[];
  /** The operations that it may call; empty: no such limit. */
  readonly exact: readonly ExactRight[];
}

/** The right to act on one record of a feature, or on all, with any further parameters or with none, as the keys of a panel have it. */
export interface ExactRight {
  readonly feature: string;
  readonly record: 'one' | 'two' | 'free';
  readonly further: 'free' | 'none';
}

/** The owner of a token: a listed device, or none. */
export type Owner = Panel | Unowned;

/** A token of no device: `forgotten` is the token before the old one. */
export type Unowned = 'unknown' | 'deleted' | 'misshapen' | 'forgotten';

/** The content of the `Authorization` header. */
export type Authorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly owner: Owner }
  | { readonly kind: 'basic token'; readonly username: string; readonly owner: Owner }
  | { readonly kind: 'legacy'; readonly username: string; readonly password: LegacyPassword }
  /** A Basic header that would be accepted if it could be decoded. */
  | { readonly kind: 'undecodable'; readonly why: 'not base64' | 'not padded' | 'not UTF-8' | 'no colon' };

export type LegacyPassword = 'base64 of the server id' | 'base64 of the studio id' | 'another' | 'none';

/** The content of the query parameter `token`. */
export type QueryToken =
  | { readonly kind: 'none' | 'empty' }
  | { readonly kind: 'once' | 'twice'; readonly owner: Owner };

/** The site that a header names: the service's own, or another. */
export type Site = 'own' | 'other host' | 'other port' | 'other scheme' | 'null';

/** The headers that browsers send. */
export interface Browser {
  readonly host: 'literal' | 'localhost' | 'hostname' | 'hostname.local' | 'service name' | 'foreign name' | 'missing';
  readonly secFetchSite: 'absent' | 'none' | 'same-origin' | 'same-site' | 'cross-site';
  readonly otherSecFetch: 'absent' | 'mode cors' | 'mode navigate';
  readonly origin: Site | 'absent';
  readonly referer: Exclude<Site, 'null'> | 'absent';
  readonly userAgent: 'absent' | 'curl/8.9' | 'Mozilla/5.0';
  /** Whether it states that nobody has opened the page yet. */
  readonly isPrefetch: boolean;
}

/** The route of a call. */
export type Route =
  | {
      readonly kind: 'v2 feature' | 'legacy feature';
      readonly feature: string;
      readonly access: 'read' | 'control';
      /** The record that it names; none for a list. */
      readonly record: 'one' | 'two' | 'none';
      /** Whether it has a further parameter. */
      readonly further: boolean;
    }
  | { readonly kind: 'v2 index' | 'v2 requests' | 'v2 health' | 'v2 reference' | 'v2 unknown' }
  | { readonly kind: 'legacy state' | 'legacy public' | 'legacy unknown' }
  /** The event stream, and whether it shows a change of the record `one` of a feature. */
  | { readonly kind: 'v2 events'; readonly about: string }
  /** The list of alarms, and whether it shows one about a record of a feature. */
  | { readonly kind: 'v2 alarms'; readonly about: string }
  /** The whole state, and whether it contains the records of a feature. */
  | { readonly kind: 'v2 state'; readonly about: string }
  /** The record of an action of a feature, the caller's own or another's. */
  | { readonly kind: 'v2 action'; readonly about: string; readonly own: boolean }
  /** The list of actions, and whether it shows an action of a feature, the caller's own or another's. */
  | { readonly kind: 'v2 actions'; readonly about: string; readonly own: boolean };

/** The Access and Features sections of the console. */
export interface Settings {
  readonly apiEnabled: boolean;
  readonly legacyAuthorization: boolean;
  readonly accessWithoutToken: 'off' | 'listed' | 'whole_lan';
  readonly listed: readonly { readonly address: string; readonly label: string }[];
  /** Switches that are off, as in `signals control`. */
  readonly off: readonly string[];
}

/** One call, and the settings in force. */
export interface Case {
  readonly address: string;
  /** Whether a forwarding header claims that 127.0.0.1 calls. */
  readonly forwarded: boolean;
  /** Whether the proxy that forwards the call is named as trusted, and states the address of the call. */
  readonly namedProxy: boolean;
  /** Whether devices send the token that has been replaced, where they have one. */
  readonly sendsOldToken: boolean;
  /** Whether five wrong legacy passwords have just come from the address, by way of a proxy if it is private. */
  readonly hasGuessed: boolean;
  /** Whether the call comes over TLS. */
  readonly overTls: boolean;
  /** Whether loopback is the host itself: the setting `TRUST_LOOPBACK`. */
  readonly trustLoopback: boolean;
  readonly authorization: Authorization;
  /** The letter case of the scheme. */
  readonly scheme: 'Capital' | 'lower' | 'UPPER';
  readonly queryToken: QueryToken;
  readonly browser: Browser;
  readonly route: Route;
  readonly settings: Settings;
}

// ---------------------------------------------------------------------------------------------------------------
// Addresses: an address is its bits, a range its leading bits
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

/** What a proxy may state in place of an address, or what a socket that is gone has. */
export const notAddresses: readonly string[] = ['unknown', '_hidden', '192.168.1.7:80', '[::1]', ''];

const mappedBits = '0'.repeat(80) + '1'.repeat(16);

/** Whether an address is written as IPv4-mapped IPv6. */
const isMapped = (address: string): boolean =>
  address.includes(':') && bitsOfIpv6(withoutZone(address)).startsWith(mappedBits);

const hasZone = (address: string): boolean => address.includes('%');

const withoutZone = (address: string): string => address.split('%').slice(0, 1).join('');

const readBits = (address: string): string => {
  if (notAddresses.includes(address)) return '';
  const bare = withoutZone(address);
  if (!bare.includes(':')) return bitsOfIpv4(bare);
  return isMapped(bare) ? bitsOfIpv6(bare).slice(mappedBits.length) : bitsOfIpv6(bare);
};

/** A cache, because the rows check the same few addresses repeatedly. */
const bitsRead = new Map<string, string>();

/** Returns 32 or 128 bits, none for what is no address; IPv4-mapped IPv6 counts as IPv4, a zone id is dropped. */
export const bitsOf = (address: string): string => {
  const bits = bitsRead.get(address) ?? readBits(address);
  bitsRead.set(address, bits);
  return bits;
};

/** Whether an address is in a range such as `10.0.0.0/8`, or equals a single address. */
export const liesIn = (range: string, address: string): boolean => {
  const [network = '', length = '128'] = range.split('/');
  const [ofRange, ofAddress] = [bitsOf(network), bitsOf(address)];
  return ofAddress.length === ofRange.length && ofAddress.startsWith(ofRange.slice(0, Number(length)));
};

const isLoopback = ({ address }: Case): boolean => liesIn('127.0.0.0/8', address) || liesIn('::1', address);

const wholeLan = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'];

const isOnLan = ({ address }: Case): boolean => wholeLan.some((range) => liesIn(range, address));

/** Whether a call comes from the host itself: by its address, not through a proxy, and unless loopback isn't trusted. */
const isHost = (call: Case): boolean => isLoopback(call) && call.trustLoopback && !call.forwarded;

const isPrivate = (call: Case): boolean => !call.forwarded && (isOnLan(call) || isHost(call));

// ---------------------------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------------------------

interface Row<Facts, Result> {
  readonly rule: RuleId;
  /** The rule's statement. */
  readonly says: string;
  readonly when: (facts: Facts) => boolean;
  /** The result; `undefined` means that the row decides nothing and the next rows are checked. */
  readonly then: (facts: Facts) => Result | undefined;
}

/** The result of the first row that decides, and all rows that matched up to it. */
interface Evaluation<Result> {
  readonly result: Result;
  readonly rows: readonly string[];
}

const titleOf = ({ rule, says }: { readonly rule: RuleId; readonly says: string }): string => `${rule} ${says}`;

const evaluate = <Facts, Result>(table: readonly Row<Facts, Result>[], facts: Facts): Evaluation<Result> => {
  const rows: string[] = [];
  for (const row of table) {
    if (!row.when(facts)) continue;
    rows.push(titleOf(row));
    const result = row.then(facts);
    if (result !== undefined) return { result, rows };
  }
  throw new Error('the table has no row for this case');
};

const goesOn = (): undefined => undefined;
const always = (): boolean => true;

// ---------------------------------------------------------------------------------------------------------------
// Who calls
// ---------------------------------------------------------------------------------------------------------------

/** The caller as the request log names it, and the check that decided. */
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

/** The device of the first candidate that belongs to one on the list (TOKEN-7). */
const panelOf = (call: Case): Panel | undefined => candidates(call).find(isPanel);

const isWrongAddress = ({ fixedAddress }: Panel, { address }: Case): boolean =>
  fixedAddress !== null && bitsOf(fixedAddress) !== bitsOf(address);

const isFromWrongAddress = (call: Case): boolean =>
  [panelOf(call)].some((panel) => panel !== undefined && isWrongAddress(panel, call));

const refusedToken = (call: Case): Who => ({ ...admitted(call), by: 'refused token' });

const admitted = (call: Case): Who => {
  const panel = panelOf(call);
  return panel === undefined ? { log: null, by: 'nothing' } : { log: `device:${panel.name}`, by: 'token', panel };
};

const isPast = (moment: string): boolean => moment === 'past' || moment === 'at the call';

/** The panel of the token that counts, if the call shows its old token. */
const panelOfOldToken = (call: Case): Panel | undefined =>
  call.sendsOldToken && panelOf(call)?.oldToken !== 'none' ? panelOf(call) : undefined;

/** The panel of the token that counts, if the call shows its present token. */
const panelOfPresentToken = (call: Case): Panel | undefined =>
  panelOfOldToken(call) === undefined ? panelOf(call) : undefined;

/** Whether the token that counts is valid now. */
const hasActiveToken = (call: Case): boolean => {
  if (panelOf(call)?.state !== 'active') return false;
  return panelOfOldToken(call)?.oldToken === 'future' || ['never', 'future'].includes(presentExpiry(call));
};

const presentExpiry = (call: Case): string => panelOfPresentToken(call)?.expiry ?? 'no present token';

/** A Basic header with an unknown token may still be a legacy header. */
const legacyPassword = ({ authorization }: Case): LegacyPassword | undefined => {
  if (authorization.kind === 'legacy') return authorization.password;
  return authorization.kind === 'basic token' ? 'another' : undefined;
};

const legacyUser = ({ authorization }: Case): string => ('username' in authorization ? authorization.username : '');

const is = (call: Case, username: string, ...passwords: LegacyPassword[]): boolean =>
  legacyUser(call) === username && passwords.some((password) => password === legacyPassword(call));

/** The app usernames besides `EXTERNAL_APP`; PROMPTER is configured for this studio (LEGACY-AUTH-10, LEGACY-AUTH-11). */
const otherAppUsers = ['OUTPUT_PLAYER', 'CAMERA_CONTROLLER', 'STUDIO_DISPLAY', 'PROMPTER'];

const isOtherAppUser = (call: Case): boolean => otherAppUsers.includes(legacyUser(call));

const isLegacyOn = ({ settings }: Case): boolean => settings.legacyAuthorization;

/** Only guesses can be slowed: a private address needs no password, unless a proxy forwarded the call. */
const isSlowed = (call: Case): boolean => call.hasGuessed && (call.forwarded || !isPrivate(call));

const isLegacyChecked = (call: Case): boolean => isLegacyOn(call) && !isSlowed(call);

const legacy = (call: Case): Who => ({ log: `legacy:${legacyUser(call)}`, by: 'legacy' });

const labelsFor = ({ settings, address }: Case): string[] =>
  settings.listed.filter((entry) => liesIn(entry.address, address)).map(({ label }) => label);

const firstLabel = (call: Case): string => labelsFor(call).slice(0, 1).join();

const lan = (label: string): Who => ({ log: `lan:${label}`, by: 'lan' });

const onWholeLan = (range: string): Row<Case, Who> => ({
  rule: 'LAN-7',
  says: `Whole LAN: every private address: ${range}`,
  when: ({ settings, address }) => settings.accessWithoutToken === 'whole_lan' && liesIn(range, address),
  then: () => lan('whole-lan'),
});

/** Whether only its token lets a page on the host call. */
const isPanelsPage = (call: Case): boolean =>
  isHost(call) &&
  hasActiveToken(call) &&
  evaluate(browserGuard, { call, who: { log: 'loopback', by: 'loopback' } }).result === 'refused';

const isHostsOwn = (call: Case): boolean => isHost(call) && !isPanelsPage(call);

/** The caller checks in their order: loopback, device token, legacy header, LAN access. */
export const whoCalls: readonly Row<Case, Who>[] = [
  // 1. the host machine itself
  {
    rule: 'ADDRESS-6',
    says: "a loopback request that carries a forwarding header was passed on by a proxy and isn't the host itself",
    when: (call) => isLoopback(call) && call.forwarded,
    then: goesOn,
  },
  {
    rule: 'ADDRESS-5',
    says: 'Forwarding headers are never believed.',
    when: (call) => !isLoopback(call) && call.forwarded,
    then: goesOn,
  },
  {
    rule: 'ADDRESS-11',
    says: 'A named proxy states the address of the caller: it admits nobody as the host',
    when: (call) => isLoopback(call) && call.forwarded && call.namedProxy,
    then: goesOn,
  },
  {
    rule: 'ADDRESS-11',
    says: 'A named proxy states the address of the caller: it counts for a fixed address',
    when: (call) => call.forwarded && call.namedProxy && panelOf(call)?.fixedAddress === call.address,
    then: goesOn,
  },
  {
    rule: 'ADDRESS-12',
    says: 'What a named proxy states in place of an address is the fixed address of no device',
    when: (call) => notAddresses.includes(call.address) && typeof panelOf(call)?.fixedAddress === 'string',
    then: goesOn,
  },
  {
    rule: 'ADDRESS-9',
    says: '`TRUST_LOOPBACK=off` treats loopback as any other address.',
    when: (call) => isLoopback(call) && !call.trustLoopback && !call.forwarded,
    then: goesOn,
  },
  {
    rule: 'GUARD-20',
    says: "a browser's loopback call that the guard would refuse, with an active device's token, is that device's call",
    when: isPanelsPage,
    then: goesOn,
  },
  {
    rule: 'GUARD-6',
    says: 'a loopback call with an active token [that the guard lets pass keeps the rights of the host]',
    when: (call) => isHostsOwn(call) && hasActiveToken(call),
    then: () => ({ log: 'loopback', by: 'loopback' }),
  },
  {
    rule: 'ADDRESS-1',
    says: 'IPv4-mapped IPv6 becomes IPv4',
    when: (call) => isMapped(call.address) && isHostsOwn(call),
    then: () => ({ log: 'loopback', by: 'loopback' }),
  },
  {
    rule: 'AUTH-ORDER-1',
    says: '1. Host machine itself (loopback): always allowed, full control.',
    when: isHostsOwn,
    then: () => ({ log: 'loopback', by: 'loopback' }),
  },
  {
    rule: 'ADDRESS-2',
    says: 'a zone id is dropped',
    when: ({ address }) => hasZone(address),
    then: goesOn,
  },
  // 2. device token
  {
    rule: 'TOKEN-4',
    says: '(schemes in any case',
    when: ({ scheme, authorization }) => scheme !== 'Capital' && authorization.kind !== 'none',
    then: goesOn,
  },
  {
    rule: 'TOKEN-6',
    says: 'a `token` given twice is none',
    when: ({ queryToken }) => queryToken.kind === 'twice' && isPanel(queryToken.owner),
    then: goesOn,
  },
  {
    rule: 'TOKEN-6',
    says: 'a `token` [given] empty is none',
    when: ({ queryToken }) => queryToken.kind === 'empty',
    then: goesOn,
  },
  {
    rule: 'TOKEN-7',
    says: 'The first candidate that belongs to a device on the list, active or revoked, decides.',
    when: (call) => candidates(call).filter(isPanel).length > 1,
    then: goesOn,
  },
  ...(['not base64', 'not padded', 'not UTF-8', 'no colon'] as const).map((why): Row<Case, Who> => ({
    rule: 'TOKEN-5',
    says: `strict base64, UTF-8, split at the first colon; undecodable is no candidate: ${why}`,
    when: ({ authorization }) => authorization.kind === 'undecodable' && authorization.why === why,
    then: goesOn,
  })),
  {
    rule: 'AUTH-ORDER-8',
    says: 'A token nobody owns is no match: the check goes on',
    when: (call) => candidates(call).some((owner) => owner === 'unknown' || owner === 'misshapen'),
    then: goesOn,
  },
  {
    rule: 'DEVICE-12',
    says: "(a deleted device's too)",
    when: (call) => candidates(call).includes('deleted'),
    then: goesOn,
  },
  {
    rule: 'TOKEN-18',
    says: 'the token before the old one is unknown',
    when: (call) => candidates(call).includes('forgotten'),
    then: goesOn,
  },
  {
    rule: 'AUTH-ORDER-6',
    says: 'a token of a revoked device ends the check at step 2 with 401',
    when: (call) => panelOf(call)?.state === 'revoked',
    then: refusedToken,
  },
  {
    rule: 'TOKEN-12',
    says: 'an expired token is answered as that of a revoked device: at the moment of expiry',
    when: (call) => panelOfPresentToken(call)?.expiry === 'at the call',
    then: refusedToken,
  },
  {
    rule: 'TOKEN-12',
    says: 'an expired token is answered as that of a revoked device: afterwards',
    when: (call) => panelOfPresentToken(call)?.expiry === 'past',
    then: refusedToken,
  },
  {
    rule: 'TOKEN-17',
    says: 'an old token that an operator has ended is refused at once',
    when: (call) => panelOfOldToken(call)?.oldToken === 'ended by an operator',
    then: refusedToken,
  },
  {
    rule: 'TOKEN-16',
    says: 'the old token ends by itself',
    when: (call) => isPast(panelOfOldToken(call)?.oldToken ?? ''),
    then: refusedToken,
  },
  {
    rule: 'AUTH-ORDER-7',
    says: 'a token with a fixed IP address used from another address ends the check at step 2 with 401',
    when: isFromWrongAddress,
    then: refusedToken,
  },
  {
    rule: 'TOKEN-16',
    says: 'until its end the old token works as the new one does',
    when: (call) => panelOfOldToken(call)?.oldToken === 'future',
    then: admitted,
  },
  {
    rule: 'DEVICE-5',
    says: 'Fixed IP address: token only works from this address',
    when: (call) => typeof panelOf(call)?.fixedAddress === 'string',
    then: admitted,
  },
  {
    rule: 'TOKEN-1',
    says: 'Bearer header: `Authorization: Bearer <ACCESS_TOKEN>`',
    when: (call) => bearer(call).some(isPanel),
    then: admitted,
  },
  {
    rule: 'TOKEN-2',
    says: 'Query string: `?token=<ACCESS_TOKEN>`',
    when: (call) => query(call).some(isPanel),
    then: admitted,
  },
  {
    rule: 'TOKEN-3',
    says: 'HTTP Basic: any username; the token is the password',
    when: (call) => basic(call).some(isPanel),
    then: admitted,
  },
  // 3. legacy authorization
  {
    rule: 'LEGACY-AUTH-9',
    says: '3. Legacy authorization: only while the setting Allow legacy authorization is on',
    when: (call) => legacyPassword(call) !== undefined && !isLegacyOn(call),
    then: goesOn,
  },
  {
    rule: 'LEGACY-AUTH-13',
    says: 'an address that has to wait: no legacy header is accepted, the check goes on',
    when: (call) => legacyPassword(call) !== undefined && isLegacyOn(call) && isSlowed(call),
    then: goesOn,
  },
  {
    rule: 'LEGACY-AUTH-14',
    says: 'callers on private addresses never have to wait',
    when: (call) => legacyPassword(call) !== undefined && isLegacyOn(call) && call.hasGuessed && !isSlowed(call),
    then: goesOn,
  },
  {
    rule: 'LEGACY-AUTH-1',
    says: 'username `EXTERNAL_APP`, password the base64 of the server id',
    when: (call) => isLegacyChecked(call) && is(call, 'EXTERNAL_APP', 'base64 of the server id'),
    then: legacy,
  },
  {
    rule: 'LEGACY-AUTH-2',
    says: '(the base64 of the studio id also works)',
    when: (call) => isLegacyChecked(call) && is(call, 'EXTERNAL_APP', 'base64 of the studio id'),
    then: legacy,
  },
  {
    rule: 'ADDRESS-8',
    says: 'It is never admitted by address: not as a private address of the legacy rules',
    when: (call) =>
      isLegacyOn(call) && call.forwarded && (isOnLan(call) || isLoopback(call)) && legacyPassword(call) !== undefined,
    then: goesOn,
  },
  {
    rule: 'ADDRESS-9',
    says: '`TRUST_LOOPBACK=off` treats loopback as any other address [which is no private one].',
    when: (call) =>
      isLegacyOn(call) && isLoopback(call) && !call.trustLoopback && is(call, 'EXTERNAL_APP', 'another', 'none'),
    then: goesOn,
  },
  {
    rule: 'ADDRESS-7',
    says: '"Private" in the legacy rules is the Whole LAN list [and no other address]',
    when: (call) => isLegacyChecked(call) && !isOnLan(call) && !isLoopback(call) && isOtherAppUser(call),
    then: goesOn,
  },
  {
    rule: 'LEGACY-AUTH-6',
    says: 'From a private-network address, `EXTERNAL_APP` is accepted with any password',
    when: (call) => isLegacyChecked(call) && isPrivate(call) && is(call, 'EXTERNAL_APP', 'another', 'none'),
    then: legacy,
  },
  {
    rule: 'LEGACY-AUTH-7',
    says: 'and other app-type usernames are accepted without a password',
    when: (call) =>
      isLegacyChecked(call) && isPrivate(call) && isOtherAppUser(call) && is(call, legacyUser(call), 'none'),
    then: legacy,
  },
  {
    rule: 'LEGACY-AUTH-7',
    says: 'other app-type usernames [with a password are not]',
    when: (call) => isLegacyChecked(call) && isPrivate(call) && isOtherAppUser(call),
    then: goesOn,
  },
  {
    rule: 'LEGACY-AUTH-8',
    says: 'from a public address those are refused [EXTERNAL_APP with any password]',
    when: (call) => isLegacyChecked(call) && !isPrivate(call) && is(call, 'EXTERNAL_APP', 'another', 'none'),
    then: goesOn,
  },
  {
    rule: 'LEGACY-AUTH-8',
    says: 'from a public address those are refused [other app-type usernames]',
    when: (call) => isLegacyChecked(call) && !isPrivate(call) && isOtherAppUser(call),
    then: goesOn,
  },
  {
    rule: 'LEGACY-AUTH-10',
    says: 'App-type usernames, case-sensitive [others are none]',
    when: (call) => isLegacyChecked(call) && ['external_app', 'SOMEBODY'].includes(legacyUser(call)),
    then: goesOn,
  },
  // 4. LAN access
  {
    rule: 'ADDRESS-8',
    says: 'It is never admitted by address: not by LAN access',
    when: (call) => call.forwarded && (isOnLan(call) || labelsFor(call).length > 0),
    then: () => ({ log: null, by: 'nothing' }),
  },
  {
    rule: 'LAN-1',
    says: 'Access without a token: Off (default): nobody',
    when: (call) => call.settings.accessWithoutToken === 'off' && (isOnLan(call) || labelsFor(call).length > 0),
    then: goesOn,
  },
  {
    rule: 'LAN-6',
    says: 'Overlapping listed ranges: the first label.',
    when: (call) => call.settings.accessWithoutToken === 'listed' && new Set(labelsFor(call)).size > 1,
    then: (call) => lan(firstLabel(call)),
  },
  {
    rule: 'LAN-2',
    says: 'Listed devices: callers whose address matches a listed address or range; each entry has a label',
    when: (call) => call.settings.accessWithoutToken === 'listed' && labelsFor(call).length > 0,
    then: (call) => lan(firstLabel(call)),
  },
  ...wholeLan.map(onWholeLan),
  {
    rule: 'AUTH-ORDER-5',
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

type GuardDecision = 'passes' | 'refused';

/** By its address, or by a password that browsers remember. */
const isByAddress = ({ who }: Called): boolean => ['loopback', 'lan', 'legacy'].includes(who.by);

const isFromBrowser = ({ call: { browser } }: Called): boolean =>
  browser.secFetchSite !== 'absent' ||
  browser.otherSecFetch !== 'absent' ||
  browser.origin !== 'absent' ||
  browser.referer !== 'absent' ||
  browser.userAgent === 'Mozilla/5.0';

const isBrowserControl = (called: Called): boolean =>
  isFromBrowser(called) && 'access' in called.call.route && called.call.route.access === 'control';

const isOwnSite = ({ call }: Called): boolean => ['same-origin', 'none'].includes(call.browser.secFetchSite);

/** Node.js's `fetch`: no browser sends this header alone. */
const isNodeFetch = ({ call: { browser } }: Called): boolean =>
  browser.otherSecFetch === 'mode cors' && browser.secFetchSite === 'absent' && browser.userAgent !== 'Mozilla/5.0';

const isProven = (called: Called): boolean =>
  called.call.browser.origin === 'own' || called.call.browser.referer === 'own' || isOwnSite(called);

const proofs: readonly (readonly [says: string, isGiven: (called: Called) => boolean])[] = [
  ['an own `Origin`', ({ call }) => call.browser.origin === 'own'],
  ['an own `Referer`', ({ call }) => call.browser.referer === 'own'],
  ['`Sec-Fetch-Site` `same-origin`', ({ call }) => call.browser.secFetchSite === 'same-origin'],
  ['or [`Sec-Fetch-Site`] `none`', ({ call }) => call.browser.secFetchSite === 'none'],
];

/** Whether the browser guard lets a call pass. */
export const browserGuard: readonly Row<Called, GuardDecision>[] = [
  {
    rule: 'GUARD-5',
    says: 'Calls with a device token are not checked.',
    when: ({ who }) => who.by === 'token',
    then: () => 'passes',
  },
  {
    rule: 'GUARD-4',
    says: 'For callers admitted by address only (loopback and Access without a token) [others are not checked]',
    when: (called) => !isByAddress(called),
    then: () => 'passes',
  },
  {
    rule: 'GUARD-18',
    says: 'The guard is also for every legacy caller, whatever its password',
    when: (called) => called.who.by === 'legacy' && isFromBrowser(called),
    then: goesOn,
  },
  {
    rule: 'GUARD-1',
    says: 'refused when it carries `Sec-Fetch-Site` with value `cross-site`',
    when: ({ call }) => call.browser.secFetchSite === 'cross-site',
    then: () => 'refused',
  },
  {
    rule: 'GUARD-1',
    says: 'or `same-site`',
    when: ({ call }) => call.browser.secFetchSite === 'same-site',
    then: () => 'refused',
  },
  {
    rule: 'GUARD-3',
    says: 'it carries an `Origin` header, including `Origin: null`',
    when: ({ call }) => call.browser.origin === 'null',
    then: () => 'refused',
  },
  {
    rule: 'GUARD-2',
    says: "it carries an `Origin` header that is not the service's own address",
    when: ({ call }) => call.browser.origin === 'other host',
    then: () => 'refused',
  },
  {
    rule: 'GUARD-7',
    says: 'an `Origin` with scheme http [without TLS, another is refused]',
    when: ({ call }) => !call.overTls && call.browser.origin === 'other scheme',
    then: () => 'refused',
  },
  {
    rule: 'GUARD-7',
    says: 'or https over TLS [another is refused]',
    when: ({ call }) => call.overTls && call.browser.origin === 'other scheme',
    then: () => 'refused',
  },
  {
    rule: 'GUARD-7',
    says: 'or https over TLS [which is own]',
    when: ({ call }) => call.overTls && call.browser.origin === 'own',
    then: goesOn,
  },
  {
    rule: 'GUARD-7',
    says: "whose host and port are those of the request's `Host`",
    when: ({ call }) => call.browser.origin === 'other port',
    then: () => 'refused',
  },
  {
    rule: 'GUARD-8',
    says: 'a foreign name that an attacker\'s DNS points here is never "own"',
    when: (called) => isFromBrowser(called) && called.call.browser.host === 'foreign name',
    then: () => 'refused',
  },
  {
    rule: 'GUARD-9',
    says: "comes from a browser … is also refused when its `Host` isn't own [as where there is none]",
    when: (called) => isFromBrowser(called) && called.call.browser.host === 'missing',
    then: () => 'refused',
  },
  {
    rule: 'GUARD-10',
    says: 'or its `Referer` is of another origin',
    when: ({ call }) => !['absent', 'own'].includes(call.browser.referer),
    then: () => 'refused',
  },
  ...proofs.map(([says, isGiven]): Row<Called, GuardDecision> => ({
    rule: 'GUARD-15',
    says: `a control call has to prove that it comes from the service's own page: ${says}`,
    when: (called) => isBrowserControl(called) && isGiven(called),
    then: goesOn,
  })),
  {
    rule: 'GUARD-19',
    says: "`Sec-Fetch-Mode: cors` alone is Node.js's fetch, which needs no proof",
    when: (called) => isBrowserControl(called) && isNodeFetch(called) && !isProven(called),
    then: () => 'passes',
  },
  {
    rule: 'GUARD-15',
    says: 'Without a proof it is 403 `forbidden`',
    when: (called) => isBrowserControl(called) && !isProven(called),
    then: () => 'refused',
  },
  {
    rule: 'GUARD-17',
    says: 'Reads of a browser that proves nothing pass.',
    when: (called) => isFromBrowser(called) && !isBrowserControl(called) && !isProven(called),
    then: goesOn,
  },
  ...(['literal', 'localhost', 'hostname', 'hostname.local', 'service name'] as const).map(
    (host): Row<Called, GuardDecision> => ({
      rule: 'GUARD-8',
      says: `own is an IP literal, localhost, the machine's hostname (also with .local) or in SERVICE_NAMES: ${host}`,
      when: (called) => isFromBrowser(called) && called.call.browser.host === host,
      then: () => 'passes',
    }),
  ),
  {
    rule: 'GUARD-12',
    says: "Programs that send none of these aren't touched.",
    when: (called) => !isFromBrowser(called),
    then: () => 'passes',
  },
];

// ---------------------------------------------------------------------------------------------------------------
// The answers
// ---------------------------------------------------------------------------------------------------------------

/** A call, its caller, and the guard's decision. */
interface GuardedCall extends Called {
  readonly guard: GuardDecision;
}

/** `not_sent`: the stream is open and doesn't send the event; the list is sent without the record. */
export type Answer =
  | 'allowed'
  | 'unauthorized'
  | 'read_only'
  | 'forbidden'
  | 'feature_disabled'
  | 'not_found'
  | 'not_sent';

const isV2Route = ({ call }: GuardedCall): boolean => call.route.kind.startsWith('v2');
const isLegacyRoute = ({ call }: GuardedCall): boolean =>
  call.route.kind.startsWith('legacy') && call.route.kind !== 'legacy unknown';

const isPublic = ({ call: { route } }: GuardedCall): boolean =>
  ['v2 health', 'v2 reference', 'legacy public'].includes(route.kind);

const touched = ({ call: { route } }: GuardedCall): string[] => {
  if (route.kind === 'v2 alarms') return ['system'];
  return 'feature' in route ? [route.feature] : [];
};

const accessOf = ({ call: { route } }: GuardedCall): string => ('access' in route ? route.access : 'read');

const isRequests = ({ call: { route } }: GuardedCall): boolean => route.kind === 'v2 requests';

const isOutOfLimit = ({ who }: GuardedCall, feature: string): boolean =>
  who.panel !== undefined && who.panel.limit.length > 0 && !who.panel.limit.includes(feature);

const isOff = ({ call }: GuardedCall, feature: string, access: string): boolean =>
  call.settings.off.includes(`${feature} ${access}`);

const rightsOf = ({ who }: GuardedCall): readonly ExactRight[] => (who.by === 'token' ? (who.panel?.exact ?? []) : []);

const hasExactRights = (guarded: GuardedCall): boolean => rightsOf(guarded).length > 0;

/** The rights about the record of a call, or about a record of a feature. */
const rightsAbout = (guarded: GuardedCall, feature: string, record: string): readonly ExactRight[] =>
  rightsOf(guarded).filter((right) => right.feature === feature && ['free', record].includes(right.record));

/** The studio and its stations are wholes: who may act on any record of them reads all. */
const isWhole = (feature: string): boolean => ['studio', 'station'].includes(feature);

/** The rights to read a record of a feature. */
const rightsToRead = (guarded: GuardedCall, feature: string, record: string): readonly ExactRight[] =>
  isWhole(feature)
    ? rightsOf(guarded).filter((right) => right.feature === feature)
    : rightsAbout(guarded, feature, record);

const rightsToCall = (guarded: GuardedCall): readonly ExactRight[] => {
  const { route } = guarded.call;
  if (!('record' in route)) return [];
  return (route.access === 'read' ? rightsToRead : rightsAbout)(guarded, route.feature, route.record);
};

const isBeyondRights = (guarded: GuardedCall): boolean =>
  hasExactRights(guarded) && 'record' in guarded.call.route && rightsToCall(guarded).length === 0;

const hasFurther = ({ call: { route } }: GuardedCall): boolean => 'further' in route && route.further;

/** The route, if it is of a kind that shows records of several features. */
const routeOf = <Kind extends 'v2 events' | 'v2 alarms' | 'v2 state' | 'v2 action' | 'v2 actions'>(
  { call: { route } }: GuardedCall,
  kind: Kind,
) => (route.kind === kind ? (route as Extract<Route, { readonly kind: Kind }>) : undefined);

const isAnothers = (guarded: GuardedCall): boolean => routeOf(guarded, 'v2 action')?.own === false;

const isListOfAnother = (guarded: GuardedCall): boolean => routeOf(guarded, 'v2 actions')?.own === false;

/** The refusals in order of precedence, then the rules that allow a call. */
export const answers: readonly Row<GuardedCall, Answer>[] = [
  // routes that need no authentication
  {
    rule: 'PUBLIC-5',
    says: 'Switching off Read of the System feature closes `/api/v2/health`.',
    when: (guarded) => guarded.call.route.kind === 'v2 health' && isOff(guarded, 'system', 'read'),
    then: () => 'feature_disabled',
  },
  {
    rule: 'LEGACY-1',
    says: 'open only while `Allow legacy authorization` [is on]; else 403; `/`, `/status` and `/status/health` included',
    when: ({ call }) => call.route.kind === 'legacy public' && !call.settings.legacyAuthorization,
    then: () => 'feature_disabled',
  },
  {
    rule: 'LEGACY-1',
    says: '[open only while] the Legacy routes feature [is on]; `/`, `/status` and `/status/health` included',
    when: (guarded) => guarded.call.route.kind === 'legacy public' && isOff(guarded, 'legacy', 'read'),
    then: () => 'feature_disabled',
  },
  {
    rule: 'PUBLIC-4',
    says: 'They stay up when the API is switched off.',
    when: (guarded) => isPublic(guarded) && !guarded.call.settings.apiEnabled,
    then: () => 'allowed',
  },
  {
    rule: 'PUBLIC-7',
    says: 'Public routes skip 2 and 3 for admission; the caller is still resolved for the log.',
    when: (guarded) => isPublic(guarded) && ['nothing', 'refused token'].includes(guarded.who.by),
    then: () => 'allowed',
  },
  {
    rule: 'PUBLIC-1',
    says: 'Routes that need no authentication',
    when: isPublic,
    then: () => 'allowed',
  },
  // unauthorized
  {
    rule: 'ERROR-6',
    says: 'Revoked token, or token with fixed IP used from another address: 401',
    when: ({ who }) => who.by === 'refused token',
    then: () => 'unauthorized',
  },
  {
    rule: 'UNKNOWN-1',
    says: "Unknown route: 401 for a caller who isn't let in",
    when: ({ call, who }) => who.by === 'nothing' && call.route.kind.endsWith('unknown'),
    then: () => 'unauthorized',
  },
  {
    rule: 'ERROR-5',
    says: 'No valid token, legacy header or LAN access: 401',
    when: ({ who }) => who.by === 'nothing',
    then: () => 'unauthorized',
  },
  {
    rule: 'LOG-5',
    says: '`GET /api/v2/requests`: A caller let in by LAN access has no token: 401.',
    when: (guarded) => isRequests(guarded) && guarded.who.by === 'lan',
    then: () => 'unauthorized',
  },
  // read_only
  {
    rule: 'DEVICE-1',
    says: 'Read only: every control route answers `403 read_only`',
    when: (guarded) => guarded.who.panel?.access === 'read_only' && accessOf(guarded) === 'control',
    then: () => 'read_only',
  },
  // forbidden
  {
    rule: 'DEVICE-3',
    says: 'Limit to features: routes of other features answer `403 forbidden`',
    when: (guarded) => !isLegacyRoute(guarded) && touched(guarded).some((feature) => isOutOfLimit(guarded, feature)),
    then: () => 'forbidden',
  },
  {
    rule: 'LEGACY-7',
    says: '`Forbidden` when the device may not use Legacy routes',
    when: (guarded) => isLegacyRoute(guarded) && isOutOfLimit(guarded, 'legacy'),
    then: () => 'forbidden',
  },
  {
    rule: 'LEGACY-2',
    says: 'A legacy route also needs … a device both features',
    when: (guarded) => isLegacyRoute(guarded) && touched(guarded).some((feature) => isOutOfLimit(guarded, feature)),
    then: () => 'forbidden',
  },
  {
    rule: 'LOG-5',
    says: 'a device that may read the System feature [others may not list the requests]',
    when: (guarded) => isRequests(guarded) && isOutOfLimit(guarded, 'system'),
    then: () => 'forbidden',
  },
  {
    rule: 'LIMIT-1',
    says: 'a device with exact rights calls another operation, or on another record',
    when: (guarded) => isBeyondRights(guarded) && accessOf(guarded) === 'control',
    then: () => 'forbidden',
  },
  {
    rule: 'LIMIT-2',
    says: 'a device with exact rights reads what none of its operations is about',
    when: (guarded) => isBeyondRights(guarded) && accessOf(guarded) === 'read',
    then: () => 'forbidden',
  },
  {
    rule: 'LIMIT-3',
    says: 'a key of a panel has no further parameters',
    when: (guarded) =>
      hasExactRights(guarded) &&
      accessOf(guarded) === 'control' &&
      hasFurther(guarded) &&
      rightsToCall(guarded).every(({ further }) => further === 'none'),
    then: () => 'forbidden',
  },
  {
    rule: 'LIMIT-1',
    says: 'a device with exact rights calls a route of a feature that is about no record',
    when: (guarded) =>
      hasExactRights(guarded) && ['v2 requests', 'v2 alarms', 'legacy state'].includes(guarded.call.route.kind),
    then: () => 'forbidden',
  },
  {
    rule: 'LEGACY-AUTH-5',
    says: 'also for a caller on a LAN address that sends the legacy header',
    when: (guarded) => guarded.who.by === 'legacy' && isV2Route(guarded) && isOnLan(guarded.call),
    then: () => 'forbidden',
  },
  {
    rule: 'UNKNOWN-2',
    says: '403 `forbidden` for a legacy header on any `/api/v2` path but the public ones',
    when: ({ call, who }) => who.by === 'legacy' && call.route.kind === 'v2 unknown',
    then: () => 'forbidden',
  },
  {
    rule: 'LEGACY-AUTH-4',
    says: 'Legacy header on a `/api/v2` route: 403 forbidden',
    when: (guarded) => guarded.who.by === 'legacy' && isV2Route(guarded),
    then: () => 'forbidden',
  },
  {
    rule: 'GUARD-21',
    says: 'An action whose request states a prefetch or prerender purpose: 403 forbidden, by any caller',
    when: (guarded) => guarded.call.browser.isPrefetch && accessOf(guarded) === 'control',
    then: () => 'forbidden',
  },
  {
    rule: 'GUARD-4',
    says: 'Browser request from another site (loopback): 403 forbidden',
    when: ({ guard, who }) => guard === 'refused' && who.by === 'loopback',
    then: () => 'forbidden',
  },
  {
    rule: 'GUARD-4',
    says: 'Browser request from another site (LAN-access caller): 403 forbidden',
    when: ({ guard, who }) => guard === 'refused' && who.by === 'lan',
    then: () => 'forbidden',
  },
  {
    rule: 'GUARD-18',
    says: 'Browser request from another site (legacy caller): 403 forbidden',
    when: ({ guard, who }) => guard === 'refused' && who.by === 'legacy',
    then: () => 'forbidden',
  },
  // feature_disabled
  {
    rule: 'UNKNOWN-3',
    says: '[Unknown route:] 403 `feature_disabled` while the API is off',
    when: ({ call }) => call.route.kind.endsWith('unknown') && !call.settings.apiEnabled,
    then: () => 'feature_disabled',
  },
  {
    rule: 'SWITCH-1',
    says: 'API enabled off: `/api/v2` routes answer `403 feature_disabled`',
    when: (guarded) => !guarded.call.settings.apiEnabled && !isLegacyRoute(guarded),
    then: () => 'feature_disabled',
  },
  {
    rule: 'SWITCH-2',
    says: '[API enabled off:] legacy routes answer `403 Forbidden`',
    when: (guarded) => !guarded.call.settings.apiEnabled && isLegacyRoute(guarded),
    then: () => 'feature_disabled',
  },
  {
    rule: 'LEGACY-1',
    says: 'Legacy routes are open only while both `Allow legacy authorization`',
    when: (guarded) => isLegacyRoute(guarded) && !guarded.call.settings.legacyAuthorization,
    then: () => 'feature_disabled',
  },
  {
    rule: 'LEGACY-1',
    says: 'and the Legacy routes feature are on, read and control each',
    when: (guarded) => isLegacyRoute(guarded) && isOff(guarded, 'legacy', accessOf(guarded)),
    then: () => 'feature_disabled',
  },
  {
    rule: 'LEGACY-2',
    says: 'A legacy route also needs the switch of the feature that it touches',
    when: (guarded) =>
      isLegacyRoute(guarded) && touched(guarded).some((feature) => isOff(guarded, feature, accessOf(guarded))),
    then: () => 'feature_disabled',
  },
  {
    rule: 'SWITCH-3',
    says: 'per feature a Read switch. A switched-off feature answers `403 feature_disabled`',
    when: (guarded) =>
      accessOf(guarded) === 'read' && touched(guarded).some((feature) => isOff(guarded, feature, 'read')),
    then: () => 'feature_disabled',
  },
  {
    rule: 'SWITCH-4',
    says: '[per feature] a Control switch',
    when: (guarded) =>
      accessOf(guarded) === 'control' && touched(guarded).some((feature) => isOff(guarded, feature, 'control')),
    then: () => 'feature_disabled',
  },
  {
    rule: 'SWITCH-3',
    says: '`/requests` [is a read of] system',
    when: (guarded) => isRequests(guarded) && isOff(guarded, 'system', 'read'),
    then: () => 'feature_disabled',
  },
  // not found
  {
    rule: 'UNKNOWN-4',
    says: '[Unknown route:] else 404',
    when: ({ call }) => call.route.kind.endsWith('unknown'),
    then: () => 'not_found',
  },
  // records of several features
  {
    rule: 'SWITCH-8',
    says: '`/events` show only what that caller may read: Read of the feature off',
    when: (guarded) => isOff(guarded, routeOf(guarded, 'v2 events')?.about ?? '', 'read'),
    then: () => 'not_sent',
  },
  {
    rule: 'SWITCH-8',
    says: '`/events` show only what that caller may read: the device’s limit',
    when: (guarded) => guarded.call.route.kind === 'v2 events' && isOutOfLimit(guarded, guarded.call.route.about),
    then: () => 'not_sent',
  },
  {
    rule: 'LIMIT-2',
    says: 'the events of a device with exact rights are limited to its records',
    when: (guarded) =>
      hasExactRights(guarded) &&
      guarded.call.route.kind === 'v2 events' &&
      rightsToRead(guarded, guarded.call.route.about, 'one').length === 0,
    then: () => 'not_sent',
  },
  {
    rule: 'LIMIT-2',
    says: 'the state of a device with exact rights is limited to its records',
    when: (guarded) =>
      hasExactRights(guarded) &&
      guarded.call.route.kind === 'v2 state' &&
      rightsToRead(guarded, guarded.call.route.about, 'one').length === 0,
    then: () => 'not_sent',
  },
  {
    rule: 'LIMIT-2',
    says: 'a device with exact rights finds no action of others',
    when: (guarded) => hasExactRights(guarded) && isAnothers(guarded),
    then: () => 'not_found',
  },
  {
    rule: 'STATE-2',
    says: '`/state`: parts that are switched off are left out',
    when: (guarded) => isOff(guarded, routeOf(guarded, 'v2 state')?.about ?? '', 'read'),
    then: () => 'not_sent',
  },
  {
    rule: 'STATE-2',
    says: '`/state`: parts that are not allowed are left out',
    when: (guarded) => guarded.call.route.kind === 'v2 state' && isOutOfLimit(guarded, guarded.call.route.about),
    then: () => 'not_sent',
  },
  {
    rule: 'SWITCH-8',
    says: '`/actions/{id}` show only what that caller may read: Read of the feature off',
    when: (guarded) => isAnothers(guarded) && isOff(guarded, routeOf(guarded, 'v2 action')?.about ?? '', 'read'),
    then: () => 'not_found',
  },
  {
    rule: 'SWITCH-8',
    says: '`/actions/{id}` show only what that caller may read: the device’s limit',
    when: (guarded) => isAnothers(guarded) && isOutOfLimit(guarded, routeOf(guarded, 'v2 action')?.about ?? ''),
    then: () => 'not_found',
  },
  {
    rule: 'SHAPE-6',
    says: 'the caller’s last 100 action records; the host: everybody’s',
    when: (guarded) => isListOfAnother(guarded) && guarded.who.by !== 'loopback',
    then: () => 'not_sent',
  },
  {
    rule: 'SWITCH-8',
    says: 'the list shows only what the host may read: Read of the feature off',
    when: (guarded) => isListOfAnother(guarded) && isOff(guarded, routeOf(guarded, 'v2 actions')?.about ?? '', 'read'),
    then: () => 'not_sent',
  },
  {
    rule: 'ALARM-3',
    says: 'Visible only as feature rights allow: Read of the feature off',
    when: (guarded) => isOff(guarded, routeOf(guarded, 'v2 alarms')?.about ?? '', 'read'),
    then: () => 'not_sent',
  },
  {
    rule: 'ALARM-3',
    says: 'Visible only as feature rights allow: the device’s limit',
    when: (guarded) => guarded.call.route.kind === 'v2 alarms' && isOutOfLimit(guarded, guarded.call.route.about),
    then: () => 'not_sent',
  },
  // allowed
  {
    rule: 'SWITCH-8',
    says: '(its own actions always)',
    when: (guarded) => routeOf(guarded, 'v2 action')?.own === true,
    then: () => 'allowed',
  },
  {
    rule: 'SHAPE-6',
    says: 'the list shows the caller’s own actions',
    when: (guarded) => routeOf(guarded, 'v2 actions')?.own === true,
    then: () => 'allowed',
  },
  {
    rule: 'SHAPE-6',
    says: 'the host: everybody’s',
    when: isListOfAnother,
    then: () => 'allowed',
  },
  {
    rule: 'SWITCH-8',
    says: '`/events` and `/actions/{id}` are likewise open to every admitted caller: the events',
    when: (guarded) => routeOf(guarded, 'v2 events') !== undefined,
    then: () => 'allowed',
  },
  {
    rule: 'STATE-2',
    says: '`/state`: like `/events` it has no switch of its own',
    when: (guarded) => routeOf(guarded, 'v2 state') !== undefined,
    then: () => 'allowed',
  },
  {
    rule: 'SWITCH-8',
    says: '`/events` and `/actions/{id}` are likewise open to every admitted caller: the actions',
    when: isAnothers,
    then: () => 'allowed',
  },
  {
    rule: 'SWITCH-7',
    says: '`GET /api/v2` has no switch of its own and no device limit',
    when: ({ call, who }) => call.route.kind === 'v2 index' && (who.panel?.limit.length ?? 0) > 0,
    then: () => 'allowed',
  },
  {
    rule: 'SWITCH-7',
    says: 'open to every admitted caller',
    when: ({ call }) => call.route.kind === 'v2 index',
    then: () => 'allowed',
  },
  {
    rule: 'LOG-5',
    says: '`GET /api/v2/requests`: loopback',
    when: (guarded) => isRequests(guarded) && guarded.who.by === 'loopback',
    then: () => 'allowed',
  },
  {
    rule: 'LOG-5',
    says: '[`GET /api/v2/requests`:] or a device that may read System',
    when: (guarded) => isRequests(guarded) && guarded.who.by === 'token',
    then: () => 'allowed',
  },
  {
    rule: 'LEGACY-5',
    says: '`/api/state/state` touches `legacy` alone',
    when: ({ call }) => call.route.kind === 'legacy state',
    then: () => 'allowed',
  },
  {
    rule: 'AUTH-ORDER-1',
    says: 'Host machine itself (loopback): always allowed, full control',
    when: ({ who }) => who.by === 'loopback',
    then: () => 'allowed',
  },
  {
    rule: 'LEGACY-AUTH-3',
    says: 'Opens only legacy routes, with full control there.',
    when: (guarded) => guarded.who.by === 'legacy' && isLegacyRoute(guarded),
    then: () => 'allowed',
  },
  {
    rule: 'LAN-9',
    says: 'Callers admitted this way get Read and control access to every switched-on feature.',
    when: ({ who }) => who.by === 'lan',
    then: () => 'allowed',
  },
  {
    rule: 'DEVICE-1',
    says: 'Read only: reads work',
    when: ({ who }) => who.panel?.access === 'read_only',
    then: () => 'allowed',
  },
  {
    rule: 'DEVICE-3',
    says: 'Limit to features: only the listed features [which these are]',
    when: ({ who }) => (who.panel?.limit.length ?? 0) > 0,
    then: () => 'allowed',
  },
  {
    rule: 'DEVICE-2',
    says: 'Read and control; [limit] empty means every feature',
    when: ({ who }) => who.by === 'token',
    then: () => 'allowed',
  },
];

/** The titles of all rows. */
export const titles: readonly string[] = [...whoCalls, ...browserGuard, ...answers].map(titleOf);

/** The expected result of a call. */
export interface Expected {
  readonly caller: string | null;
  readonly answer: Answer;
  readonly rows: readonly string[];
}

/** Evaluates a call by the three tables. */
export const expectedOf = (call: Case): Expected => {
  const who = evaluate(whoCalls, call);
  const guard = evaluate(browserGuard, { call, who: who.result });
  const answer = evaluate(answers, { call, who: who.result, guard: guard.result });
  return { caller: who.result.log, answer: answer.result, rows: [...who.rows, ...guard.rows, ...answer.rows] };
};

// ---------------------------------------------------------------------------------------------------------------
// The precedence of refusals when several things are wrong with one call
// ---------------------------------------------------------------------------------------------------------------

/**
 * The refusals in order of precedence, then the method (405), the parameters (400), the station (409) and the resource
 * (404) (PRECEDENCE-1 to PRECEDENCE-8).
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

/** Returns the answer to a call with these things wrong. */
export const firstOf = (wrong: readonly Wrong[]): Wrong | 'acknowledged' =>
  precedence.find((code) => wrong.includes(code)) ?? 'acknowledged';
