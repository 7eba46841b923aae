// The routes that the page shows: one for each operation. Plain twins, and POST beside a GET of the same effect, are
// variants of a route.
import { apiBase } from './api.js';
import {
  methods,
  type Method,
  type OpenApi,
  type Operation,
  type Parameter,
  type PathItem,
  type Response,
} from './openapi.js';

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
  /** The methods that the route accepts; the first is the one that is sent unless another is chosen. */
  readonly methods: readonly [Method, ...Method[]];
  /** An example of the body, as JSON text; undefined if the route takes no body. */
  readonly body: string | undefined;
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

const plainBase = `${apiBase}/plain`;

const isPlain = (path: string): boolean => path === plainBase || path.startsWith(`${plainBase}/`);

const plainTwin = (path: string): string => `${plainBase}${path.slice(apiBase.length)}`;

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const exampleOf = ({ content = {} }: Pick<Response, 'content'>): string | undefined => {
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

/** Returns whether a POST has the same effect as the GET of its path. */
const isTwin = ({ get, post }: PathItem): boolean => get !== undefined && get.summary === post?.summary;

/** Returns what decides how a route is called. */
const sendingOf = (
  method: Method,
  { requestBody, responses }: Operation,
  item: PathItem,
): Pick<Route, 'isAction' | 'methods' | 'body' | 'isStream'> => ({
  isAction: method !== 'GET' || '202' in responses,
  methods: method === 'GET' && isTwin(item) ? ['GET', 'POST'] : [method],
  body: requestBody && (exampleOf(requestBody) ?? ''),
  isStream: 'text/event-stream' in (responses['200']?.content ?? {}),
});

const routeOf = (path: string, method: Method, operation: Operation, document: OpenApi): Route => ({
  id: operation.operationId,
  title: operation.summary,
  description: operation.description ?? '',
  path,
  plainPath: plainTwin(path) in document.paths ? plainTwin(path) : undefined,
  ...sendingOf(method, operation, document.paths[path] ?? {}),
  // A header that has a query parameter of the same meaning is for programs.
  parameters: (operation.parameters ?? []).filter(({ name }) => name !== 'Idempotency-Key'),
  answers: answersOf(operation, document),
});

const routesOf = (path: string, item: PathItem, document: OpenApi): readonly (readonly [tag: string, route: Route])[] =>
  methods.flatMap((method) => {
    const operation = item[method.toLowerCase() as Lowercase<Method>];
    if (operation === undefined || (method === 'POST' && isTwin(item))) return [];
    return [[operation.tags?.[0] ?? '', routeOf(path, method, operation, document)] as const];
  });

/** Returns the routes of a document by feature, in the document's order. Features without a route are left out. */
export const routeGroups = (document: OpenApi): readonly RouteGroup[] => {
  const tagged = Object.entries(document.paths).flatMap(([path, item]) =>
    isPlain(path) ? [] : routesOf(path, item, document),
  );
  return document.tags
    .map(({ name, description }) => ({
      name,
      description,
      routes: tagged.flatMap(([tag, route]) => (tag === name ? [route] : [])),
    }))
    .filter(({ routes }) => routes.length > 0);
};

/** Returns the routes that contain every word of a search. */
export const searched = (groups: readonly RouteGroup[], search: string): ReadonlySet<Route> => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = ({ title, path, id }: Route, group: string): boolean => {
    const text = `${title} ${path} ${id} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return new Set(groups.flatMap(({ name, routes }) => routes.filter((route) => found(route, name))));
};
