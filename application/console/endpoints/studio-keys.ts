// The keys of studios: replacing one with an overlap, ending the old one, and revoking all.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { studioNotFound } from '../../../domain/console/failure.js';
import { inStudio } from '../../../domain/console/requirement.js';
import {
  defaultKeyOverlapMs,
  maxKeyOverlapMs,
  replaceKey,
  withoutOldKey,
  type StudioKeys,
} from '../../../domain/console/studio-key.js';
import { described } from '../../../domain/codec/codec.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import type { Failure } from '../../../domain/failure.js';
import { optional, wholeNumber } from '../../api/parameters.js';
import type { HistoryEntry } from '../../ports/console-store.js';
import { endpoint, type EndpointContext } from './endpoint.js';
import { findStudio, historyEntry, studioParameter } from './studio-access.js';
import { OneStudio, showWithVersion, withVersion, type KeyPorts, type StudioPorts } from './studios.js';

/** Changes the keys of a studio, or returns that it is unknown. */
const changeKeys = async (
  { store }: Pick<StudioPorts, 'store'>,
  id: string,
  change: (keys: StudioKeys) => StudioKeys,
  history: HistoryEntry,
): Promise<E.Either<Failure, undefined>> =>
  (await store.changeKeys(id, change, history)) === undefined ? E.left(studioNotFound(id)) : E.right(undefined);

/** Replaces a studio's key; the one that its service uses is valid for `overlapMs` more. Returns the new key. */
export const replaceStudioKey = async (
  ports: KeyPorts,
  id: string,
  overlapMs: number,
  history: HistoryEntry,
): Promise<E.Either<Failure, { key: string }>> => {
  const key = ports.secrets.studioKey();
  const replacement = { keyHash: ports.hashSecret(key), now: ports.clock.now(), overlapMs };
  const replaced = await changeKeys(ports, id, (keys) => replaceKey(keys, replacement), history);
  return E.isLeft(replaced) ? replaced : E.right({ key });
};

const overlap = described(optional(wholeNumber(0, maxKeyOverlapMs, 'milliseconds')), {
  default: defaultKeyOverlapMs,
  description: 'How long the old key is valid, unless the service uses the new one before; 0 ends it at once',
});

const replacementSummary = ({ clock }: StudioPorts, overlapMs: number): string =>
  overlapMs === 0
    ? 'replaced the studio key; the old one ended at once'
    : `replaced the studio key; the old one is valid until ${utcTime(clock.now() + overlapMs)}, or until the service uses the new one`;

export const rotateKeyEndpoint = endpoint({
  name: 'key.rotate',
  summary: 'Replace the key of a studio; this response is the only one that contains the new key',
  intent: 'act',
  requires: inStudio('admin'),
  path: '/studios/:id/key',
  params: studioParameter,
  query: { overlapMs: overlap },
  result: t.readonly(t.type({ key: t.string })),
  run: async (ports: KeyPorts, { id, overlapMs = defaultKeyOverlapMs }, context) => {
    const history = historyEntry(ports, context, replacementSummary(ports, overlapMs));
    return withVersion(ports, id, await replaceStudioKey(ports, id, overlapMs, history));
  },
});

export const endOldKeyEndpoint = endpoint({
  name: 'key.end-old',
  summary: 'End the old key of a studio at once, after it was replaced',
  intent: 'act',
  requires: inStudio('admin'),
  path: '/studios/:id/key/end-old',
  params: studioParameter,
  result: OneStudio,
  run: async (ports: StudioPorts, { id }, context) => {
    if ((await ports.store.keys(id)).oldKey === undefined) return showWithVersion(ports, id);
    const history = historyEntry(ports, context, 'ended the old studio key');
    const ended = await changeKeys(ports, id, withoutOldKey, history);
    return E.isLeft(ended) ? ended : showWithVersion(ports, id);
  },
});

const revoke = async (
  ports: StudioPorts,
  id: string,
  context: EndpointContext,
): Promise<E.Either<Failure, undefined>> => {
  const found = await findStudio(ports, id);
  if (E.isLeft(found)) return found;
  const { keyHash, oldKey } = found.right;
  if (keyHash === null && oldKey === undefined) return E.right(undefined);
  return changeKeys(ports, id, () => ({ keyHash: null }), historyEntry(ports, context, 'revoked the studio key'));
};

export const revokeKeyEndpoint = endpoint({
  name: 'key.revoke',
  summary: 'Revoke the key of a studio, and the old one',
  intent: 'remove',
  requires: inStudio('admin'),
  path: '/studios/:id/key',
  params: studioParameter,
  run: async (ports: StudioPorts, { id }, context) => withVersion(ports, id, await revoke(ports, id, context)),
});

export const studioKeyEndpoints = [rotateKeyEndpoint, endOldKeyEndpoint, revokeKeyEndpoint];
