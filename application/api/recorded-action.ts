// The record of an action, from its call until its result is known and its response is delivered.
import * as E from 'fp-ts/lib/Either.js';
import { identityOf } from '../../domain/access/caller.js';
import type { ActionHead } from '../../domain/action.js';
import type { ActionRecords } from '../commands/action-records.js';
import type { Journal } from '../ledger/journal.js';
import type { CommandResult } from '../ports/commands.js';
import type { Secrets } from '../ports/secrets.js';
import type { StudioState } from '../state/studio-state.js';
import { nameOf, type AuthorizedCall } from './authorized-call.js';
import type { RawCall } from './parameters.js';

/** What records actions. */
export interface ActionRecorderDeps {
  readonly actions: ActionRecords;
  readonly secrets: Secrets;
  readonly journal: Pick<Journal, 'end'>;
  readonly studio: StudioState;
}

/** An action that is recorded, and the functions that note its end. */
export interface RecordedAction {
  readonly head: ActionHead;
  /** Stores the results of its command. */
  readonly onResult: (result: CommandResult) => void;
  readonly onDelivered: () => void;
}

/** Calls `onEnd` once both its result is known and its response is delivered, for in between its caller may repeat it. */
const afterBoth = (onEnd: () => void) => {
  const expected = new Set(['result', 'delivery']);
  return (what: 'result' | 'delivery'): void => {
    if (expected.delete(what) && expected.size === 0) onEnd();
  };
};

/** Returns the id of the output that a call names; null for none. */
const outputOf = ({ records }: StudioState, { path }: RawCall): string | null => {
  const found = records.outputs.find(path.get('slot')?.[0] ?? '');
  return E.isRight(found) ? found.right.id : null;
};

/** Begins the record of an action; returns undefined for a read. */
export const recordAction = <Ports>(
  { actions, secrets, journal, studio }: ActionRecorderDeps,
  { call: { operation, origin, raw }, authorization }: AuthorizedCall<Ports>,
): RecordedAction | undefined => {
  if (operation.access !== 'control') return undefined;
  const { name, feature } = operation;
  const { caller } = authorization;
  const head = { id: secrets.id(), operation: name, caller: nameOf(authorization) };
  const isRefusedCaller = caller === undefined || caller.kind === 'refused';
  const owner = identityOf(caller, origin.address);
  const store = actions.begin({ ...head, feature, output: outputOf(studio, raw), owner, isRefusedCaller });
  const mark = afterBoth(() => {
    journal.end(head.id);
  });
  return {
    head,
    onResult: (result) => {
      store(result);
      mark('result');
    },
    onDelivered: () => {
      mark('delivery');
    },
  };
};
