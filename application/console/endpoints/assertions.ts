// What a studio asserts of its access: the list, and the refusal of changes that break it (ASSERTION-1 to ASSERTION-4).
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import {
  AccessAssertions,
  assertionFields,
  checkAssertion,
  type AccessAssertion,
} from '../../../domain/access/assertion.js';
import { oneOf, orNull } from '../../../domain/codec/codec.js';
import { isEqual } from '../../../domain/codec/equality.js';
import { changedMeanwhile, studioNotFound } from '../../../domain/console/failure.js';
import { inStudio } from '../../../domain/console/requirement.js';
import type { Issue } from '../../../domain/codec/issues.js';
import { failure, invalid } from '../../../domain/failure.js';
import type { ConsoleServices } from '../console-services.js';
import type { StudioEntry } from '../../ports/console-store.js';
import { factsOf, inWords } from './broken-assertions.js';
import { endpoint } from './endpoint.js';
import { stateTag } from './state-tag.js';
import { findStudio, historyEntry, studioParameter } from './studio-access.js';

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret' | 'actions'>;

/** An assertion, and whether it holds now. */
const ShownAssertion = t.readonly(
  t.type({
    ...assertionFields,
    state: oneOf('kept', 'broken', 'void'),
    reason: orNull(t.string, 'What breaks it; null unless it is broken'),
  }),
  'ShownAssertion',
);

const result = t.readonly(t.type({ assertions: t.readonlyArray(ShownAssertion) }));

const shown = (ports: Ports, { assertions = [], configuration }: StudioEntry) => ({
  value: { assertions: assertions.map(checkAssertion(configuration, factsOf(ports))) },
  tag: stateTag(ports, assertions),
});

const list = async (ports: Ports, id: string) =>
  pipe(
    await findStudio(ports, id),
    E.map((entry) => shown(ports, entry)),
  );

export const listAssertions = endpoint({
  name: 'assertion.list',
  summary: 'List what a studio asserts of its access, and whether it holds',
  intent: 'read',
  requires: inStudio('viewer'),
  tagged: true,
  path: '/studios/:id/assertions',
  params: studioParameter,
  result,
  run: (ports: Ports, { id }) => list(ports, id),
});

const summaryOf = (before: readonly AccessAssertion[], after: readonly AccessAssertion[]): string => {
  const missing = (from: readonly AccessAssertion[], others: readonly AccessAssertion[]): readonly string[] =>
    from.map(({ name }) => name).filter((name) => others.every((other) => other.name !== name));
  const changed = after.filter((one) => before.some((other) => other.name === one.name && !isEqual(other, one)));
  const parts = [
    ...missing(after, before).map((name) => `now asserts "${name}"`),
    ...changed.map(({ name }) => `changed what "${name}" asserts`),
    ...missing(before, after).map((name) => `no longer asserts "${name}"`),
  ];
  return parts.length === 0 ? 'assertions in another order' : parts.join('; ');
};

/** Returns what is wrong with operations that are no actions of the catalogue: an assertion about them would always hold. */
const unknownActions = ({ actions }: Ports, assertions: readonly AccessAssertion[]): readonly Issue[] =>
  assertions.flatMap(({ calls }, place) =>
    calls.flatMap(({ operation }, at) =>
      actions.some(({ name }) => name === operation)
        ? []
        : [
            {
              path: `assertions[${String(place)}].calls[${String(at)}].operation`,
              expected: 'an action, such as station.take',
              got: JSON.stringify(operation),
            },
          ],
    ),
  );

export const setAssertions = endpoint({
  name: 'assertion.set',
  summary: 'Replace what a studio asserts of its access. Changes of access that break an assertion are refused',
  intent: 'replace',
  requires: inStudio('admin'),
  tagged: true,
  path: '/studios/:id/assertions',
  params: studioParameter,
  body: t.readonly(t.type({ assertions: AccessAssertions })),
  result,
  run: async (ports: Ports, { id }, context, { assertions }) => {
    const changed = await ports.store.changeAssertions(id, ({ configuration, assertions: before = [] }) => {
      if (!context.hasSeen(stateTag(ports, before))) return E.left(changedMeanwhile);
      const issues = unknownActions(ports, assertions);
      if (issues.length > 0) return E.left(invalid(issues));
      const checked = assertions.map(checkAssertion(configuration, factsOf(ports)));
      const broken = checked.filter(({ state }) => state === 'broken');
      return broken.length === 0
        ? E.right({ assertions, historyEntry: historyEntry(ports, context, summaryOf(before, assertions)) })
        : E.left(failure('conflict', `the studio can't assert what doesn't hold: ${inWords(broken)}`));
    });
    if (changed === undefined) return E.left(studioNotFound(id));
    return E.isLeft(changed) ? changed : list(ports, id);
  },
});

export const assertionEndpoints = [listAssertions, setAssertions];
