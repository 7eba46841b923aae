// Network addresses and ranges: how a caller's address is read, and which addresses count as loopback or private.
import ipaddr from 'ipaddr.js';
import * as O from 'fp-ts/lib/Option.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { pipe } from 'fp-ts/lib/function.js';

/** One IPv4 or IPv6 address in canonical form; IPv4-mapped IPv6 has become IPv4, a zone id is gone. */
export interface Address {
  readonly text: string;
  /** 4 or 16 octets, most significant first. */
  readonly octets: readonly number[];
}

/** A CIDR range; a single address is a range of full length. */
export interface AddressRange {
  readonly network: Address;
  /** Leading bits that count: 0 to 32 (IPv4) or 0 to 128 (IPv6). */
  readonly prefixLength: number;
}

const withoutZone = (text: string): string => text.replace(/%[^/]*$/, '');

const asGroups = (dotted: string): string => {
  const octets = ipaddr.IPv4.parse(dotted).toByteArray();
  return octets.map((octet, place) => octet.toString(16).padStart(2, '0') + (place === 1 ? ':' : '')).join('');
};

/** The dotted tail of an IPv6 address as two groups: `::127.0.0.1` is not IPv4-mapped, whatever the library says. */
const withoutDots = (text: string): string =>
  text.replace(/(?<=:)\d+(?:\.\d+){3}$/, (tail) => (ipaddr.IPv4.isValidFourPartDecimal(tail) ? asGroups(tail) : tail));

/** One spelling of address for the library to read; it alone takes more (`0x7f.1`, `::ffff:0177.0.0.1`). */
const literal = (text: string): O.Option<string> => {
  const spelled = withoutDots(withoutZone(text));
  const isOne = spelled.includes(':')
    ? !spelled.includes('.') && ipaddr.IPv6.isValid(spelled)
    : ipaddr.IPv4.isValidFourPartDecimal(spelled);
  return isOne ? O.some(spelled) : O.none;
};

const addressOf = (parsed: ipaddr.IPv4 | ipaddr.IPv6): Address => ({
  text: parsed.toString(),
  octets: parsed.toByteArray(),
});

/** Reads an address as a socket or a configuration gives it (decisions: address step). `none` when it is not one. */
export const parseAddress = (text: string): O.Option<Address> =>
  pipe(
    literal(text),
    O.map((spelled) => addressOf(ipaddr.process(spelled))),
  );

/** The address of a caller whose socket no longer knows one; it is in no range but one that holds every address. */
export const unspecifiedAddress: Address = { text: '::', octets: Array<number>(16).fill(0) };

const mappedBits = 96;

/** An address, and a prefix length in plain decimal where there is one. */
const rangeForm = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/;

const bitsOf = (parsed: ipaddr.IPv4 | ipaddr.IPv6): number => parsed.toByteArray().length * 8;

const rangeOf = (parsed: ipaddr.IPv4 | ipaddr.IPv6, length: number): O.Option<AddressRange> => {
  const mapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= mappedBits;
  const network = addressOf(mapped ? parsed.toIPv4Address() : parsed);
  const prefixLength = mapped ? length - mappedBits : length;
  return prefixLength <= network.octets.length * 8 ? O.some({ network, prefixLength }) : O.none;
};

/** Reads `10.0.0.0/8`, `10.1.2.3`, `fd00::/8` or `fd00::1`. Bits beyond the prefix are ignored. */
export const parseRange = (text: string): O.Option<AddressRange> => {
  const [, network = '', length] = rangeForm.exec(text) ?? [];
  return pipe(
    literal(network),
    O.map((spelled) => ipaddr.parse(spelled)),
    O.chain((parsed) => rangeOf(parsed, length === undefined ? bitsOf(parsed) : Number(length))),
  );
};

/** The octet whose first `count` bits are set: none below 1, all from 8 on. */
const leadingOnes = (count: number): number => 0xff & (0xff00 >> Math.min(Math.max(count, 0), 8));

/** An address with only its first `prefixLength` bits: a key that equal prefixes share, and families never do. */
export const prefixKey = ({ octets }: Address, prefixLength: number): string =>
  String.fromCharCode(...octets.map((octet, place) => octet & leadingOnes(prefixLength - 8 * place)));

/** Whether a range holds an address. Families never mix. */
export const holds = ({ network, prefixLength }: AddressRange): ((address: Address) => boolean) => {
  const key = prefixKey(network, prefixLength);
  return (address) => prefixKey(address, prefixLength) === key;
};

const anyOf = (ranges: readonly string[]): ((address: Address) => boolean) => {
  const tests = RA.filterMap(parseRange)(ranges).map(holds);
  return (address) => tests.some((test) => test(address));
};

/** Loopback: the host machine itself. */
export const isLoopback = anyOf(['127.0.0.0/8', '::1']);

/** "Whole LAN" of part 5 of the specification. */
export const isPrivate = anyOf([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]);
