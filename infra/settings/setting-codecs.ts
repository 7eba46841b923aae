// The values that settings accept.
import * as O from 'fp-ts/lib/Option.js';
import { logLevels } from '../../adapters/log/winston-log.js';
import { fromText, wholeNumber } from '../../application/api/parameters.js';
import { parseRange } from '../../domain/access/address.js';
import { isToken } from '../../domain/access/token.js';
import { oneOf } from '../../domain/codec/codec.js';
import { Password } from '../../domain/console/operator.js';
import { parseRoleRules } from '../../domain/console/provider-roles.js';
import { SecondFactorPolicy } from '../../domain/console/second-factor-policy.js';
import { isLoopbackHost } from '../machine/startup-errors.js';

export const Port = wholeNumber(0, 65_535);
const Level = oneOf(...logLevels);
export const LogLevel = fromText(Level.name, (text) => (Level.is(text) ? text : undefined));
export const Flag = fromText('1', (text) => (text === '1' || text === 'true' ? true : undefined));
export const Switch = fromText('on or off', (text) => (text === 'on' || text === 'off' ? text : undefined));
export const AdminPassword = fromText(Password.name, (text) => (Password.is(text) ? text : undefined));
export const MetricsToken = fromText('20 to 200 letters, digits and signs without spaces', (text) =>
  /^[!-~]{20,200}$/.test(text) ? text : undefined,
);
export const PresetToken = fromText('svc_ and 32 lowercase letters and digits', (text) =>
  isToken(text) ? text : undefined,
);
export const ClockMode = fromText('manual', (text) => (text === 'manual' ? text : undefined));
export const Devices = fromText('real or simulated', (text) =>
  text === 'real' || text === 'simulated' ? text : undefined,
);
const listOf = <A>(text: string, parse: (item: string) => A | undefined): readonly A[] | undefined => {
  const all = text.split(',').map((item) => parse(item.trim()));
  return all.includes(undefined) ? undefined : all.filter((item) => item !== undefined);
};
export const Names = fromText('names, separated by commas', (text) => listOf(text, (item) => item || undefined));
export const Ranges = fromText('IP addresses or CIDR ranges, separated by commas', (text) =>
  listOf(text, (item) => O.toUndefined(parseRange(item))),
);
const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
export const Urls = fromText('http or https addresses, separated by commas', (text) =>
  listOf(text, (item) => (isHttp(item) ? item : undefined)),
);

export const SyslogAddress = fromText('an address of the form tls://host:6514', (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url?.protocol === 'tls:' && url.hostname !== '' && text === `tls://${url.host}`;
  return isBare ? { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || '6514') } : undefined;
});

/** Only the host's own programs can read what is sent to loopback. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));

const isBare = ({ search, hash, username, password }: URL): boolean => `${search}${hash}${username}${password}` === '';

const safeUrl = (text: string): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && isSafe(url) && isBare(url) ? url : undefined;
};

export const Issuer = fromText('an https address, or an http address on loopback', safeUrl);

export const Origin = fromText('an https address without a path, or an http address on loopback', (text) => {
  const url = safeUrl(text);
  return url?.pathname === '/' ? url.origin : undefined;
});

export const RoleRules = fromText('rules such as admin=staff;operator@studio-1=crew', parseRoleRules);

export const FactorPolicy = fromText(SecondFactorPolicy.name, (text) =>
  SecondFactorPolicy.is(text) ? text : undefined,
);

const minKeyLength = 32;

export const FactorKey = fromText(`a text of at least ${String(minKeyLength)} characters`, (text) =>
  text.length >= minKeyLength ? text : undefined,
);

/** Without the scope `openid`, a provider sends no ID token, and every sign-in would fail. */
export const Scope = fromText('scopes with openid among them, separated by spaces', (text) =>
  text.split(/\s+/).includes('openid') ? text.trim() : undefined,
);
