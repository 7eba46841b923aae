// The socket at which a running service answers commands of its own machine. Only the service's user can open it: its file is as
// protected as all that the service stores.
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type http from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RecordedEntry, WireRecording } from '../../../application/connections/wire-recording.js';

/** An import of the values of `node:http` would load Node's `fetch` and WebSocket too, which take 14 MB. */
const { createServer, request } = createRequire(import.meta.url)('node:http') as typeof http;

/** What the service answers. */
export interface LocalAnswers {
  readonly report: () => Promise<object>;
  /** Returns the recording of a connection; undefined if there is no such connection. */
  readonly recording: (connection: string) => WireRecording | undefined;
  /** Closes a connection and opens it anew, so that its recording has the beginning. */
  readonly reopen: (connection: string) => void;
  /** Sends a test to the receiver of a webhook. Resolves with undefined if there is no such webhook. */
  readonly testWebhook: (id: string) => Promise<object | undefined>;
}

/** The longest path of a socket that every system supports, in bytes. */
const maxPathBytes = 103;

/** Returns the path of the socket of the service whose folder this is. */
export const localSocketIn = (folder: string): string => join(folder, 'local.sock');

/** Returns why no socket can have a path; undefined if one can. */
const unusablePath = (path: string): string | undefined =>
  Buffer.byteLength(path) > maxPathBytes
    ? `the path of its socket is longer than ${String(maxPathBytes)} bytes: ${path}`
    : undefined;

/** The most that waits for who reads a recording, in bytes. */
const maxUnreadBytes = 16 * 1_048_576;

const nothing = (): void => undefined;

const line = (entry: object): string => `${JSON.stringify(entry)}\n`;

/** Returns a function that ends the recording: nothing is written afterwards. */
const record = (response: ServerResponse, recording: WireRecording): (() => void) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.write(line(recording.head));
  const end = recording.follow((entry: RecordedEntry) => {
    // Nothing of a wire waits for who reads it.
    response.write(line(entry));
    if (response.writableLength > maxUnreadBytes) response.destroy();
  });
  response.on('error', () => undefined).once('close', end);
  return end;
};

/** The library of the other servers changes what `writeHead` returns. */
const finish = (response: ServerResponse, status: number, reason: string): void => {
  if (!response.headersSent) response.statusCode = status;
  response.end(reason);
};

/** Resolves with a function that ends what goes on. */
const answer = async (
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  answers: LocalAnswers,
): Promise<() => void> => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, what, name = ''] = pathname.split('/');
  if (what === 'report') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await answers.report()));
    return nothing;
  }
  if (what === 'webhook-tests') {
    const result = await answers.testWebhook(decodeURIComponent(name));
    if (result === undefined) finish(response, 404, 'there is no such webhook');
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
    return nothing;
  }
  const connection = decodeURIComponent(name);
  const recording = what === 'recordings' ? answers.recording(connection) : undefined;
  if (recording === undefined) {
    finish(response, 404, 'there is no such connection');
    return nothing;
  }
  const end = record(response, recording);
  if (searchParams.has('reopen')) answers.reopen(connection);
  return end;
};

/** Listens. Returns a function that ends it, and every recording. Rejects if the socket can't be made. */
export const listenLocally = async (path: string, answers: LocalAnswers): Promise<() => void> => {
  const reason = unusablePath(path);
  if (reason !== undefined) throw new Error(reason);
  // That of a service that was killed.
  await rm(path, { force: true });
  const answering = new Map<ServerResponse, () => void>();
  const server = createServer((incoming, response) => {
    answering.set(
      response.once('close', () => answering.delete(response)),
      nothing,
    );
    answer(incoming, response, answers).then(
      (end) => {
        if (answering.has(response)) answering.set(response, end);
      },
      (error: unknown) => {
        finish(response, 500, (error as Error).message);
      },
    );
  });
  server.listen(path);
  await once(server, 'listening');
  // An attempt to connect that fails, because the process has no file handle left, ends nothing.
  server.on('error', nothing);
  await chmod(path, 0o600);
  return () => {
    server.close();
    for (const [response, end] of answering) {
      end();
      response.end();
    }
  };
};

/** Asks the service that listens. Resolves with its answer; undefined if none listens. Rejects if it can't be asked otherwise. */
export const askLocally = async (path: string, what: string): Promise<IncomingMessage | undefined> => {
  if (unusablePath(path) !== undefined) return undefined;
  const asked = request({ socketPath: path, path: what, agent: false }).end();
  try {
    const [answered] = (await once(asked, 'response')) as [IncomingMessage];
    return answered;
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
};
