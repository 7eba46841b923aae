// What is recorded: each command in the as-run log, and each change of an operator in the audit log, once.
import type { AsRunLine, Evidence, Invariant } from '../evidence.js';
import { isCrash, nextEnd, wasDiskFull } from '../times.js';

/** Lines are written at once; a crash before that may lose them. In milliseconds. */
const unwrittenMs = 1_000;

/** After a disk was full, lines wait for the next attempt. In milliseconds. */
const retryMs = 31_000;

/** Whether the end of the service may have lost the lines of a time: a crash that soon, or a disk that was full. */
const mayBeLost = (evidence: Evidence, atMs: number): boolean => {
  const end = nextEnd(evidence, atMs);
  if (end === undefined) return false;
  const goneAtMs = end.goneAtMs ?? Infinity;
  if (isCrash(end) && goneAtMs - atMs < unwrittenMs) return true;
  const isRetried = wasDiskFull(evidence, Math.max(atMs, goneAtMs) - retryMs, goneAtMs);
  return isRetried && wasDiskFull(evidence, atMs - retryMs, goneAtMs);
};

const countBy = <A>(all: readonly A[], keyOf: (one: A) => string): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(all, keyOf)].map(([key, group]) => [key, group.length]));

const sentKey = (sentAt: string, caller: string | null, action: string | null): string =>
  JSON.stringify([sentAt, caller, action]);

const keyOfLine = ({ sentAt = '', caller = null, action = null }: AsRunLine): string => sentKey(sentAt, caller, action);

/** Returns the ids of commands that may have been sent: their driver failed without a statement. */
const maybeSent = ({ asRun }: Evidence): ReadonlySet<string | undefined> =>
  new Set(asRun.filter(({ type, error }) => type === 'ended' && error === 'device_error').map(({ id }) => id));

/** Each command that was sent stands in the as-run log once. */
const commandsOnce: Invariant = (evidence) => {
  const maybe = maybeSent(evidence);
  const sentLines = evidence.asRun.filter(({ type }) => type === 'sent');
  const lines = countBy(sentLines, keyOfLine);
  const doubtful = countBy(
    sentLines.filter(({ id }) => maybe.has(id)),
    keyOfLine,
  );
  const sent = evidence.commands.flatMap(({ time, source }) => (source === null ? [] : [{ time, ...source }]));
  const commands = countBy(sent, ({ time, caller, action }) => sentKey(time, caller, action));
  return [...new Set([...lines.keys(), ...commands.keys()])].flatMap((key) => {
    const [logged, made] = [lines.get(key) ?? 0, commands.get(key) ?? 0];
    const [time] = JSON.parse(key) as readonly [string];
    const isDoubtful = logged > made && logged - made <= (doubtful.get(key) ?? 0);
    if (logged === made || isDoubtful || (logged < made && mayBeLost(evidence, Date.parse(time)))) return [];
    return [`${key}: ${String(made)} commands were sent, and ${String(logged)} stand in the as-run log`];
  });
};

/** Each command has one end; one that a stop or a crash interrupts may have none. */
const endsOnce: Invariant = ({ asRun }) =>
  [...countBy(asRun, ({ id = '', type }) => `${type} ${id}`)].flatMap(([line, count]) =>
    count === 1 || line.startsWith('lost') ? [] : [`the as-run log has ${String(count)} lines "${line}"`],
  );

/** The as-run log contains what was sent to the devices. */
export const asRunIsComplete: Invariant = (evidence) => [...commandsOnce(evidence), ...endsOnce(evidence)];

/** Each version of the access configuration that an operator has made stands in the audit log of the console once. */
export const changesAreAudited: Invariant = ({ configurations, consoleAudit }) => {
  const changes = consoleAudit.filter(({ kind, summary }) => kind === 'change' && summary !== undefined);
  const entries = countBy(changes, ({ version }) => String(version));
  const [, ...made] = [...configurations.keys()].sort((a, b) => a - b);
  return made.flatMap((version) => {
    const count = entries.get(String(version)) ?? 0;
    return count === 1 ? [] : [`version ${String(version)} stands in the audit log ${String(count)} times`];
  });
};
