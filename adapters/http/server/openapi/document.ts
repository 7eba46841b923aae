// OpenAPI documents: the parts that are the same for every API.
import type { Schema } from './schema.js';

/** Operations by path and, in lower case, by method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Schema>>>>;

/** The parts that differ between the documents. */
export interface DocumentParts {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Security requirement of operations that define none. */
  readonly security: readonly Schema[];
  readonly paths: Paths;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

/** An OpenAPI document. */
export type OpenApiDocument = Schema & Pick<DocumentParts, 'tags' | 'paths' | 'components'>;

/** Creates a document. */
export const composeOpenApiDocument = ({ title, version, description, ...rest }: DocumentParts): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: '/', description: 'The service that serves this document' }],
  ...rest,
});

/** Groups operations by path. */
export const pathsOf = (operations: readonly (readonly [path: string, method: string, operation: Schema])[]): Paths =>
  Object.fromEntries(
    [...Map.groupBy(operations, ([path]) => path)].map(([path, ofPath]) => [
      path,
      Object.fromEntries(ofPath.map(([, method, operation]) => [method.toLowerCase(), operation])),
    ]),
  );
