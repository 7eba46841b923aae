// Parameters and paths of operations, as OpenAPI writes them.
import type { Codecs } from '../../../../application/api/parameters.js';
import type { Schema, Schemas } from './schema.js';

/** `/outputs/:slot` as `/outputs/{slot}`. */
export const pathTemplate = (path: string): string => path.replace(/:([A-Za-z]+)/g, '{$1}');

/** Where a parameter stands. */
type Place = 'path' | 'query' | 'header';

/** An example is offered for what must be given; what may be left out shows its examples in its schema. */
const parameterOf = (place: Place, name: string, required: boolean, schema: Schema): Schema => {
  const { description, examples, ...bare } = schema;
  const [example] = (examples as readonly unknown[] | undefined) ?? [];
  const filled = required && example !== undefined;
  return {
    ...{ name, in: place, required, description },
    schema: filled || examples === undefined ? bare : { ...bare, examples },
    ...(filled ? { example } : {}),
  };
};

/** Parameters of one place. */
export const parametersOf = (place: Place, codecs: Codecs, { of }: Schemas): readonly Schema[] =>
  Object.entries(codecs).map(([name, codec]) => parameterOf(place, name, !codec.is(undefined), of(codec)));
