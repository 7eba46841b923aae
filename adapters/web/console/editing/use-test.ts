// A test of a part of the change, as it is edited.
import { useState } from 'react';
import { usePress } from '../ui/use-press.js';
import { useAsk } from './ask.js';
import { useStudioForm } from './form-context.js';

/** What is tested. */
type Tested =
  | { readonly ask: 'test'; readonly connection: string }
  | { readonly ask: 'testWebhook'; readonly webhook: string };

/** A test that a button begins. */
interface Test<A> {
  /** The answer; undefined if there is none, or if the change is another one since. */
  readonly tested: A | undefined;
  readonly isPending: boolean;
  readonly failure: unknown;
  readonly press: () => void;
}

/** Returns the test. */
export const useTest = <A>(request: Tested): Test<A> => {
  const ask = useAsk();
  const { draft } = useStudioForm();
  const [last, setLast] = useState<{ readonly answer: A; readonly revision: number }>();
  const { isPending, failure, press } = usePress(async () => {
    setLast(undefined);
    const revision = draft.revision();
    setLast({ answer: await ask<A>({ ...request, ...draft.edit() }), revision });
  });
  return { tested: last?.revision === draft.revision() ? last.answer : undefined, isPending, failure, press };
};
