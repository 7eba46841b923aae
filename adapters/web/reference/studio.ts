// What this studio has: the values that parameters can take. Read with the same access as the calls.
import { apiBase, hasPath } from './api.js';
import { tokenHeaders } from './call.js';
import type { OpenApi, Parameter } from './openapi.js';
import type { Route } from './routes.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The records of the studio that the reader may read; parts that are switched off are missing. */
export interface ReadableRecords {
  readonly studio?: Named;
  readonly stations?: readonly Named[];
  readonly signals?: readonly (Named & { readonly identifier: string })[];
  readonly macros?: readonly Named[];
  readonly automations?: readonly Named[];
  readonly outputs?: readonly { readonly slot: string; readonly name: string; readonly scenes: readonly Scene[] }[];
  readonly banks?: readonly { readonly key: string; readonly name: string; readonly active: boolean }[];
  readonly cameras?: readonly Named[];
  readonly variables?: readonly { readonly name: string; readonly type: string }[];
}

interface Scene {
  readonly id: string;
}

/** The access of the reader: the studio's state, or why it was refused. */
export type Access =
  | { readonly kind: 'admitted'; readonly state: ReadableRecords; readonly isSimulated: boolean }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'unreachable' };

/** The API, and what the reader may see of the studio. */
export interface ApiAccess {
  readonly document: OpenApi;
  readonly state: ReadableRecords | undefined;
  readonly token: string;
}

/** Path of the route that returns the whole state, below the base. */
const statePath = '/state';

/** A value of a parameter, with its name for people. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

const get = async (path: string, token: string): Promise<{ readonly status: number; readonly body: unknown }> => {
  const response = await fetch(path, { headers: tokenHeaders(token), credentials: 'omit' });
  return { status: response.status, body: await response.json() };
};

/** Returns whether the service states that its devices are simulated. Without an answer they count as real. */
const areDevicesSimulated = async (token: string): Promise<boolean> => {
  const { status, body } = await get(`${apiBase}/core`, token).catch(() => ({ status: 0, body: {} }));
  return status === 200 && (body as { readonly core: { readonly simulated: boolean } }).core.simulated;
};

/** Returns whether a route is called without a question: reads are, and actions on devices known to be simulated. */
export const needsNoQuestion = async (route: Route, { document, token }: ApiAccess): Promise<boolean> =>
  !route.isAction || (hasPath(document, '/core') && (await areDevicesSimulated(token)));

/** Returns the access of the reader. */
export const readAccess = async (token: string): Promise<Access> => {
  try {
    const { status, body } = await get(apiBase + statePath, token);
    if (status !== 200) return { kind: 'refused', status, message: (body as { readonly message: string }).message };
    return { kind: 'admitted', state: body as ReadableRecords, isSimulated: await areDevicesSimulated(token) };
  } catch {
    return { kind: 'unreachable' };
  }
};

/** Reads a list of records, such as the clips of a bank. Returns no records if it is refused. */
const readList = async <A>(path: string, name: string, token: string): Promise<readonly A[]> => {
  const { status, body } = await get(path, token).catch(() => ({ status: 0, body: {} }));
  return status === 200 ? ((body as Record<string, readonly A[]>)[name] ?? []) : [];
};

const named = (records: readonly Named[] = []): readonly Choice[] =>
  records.map(({ id, name }) => ({ value: id, label: name }));

/** Choices by the part of the path before a parameter. */
const pathChoices: Readonly<Record<string, (state: ReadableRecords) => readonly Choice[]>> = {
  stations: ({ stations }) => named(stations),
  signals: ({ signals = [] }) => signals.map(({ identifier, name }) => ({ value: identifier, label: name })),
  macros: ({ macros }) => named(macros),
  automations: ({ automations }) => named(automations),
  outputs: ({ outputs = [] }) => outputs.map(({ slot, name }) => ({ value: slot, label: name })),
  banks: ({ banks = [] }) => banks.map(({ key, name }) => ({ value: key, label: name })),
  cameras: ({ cameras }) => named(cameras),
  variables: ({ variables = [] }) => variables.map(({ name, type }) => ({ value: name, label: type.toLowerCase() })),
};

type Values = Readonly<Record<string, string>>;

/** Choices by the name of a query parameter. */
const queryChoices: Readonly<Record<string, (state: ReadableRecords, values: Values) => readonly Choice[]>> = {
  station: ({ stations }) => named(stations),
  bank: ({ banks = [] }) => banks.map(({ key, name }) => ({ value: key, label: name })),
  scene: ({ outputs = [] }, { slot }) =>
    outputs
      .filter((output) => output.slot === slot)
      .flatMap(({ scenes }) => named(scenes.map(({ id }) => ({ id, name: id })))),
};

/** Returns the part of the path before a parameter: `outputs` for `slot` in `/outputs/{slot}/stop`. */
const collectionOf = (path: string, name: string): string => path.split(`/{${name}}`)[0]?.replace(/^.*\//, '') ?? '';

/** Returns the path of a list that the state of the studio doesn't contain: clips, or angles. */
const pathBesideState = (
  route: Route,
  { name }: Parameter,
  values: Values,
  state: ReadableRecords,
): string | undefined => {
  const collection = collectionOf(route.path, name);
  const chosen = values['bank'] ?? '';
  const bank = chosen === '' ? state.banks?.find(({ active }) => active)?.key : chosen;
  if (collection === 'clips' && bank !== undefined) return `${apiBase}/banks/${encodeURIComponent(bank)}/clips`;
  const camera = values['id'];
  return collection === 'angles' && camera ? `${apiBase}/cameras/${encodeURIComponent(camera)}/angles` : undefined;
};

/** Returns the path of the list whose records a parameter names: `/devices` for `/devices/{id}` and for `device`. */
const pathOfRecords = ({ path }: Route, { in: where, name }: Parameter, document: OpenApi): string | undefined => {
  const list = where === 'path' ? `/${collectionOf(path, name)}` : `/${name}s`;
  return where !== 'header' && hasPath(document, list) ? apiBase + list : undefined;
};

/** Returns the path of the list that a parameter is chosen from; undefined if the state contains the choices. */
export const listPath = (
  route: Route,
  parameter: Parameter,
  values: Values,
  { state = {}, document }: ApiAccess,
): string | undefined =>
  hasPath(document, statePath)
    ? pathBesideState(route, parameter, values, state)
    : pathOfRecords(route, parameter, document);

interface ListRecord {
  readonly id?: string;
  readonly number?: number;
  readonly key?: string;
  readonly name?: string;
}

/** Reads the choices of a list. */
export const readChoices = async (path: string, token: string): Promise<readonly Choice[]> => {
  const records = await readList<ListRecord>(path, path.replace(/^.*\//, ''), token);
  return records.map(({ id, number, key, name }) => ({
    value: String(number ?? id ?? ''),
    label: name ?? key ?? '',
  }));
};

/** Returns the choices of a parameter that the state or the document contains. */
export const choicesOf = (
  route: Route,
  parameter: Parameter,
  values: Values,
  state: ReadableRecords,
): readonly Choice[] => {
  const { name, in: where, schema } = parameter;
  if (schema.enum) return schema.enum.map((value) => ({ value, label: '' }));
  if (where === 'path') return pathChoices[collectionOf(route.path, name)]?.(state) ?? [];
  return queryChoices[name]?.(state, values) ?? [];
};
