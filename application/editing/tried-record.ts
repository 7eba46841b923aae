// Tries a record of the studio on its device, as a call of the API by the editor does.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import { unknownAddress } from '../../domain/access/address.js';
import type { RequestOrigin } from '../../domain/access/authorization.js';
import { failure } from '../../domain/failure.js';
import type { Dispatch } from '../api/dispatch.js';
import type { Operation } from '../api/operation.js';
import type { RawParameters } from '../api/parameters.js';
import type { Audit } from '../ports/audit.js';
import type { Answer } from './answers.js';
import type { TryRequest } from './requests.js';

/** What tries records: the API's operations and what handles its calls. */
export interface TryDeps<Ports> {
  readonly operations: readonly Operation<Ports>[];
  readonly dispatch: Dispatch<Ports>;
  readonly audit: Pick<Audit, 'record'>;
}

/** Tries a record for an editor with this name. */
export type TryRecord = (request: TryRequest, editor: string) => Promise<Answer>;

/** The origin of a call that no network has delivered. */
const ownOrigin: RequestOrigin = {
  address: unknownAddress,
  forwarded: false,
  credentials: { tokens: [], basic: O.none },
  browser: {
    scheme: 'http',
    host: undefined,
    origin: undefined,
    referer: undefined,
    userAgent: undefined,
    secFetchSite: undefined,
    secFetch: false,
    corsModeOnly: false,
    isSpeculative: false,
  },
};

/** The operations by kind and action. */
const operationNames: Readonly<Record<TryRequest['kind'], Readonly<Record<string, string>>>> = {
  signal: { on: 'signal.on', off: 'signal.off', pulse: 'signal.pulse' },
  camera: { recall: 'camera.recall' },
  output: { play: 'clip.play', stop: 'output.stop' },
};

const parameters = (given: Readonly<Record<string, string | undefined>>): RawParameters =>
  new Map(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]] as const])));

/** Returns what tries records. Each try is in the audit log, and its commands in the as-run log, with the editor's name. */
export const recordTrials =
  <Ports>({ operations, dispatch, audit }: TryDeps<Ports>): TryRecord =>
  async ({ kind, id, action, angle, clip, bank, scene }, editor) => {
    const name = operationNames[kind][action];
    const operation = operations.find((one) => one.name === name);
    if (operation === undefined) return E.left(failure('not_found', `a ${kind} can't be tried by "${action}"`));
    const {
      response,
      action: actionId,
      onDelivered,
    } = await dispatch({
      operation,
      generation: 'v2',
      origin: { ...ownOrigin, editor },
      raw: { path: parameters({ id, slot: id, angle, number: clip }), query: parameters({ bank, scene }) },
    });
    onDelivered?.();
    const error = E.isLeft(response) ? response.left.code : null;
    const target = [kind, id, angle ?? clip].filter((part) => part !== undefined).join(' ');
    audit.record({
      kind: 'action',
      caller: editor,
      operation: operation.name,
      target,
      error,
      ...(actionId && { actionId }),
    });
    return pipe(
      response,
      E.map(() => ({ done: true })),
    );
  };
