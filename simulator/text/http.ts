// Simulated equipment with an HTTP interface. It understands the requests that the templates of the studio file describe.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isEqual } from '../../domain/codec/equality.js';
import { fieldOf, textIn } from '../../domain/codec/unchecked.js';
import type { FaceOptions, OpenFace, WireFace } from '../wire-face.js';
import { DigestGuard } from '../digest-guard.js';
import { outcomeOf, textDevices, type TextDevice } from './equipment.js';
import { textFitting } from './expansion.js';
import { createServer } from '../node-http.js';

/** The longest body, in bytes. */
const maxBytes = 65_536;

/** A request as it arrived, with everything decoded. */
interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly type: string;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += String(chunk);
    if (body.length > maxBytes) throw new Error('the body is too long');
  }
  return body;
};

const decodedPath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

const parsedJson = (body: string): unknown => {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
};

const undoneXml = (body: string): string =>
  [
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&apos;', "'"],
    ['&amp;', '&'],
  ].reduce((text, [entity = '', character = '']) => text.replaceAll(entity, character), body);

const hasBody = (template: unknown, { body, type }: ReceivedRequest): boolean => {
  const [json, form, plain] = ['json', 'form', 'text'].map((field) => fieldOf(template, field));
  if (json !== undefined) return isEqual(parsedJson(body), json);
  if (form !== undefined) return isEqual(Object.fromEntries(new URLSearchParams(body)), form);
  return (/xml/i.test(type) ? undoneXml(body) : body) === (plain ?? '');
};

/** Whether a request is the one that a template describes. */
const isDescribed = (template: unknown, request: ReceivedRequest): boolean => {
  if (template === undefined) return false;
  const full = typeof template === 'string' ? { path: template } : template;
  const hasAnyBody = ['json', 'form', 'text'].some((field) => fieldOf(full, field) !== undefined);
  const method = textIn(full, 'method') ?? (hasAnyBody ? 'POST' : 'GET');
  return method === request.method && fieldOf(full, 'path') === request.path && hasBody(full, request);
};

class HttpFace implements WireFace {
  readonly #devices: readonly TextDevice[];
  readonly #unsubscribes: readonly (() => void)[];
  readonly #server: Server;
  readonly #guard: DigestGuard;
  readonly #held = new Set<readonly [TextDevice, ServerResponse]>();

  constructor(options: FaceOptions) {
    this.#devices = textDevices(options);
    this.#guard = new DigestGuard(options.settings, 'SHA-256');
    this.#server = createServer((request, response) => {
      void this.#answer(request, response);
    });
    this.#unsubscribes = this.#devices.map((device) =>
      device.watch(() => {
        if (!device.isReachable()) this.#hangUp(device);
      }),
    );
  }

  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.on('error', reject).listen(port, host, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
  }

  #hangUp(device: TextDevice): void {
    for (const [held, response] of this.#held) if (held === device) response.destroy();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) {
      response.destroy();
      return;
    }
    if (!this.#guard.admits(request, response)) return;
    const path = decodedPath(request.url ?? '');
    const type = request.headers['content-type'] ?? '';
    const received: ReceivedRequest = { method: request.method ?? '', path, body, type };
    for (const device of this.#devices) if (await this.#takes(device, received, response)) return;
    response.statusCode = 404;
    response.end('not found');
  }

  /** Lets a device answer a request, if it understands it. */
  async #takes(device: TextDevice, received: ReceivedRequest, response: ServerResponse): Promise<boolean> {
    const command = device.commands.find(({ template }) => isDescribed(template, received));
    const isQuestion = isDescribed(device.question, received);
    if (command === undefined && !isQuestion) return false;
    if (!device.isReachable()) response.destroy();
    else if (command === undefined) response.end(textFitting(device.shows()));
    else {
      const held = [device, response] as const;
      this.#held.add(held);
      const outcome = await outcomeOf(command);
      this.#held.delete(held);
      response.statusCode = outcome.isRefused ? 409 : 200;
      response.end(textFitting(outcome.answer ?? ''));
    }
    return true;
  }
}

/** Creates simulated equipment with an HTTP interface. */
export const httpFace: OpenFace = (options) => new HttpFace(options);
