// How long an old secret stays valid after it was replaced, as options to choose from.
import { t } from '@lingui/core/macro';
import type { Option } from './option.js';

const hourMs = 3_600_000;

/** The choices. */
export type Overlap = 'none' | 'hour' | 'day' | 'week' | 'month';

/** The choices in milliseconds. */
export const overlapMs: Readonly<Record<Overlap, number>> = {
  none: 0,
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
};

/** Returns the options; `withoutOverlap` explains what happens without an overlap. */
export const overlapOptions = (withoutOverlap: string): readonly Option<Overlap>[] => [
  { value: 'none', label: t`Not at all`, explanation: withoutOverlap },
  { value: 'hour', label: t`1 hour` },
  { value: 'day', label: t`1 day` },
  { value: 'week', label: t`7 days` },
  { value: 'month', label: t`30 days` },
];
