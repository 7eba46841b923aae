// Restoring settings as they were before a change of the history: what that would change, and doing it.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { described, orNull } from '../../../domain/codec/codec.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { ChangedField, changedFields, redactedField } from '../../../domain/console/changed-fields.js';
import { inStudio } from '../../../domain/console/requirement.js';
import {
  changesLost,
  earlierValues,
  isRestorable,
  restored,
  sectionOf,
  type EarlierValues,
  type RecordedChange,
  type RestoreScope,
} from '../../../domain/console/restoration.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { fromText, optional, wholeNumber } from '../../api/parameters.js';
import type { ConsoleServices } from '../console-services.js';
import { maxHistoryEntries, type StoredHistoryEntry } from '../../ports/console-store.js';
import { editableState } from './device-overview.js';
import { endpoint } from './endpoint.js';
import { HistoryEntryOverview, listedEntry } from './history-overview.js';
import { mappedHistory } from './history-pages.js';
import { stateTag } from './state-tag.js';
import { changeStudio, findStudio, studioParameter } from './studio-access.js';

/** The codecs of the path parameters of one change. */
export const changeParameters = { ...studioParameter, change: wholeNumber(1, 2 ** 49) };

const scopes: readonly RestoreScope[] = ['change', 'section'];

const scope = described(
  optional(fromText(`one of ${scopes.join(', ')}`, (text) => scopes.find((name) => name === text))),
  { description: '`change` restores the fields of the change (default), `section` also those of later changes' },
);

/** The most later changes that are returned. */
const maxLostChanges = 50;

/** What a restoration changes, as fields at present and as they become. */
const Restoration = t.readonly(
  t.type({
    fields: t.readonlyArray(ChangedField),
    /** The later changes that are lost, newest first, at most 50. */
    lost: t.readonlyArray(HistoryEntryOverview),
    lostCount: t.number,
    notRestored: orNull(
      t.readonlyArray(t.string),
      'Paths of the change that can not be restored, such as tokens; null if the change is restored as a whole',
    ),
  }),
  'Restoration',
);
export type Restoration = t.TypeOf<typeof Restoration>;

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret' | 'actions'>;

/** A later change: what is shown of it, and its fields in the sections of the change to undo. */
interface LaterChange extends RecordedChange {
  readonly shown: ReturnType<typeof listedEntry>;
}

/** A change to undo, the later ones that are lost, newest first, and the values before it. */
interface Plan {
  readonly change: StoredHistoryEntry;
  readonly lost: readonly LaterChange[];
  readonly values: EarlierValues;
}

const laterIn =
  (sections: ReadonlySet<string>) =>
  (entry: StoredHistoryEntry): LaterChange => ({
    id: entry.id,
    action: entry.action,
    fields: entry.fields?.filter(({ subject }) => sections.has(sectionOf(subject))),
    shown: listedEntry(entry),
  });

const planOf = async (
  { store }: Ports,
  {
    id,
    change,
    scope: chosen = 'change',
  }: { readonly id: string; readonly change: number; readonly scope: RestoreScope | undefined },
): Promise<E.Either<Failure, Plan>> => {
  const [first] = await store.history(id, { since: change, before: change + 1, limit: 1 });
  if (first === undefined) return E.left(failure('not_found', `there is no change ${String(change)}`));
  const sections = new Set(first.fields?.map(({ subject }) => sectionOf(subject)));
  const newestFirst = await mappedHistory(
    { store },
    id,
    { since: change + 1, limit: maxHistoryEntries },
    laterIn(sections),
  );
  const later = newestFirst.toReversed();
  return pipe(
    earlierValues([first, ...later], chosen),
    E.map((values) => ({ change: first, values, lost: changesLost(later, values).toReversed() })),
  );
};

/** The tag covers what can be restored of the sections that the plan concerns. */
const tagOf =
  (ports: Ports, { values }: Plan) =>
  ({ access, features, devices }: AccessConfiguration): string => {
    const sections = new Set([...values.keys()].map(sectionOf));
    const state = [
      sections.has('access') && access,
      sections.has('features') && features,
      ...devices.filter(({ id }) => sections.has(`devices.${id}`)).map(editableState),
    ];
    return stateTag(ports, state);
  };

const restorationOf = (
  { change: { fields = [] }, lost }: Plan,
  before: AccessConfiguration,
  after: AccessConfiguration,
): Restoration => {
  const left = fields.filter((field) => !isRestorable(field)).map(({ subject }) => subject);
  return {
    fields: changedFields(before, after).map(redactedField),
    lost: lost.slice(0, maxLostChanges).map(({ shown }) => shown),
    lostCount: lost.length,
    notRestored: left.length === 0 ? null : left,
  };
};

const result = t.readonly(t.type({ restoration: Restoration }));

export const showRestoration = endpoint({
  name: 'restoration.get',
  summary: 'Show what restoring the settings before a change would change, and which later changes would be lost',
  intent: 'read',
  requires: inStudio('viewer'),
  tagged: true,
  path: '/studios/:id/changes/:change/restore',
  params: changeParameters,
  query: { scope },
  result,
  run: async (ports: Ports, parameters) => {
    const found = await findStudio(ports, parameters.id);
    if (E.isLeft(found)) return found;
    const plan = await planOf(ports, parameters);
    if (E.isLeft(plan)) return plan;
    const { configuration } = found.right;
    return pipe(
      restored(configuration, plan.right.values),
      E.map((after) => ({
        value: { restoration: restorationOf(plan.right, configuration, after) },
        tag: tagOf(ports, plan.right)(configuration),
      })),
    );
  },
});

const occasionOf = ({ change: { time, operator } }: Plan): string =>
  `restored the settings before the change by ${operator} of ${utcTime(time)}: `;

const changedSection = ({ values }: Plan): 'access' | 'features' | 'devices' => {
  const [section = ''] = [...values.keys()].map((subject) => subject.split('.')[0]);
  return section === 'access' || section === 'features' ? section : 'devices';
};

export const restoreChange = endpoint({
  name: 'change.restore',
  summary: 'Restore the settings before a change, as a change of its own; tokens are never restored',
  intent: 'act',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/changes/:change/restore',
  params: changeParameters,
  query: { scope },
  result,
  run: async (ports: Ports, parameters, context) => {
    const found = await findStudio(ports, parameters.id);
    if (E.isLeft(found)) return found;
    const plan = await planOf(ports, parameters);
    if (E.isLeft(plan)) return plan;
    let before = found.right.configuration;
    const changed = await changeStudio(ports, parameters.id, context, {
      section: changedSection(plan.right),
      tag: tagOf(ports, plan.right),
      occasion: occasionOf(plan.right),
      to: (configuration) => {
        before = configuration;
        return restored(configuration, plan.right.values);
      },
    });
    return pipe(
      changed,
      E.map((after) => ({
        value: { restoration: restorationOf(plan.right, before, after) },
        tag: tagOf(ports, plan.right)(after),
        version: after.version,
      })),
    );
  },
});

export const restoreEndpoints = [showRestoration, restoreChange];
