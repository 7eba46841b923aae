// Simulated equipment that asks for a user and a password by HTTP Digest, written from RFC 7616 and what devices do: a nonce
// has to be counted from 1, without a gap, and is too old after some requests.
import { Buffer } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { textIn } from '../domain/codec/unchecked.js';

/** The password that it asks for if the connection has a `username`. */
const simulatedPassword = 'secret';

const realm = 'simulated';

/** How often a nonce may be used, and how many are remembered. */
const maxUses = 20;
const maxNonces = 10;

const algorithms = { MD5: 'md5', 'SHA-256': 'sha256' } as const;

type Fields = Readonly<Record<string, string | undefined>>;

const fieldsOf = (header: string): Fields =>
  Object.fromEntries(
    header.split(/[, ]+/).map((field): [string, string] => {
      const [name = '', ...value] = field.split('=');
      return [name, value.join('=').replaceAll('"', '')];
    }),
  );

/** Admits requests that prove the password. */
export class DigestGuard {
  readonly #username: string | undefined;
  /** The nonces, and how often each was used. */
  readonly #nonces = new Map<string, number>();

  constructor(
    settings: Readonly<Record<string, unknown>>,
    private readonly algorithm: keyof typeof algorithms,
  ) {
    this.#username = textIn(settings, 'username');
  }

  /** Whether a request is admitted. One that isn't is answered. */
  admits({ method = '', url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
    if (this.#username === undefined) return true;
    const fields = fieldsOf(headers.authorization ?? '');
    const expected = this.#expected(fields, method, url);
    const isProven = expected !== undefined && fields['response'] === expected;
    if (isProven && this.#takeCount(fields)) return true;
    const qualities = `realm="${realm}", qop="auth", algorithm=${this.algorithm}`;
    const challenge = `Digest ${qualities}, nonce="${this.#newNonce()}"${isProven ? ', stale=true' : ''}`;
    // The library of the service's servers changes what `writeHead` returns.
    response.writeHead(401, { 'www-authenticate': challenge });
    response.end('401 Unauthorized');
    return false;
  }

  /** Whether the nonce of a request is due with this count. */
  #takeCount({ nonce = '', nc }: Fields): boolean {
    const uses = (this.#nonces.get(nonce) ?? maxUses) + 1;
    const isDue = uses <= maxUses && nc === uses.toString(16).padStart(8, '0');
    if (isDue) this.#nonces.set(nonce, uses);
    return isDue;
  }

  #newNonce(): string {
    const nonce = `${Buffer.from(randomUUID()).toString('base64')}==`;
    this.#nonces.set(nonce, 0);
    const [oldest = nonce] = this.#nonces.keys();
    if (this.#nonces.size > maxNonces) this.#nonces.delete(oldest);
    return nonce;
  }

  #expected({ username, uri, nonce, nc, cnonce, qop }: Fields, method: string, url: string): string | undefined {
    if (username !== this.#username || uri !== url || qop !== 'auth') return undefined;
    const hash = (text: string): string => createHash(algorithms[this.algorithm]).update(text).digest('hex');
    const secret = hash(`${String(username)}:${realm}:${simulatedPassword}`);
    return hash(`${secret}:${String(nonce)}:${String(nc)}:${String(cnonce)}:auth:${hash(`${method}:${url}`)}`);
  }
}
