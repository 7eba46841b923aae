// The records of the last actions, each with its owner.
import { beginAction, endAction, type Action, type ActionHead } from '../../domain/action.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { Feature } from '../../domain/feature.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult } from '../ports/commands.js';
import { changeNotifier, type Watch } from '../ports/watch.js';

/** What a record starts with. */
export interface ActionStart extends ActionHead {
  readonly feature: Feature | null;
  /** The id of the output that it acts on; null for none. */
  readonly output: string | null;
  /** The identity of the caller. */
  readonly owner: string;
  /** Whether the caller was not admitted. Records of refused callers never displace those of others. */
  readonly isRefusedCaller: boolean;
}

/** An action with its owner and feature. */
export interface ActionRecord extends Pick<ActionStart, 'feature' | 'owner'> {
  readonly action: Action;
}

/** An action before and after a change of its state. */
export interface ActionChange extends Pick<ActionStart, 'output'> {
  readonly before: Action;
  readonly now: Action;
}

/** Keeps the records of actions. */
export interface ActionRecords {
  /** Begins a record. Returns a function that takes the results of the command; it may be called several times. */
  readonly begin: (start: ActionStart) => (result: CommandResult) => void;
  /** Finds a record by the action's id, in any letters' case. */
  readonly find: (id: string) => ActionRecord | undefined;
  /** Returns the records of admitted callers, newest first. */
  readonly newestFirst: () => readonly ActionRecord[];
  /** Reports every change of an action's state. */
  readonly watch: Watch<ActionChange>;
}

/** Number of records that are kept (SHAPE-5), and again as many of refused callers. */
const size = 1_000;

interface RecordTable {
  readonly put: (record: ActionRecord) => void;
  readonly find: (id: string) => ActionRecord | undefined;
  readonly newestFirst: () => readonly ActionRecord[];
}

const keyOf = (id: string): string => id.toLowerCase();

/** Returns a table of up to `size` records. Replacing a record doesn't make it newer. */
const recordTable = (): RecordTable => {
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
    newestFirst: () => [...records.values()].reverse(),
  };
};

/** Returns an empty set of records, in memory. */
export const actionRecords = (clock: Pick<Clock, 'now'>): ActionRecords => {
  const [admitted, refused] = [recordTable(), recordTable()];
  const { watch, notify } = changeNotifier<ActionChange>();
  const now = (): string => utcTime(clock.now());

  return {
    watch,
    find: (id) => admitted.find(id) ?? refused.find(id),
    newestFirst: admitted.newestFirst,
    begin: ({ feature, owner, output, isRefusedCaller, ...head }) => {
      const table = isRefusedCaller ? refused : admitted;
      const { id } = head;
      let action = beginAction(head, now());
      table.put({ action, feature, owner });
      return (result) => {
        const before = action;
        action = endAction(before, result, now());
        if (action === before) return;
        // A record that was dropped in the meantime isn't added again.
        if (table.find(id)) table.put({ action, feature, owner });
        notify({ before, now: action, output });
      };
    },
  };
};
