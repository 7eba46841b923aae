// OpenAPI parameters and path templates of operations.
import type { Codecs } from '../../../../application/api/parameters.js';
import type { Schema, Schemas } from './schema.js';

/** Converts `/outputs/:slot` to `/outputs/{slot}`. */
export const pathTemplate = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}');

/** Location of a parameter. */
export type ParameterLocation = 'path' | 'query' | 'header';

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
