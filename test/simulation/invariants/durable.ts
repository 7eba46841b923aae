// A configuration that was in force is in force again after a crash.
import type { Invariant } from '../evidence.js';
import { wasDiskFull } from '../times.js';

/** A configuration is in force before it is written, because a revocation must not wait for the disk. In milliseconds. */
const writingMs = 1_000;

export const configurationSurvives: Invariant = (evidence) =>
  evidence.restarts.flatMap(({ how, versionBefore, versionAfter, inForceSinceMs, endedAtMs }) => {
    if (versionBefore === null || versionAfter === undefined || versionAfter >= versionBefore) return [];
    if (endedAtMs - inForceSinceMs < writingMs || wasDiskFull(evidence, inForceSinceMs, endedAtMs)) return [];
    return [
      `version ${String(versionBefore)} was in force before "${how}", version ${String(versionAfter)} afterwards`,
    ];
  });
