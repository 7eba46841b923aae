// The TLS certificate of a server.
import type { Server } from 'node:http';
import { Server as SecureServer } from 'node:https';

/** Certificate chain and private key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Milliseconds for the TLS handshake. */
const handshakeTimeout = 10_000;

/** Returns restify's options for TLS, or none without a certificate. */
export const tlsOptions = (
  certificate: Certificate | undefined,
): { readonly httpsServerOptions?: Certificate & { readonly handshakeTimeout: number } } =>
  certificate === undefined ? {} : { httpsServerOptions: { ...certificate, handshakeTimeout } };

/** Replaces the certificate for new connections. Does nothing on a server without TLS. */
export const replaceCertificate = (server: Server, { cert, key }: Certificate): void => {
  if (server instanceof SecureServer) server.setSecureContext({ cert, key });
};
