// The parts of the OpenAPI document that the page reads. The service generates the document, so it isn't checked again.

/** The methods of operations, as in requests. */
export const methods = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** A method. */
export type Method = (typeof methods)[number];

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: {
    readonly type?: string;
    readonly enum?: readonly string[];
    readonly examples?: readonly unknown[];
    readonly default?: unknown;
  };
}

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** A response, or a reference to one of the document's components. */
export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

/** An operation: one method of a path. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The operations of a path. */
export type PathItem = Readonly<Partial<Record<Lowercase<Method>, Operation>>>;

/** The document. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** The ways to authorize calls; empty if the API takes no credentials. */
  readonly security: readonly unknown[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}
