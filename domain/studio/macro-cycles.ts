// Finds macros of an unvalidated studio that run themselves, directly or through others.
import type { Issue } from '../codec/issues.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';

/** A step that runs a macro. */
interface RunStep {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

const runSteps = (input: unknown): readonly RunStep[] =>
  listIn(input, 'macros').flatMap((macro, index) =>
    listIn(macro, 'steps').flatMap((step, at) => {
      const [from, to] = [textIn(macro, 'id'), textIn(fieldOf(step, 'run'), 'macro')];
      const path = `macros[${String(index)}].steps[${String(at)}].run.macro`;
      return from === undefined || to === undefined ? [] : [{ path, from, to }];
    }),
  );

/** Returns the macros that run no other macro, or only such macros, in time proportional to the steps. */
const withoutCycles = (ids: ReadonlySet<string>, steps: readonly RunStep[]): ReadonlySet<string> => {
  const callers = Map.groupBy(steps, ({ to }) => to);
  const runs = Map.groupBy(
    steps.filter(({ to }) => ids.has(to)),
    ({ from }) => from,
  );
  const ended = new Map<string, number>();
  const done = new Set<string>();
  const ready = [...ids].filter((id) => !runs.has(id));
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    done.add(id);
    for (const { from } of callers.get(id) ?? []) {
      const count = (ended.get(from) ?? 0) + 1;
      ended.set(from, count);
      if (count === runs.get(from)?.length) ready.push(from);
    }
  }
  return done;
};

/** Returns an issue for every step that runs a macro which never ends, as it runs itself. */
export const findMacroCycles = (input: unknown): readonly Issue[] => {
  const ids = new Set(listIn(input, 'macros').flatMap((macro) => textIn(macro, 'id') ?? []));
  const steps = runSteps(input);
  const done = withoutCycles(ids, steps);
  return steps
    .filter(({ from, to }) => ids.has(to) && !done.has(from) && !done.has(to))
    .map(({ path, to }) => ({ path, expected: 'a macro that does not run itself', got: `"${to}"` }));
};
