// HTTP Digest (RFC 7616, and RFC 2617 before it): reads the challenges of devices, and answers them.
import { createHash } from 'node:crypto';

/** A user, and the password. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A challenge that can be answered. Texts are Latin-1, as the bytes of header fields are. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  /** Undefined if there is none. An empty one is returned too. */
  readonly opaque: string | undefined;
  /** As the device writes it; undefined if it names none, which means MD5. */
  readonly algorithm: string | undefined;
  /** Whether the answer has a nonce count. Devices before RFC 2617 have none. */
  readonly hasQop: boolean;
  /** Whether only the nonce of the request was too old, and not the password wrong. */
  readonly isStale: boolean;
}

/** The hashes by the names of algorithms without `-sess`. The best one is the last. */
const hashes = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
]);

const isSession = (algorithm: string | undefined): boolean => /-sess$/i.test(algorithm ?? '');

const algorithmName = (algorithm = 'MD5'): string => algorithm.toLowerCase().replace(/-sess$/, '');

/** A challenge of any scheme. */
interface Challenge {
  readonly scheme: string;
  readonly parameters: Map<string, string>;
}

/** A quoted text, or a word: the name of a scheme, or a parameter, whose value begins after its first `=`. */
const part = /"((?:[^"\\]|\\.)*)"?|[^\s",]+/g;

/** Bytes that no header field may have. A device's parser may be less strict than the one of this machine. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/;

/** Returns the challenges of a header field. A word without `=` begins the next one. */
const challengesIn = (field: string): readonly Challenge[] => {
  const challenges: Challenge[] = [];
  let name = '';
  // Spaces may stand around the equals sign of a quoted value.
  const joined = field.replaceAll(/ {0,4}= {0,4}"/g, '="');
  for (const [word, quoted] of unsendable.test(field) ? [] : joined.matchAll(part)) {
    const at = word.indexOf('=');
    if (quoted === undefined && at >= 0) name = word.slice(0, at).toLowerCase();
    if (quoted === undefined && at < 0) challenges.push({ scheme: word.toLowerCase(), parameters: new Map() });
    else challenges.at(-1)?.parameters.set(name, quoted?.replace(/\\(.)/g, '$1') ?? word.slice(at + 1));
  }
  return challenges;
};

const answerable = ({ scheme, parameters }: Challenge): readonly DigestChallenge[] => {
  const [nonce = '', algorithm, qop = ''] = ['nonce', 'algorithm', 'qop'].map((name) => parameters.get(name));
  const qualities = qop.toLowerCase().split(/[\s,]+/);
  const hasQop = qualities.includes('auth');
  const isKnown = hashes.has(algorithmName(algorithm)) && (hasQop || qop === '');
  if (scheme !== 'digest' || nonce === '' || !isKnown) return [];
  const isStale = parameters.get('stale')?.toLowerCase() === 'true';
  const realm = parameters.get('realm') ?? '';
  return [{ realm, nonce, opaque: parameters.get('opaque'), algorithm, hasQop, isStale }];
};

/** Returns the best challenge of the fields `WWW-Authenticate`, joined by commas; undefined if none can be answered. */
export const digestChallenge = (field: string): DigestChallenge | undefined => {
  const all = challengesIn(field).flatMap(answerable);
  const ranks = [...hashes.keys()];
  const rank = ({ algorithm }: DigestChallenge): number => ranks.indexOf(algorithmName(algorithm));
  return all.toSorted((one, other) => rank(other) - rank(one))[0];
};

/** The field `Authorization`, and what in it proves the password. */
export interface Authorization {
  readonly field: string;
  readonly secret: string;
}

/** What the answer to a challenge is about. */
export interface AnsweredRequest {
  readonly method: string;
  /** The path and the query, as they are sent. */
  readonly path: string;
  /** How often the nonce has been used, with this request. */
  readonly count: number;
  /** The nonce of the client. */
  readonly clientNonce: string;
}

/** Returns the bytes of a text as Latin-1. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const quoted = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;

/** Returns the proof of the password. */
const responseTo = (challenge: DigestChallenge, credentials: Credentials, nc: string, request: AnsweredRequest) => {
  const { realm, nonce, algorithm, hasQop } = challenge;
  const { method, path, clientNonce } = request;
  const hash = (...parts: readonly string[]): string =>
    createHash(hashes.get(algorithmName(algorithm)) ?? 'md5')
      .update(parts.join(':'), 'latin1')
      .digest('hex');
  const user = hash(bytesOf(credentials.username), realm, bytesOf(credentials.password));
  const secret = isSession(algorithm) ? hash(user, nonce, clientNonce) : user;
  const counted = hasQop ? [nc, clientNonce, 'auth'] : [];
  return hash(secret, nonce, ...counted, hash(method, path));
};

/** Returns the field `Authorization` of a request, and what in it proves the password. */
export const digestAnswer = (
  challenge: DigestChallenge,
  credentials: Credentials,
  request: AnsweredRequest,
): Authorization => {
  const { realm, nonce, opaque, algorithm, hasQop } = challenge;
  const nc = request.count.toString(16).padStart(8, '0');
  const response = responseTo(challenge, credentials, nc, request);
  const clientNonce = hasQop || isSession(algorithm) ? [`cnonce=${quoted(request.clientNonce)}`] : [];
  const parts = [
    `username=${quoted(bytesOf(credentials.username))}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(request.path)}`,
    ...clientNonce,
    ...(hasQop ? [`nc=${nc}`, 'qop=auth'] : []),
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
  ];
  return { field: `Digest ${parts.join(', ')}`, secret: response };
};
