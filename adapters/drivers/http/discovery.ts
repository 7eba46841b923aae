// Finds Shelly devices, the only ones with an HTTP interface that identify themselves alike.
import { isIPv6 } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import type {
  Discovery,
  FoundEquipment,
  ProbedAddress,
  ProbeResult,
} from '../../../application/connections/discovery.js';
import { fieldOf, textIn } from '../../../domain/codec/unchecked.js';
import { parsedJson } from '../shared/json-pointer.js';

/** The longest answer, in bytes. */
const maxBytes = 4_096;

const locked = 'it requires a password: add username and passwordFile';

/** Returns the text of an answer; undefined if it is too long. */
const textOf = async ({ body }: Response): Promise<string | undefined> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Returns a part of a description; undefined unless it is short and plain. */
const plain = (text: string | undefined): string | undefined =>
  text !== undefined && /^[\w.:-]{1,64}$/.test(text) ? text : undefined;

/** A Shelly of the first generation names its `type`, a later one its `gen` and `id`. Each names its `mac`. */
const shellyIn = (answer: unknown): FoundEquipment | undefined => {
  const isLater = typeof fieldOf(answer, 'gen') === 'number';
  const name = plain(textIn(answer, isLater ? 'id' : 'type'));
  if (name === undefined || !/^[0-9a-f]{12}$/i.test(textIn(answer, 'mac') ?? '')) return undefined;
  const isLocked = fieldOf(answer, isLater ? 'auth_en' : 'auth') === true;
  return { description: `the Shelly ${name}`, ...(isLocked ? { notes: [locked] } : {}) };
};

const askFor = async ({ host, port }: ProbedAddress, signal: AbortSignal): Promise<ProbeResult> => {
  const name = isIPv6(host) ? `[${host}]` : host;
  const response = await fetch(`http://${name}:${String(port)}/shelly`, { signal, redirect: 'error' });
  const found = response.ok ? shellyIn(parsedJson((await textOf(response)) ?? '')) : undefined;
  if (!response.bodyUsed) await response.body?.cancel();
  return found === undefined ? E.left('is no Shelly: it does not identify itself at /shelly') : E.right(found);
};

export const discovery: Discovery = {
  port: 80,
  services: ['_shelly._tcp', '_http._tcp'],
  probe: (address, { signal }) =>
    askFor(address, signal).catch((error: unknown) => {
      const { cause, message } = E.toError(error);
      return E.left(`can not be asked: ${cause instanceof Error ? cause.message : message}`);
    }),
};
