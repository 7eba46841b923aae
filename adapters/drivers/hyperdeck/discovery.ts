// Asks a HyperDeck once: it sends its model to everyone who connects.
import * as E from 'fp-ts/lib/Either.js';
import type { Discovery, ProbeResult } from '../../../application/connections/discovery.js';
import type { ListedClip } from '../../../application/connections/connection-driver.js';
import { visible } from '../../../domain/codec/codec.js';
import { probeTcp, quotedAnswer } from '../shared/tcp-probe.js';
import { clipsIn, clipsQuestion } from './conversation.js';
import { fieldsOf, DeckResponseReader, type DeckResponse } from './response-reader.js';
import { hyperdeckPort, type HyperdeckSettings } from './settings.js';
import { durationOf, readTransport } from './state.js';

/** The code of the greeting. */
const greetingCode = 500;

/** The longest model in a message, in characters. */
const maxModelLength = 80;

/** Returns all responses so far, or why they are none of a HyperDeck. */
const responsesIn = (received: Buffer): E.Either<string, readonly DeckResponse[]> => {
  const responses: DeckResponse[] = [];
  const wrong = new DeckResponseReader((response) => responses.push(response)).read(received);
  return wrong === undefined ? E.right(responses) : E.left(`is no HyperDeck: it sent ${quotedAnswer(received)}`);
};

const describeDeck = (greeting: DeckResponse): string => {
  const model = visible((fieldsOf(greeting).get('model') ?? '').slice(0, maxModelLength));
  return /^HyperDeck/i.test(model) ? model : `HyperDeck ${model}`.trimEnd();
};

const isGreeting = ({ code, text }: DeckResponse): boolean => code === greetingCode && text === 'connection info';

const readGreeting = (received: Buffer): ProbeResult | undefined => {
  const responses = responsesIn(received);
  if (E.isLeft(responses)) return responses;
  const [first] = responses.right;
  if (first === undefined) return undefined;
  return isGreeting(first)
    ? E.right({ description: describeDeck(first) })
    : E.left(`is no HyperDeck: it sent ${quotedAnswer(received)}`);
};

/** Nothing is sent. */
export const discovery: Discovery = {
  port: hyperdeckPort,
  probe: (address, deps) => probeTcp(address, deps, readGreeting),
};

/** Editors wait for less than 30 s. */
const listMs = 5_000;

type Listed = E.Either<string, readonly ListedClip[]>;

/** Reads the greeting, the transport and the clips. Returns undefined while one of them is missing. */
const readList = (received: Buffer): Listed | undefined => {
  const responses = responsesIn(received);
  if (E.isLeft(responses)) return responses;
  const [transport, clips] = responses.right.filter(({ code }) => code < greetingCode);
  if (transport === undefined || clips === undefined) return undefined;
  return E.tryCatch(
    () => {
      const { rate } = readTransport(transport);
      return clipsIn(clips).map((clip) => ({ name: clip.name, durationMs: durationOf(clip, rate) || null }));
    },
    (error) => E.toError(error).message,
  );
};

/** Lists the clips of the timeline. */
export const listMedia = (settings: HyperdeckSettings): Promise<Listed> =>
  probeTcp(
    settings,
    { signal: AbortSignal.timeout(listMs) },
    readList,
    Buffer.from(`transport info\r\n${clipsQuestion}\r\n`),
  );
