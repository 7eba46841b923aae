// Holds an answer against the document: is it described, and is it what is described?
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

// The package is CommonJS: its function is the default of its default.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.1 document. */
export type Document = Json & { readonly paths: Readonly<Record<string, Json>> };

/** Headers by lower-case name. */
export type Headers = Readonly<Record<string, string | readonly string[] | number | undefined>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Records of answers have no fields but those that are described; the document leaves room for later versions. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, closed(field)]));
  const open = 'additionalProperties' in value || !isObject(value['properties']) || typeof value['type'] === 'object';
  return open ? fields : { ...fields, unevaluatedProperties: false };
};

const escaped = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
const pointer = (...keys: readonly string[]): string => ['#', ...keys.map(escaped)].join('/');

const at = (document: unknown, reference: string): Json =>
  reference
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), document) as Json;

/** Follows references until something is there; gives the place of it as well. */
const resolved = (document: Document, reference: string): readonly [place: string, value: Json] | undefined => {
  const value = at(document, reference) as Json | undefined;
  if (value === undefined) return undefined;
  return typeof value['$ref'] === 'string' ? resolved(document, value['$ref']) : [reference, value];
};

interface Compiled {
  readonly validator: (place: string) => ValidateFunction;
}

const compile = (document: Document): Compiled => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(closed(document) as Json, 'document');
  return { validator: (place) => ajv.compile({ $ref: `document${place}` }) };
};

const compiled = new WeakMap<Document, Compiled>();

const compiledOf = (document: Document): Compiled => {
  const known = compiled.get(document) ?? compile(document);
  compiled.set(document, known);
  return known;
};

const validators = new WeakMap<Compiled, Map<string, ValidateFunction>>();

const faultsAt = (document: Document, place: string, value: unknown): readonly string[] => {
  const from = compiledOf(document);
  const known = validators.get(from) ?? new Map<string, ValidateFunction>();
  const validate = known.get(place) ?? from.validator(place);
  validators.set(from, known.set(place, validate));
  return validate(value)
    ? []
    : (validate.errors ?? []).map(
        (fault) => `${fault.instancePath || 'body'} ${fault.message ?? ''} ${JSON.stringify(fault.params)}`,
      );
};

const segments = (path: string): readonly string[] => path.replace(/\/$/, '').split('/');

const isVariable = (segment: string): boolean => segment.startsWith('{');

const fits = (template: readonly string[], path: readonly string[]): boolean =>
  template.length === path.length &&
  template.every((segment, index) => (isVariable(segment) ? path[index] !== '' : segment === path[index]));

const variables = (template: string): number => segments(template).filter(isVariable).length;

/** The described path that a request's path is one of; literal segments go before parameters. */
export const templateOf = ({ paths }: Document, path: string): string | undefined => {
  const asked = segments(path.split('?', 1)[0] ?? '');
  return Object.keys(paths)
    .filter((template) => fits(segments(template), asked))
    .toSorted((one, other) => variables(one) - variables(other))[0];
};

const mediaOf = (headers: Headers): string => String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';

const headerFaults = (document: Document, place: string, response: Json, headers: Headers): readonly string[] =>
  Object.keys((response['headers'] ?? {}) as Json).flatMap((name) => {
    const header = resolved(document, `${place}/headers/${escaped(name)}`);
    const value = headers[name.toLowerCase()];
    if (header === undefined) return [`the header ${name} is described nowhere`];
    if (value === undefined) return header[1]['required'] === true ? [`the header ${name} is missing`] : [];
    return faultsAt(document, `${header[0]}/schema`, value).map((fault) => `header ${name}: ${fault}`);
  });

const parsed = (media: string, body: string): unknown => (media === 'application/json' ? JSON.parse(body) : body);

const bodyFaults = (
  document: Document,
  place: string,
  response: Json,
  headers: Headers,
  body: string,
): readonly string[] => {
  if (response['content'] === undefined) return body === '' ? [] : ['a body is not described'];
  const media = mediaOf(headers);
  if (!isObject(response['content']) || !(media in response['content']))
    return [`${media || 'no media type'} is not described`];
  return faultsAt(document, `${place}/content/${escaped(media)}/schema`, parsed(media, body));
};

/**
 * What is wrong with an answer, each in one line; nothing where it is as described. `path` may carry a query. A HEAD is
 * held against GET, without its body.
 */
export const answerFaults = (
  document: Document,
  method: string,
  path: string,
  ...[status, headers, body]: readonly [status: number, headers: Headers, body: string]
): readonly string[] => {
  const template = templateOf(document, path);
  if (template === undefined) return [`${path} is not described`];
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const found = resolved(document, pointer('paths', template, verb, 'responses', String(status)));
  if (found === undefined) return [`${method} ${template}: ${String(status)} is not described`];
  const faults = [
    ...headerFaults(document, ...found, headers),
    ...(method === 'HEAD' ? [] : bodyFaults(document, ...found, headers, body)),
  ];
  return faults.map((fault) => `${method} ${template} ${String(status)}: ${fault}`);
};
