// The figures of a run.
import type { AnswersFigures } from './answers.js';
import type { GrowthFigures } from './growth.js';
import type { MemoryFigures } from './memory.js';
import type { ProfileFigures } from './profile.js';

/** The figures of a run. */
export interface Figures {
  /** What they were measured on. */
  readonly machine: string;
  readonly answers: AnswersFigures;
  readonly profile: ProfileFigures;
  readonly growth: Readonly<Record<string, GrowthFigures>>;
  readonly memory: MemoryFigures;
}
