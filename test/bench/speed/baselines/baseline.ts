// What the servers have in common that the service is compared with. Each runs in a process of its own: restify changes the
// responses of Node for all servers of its process.
import type { AddressInfo } from 'node:net';

/** An answer of a baseline, to GET of a route. */
export interface BaselineAnswer {
  /** The route, with one parameter. */
  readonly route: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body: unknown;
}

/** The names of the servers, as their files are called. */
export const baselineNames = ['node-http', 'restify', 'express', 'fastify'] as const;
export type BaselineName = (typeof baselineNames)[number];

/** Returns the answers of this process: its argument. */
export const readAnswers = (): readonly BaselineAnswer[] =>
  JSON.parse(process.argv[2] ?? '[]') as readonly BaselineAnswer[];

/** Where a server listens. */
export const endpoint = { port: 0, host: '127.0.0.1' };

/** Prints where a server listens. */
export const printUrl = (server: { readonly address: () => unknown }): void => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://${endpoint.host}:${String(port)}\n`);
};
