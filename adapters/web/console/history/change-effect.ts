// Whether the changes of a studio's history are in effect, by the version that its service has confirmed.
import type { HistoryItem, StudioOverview } from '../api/contract.js';
import { supersedes } from '../api/rules.js';
import { isRefused } from '../studio/sync-status.js';
import type { HistoryFilter } from './filter.js';

/** `applied`: it was in effect when the service, which is offline, last confirmed its settings. */
export type ChangeEffect = 'in_effect' | 'applied' | 'partly_superseded' | 'superseded' | 'pending' | 'refused';

const pendingEffect = (studio: StudioOverview, version: number): ChangeEffect =>
  isRefused(studio) && version <= (studio.refusal?.version ?? 0) ? 'refused' : 'pending';

/** Returns the subjects of a change that no later change concerns. */
const remaining = (subjects: readonly string[], later: ReadonlySet<string>): readonly string[] =>
  subjects.filter((subject) => ![...later].some((one) => supersedes(one, subject)));

/** Returns the effect of a change of which `left` subjects of `all` are not superseded; `whole` if all are left. */
const effectOf = (left: number, all: number, whole: ChangeEffect): ChangeEffect => {
  if (left === all) return whole;
  return left === 0 ? 'superseded' : 'partly_superseded';
};

/**
 * Whether a filter leaves out changes that may supersede those that it selects. No other section supersedes the changes of one,
 * and `from` leaves out older changes only. A change of several devices may be superseded by one of another device than the
 * selected one.
 */
const leavesGaps = ({ operator, device, to }: HistoryFilter): boolean =>
  operator !== undefined || device !== undefined || to !== undefined;

/**
 * Returns the effect of each change by its id; none if the filter may leave out later changes. `changes` are newest first, and
 * begin with the newest one that `filter` selects. Changes that concern no configuration, or of which that is unknown, have no
 * effect. A change that isn't applied yet supersedes no applied one.
 */
export const changeEffects = (
  studio: StudioOverview,
  changes: readonly HistoryItem[],
  filter: HistoryFilter,
): ReadonlyMap<number, ChangeEffect> => {
  if (leavesGaps(filter)) return new Map();
  const applied = studio.appliedVersion ?? -1;
  const whenApplied = studio.connected ? 'in_effect' : 'applied';
  const later = { pending: new Set<string>(), applied: new Set<string>() };
  const effects = new Map<number, ChangeEffect>();
  for (const { id, version, subjects } of changes) {
    if (version === null || subjects === null) continue;
    const isApplied = version <= applied;
    const newer = isApplied ? later.applied : later.pending;
    const whole = isApplied ? whenApplied : pendingEffect(studio, version);
    effects.set(id, effectOf(remaining(subjects, newer).length, subjects.length, whole));
    for (const subject of subjects) newer.add(subject);
  }
  return effects;
};
