// Panels: reads of what a screen shows and calls, with the keys that the caller may use (PANEL-3), and the page that shows them.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { limitOf, type Caller, type RefusedDevice } from '../../domain/access/caller.js';
import { mayCall } from '../../domain/access/permission.js';
import { described, isSameName } from '../../domain/codec/codec.js';
import { failure } from '../../domain/failure.js';
import { findClip } from '../../domain/studio/clip.js';
import {
  pagesOf,
  Panel,
  panelsOf,
  type KeySubject,
  type NamedKey,
  type PanelDefinition,
  type PanelKey,
} from '../../domain/studio/panel.js';
import { recordIdsOf } from '../access/operation-limits.js';
import { targetOf } from '../api/authorized-call.js';
import { calledOperation, recordOf } from '../api/called-operation.js';
import type { Operation } from '../api/operation.js';
import { someText } from '../api/parameters.js';
import { textForm } from '../api/plain-forms.js';
import { read } from '../api/read.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { StudioState } from '../state/studio-state.js';

interface Ports {
  readonly access: CurrentAccess;
  readonly studio: Pick<StudioState, 'layout' | 'records' | 'runtime'>;
}

type AnyCaller = Caller | RefusedDevice | undefined;

const PanelName = t.readonly(t.type({ id: t.string, name: t.string }), 'PanelName');

/** A device with exact rights sees its own panel only (LIMIT-3). */
const seenBy = ({ studio }: Ports, caller: AnyCaller): readonly PanelDefinition[] => {
  const own = caller?.kind === 'device' && limitOf(caller) !== undefined ? caller.device.panel : undefined;
  return panelsOf(studio.layout).filter(({ id }) => own === undefined || id === own);
};

/** Returns the path of a key's call, with the query. */
const pathOf = ({ path }: Operation<never>, { with: values }: NamedKey): string => {
  const inPath = new Set(path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(Object.entries(values).filter(([name]) => !inPath.has(name))).toString();
  return `/api/v2${filled}${query === '' ? '' : `?${query}`}`;
};

/** Returns the clip that a key names, in its bank or in the one that is active. */
const clipOf = ({ studio }: Ports, { with: values }: NamedKey): Pick<KeySubject, 'bank' | 'clip'> =>
  pipe(
    studio.records.banks.find(values['bank'] ?? studio.runtime().activeBank),
    E.chain((bank) =>
      pipe(
        findClip(bank, values['number'] ?? ''),
        E.map(({ key }) => ({ bank: bank.key, clip: key })),
      ),
    ),
    E.getOrElseW(() => ({ bank: null, clip: null })),
  );

const subjectOf = (ports: Ports, operation: Operation<never>, key: NamedKey): KeySubject | null => {
  const record = recordOf(operation, (parameter) => key.with[parameter]);
  if (record === undefined) return null;
  const clip = operation.path.includes('/clips/:number') ? clipOf(ports, key) : { bank: null, clip: null };
  const [id = null] = recordIdsOf(ports.studio.records, record, ports.studio.runtime().holder);
  return { kind: record.kind, id, scene: key.with['scene'] ?? null, ...clip };
};

const isUsable = ({ access }: Ports, caller: AnyCaller, operation: Operation<never>, { with: values }: NamedKey) => {
  const parameters = new Map(Object.entries(values).map(([name, value]) => [name, [value]]));
  const called = () => calledOperation(operation, { path: parameters, query: parameters });
  const { configuration } = access.current();
  return mayCall({ caller, target: { ...targetOf(operation, 'v2'), called }, configuration });
};

/** Returns the function that reads a panel for a caller; `operations` are those that keys may name. */
const panelRecords = (operations: readonly Operation<never>[]) => {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));

  const keyFor = (ports: Ports, caller: AnyCaller, key: NamedKey | null): PanelKey | null => {
    const operation = byName.get(key?.press ?? key?.show ?? '');
    if (key === null || operation === undefined || !isUsable(ports, caller, operation, key)) return null;
    return { ...key, path: pathOf(operation, key), about: subjectOf(ports, operation, key) };
  };

  return (ports: Ports, caller: AnyCaller, panel: PanelDefinition): Panel => ({
    id: panel.id,
    name: panel.name,
    station: panel.station ?? null,
    pages: pagesOf(ports.studio.layout, panel)
      .map((page) => ({ ...page, keys: page.keys.map((key) => keyFor(ports, caller, key)) }))
      // The name of a page may be that of a record.
      .filter(({ keys }) => keys.some((key) => key !== null)),
  });
};

const list = read({
  name: 'panel.list',
  summary: 'The panels of the studio that the caller may use',
  feature: null,
  tag: 'system',
  path: '/panels',
  result: { panels: t.readonlyArray(PanelName) },
  plain: (body) => String(body.panels.length),
  run: (ports: Ports, _input, { caller }) =>
    E.right({ panels: seenBy(ports, caller).map(({ id, name }) => ({ id, name })) }),
});

const panelId = described(someText, { description: 'Panel id, in any letters’ case', examples: ['studio'] });

/** Returns the operations that read panels; `operations` are those that keys may name. */
export const panelOperations = (operations: readonly Operation<never>[]): readonly Operation<Ports>[] => {
  const recordFor = panelRecords(operations);
  const panel = read({
    name: 'panel.get',
    summary: 'One panel, with the keys that the caller may use',
    feature: null,
    tag: 'system',
    path: '/panels/:id',
    params: { id: panelId },
    result: { panel: Panel },
    plain: (body) => body.panel.name,
    plainForm: textForm('The name', 'Presenter'),
    run: (ports: Ports, { id }, { caller }) => {
      const found = seenBy(ports, caller).find((one) => isSameName(one.id, id));
      return found === undefined
        ? E.left(failure('not_found', `there is no panel "${id}" that this caller may use`))
        : E.right({ panel: recordFor(ports, caller, found) });
    },
  });
  return [list, panel];
};

/** Returns a page of the service for everybody, which contains nothing of the studio: it is closed while the API is off (PANEL-6). */
const screenPage = (name: string, path: string) =>
  read({
    name,
    summary: 'A page for screens',
    feature: null,
    admission: 'page',
    path,
    result: { page: t.string },
    plain: () => path,
    run: ({ screens }: { readonly screens: string }) => E.right({ page: screens }),
  });

/** The pages for screens: panels and displays. */
export const screenPages = [
  screenPage('page.panel', '/panels/:id'),
  screenPage('page.display', '/displays/:output'),
  screenPage('page.tally', '/displays/tally/:camera'),
];
