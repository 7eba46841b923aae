// Checks whether a history of overlapping operations is linearizable: whether each could have taken effect at one moment
// between its begin and its end (Wing and Gong's search, with a memory of the dead ends).

/** An operation of a history. Times are in milliseconds. */
export interface Operation<Action> {
  readonly action: Action;
  readonly beganAt: number;
  /** Infinity if it may take effect at any time later. */
  readonly endedAt: number;
  /** Whether it may also have taken no effect, because its caller got no answer. */
  readonly isOptional: boolean;
}

/** What operations do. `step` returns the states that an operation may lead to; none if it can't have happened. */
export interface Model<State, Action> {
  readonly initial: State;
  readonly step: (state: State, action: Action) => readonly State[];
  /** Identifies a state. */
  readonly keyOf: (state: State) => string;
}

/** The operations that have taken effect: all before `low`, and some others. */
interface Done {
  readonly low: number;
  readonly others: ReadonlySet<number>;
  /** The latest begin among them. */
  readonly latestBegin: number;
}

const isDone = ({ low, others }: Done, at: number): boolean => at < low || others.has(at);

const withDone = ({ low, others, latestBegin }: Done, at: number, beganAt: number): Done => {
  const more = new Set(others).add(at);
  let next = low;
  while (more.delete(next)) next += 1;
  return { low: next, others: more, latestBegin: Math.max(latestBegin, beganAt) };
};

const keyOfDone = ({ low, others }: Done): string => `${String(low)} ${[...others].sort((a, b) => a - b).join()}`;

/** Returns the operations that may take effect next: none that began after another that must come first has ended. */
const nextOf = <Action>(history: readonly Operation<Action>[], done: Done): readonly number[] => {
  const next: number[] = [];
  let firstEnd = Infinity;
  for (let at = done.low; at < history.length; at += 1) {
    const operation = history[at];
    if (operation === undefined || operation.beganAt > firstEnd) break;
    if (isDone(done, at)) continue;
    if (!operation.isOptional) firstEnd = Math.min(firstEnd, operation.endedAt);
    if (!operation.isOptional || operation.endedAt >= done.latestBegin) next.push(at);
  }
  return next.filter((at) => (history[at]?.beganAt ?? 0) <= firstEnd);
};

const isComplete = <Action>(history: readonly Operation<Action>[], done: Done): boolean =>
  history.every((operation, at) => operation.isOptional || isDone(done, at));

/** Whether a history is linearizable. */
export const isLinearizable = <State, Action>(
  model: Model<State, Action>,
  operations: readonly Operation<Action>[],
): boolean => {
  const history = [...operations].sort((a, b) => a.beganAt - b.beganAt);
  const visited = new Set<string>();
  const open: { readonly done: Done; readonly state: State }[] = [
    { done: { low: 0, others: new Set(), latestBegin: -Infinity }, state: model.initial },
  ];
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    const { done, state } = point;
    if (isComplete(history, done)) return true;
    const key = `${keyOfDone(done)} ${model.keyOf(state)}`;
    if (visited.has(key)) continue;
    visited.add(key);
    for (const at of nextOf(history, done).toReversed()) {
      const operation = history[at];
      if (operation === undefined) continue;
      for (const after of model.step(state, operation.action))
        open.push({ done: withDone(done, at, operation.beganAt), state: after });
    }
  }
  return false;
};

/** Returns the operations up to the first one whose answer fits no order; undefined if the history is linearizable. */
export const shortestViolation = <State, Action>(
  model: Model<State, Action>,
  operations: readonly Operation<Action>[],
): readonly Operation<Action>[] | undefined => {
  if (isLinearizable(model, operations)) return undefined;
  const byEnd = [...operations].sort((a, b) => a.endedAt - b.endedAt);
  let [fits, fails] = [0, byEnd.length];
  // What has not ended by the last end that counts may still have begun before it.
  const until = (count: number): readonly Operation<Action>[] => {
    const limit = byEnd[count - 1]?.endedAt ?? -Infinity;
    return byEnd.flatMap((one, at) =>
      at < count ? [one] : one.beganAt <= limit ? [{ ...one, isOptional: true, endedAt: Infinity }] : [],
    );
  };
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (isLinearizable(model, until(middle))) fits = middle;
    else fails = middle;
  }
  return until(fails);
};
