// The records of actions: the last thousand, and whose each is.
import { beginAction, endAction, type Action } from '../../domain/action.js';
import type { Feature } from '../../domain/feature.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult } from '../ports/commands.js';
import { changeNotifier } from '../events/change-notifier.js';
import type { Watch } from '../ports/watch.js';

/** What a record is begun with. */
export interface ActionStart {
  readonly id: string;
  readonly operation: string;
  readonly feature: Feature | null;
  /** Whose action it is. */
  readonly owner: string;
  /** Whoever wasn't let in at all: the records of strangers never push out those of others. */
  readonly byStranger: boolean;
}

/** An action, whose it is, and of which feature. */
export interface ActionRecord extends Pick<ActionStart, 'feature' | 'owner'> {
  readonly action: Action;
}

/** Something has become of an action: how it was, and how it is now. */
export interface ActionChange {
  readonly before: Action;
  readonly now: Action;
}

/** Keeps the records of actions. */
export interface ActionRecords {
  /** Begins a record. The returned function is told of the end, as often as anything is heard of it. */
  readonly begin: (start: ActionStart) => (ended: CommandResult) => void;
  /** Finds a record by the action's id, in any letters' case. */
  readonly find: (id: string) => ActionRecord | undefined;
  /** Tells whenever something has become of an action. */
  readonly watch: Watch<ActionChange>;
}

/** How many records are kept (decisions, part 3), and as many again of callers who weren't let in. */
const size = 1_000;

interface Book {
  readonly put: (record: ActionRecord) => void;
  readonly find: (id: string) => ActionRecord | undefined;
}

const keyOf = (id: string): string => id.toLowerCase();

/** A book of so many pages; a record that is in it already is replaced where it is. */
const book = (): Book => {
  const records = new Map<string, ActionRecord>();
  const dropOldest = (): void => {
    for (const oldest of records.keys()) {
      if (records.size <= size) return;
      records.delete(oldest);
    }
  };
  return {
    put: (record) => {
      records.set(keyOf(record.action.id), record);
      dropOldest();
    },
    find: (id) => records.get(keyOf(id)),
  };
};

/** No action yet; kept in memory. */
export const actionRecords = (clock: Pick<Clock, 'now'>): ActionRecords => {
  const [ours, strangers] = [book(), book()];
  const { watch, notify: tell } = changeNotifier<ActionChange>();
  const now = (): string => new Date(clock.now()).toISOString();

  return {
    watch,
    find: (id) => ours.find(id) ?? strangers.find(id),
    begin: ({ id, operation, feature, owner, byStranger }) => {
      const kept = byStranger ? strangers : ours;
      let action = beginAction(id, operation, now());
      kept.put({ action, feature, owner });
      return (ended) => {
        const before = action;
        action = endAction(before, ended, now());
        if (action === before) return;
        // One that was pushed out meanwhile doesn't come back.
        if (kept.find(id)) kept.put({ action, feature, owner });
        tell({ before, now: action });
      };
    },
  };
};
