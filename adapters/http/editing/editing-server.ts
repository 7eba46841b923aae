// The server on which people at the host edit the studio file. It listens on this machine only, and believes no proxy: people who reach
// it own the files of the host anyway.
import * as E from 'fp-ts/lib/Either.js';
import { maxTextLength, readEditingRequest } from '../../../application/editing/requests.js';
import type { Editor, StudioEditor } from '../../../application/editing/studio-editor.js';
import type { Log } from '../../../application/ports/log.js';
import { isForwardingHeader } from '../../../domain/access/forwarding.js';
import { failure } from '../../../domain/failure.js';
import { guardedServer, operationReply, operationRoutes, type MountedOperation } from '../server/guarded-server.js';
import type { Handler, HttpServer } from '../server/server.js';

/** A text in JSON has up to six characters for one, and its value stands beside it. */
const maxRequestBytes = 8 * maxTextLength;

const atHost: Editor = { name: 'host', isHost: true };

const withoutProxies =
  (handler: Handler): Handler =>
  (request) =>
    Object.keys(request.headers).some(isForwardingHeader)
      ? operationReply(E.left(failure('forbidden', 'requests that a proxy forwards are refused')))
      : handler(request);

export interface EditingServerDeps {
  readonly editor: Pick<StudioEditor, 'ask'>;
  /** The routes of the page. */
  readonly page: Iterable<readonly [string, Handler]>;
  readonly log: Log;
}

/** Creates the server. It doesn't listen yet. */
export const editingServer = ({ editor, page, log }: EditingServerDeps): HttpServer => {
  const ask: MountedOperation = {
    method: 'POST',
    path: '/api/studio-file',
    body: 'a request of an editor',
    maxBytes: maxRequestBytes,
    answer: async ({ body }) => {
      const request = readEditingRequest(body);
      return E.isLeft(request) ? request : editor.ask(request.right, atHost);
    },
  };
  const routes = [...page, ...operationRoutes('', [ask])];
  return guardedServer(
    routes.map(([path, handler]) => [path, withoutProxies(handler)] as const),
    { log, names: [], maxBytes: maxRequestBytes },
  );
};
