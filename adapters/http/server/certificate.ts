// TLS of a server: its certificate, and a listener for TLS beside a plain one.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, Server as SecureServer, type ServerOptions } from 'node:https';

/** Certificate chain and private key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The oldest version of TLS that is accepted. */
const minVersion = 'TLSv1.2';

/** Milliseconds for the TLS handshake. */
const handshakeTimeout = 10_000;

const secureOptions = ({ cert, key }: Certificate): ServerOptions => ({ cert, key, minVersion, handshakeTimeout });

/** Returns restify's options for TLS, or none without a certificate. */
export const tlsOptions = (
  certificate: Certificate | undefined,
): { readonly httpsServerOptions?: ReturnType<typeof secureOptions> } =>
  certificate === undefined ? {} : { httpsServerOptions: secureOptions(certificate) };

/** Creates a listener for TLS that passes its requests to another server. */
export const tlsListener = (certificate: Certificate, server: Server): Server =>
  createServer(secureOptions(certificate), (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });

/** Replaces the certificate for new connections. Does nothing on a server without TLS. */
export const replaceCertificate = (server: Server, { cert, key }: Certificate): void => {
  if (server instanceof SecureServer) server.setSecureContext({ cert, key, minVersion });
};
