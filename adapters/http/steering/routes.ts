// The routes of a simulated studio: its steering, the stream of its events, and the pages that document it.
import { eventStream, type EventStream } from '../server/event-stream.js';
import { jsonReply, type HttpReply } from '../server/reply.js';
import type { Handler } from '../server/server.js';
import { pageHeaders, pageSecurityHeaders } from '../server/static-files.js';
import { steeringDocument, type SteeringApi, type SteeringDescription } from './document.js';
import { operationRoutes, type MountedOperation } from '../server/guarded-server.js';

/** Events that clients follow. A client that reconnects goes on after its last event. */
export interface EventFeed {
  readonly subscribe: (lastId: string | undefined, send: EventStream['send']) => () => void;
}

/** The API that is mounted. */
export interface MountedApi extends SteeringApi {
  readonly operations: readonly (MountedOperation & SteeringDescription)[];
  /** The path of the stream. */
  readonly eventsPath: string;
  readonly feed: EventFeed;
  readonly version: string;
}

type Routes = readonly (readonly [path: string, handler: Handler])[];

const events =
  (feed: EventFeed): Handler =>
  ({ headers }) =>
    eventStream(({ send }) => {
      const lastId = headers['last-event-id'];
      return feed.subscribe(typeof lastId === 'string' ? lastId : undefined, send);
    });

/** Returns the routes of the API and of its OpenAPI document. */
export const steeringRoutes = (api: MountedApi): Routes => {
  const document = jsonReply(200, steeringDocument(api, api.version));
  return [
    ...operationRoutes(api.base, api.operations),
    [api.eventsPath, events(api.feed)],
    [`${api.base}/openapi.json`, () => document],
  ];
};

const htmlPage = (page: string, headers: HttpReply['headers']): HttpReply => ({
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
  body: page,
});

/** Returns the route of the reference page below the API. It is built for the path at which a service serves it. */
export const referenceRoute = (path: string, page: string): Routes[number] => {
  const index = htmlPage(page.replaceAll('"/api/v2/docs/', `"${path}/`), pageSecurityHeaders);
  return [path, () => index];
};

/** Returns the routes of the page of panels and displays, which the simulator's page may show in a frame. */
export const screenRoutes = (page: string): Routes => {
  const index = htmlPage(page, pageHeaders({ 'manifest-src': "'self'", 'frame-ancestors': "'self'" }));
  return ['/panels/:id', '/displays/:output', '/displays/tally/:camera'].map((path) => [path, () => index]);
};
