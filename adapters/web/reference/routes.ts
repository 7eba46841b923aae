// The routes that the page shows: one for each operation. Plain twins and POST are variants of a route.
import type { OpenApi, Operation, Parameter, Response } from './openapi.js';

/** A possible answer. */
export interface Answer {
  readonly status: string;
  readonly description: string;
  /** An example of the body, as text; undefined if the document has none. */
  readonly example: string | undefined;
}

/** A route as the page shows it. */
export interface Route {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  /** The path of the plain-text twin; undefined without one. */
  readonly plainPath: string | undefined;
  readonly isAction: boolean;
  readonly hasPost: boolean;
  readonly isStream: boolean;
  readonly parameters: readonly Parameter[];
  readonly answers: readonly Answer[];
}

/** The routes of one feature. */
export interface RouteGroup {
  readonly name: string;
  readonly description: string;
  readonly routes: readonly Route[];
}

const base = '/api/v2';
const plainBase = `${base}/plain`;

const isPlain = (path: string): boolean => path === plainBase || path.startsWith(`${plainBase}/`);

const plainTwin = (path: string): string => `${plainBase}${path.slice(base.length)}`;

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const exampleOf = ({ content = {} }: Response): string | undefined => {
  const [media] = Object.values(content);
  const [first] = Object.values(media?.examples ?? {});
  const value = media?.example ?? first?.value;
  return value === undefined ? undefined : asText(value);
};

const resolved = (response: Response, { components }: OpenApi): Response =>
  response.$ref === undefined ? response : (components.responses[response.$ref.replace(/^.*\//, '')] ?? response);

const answersOf = ({ responses }: Operation, document: OpenApi): readonly Answer[] =>
  Object.entries(responses).map(([status, response]) => {
    const { description = '', ...rest } = resolved(response, document);
    return { status, description, example: exampleOf(rest) };
  });

const routeOf = (path: string, operation: Operation, document: OpenApi): Route => ({
  id: operation.operationId,
  title: operation.summary,
  description: operation.description ?? '',
  path,
  plainPath: plainTwin(path) in document.paths ? plainTwin(path) : undefined,
  isAction: '202' in operation.responses,
  hasPost: document.paths[path]?.post !== undefined,
  isStream: 'text/event-stream' in (operation.responses['200']?.content ?? {}),
  // A header that has a query parameter of the same meaning is for programs.
  parameters: (operation.parameters ?? []).filter(({ name }) => name !== 'Idempotency-Key'),
  answers: answersOf(operation, document),
});

/** Returns the routes of a document by feature, in the document's order. Features without a route are left out. */
export const routeGroups = (document: OpenApi): readonly RouteGroup[] =>
  document.tags
    .map(({ name, description }) => ({
      name,
      description,
      routes: Object.entries(document.paths).flatMap(([path, { get }]) =>
        get?.tags?.[0] === name && !isPlain(path) ? [routeOf(path, get, document)] : [],
      ),
    }))
    .filter(({ routes }) => routes.length > 0);

/** Returns the groups with only the routes that contain every word of a search. */
export const searched = (groups: readonly RouteGroup[], search: string): readonly RouteGroup[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = ({ title, path, id }: Route, group: string): boolean => {
    const text = `${title} ${path} ${id} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, routes: group.routes.filter((route) => found(route, group.name)) }))
    .filter(({ routes }) => routes.length > 0);
};
