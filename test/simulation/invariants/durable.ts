// A configuration that was in force is in force again after a crash.
import type { Invariant } from '../evidence.js';
import { wasDiskFull } from '../times.js';

export const configurationSurvives: Invariant = (evidence) =>
  evidence.restarts.flatMap(({ how, versionBefore, versionAfter, endedAtMs }) =>
    versionBefore === null ||
    versionAfter === undefined ||
    versionAfter >= versionBefore ||
    wasDiskFull(evidence, 0, endedAtMs)
      ? []
      : [`version ${String(versionBefore)} was in force before "${how}", version ${String(versionAfter)} afterwards`],
  );
