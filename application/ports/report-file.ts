// The port of the file that stores what the console has not acknowledged yet.
import type { DeniedCall, DeviceCall, RefusalBatch, RefusedCaller } from '../../domain/access/report.js';

/** Refused callers that the console has not acknowledged. */
export interface UnreportedRefusals {
  /** Those counted since the last batch. */
  readonly counted: readonly RefusedCaller[];
  /** Refused calls of devices, counted since the last batch. Absent if there are none. */
  readonly denied?: readonly DeniedCall[];
  /** The batch that is being sent. */
  readonly sending: RefusalBatch | null;
}

/** Everything that the console has not acknowledged. */
export interface UnreportedCalls extends UnreportedRefusals {
  readonly lastCalls: readonly DeviceCall[];
}

/** Stores the unreported calls. */
export interface ReportFile {
  /** Returns what was stored last, or empty lists. Never rejects. */
  readonly load: () => Promise<UnreportedCalls>;
  /** Resolves when the calls would survive a power cut. Rejects if they can't be written. Calls must not overlap. */
  readonly save: (unreported: UnreportedCalls) => Promise<void>;
}
