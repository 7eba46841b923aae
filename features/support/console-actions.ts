// What operators do at the console, in their words, and the request of its management API that does it.

const studio = '(?:this studio|the studio "([^"]+)")';
const operator = 'the operator "([^"]+)"';

/** A phrase, as the source of a regular expression, and what it stands for. `$1` is its first group, by default this studio. */
type Action = readonly [phrase: string, method: string, path: string];

const actions: readonly Action[] = [
  ['opens "([^"]+)"', 'GET', '$1'],
  ['asks how to sign in', 'GET', '/api/sign-in'],
  ['goes to the identity provider', 'GET', '/sign-in/oidc'],
  ['signs in', 'POST', '/api/session'],
  ['looks at their own account', 'GET', '/api/session'],
  ['changes their password', 'PUT', '/api/session/password'],
  ['signs out', 'DELETE', '/api/session'],
  ['lists their sessions', 'GET', '/api/sessions'],
  ['ends their other sessions', 'DELETE', '/api/sessions'],
  ['lists the studios', 'GET', '/api/studios'],
  ['adds a studio', 'POST', '/api/studios'],
  [`changes ${studio}`, 'PATCH', '/api/studios/$1'],
  [`removes ${studio}`, 'DELETE', '/api/studios/$1'],
  [`replaces the key of ${studio}`, 'POST', '/api/studios/$1/key'],
  [`replaces the key of ${studio} at once`, 'POST', '/api/studios/$1/key?overlapMs=0'],
  [`revokes the key of ${studio}`, 'DELETE', '/api/studios/$1/key'],
  [`ends the old key of ${studio}`, 'POST', '/api/studios/$1/key/end-old'],
  [`reads the section Access of ${studio}`, 'GET', '/api/studios/$1/access'],
  [`sets the section Access of ${studio}`, 'PUT', '/api/studios/$1/access'],
  [`reads the section Features of ${studio}`, 'GET', '/api/studios/$1/features'],
  [`sets the section Features of ${studio}`, 'PUT', '/api/studios/$1/features'],
  [`reads the section Devices of ${studio}`, 'GET', '/api/studios/$1/devices'],
  [`adds a device to ${studio}`, 'POST', '/api/studios/$1/devices'],
  ['pairs a screen', 'POST', '/api/studios/{studio}/devices/pair'],
  ['changes an unknown device', 'PATCH', '/api/studios/{studio}/devices/attic'],
  ['replaces the token of an unknown device', 'POST', '/api/studios/{studio}/devices/attic/replace'],
  ['revokes an unknown device', 'POST', '/api/studios/{studio}/devices/attic/revoke'],
  ['deletes an unknown device', 'DELETE', '/api/studios/{studio}/devices/attic'],
  [`clears the refused callers of ${studio}`, 'DELETE', '/api/studios/$1/refused-callers'],
  [`reads the history of ${studio}`, 'GET', '/api/studios/$1/changes'],
  ['reads the history of the console', 'GET', '/api/changes'],
  ['lists the removed studios', 'GET', '/api/removed-studios'],
  [`reads the history of ${studio} among the removed ones`, 'GET', '/api/removed-studios/$1/changes'],
  ['lists the operators', 'GET', '/api/operators'],
  ['adds an operator', 'POST', '/api/operators'],
  [`changes ${operator}`, 'PATCH', '/api/operators/$1'],
  [`removes ${operator}`, 'DELETE', '/api/operators/$1'],
  [`resets the password of ${operator}`, 'POST', '/api/operators/$1/password'],
  [`resets the second factor of ${operator}`, 'DELETE', '/api/operators/$1/second-factor'],
  ['lists the API tokens', 'GET', '/api/api-tokens'],
  ['makes an API token', 'POST', '/api/api-tokens'],
  ['revokes the API token', 'POST', '/api/api-tokens/{apiTokenId}/revoke'],
  ['removes the API token', 'DELETE', '/api/api-tokens/{apiTokenId}'],
  ['lists the webhooks', 'GET', '/api/webhooks'],
  ['adds a webhook', 'POST', '/api/webhooks'],
  ['changes the webhook', 'PATCH', '/api/webhooks/{webhookId}'],
  ['replaces the secret of the webhook', 'POST', '/api/webhooks/{webhookId}/secret'],
  ['tests the webhook', 'POST', '/api/webhooks/{webhookId}/test'],
  ['removes the webhook', 'DELETE', '/api/webhooks/{webhookId}'],
  [`lists the sessions of ${operator}`, 'GET', '/api/operators/$1/sessions'],
  [`ends the sessions of ${operator}`, 'DELETE', '/api/operators/$1/sessions'],
];

/** Matches every phrase. */
export const actionPhrase = actions.map(([phrase]) => phrase.replaceAll('(?:', '(').replaceAll('(', '(?:')).join('|');

/** The request that a phrase stands for. */
export const requestFor = (phrase: string): { readonly method: string; readonly path: string } => {
  for (const [source, method, path] of actions) {
    const found = new RegExp(`^${source}$`).exec(phrase);
    if (found !== null) return { method, path: path.replace('$1', found[1] ?? '{studio}') };
  }
  throw new Error(`no operator ${phrase}`);
};

/** The words for what the console answers, and its status. */
export const refusals = {
  'as invalid': 400,
  'as not signed in': 401,
  'as not allowed': 403,
  'as not found': 404,
  'as a conflict': 409,
  'as outdated': 412,
} as const;
