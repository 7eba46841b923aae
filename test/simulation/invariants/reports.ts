// No report is lost: when all is quiet, the console shows what the service has seen of its callers.
import type { Evidence, Invariant, MadeCall, PublishedConfiguration } from '../evidence.js';
import { isCrash, nextEnd, wasDiskFull } from '../times.js';
import { hashOf } from './token-hash.js';

/** Reports are written within a second; a crash before that may lose them. In milliseconds. */
const unwrittenMs = 2_000;

/** Whether the end of the service may have lost the report of a call: a crash that soon, or a disk that was full. */
const mayBeLost = (evidence: Evidence, atMs: number): boolean => {
  const end = nextEnd(evidence, atMs);
  if (end === undefined) return false;
  const goneAtMs = end.goneAtMs ?? Infinity;
  return (isCrash(end) && goneAtMs - atMs < unwrittenMs) || wasDiskFull(evidence, atMs, goneAtMs);
};

const newestOf = ({ configurations }: Evidence): PublishedConfiguration | undefined =>
  [...configurations.values()].sort((a, b) => a.version - b.version).at(-1);

/** Statuses of calls that were let in. */
const admitted: ReadonlySet<number> = new Set([200, 202, 400, 404, 409, 424]);

const isReported = ({ plan, end }: MadeCall): boolean =>
  end?.how === 'answered' && admitted.has(end.status) && plan.target !== 'health' && plan.credential.by !== 'nothing';

/** The host itself needs no token, so its calls aren't those of a panel. */
const isOfPanel = ({ plan }: MadeCall): boolean => plan.address !== '127.0.0.1' && plan.credential.by !== 'legacy';

/** Whether the service knew the token: it may have been cut off from the console since the panel was added. */
const wasKnown = ({ configurations }: Evidence, { versionBefore }: MadeCall, tokenHash: string): boolean =>
  configurations.get(versionBefore ?? 0)?.devices.some((device) => device.tokenHash === tokenHash) === true;

/** The console shows the last call of each panel. */
export const lastCallsShown: Invariant = (evidence) =>
  (newestOf(evidence)?.devices ?? []).flatMap(({ id, name, tokenHash }) => {
    const calls = evidence.calls
      .filter((call) => isReported(call) && isOfPanel(call) && wasKnown(evidence, call, tokenHash))
      .filter(({ token }) => token !== null && hashOf(token) === tokenHash);
    const last = calls.filter(({ end }) => !mayBeLost(evidence, end?.atMs ?? 0)).at(-1);
    const shown = evidence.final?.devices.find((device) => device.id === id)?.lastCall;
    if (last === undefined || Date.parse(shown?.time ?? '1970-01-01') >= last.startedAtMs) return [];
    const time = new Date(last.startedAtMs).toISOString();
    return [`${name} made call ${String(last.number)} at ${time}, and the console shows ${JSON.stringify(shown)}`];
  });

/** The request log is refused to callers that were let in by their address, who aren't refused callers. */
const isRefused = ({ end, plan }: MadeCall): boolean =>
  end?.how === 'answered' && end.status === 401 && plan.target !== 'requests';

/** Statuses of refusals: no access, no right, and a station that doesn't hold the studio. */
const refusing: ReadonlySet<number> = new Set([401, 403, 409]);

/** Whether a call may have been refused: a caller that hung up doesn't know. The host's own conflicts are no refusals. */
const mayBeRefused = ({ end, plan }: MadeCall): boolean =>
  end?.how !== 'answered' || (refusing.has(end.status) && !(end.status === 409 && plan.address === '127.0.0.1'));

/**
 * Whether the access of a panel changed during its call: by a new configuration, or by the end of its token. The service
 * judges an action again before it sends it. One that it refuses only then is shown as the last call of its panel.
 */
const lostAccessMeanwhile = ({ configurations }: Evidence, call: MadeCall): boolean => {
  const { token, startedAtMs, versionBefore, end } = call;
  if (token === null || versionBefore === null || end?.how !== 'answered') return false;
  if (versionBefore !== end.versionAfter) return true;
  const hash = hashOf(token);
  const ends = (configurations.get(versionBefore)?.devices ?? []).flatMap(({ tokenHash, expiresAt, oldToken }) => [
    ...(tokenHash === hash && expiresAt !== null ? [Date.parse(expiresAt)] : []),
    ...(oldToken?.tokenHash === hash ? [Date.parse(oldToken.endsAt)] : []),
  ]);
  return ends.some((at) => at >= startedAtMs && at <= end.atMs);
};

/** Whether a call certainly counts as refused. */
const surelyCounts = (evidence: Evidence, call: MadeCall): boolean =>
  isRefused(call) && !mayBeLost(evidence, call.end?.atMs ?? 0) && !lostAccessMeanwhile(evidence, call);

/** The console counts each refused call once. */
export const refusedCallersCounted: Invariant = (evidence) => {
  const addresses = new Set(evidence.calls.map(({ plan }) => plan.address));
  return [...addresses].flatMap((address) => {
    const calls = evidence.calls.filter(({ plan }) => plan.address === address);
    const sure = calls.filter((call) => surelyCounts(evidence, call)).length;
    const most = calls.filter(mayBeRefused).length;
    const shown = evidence.final?.refusedCallers.find((caller) => caller.address === address)?.count ?? 0;
    return shown >= sure && shown <= most
      ? []
      : [`${address} was refused ${String(sure)} to ${String(most)} times, and the console shows ${String(shown)}`];
  });
};
