// Network addresses and ranges: parsing, and the tests for loopback and private addresses.
import ipaddr from 'ipaddr.js';
import * as O from 'fp-ts/lib/Option.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { pipe } from 'fp-ts/lib/function.js';

/** An IPv4 or IPv6 address in canonical form: IPv4-mapped IPv6 as IPv4, without a zone id (ADDRESS-1, ADDRESS-2). */
export interface Address {
  readonly text: string;
  /** 4 or 16 octets, most significant first; none for an unknown address. */
  readonly octets: readonly number[];
}

/** A CIDR range; a single address is a range of full length. */
export interface AddressRange {
  readonly network: Address;
  /** Number of significant leading bits: 0 to 32 (IPv4) or 0 to 128 (IPv6). */
  readonly prefixLength: number;
}

/** Length of the longest address, in characters: six groups and a dotted tail. */
const maxAddressLength = 45;

const withoutZone = (text: string): string => {
  const zoneAt = text.indexOf('%');
  return zoneAt < 0 || text.includes('/', zoneAt) ? text : text.slice(0, zoneAt);
};

const asGroups = (dotted: string): string => {
  const octets = ipaddr.IPv4.parse(dotted).toByteArray();
  return octets.map((octet, index) => octet.toString(16).padStart(2, '0') + (index === 1 ? ':' : '')).join('');
};

/** Rewrites the dotted tail of an IPv6 address as two groups, because the library takes `::127.0.0.1` for IPv4-mapped. */
const withoutDots = (text: string): string => {
  const tailAt = text.lastIndexOf(':') + 1;
  const tail = text.slice(tailAt);
  return tailAt > 0 && ipaddr.IPv4.isValidFourPartDecimal(tail) ? text.slice(0, tailAt) + asGroups(tail) : text;
};

/**
 * Normalizes an address for the library, and rejects forms that only the library accepts (`0x7f.1`,
 * `::ffff:0177.0.0.1`). The length is checked first, so that a long text costs no parsing.
 */
const normalized = (text: string): O.Option<string> => {
  const unzoned = withoutZone(text);
  if (unzoned.length > maxAddressLength) return O.none;
  const address = withoutDots(unzoned);
  const isValid = address.includes(':')
    ? !address.includes('.') && ipaddr.IPv6.isValid(address)
    : ipaddr.IPv4.isValidFourPartDecimal(address);
  return isValid ? O.some(address) : O.none;
};

const addressOf = (parsed: ipaddr.IPv4 | ipaddr.IPv6): Address => ({
  text: parsed.toString(),
  octets: parsed.toByteArray(),
});

/** Parses an address of a socket or a configuration. Returns `none` for other text. */
export const parseAddress = (text: string): O.Option<Address> =>
  pipe(
    normalized(text),
    O.map((address) => addressOf(ipaddr.process(address))),
  );

/** Stands for an address that isn't known: the socket no longer has one, or a proxy states none. No range contains it. */
export const unknownAddress: Address = { text: 'unknown', octets: [] };

/** Parses an address of a socket or a header. Other text is an unknown address (ADDRESS-12). */
export const addressOrUnknown = (text: string): Address =>
  pipe(
    parseAddress(text),
    O.getOrElse(() => unknownAddress),
  );

const mappedBits = 96;

/** An address with an optional decimal prefix length. */
const rangeForm = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/;

const bitsOf = (parsed: ipaddr.IPv4 | ipaddr.IPv6): number => parsed.toByteArray().length * 8;

const rangeOf = (parsed: ipaddr.IPv4 | ipaddr.IPv6, length: number): O.Option<AddressRange> => {
  const mapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= mappedBits;
  const network = addressOf(mapped ? parsed.toIPv4Address() : parsed);
  const prefixLength = mapped ? length - mappedBits : length;
  return prefixLength <= network.octets.length * 8 ? O.some({ network, prefixLength }) : O.none;
};

/** Parses `10.0.0.0/8`, `10.1.2.3`, `fd00::/8` or `fd00::1`. Ignores bits beyond the prefix. */
export const parseRange = (text: string): O.Option<AddressRange> => {
  const [, network = '', length] = rangeForm.exec(text) ?? [];
  return pipe(
    normalized(network),
    O.map((address) => ipaddr.parse(address)),
    O.chain((parsed) => rangeOf(parsed, length === undefined ? bitsOf(parsed) : Number(length))),
  );
};

/** The octet with its first `count` bits set: none below 1, all from 8 on. */
const leadingOnes = (count: number): number => 0xff & (0xff00 >> Math.min(Math.max(count, 0), 8));

/** Returns a key of the first `prefixLength` bits. Equal prefixes share a key; IPv4 and IPv6 never do. */
export const prefixKey = ({ octets }: Address, prefixLength: number): string =>
  String.fromCharCode(...octets.map((octet, index) => octet & leadingOnes(prefixLength - 8 * index)));

/** Compiles the test whether a range contains an address. An IPv4 range contains no IPv6 address, and vice versa. */
export const rangeContains = ({ network, prefixLength }: AddressRange): ((address: Address) => boolean) => {
  const key = prefixKey(network, prefixLength);
  return (address) => prefixKey(address, prefixLength) === key;
};

const anyOf = (ranges: readonly AddressRange[]): ((address: Address) => boolean) => {
  const tests = ranges.map(rangeContains);
  return (address) => tests.some((test) => test(address));
};

const loopbackRanges = RA.filterMap(parseRange)(['127.0.0.0/8', '::1']);

/** Whether an address is the host machine itself (ADDRESS-3). */
export const isLoopback = anyOf(loopbackRanges);

const privateRanges = RA.filterMap(parseRange)([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]);

/** Whether an address belongs to Whole LAN (LAN-7). */
export const isPrivate = anyOf(privateRanges);

const ipv6Octets = 16;
const networkOctets = 8;

const noOwnNetwork = (): boolean => false;

/**
 * Returns a key of the network that counts as one caller: an IPv4 address, or an IPv6 /64, since one host may use every
 * address of its /64. In private networks, and in those of the machine itself (`isOwn`), many devices share a /64, so each
 * address counts by itself. All unknown addresses count as one. The key is printable.
 */
export const networkKey = (address: Address, isOwn: (address: Address) => boolean = noOwnNetwork): string => {
  const { octets, text } = address;
  if (octets.length !== ipv6Octets || isPrivate(address) || isOwn(address)) return text;
  const network = octets.slice(0, networkOctets).map((octet) => octet.toString(16).padStart(2, '0'));
  return `${network.join('')}/64`;
};

/** Prefix lengths of the widest public range that one site has. */
const siteLength = { ipv4: 24, ipv6: 48 };

const isWithin = ({ network, prefixLength }: AddressRange, outer: AddressRange): boolean =>
  prefixLength >= outer.prefixLength && rangeContains(outer)(network);

/** Whether a range holds public addresses of more than one site: wider than /24 (IPv4) or /48 (IPv6) (LAN-12). */
export const isWideRange = (range: AddressRange): boolean =>
  range.prefixLength < (range.network.octets.length === 4 ? siteLength.ipv4 : siteLength.ipv6) &&
  ![...loopbackRanges, ...privateRanges].some((outer) => isWithin(range, outer));

/** Returns how many addresses a range contains. */
export const addressesIn = ({ network, prefixLength }: AddressRange): bigint =>
  2n ** BigInt(network.octets.length * 8 - prefixLength);
