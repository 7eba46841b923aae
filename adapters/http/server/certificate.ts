// The certificate of a server that speaks TLS.
import type { Server } from 'node:http';
import { Server as SecureServer } from 'node:https';

/** Both PEM: the certificate with those that vouch for it, and its private key. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Milliseconds that a caller has for the handshake. */
const handshakeTimeout = 10_000;

/** What restify has to know to speak TLS. */
export const encryption = (
  certificate: Certificate | undefined,
): { readonly httpsServerOptions?: Certificate & { readonly handshakeTimeout: number } } =>
  certificate === undefined ? {} : { httpsServerOptions: { ...certificate, handshakeTimeout } };

/** Shows another certificate from now on; nothing becomes of it where TLS isn't spoken. */
export const renewCertificate = (server: Server, { cert, key }: Certificate): void => {
  if (server instanceof SecureServer) server.setSecureContext({ cert, key });
};
