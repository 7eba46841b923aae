// The frame of an OpenAPI document, the same for every API here.
import type { Schema } from './schema.js';

/** Operations by path and, in lower case, by method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Schema>>>>;

/** What a document is about. */
export interface Frame {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** What is required of callers of every operation that doesn't say otherwise. */
  readonly security: readonly Schema[];
  readonly paths: Paths;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

/** An OpenAPI document. */
export type OpenApi = Schema & Pick<Frame, 'tags' | 'paths' | 'components'>;

/** Makes a document. */
export const openApi = ({ title, version, description, ...rest }: Frame): OpenApi => ({
  openapi: '3.1.0',
  info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
  servers: [{ url: '/', description: 'The service that serves this document' }],
  ...rest,
});

/** Puts operations of the same path together. */
export const pathsOf = (operations: readonly (readonly [path: string, method: string, operation: Schema])[]): Paths =>
  Object.fromEntries(
    [...Map.groupBy(operations, ([path]) => path)].map(([path, ofPath]) => [
      path,
      Object.fromEntries(ofPath.map(([, method, operation]) => [method.toLowerCase(), operation])),
    ]),
  );
