// How a call is set up on a device: as a command, in Companion, on a Stream Deck, and as a URL.
import { t } from '@lingui/core/macro';
import { quoted } from '../../shared/shell.js';
import type { Offer } from './offers.js';

/** A text to copy. */
export interface Example {
  readonly label: string;
  readonly text: string;
}

/** A call to a service. */
export interface ExampleCall {
  /** Base URL of the service. */
  readonly url: string;
  readonly offer: Offer;
  readonly token: string;
}

const header = (token: string): string => `Authorization: Bearer ${token}`;

/** Returns a command. */
export const curlCommand = ({ url, offer, token }: ExampleCall): Example => ({
  label: t`Command`,
  text: [
    'curl',
    ...(offer.access === 'control' ? ['-X POST'] : []),
    `-H ${quoted(header(token))}`,
    quoted(url + offer.path),
  ].join(' '),
});

/** Returns the fields of the connection “Studio Control” of the module for Companion. A URL with TLS is entered whole. */
export const companionModuleFields = ({ url, token }: Pick<ExampleCall, 'url' | 'token'>): readonly Example[] => {
  const { protocol, hostname, port, origin } = new URL(url);
  const isPlain = protocol === 'http:';
  return [
    { label: 'Host', text: isPlain ? hostname.replace(/^\[(.*)\]$/, '$1') : origin },
    ...(isPlain ? [{ label: 'Port', text: port === '' ? '80' : port }] : []),
    { label: 'Token', text: token },
  ];
};

/** Returns the fields of Companion's connection “Generic: HTTP Requests”. */
export const companionFields = ({ url, offer, token }: ExampleCall): readonly Example[] => [
  { label: 'URI', text: url + (offer.access === 'read' ? offer.plainPath : offer.path) },
  { label: 'Headers', text: JSON.stringify({ Authorization: `Bearer ${token}` }) },
];

/** Returns the name of Companion's action. A POST is never sent twice by it. */
export const companionAction = ({ access }: Offer): 'GET' | 'POST' => (access === 'read' ? 'GET' : 'POST');

/** Returns the URL with the token in it. Its response is one value as text. */
export const urlWithToken = ({ url, offer, token }: ExampleCall): Example => {
  const query = offer.plainPath.includes('?') ? '&' : '?';
  return { label: 'URL', text: `${url}${offer.plainPath}${query}token=${token}` };
};
