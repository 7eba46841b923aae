// HTTP requests over the network in memory: as a call of a panel, and as `fetch`.
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Readable, type Duplex } from 'node:stream';

/** One request. */
export interface MemoryRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A response that arrived completely. */
export interface MemoryResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends a request on a connection of its own. Resolves with the head of the response. */
export const openRequest = (
  connection: Duplex,
  { method, path, headers = {}, body, signal }: MemoryRequest,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request({
      method,
      path,
      headers: { host: '192.168.1.10:3000', ...length, ...headers },
      createConnection: () => connection,
      ...(signal && { signal }),
    });
    sent.on('error', reject);
    sent.on('response', resolve);
    sent.on('close', () => connection.destroy());
    sent.end(body);
  });

/** Sends a request and reads its response. Rejects if the connection fails before its end. */
export const exchange = async (connection: Duplex, sent: MemoryRequest): Promise<MemoryResponse> => {
  const response = await openRequest(connection, sent);
  const body = (await buffer(response)).toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, body };
};

const textHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const hasNoBody = (status: number): boolean => status === 204 || status === 304;

/** Returns a `fetch` whose connections `connect` opens. */
export const fetchOver =
  (connect: () => Duplex) =>
  async ({ pathname, search }: URL, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> => {
    const response = await openRequest(connect(), {
      method,
      path: pathname + search,
      headers: headers as Record<string, string>,
      body: body as string | undefined,
      signal: signal ?? undefined,
    });
    const status = response.statusCode ?? 0;
    const content = hasNoBody(status) ? null : (Readable.toWeb(response) as unknown as ReadableStream);
    if (content === null) response.resume();
    return new Response(content, { status, headers: textHeaders(response) });
  };
