// Describes operations in OpenAPI documents: what is the same in every document.
import type * as t from 'io-ts';
import type { Codecs } from '../../../../application/api/parameters.js';
import { exampleOf } from './example.js';
import type { Schema, Schemas } from './schema.js';

/** Converts `/outputs/:slot` to `/outputs/{slot}`. */
export const pathTemplate = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}');

/** Location of a parameter. */
type ParameterLocation = 'path' | 'query' | 'header';

/** A required parameter gets an example of its own; an optional one keeps its examples in the schema. */
const parameterOf = (location: ParameterLocation, name: string, required: boolean, schema: Schema): Schema => {
  const { description, examples, ...plainSchema } = schema;
  const [example] = (examples as readonly unknown[] | undefined) ?? [];
  const hasExample = required && example !== undefined;
  return {
    name,
    in: location,
    required,
    description,
    schema: hasExample || examples === undefined ? plainSchema : { ...plainSchema, examples },
    ...(hasExample ? { example } : {}),
  };
};

/** Returns the parameters of one location. */
export const parametersOf = (location: ParameterLocation, codecs: Codecs, { of }: Schemas): readonly Schema[] =>
  Object.entries(codecs).map(([name, codec]) => parameterOf(location, name, !codec.is(undefined), of(codec)));

/** An operation as a document describes it. */
export interface DescribedOperation {
  /** Its id. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: string;
  /** From the root, with `:name` parameters. */
  readonly path: string;
  /** Default: what precedes the first dot of the name. */
  readonly tags?: readonly string[];
  /** Whether it needs no credentials, although others do. */
  readonly isPublic?: boolean;
  /** Whether it will end. */
  readonly isDeprecated?: boolean;
  readonly parameters?: Partial<Readonly<Record<ParameterLocation, Codecs>>>;
  /** Parameters without a codec. */
  readonly furtherParameters?: readonly Schema[];
  /** The codec of the body; null for none. */
  readonly body?: t.Mixed | null;
  /** Returns the responses by status. The schemas that they add follow those of parameters and body. */
  readonly responses: () => Schema;
}

/** Returns JSON content with an example. */
export const jsonContent = (schema: Schema, components: Readonly<Record<string, Schema>>): Schema => ({
  'application/json': { schema, example: exampleOf(schema, components) },
});

const allParameters = (
  { parameters: { path = {}, query = {}, header = {} } = {}, furtherParameters = [] }: DescribedOperation,
  made: Schemas,
): readonly Schema[] => [
  ...parametersOf('path', path, made),
  ...parametersOf('query', query, made),
  ...furtherParameters,
  ...parametersOf('header', header, made),
];

/** Returns an operation with its path and method. */
export const describeOperation = (
  described: DescribedOperation,
  made: Schemas,
): readonly [path: string, method: string, operation: Schema] => {
  const { name, summary, description, method, path, isPublic = false, body, responses } = described;
  const { tags = [name.split('.', 1)[0] ?? ''] } = described;
  const operation: Schema = {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    ...(tags.length > 0 && { tags }),
    ...(isPublic && { security: [] }),
    ...(described.isDeprecated === true && { deprecated: true }),
    parameters: allParameters(described, made),
    ...(body && { requestBody: { required: true, content: jsonContent(made.of(body), made.components()) } }),
    responses: responses(),
  };
  return [pathTemplate(path), method, operation];
};
