// Network addresses and ranges: how a caller's address is read, and which addresses count as loopback or private.
import ipaddr from 'ipaddr.js';
import * as O from 'fp-ts/lib/Option.js';

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

const withoutZone = (text: string): string => text.split('%', 1)[0] ?? text;

const isLiteral = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

const addressOf = (parsed: ipaddr.IPv4 | ipaddr.IPv6): Address => ({
  text: parsed.toString(),
  octets: parsed.toByteArray(),
});

/** Reads an address as a socket or a configuration gives it (decisions: address step). `none` when it is not one. */
export const parseAddress = (text: string): O.Option<Address> => {
  const bare = withoutZone(text);
  return isLiteral(bare) ? O.some(addressOf(ipaddr.process(bare))) : O.none;
};

/** The address of a caller whose socket no longer knows one; it is in no range but one that holds every address. */
export const unspecifiedAddress: Address = { text: '::', octets: Array<number>(16).fill(0) };

const mappedBits = 96;

const rangeOf = (text: string, length: number): O.Option<AddressRange> => {
  const parsed = ipaddr.parse(text);
  const mapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= mappedBits;
  const network = addressOf(mapped ? parsed.toIPv4Address() : parsed);
  const prefixLength = mapped ? length - mappedBits : length;
  return prefixLength <= network.octets.length * 8 ? O.some({ network, prefixLength }) : O.none;
};

/** Reads `10.0.0.0/8`, `10.1.2.3`, `fd00::/8` or `fd00::1`. Bits beyond the prefix are ignored. */
export const parseRange = (text: string): O.Option<AddressRange> => {
  const [network = '', length, ...rest] = text.split('/');
  if (rest.length > 0 || !isLiteral(network)) return O.none;
  const fullLength = ipaddr.parse(network).toByteArray().length * 8;
  if (length === undefined) return rangeOf(network, fullLength);
  return /^(0|[1-9]\d{0,2})$/.test(length) ? rangeOf(network, Number(length)) : O.none;
};

/** The first `prefixLength` bits of an address, as a key that equal prefixes share. */
export const prefixKey = (address: Address, prefixLength: number): string => {
  const whole = prefixLength >> 3;
  const mask = 0xff00 >> (prefixLength & 7);
  const head = String.fromCharCode(...address.octets.slice(0, whole));
  return prefixLength & 7 ? head + String.fromCharCode((address.octets[whole] ?? 0) & mask & 0xff) : head;
};

/** Whether a range holds an address. Families never mix. */
export const holds =
  (range: AddressRange) =>
  (address: Address): boolean =>
    address.octets.length === range.network.octets.length &&
    prefixKey(address, range.prefixLength) === prefixKey(range.network, range.prefixLength);

const anyOf = (ranges: readonly string[]): ((address: Address) => boolean) => {
  const tests = ranges.flatMap((range) => O.toUndefined(parseRange(range)) ?? []).map(holds);
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
