// Counts what is written to the failed sign-ins of a store.
import { vi } from 'vitest';
import type { ConsoleStore } from '../../../../application/ports/console-store.js';

/** Watches a store. The returned function returns how many failed sign-ins were changed since. */
export const writtenFailures = (store: ConsoleStore): (() => Promise<number>) => {
  const changes = vi.spyOn(store, 'changeFailures');
  return async () => {
    const { calls, results } = changes.mock;
    const written = await Promise.all(
      calls.map(async ([, change], at) => {
        const before = await (results[at]?.value as ReturnType<ConsoleStore['changeFailures']>);
        return change(before) !== before;
      }),
    );
    return written.filter(Boolean).length;
  };
};
