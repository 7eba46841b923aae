// The actions of a service, as its OpenAPI document describes them.

/** A value that a parameter takes, as the document describes it. */
export interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** A parameter of an action. */
export interface ActionParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: ParameterSchema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly ActionParameter[];
}

/** The parts of the document that the module reads. */
export interface ServiceDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
}

/** An action of the service. */
export interface ServiceAction {
  /** The name of the operation, such as `clip.play`. */
  readonly id: string;
  readonly summary: string;
  /** The path with its parameters in braces, such as `/api/v2/outputs/{slot}/take`. */
  readonly path: string;
  readonly parameters: readonly ActionParameter[];
}

const base = '/api/v2/';
const plainBase = `${base}plain/`;
const postSuffix = '.post';

/** Parameters that the module sends by itself: every press waits for its result, and has a key of its own. */
const ownParameters: ReadonlySet<string> = new Set(['query wait', 'query key', 'header Idempotency-Key']);

const actionOf = (path: string, { operationId, summary, parameters = [] }: Operation): ServiceAction => ({
  id: operationId.slice(0, -postSuffix.length),
  summary,
  path,
  parameters: parameters.filter((parameter) => !ownParameters.has(`${parameter.in} ${parameter.name}`)),
});

/** Returns the actions of a document, in its order: the operations that accept POST. Plain twins are left out. */
export const actionsOf = ({ paths }: ServiceDocument): readonly ServiceAction[] =>
  Object.entries(paths).flatMap(([path, { post }]) =>
    post?.operationId.endsWith(postSuffix) && path.startsWith(base) && !path.startsWith(plainBase)
      ? [actionOf(path, post)]
      : [],
  );

/** Returns the part of an action's path before a parameter: `outputs` for `slot` in `/outputs/{slot}/take`. */
export const collectionOf = (path: string, name: string): string =>
  path.split(`/{${name}}`, 1)[0]?.split('/').at(-1) ?? '';
