// The settings of a connection in Companion.
import { isIPv6 } from 'node:net';
import { Regex, type SomeCompanionConfigField } from '@companion-module/base';
import type { ServiceAccess } from '../client/client.js';

/** The settings as Companion stores them. Settings of a new connection may be missing. */
export interface ModuleConfig {
  readonly host?: string;
  readonly port?: number;
  readonly token?: string;
}

/** The port of a service unless its settings state another one. */
const standardPort = 3002;

/** The fields in which an operator enters the settings. Companion 4.0 has no field that hides its text. */
export const configFields = (): SomeCompanionConfigField[] => [
  {
    id: 'host',
    type: 'textinput',
    label: 'Name or address of the service, such as 192.168.1.10',
    width: 8,
    default: '127.0.0.1',
    regex: Regex.SOMETHING,
  },
  { id: 'port', type: 'number', label: 'Port', width: 4, default: standardPort, min: 1, max: 65_535 },
  {
    id: 'token',
    type: 'textinput',
    label: 'Device token (svc_…), from the console. Empty if this address has access without a token',
    width: 12,
    default: '',
  },
];

const hasNoCredentials = ({ username, password }: URL): boolean => username === '' && password === '';

/** Returns the URL of a service; an IPv6 address needs no brackets. */
const urlOf = (host: string, port: number): URL | undefined => {
  const name = isIPv6(host) ? `[${host}]` : host;
  const url = URL.parse(/^[a-z]+:\/\//i.test(host) ? host : `http://${name}:${String(port)}`);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && hasNoCredentials(url) ? url : undefined;
};

/** A text with `@` may contain a password, so it isn't repeated. */
const noAddress = (host: string): string =>
  host.includes('@')
    ? 'The address contains a user name or a password; expected one such as 192.168.1.10'
    : `"${host}" is no name or address of a service; expected one such as 192.168.1.10`;

/** Returns where the service is, or a message that states what is wrong with the settings. It contains no token and no password. */
export const accessOf = ({ host = '', port = standardPort, token = '' }: ModuleConfig): ServiceAccess | string => {
  if (host.trim() === '') return 'Enter the name or address of the service';
  const url = urlOf(host.trim(), port);
  if (url === undefined) return noAddress(host);
  if (!/^[!-~]*$/.test(token.trim())) return 'The token has characters that no token has; expected svc_ and letters';
  return { url, token: token.trim() };
};
