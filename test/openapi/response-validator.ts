// Validates responses against an OpenAPI document.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

// The package is CommonJS, so its default export is nested.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.1 document. */
export type ApiDocument = Json & { readonly paths: Readonly<Record<string, Json>> };

/** Headers by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | number | undefined>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withFurtherFields = (schema: unknown): unknown => {
  const { unevaluatedProperties: _forbidden, ...rest } = schema as Json;
  return rest;
};

/** Forbids undescribed fields in the schemas. The document itself allows them, for later versions. */
const withoutExtraFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutExtraFields);
  if (!isObject(value)) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutExtraFields(field)]));
  // Each part of a whole has fields of its own.
  if (Array.isArray(fields['allOf']))
    return { ...fields, allOf: fields['allOf'].map(withFurtherFields), unevaluatedProperties: false };
  const open = 'additionalProperties' in value || !isObject(value['properties']) || typeof value['type'] === 'object';
  return open ? fields : { ...fields, unevaluatedProperties: false };
};

const escaped = (key: string): string => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
const pointer = (...keys: readonly string[]): string => ['#', ...keys.map(escaped)].join('/');

const valueAt = (document: unknown, reference: string): Json =>
  reference
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), document) as Json;

/** Follows references; returns the value and its pointer. */
const resolved = (document: ApiDocument, reference: string): readonly [pointer: string, value: Json] | undefined => {
  const value = valueAt(document, reference) as Json | undefined;
  if (value === undefined) return undefined;
  return typeof value['$ref'] === 'string' ? resolved(document, value['$ref']) : [reference, value];
};

interface Compiled {
  readonly validator: (pointer: string) => ValidateFunction;
}

const compile = (document: ApiDocument): Compiled => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(withoutExtraFields(document) as Json, 'document');
  return { validator: (reference) => ajv.compile({ $ref: `document${reference}` }) };
};

const compiled = new WeakMap<ApiDocument, Compiled>();

const compiledOf = (document: ApiDocument): Compiled => {
  const known = compiled.get(document) ?? compile(document);
  compiled.set(document, known);
  return known;
};

const validators = new WeakMap<Compiled, Map<string, ValidateFunction>>();

const issuesAt = (document: ApiDocument, reference: string, value: unknown): readonly string[] => {
  const compiledDocument = compiledOf(document);
  const known = validators.get(compiledDocument) ?? new Map<string, ValidateFunction>();
  const validate = known.get(reference) ?? compiledDocument.validator(reference);
  validators.set(compiledDocument, known.set(reference, validate));
  return validate(value)
    ? []
    : (validate.errors ?? []).map(
        (issue) => `${issue.instancePath || 'body'} ${issue.message ?? ''} ${JSON.stringify(issue.params)}`,
      );
};

const segments = (path: string): readonly string[] => path.replace(/\/$/, '').split('/');

const isVariable = (segment: string): boolean => segment.startsWith('{');

const matches = (template: readonly string[], path: readonly string[]): boolean =>
  template.length === path.length &&
  template.every((segment, index) => (isVariable(segment) ? path[index] !== '' : segment === path[index]));

const variables = (template: string): number => segments(template).filter(isVariable).length;

/** Returns the described path that matches a request's path. Literal segments take precedence over parameters. */
export const templateOf = ({ paths }: ApiDocument, path: string): string | undefined => {
  const requested = segments(path.split('?', 1)[0] ?? '');
  return Object.keys(paths)
    .filter((template) => matches(segments(template), requested))
    .toSorted((one, other) => variables(one) - variables(other))[0];
};

const mediaOf = (headers: ResponseHeaders): string => String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';

const headerIssues = (
  document: ApiDocument,
  reference: string,
  response: Json,
  headers: ResponseHeaders,
): readonly string[] =>
  Object.keys((response['headers'] ?? {}) as Json).flatMap((name) => {
    const header = resolved(document, `${reference}/headers/${escaped(name)}`);
    const value = headers[name.toLowerCase()];
    if (header === undefined) return [`the header ${name} has no description`];
    if (value === undefined) return header[1]['required'] === true ? [`the header ${name} is missing`] : [];
    return issuesAt(document, `${header[0]}/schema`, value).map((issue) => `header ${name}: ${issue}`);
  });

const parsed = (media: string, body: string): unknown => (media === 'application/json' ? JSON.parse(body) : body);

const bodyIssues = (
  document: ApiDocument,
  reference: string,
  response: Json,
  headers: ResponseHeaders,
  body: string,
): readonly string[] => {
  if (response['content'] === undefined) return body === '' ? [] : ['a body is not described'];
  const media = mediaOf(headers);
  if (!isObject(response['content']) || !(media in response['content']))
    return [`${media || 'no media type'} is not described`];
  return issuesAt(document, `${reference}/content/${escaped(media)}/schema`, parsed(media, body));
};

/**
 * Returns the differences between a response and its description, one line each. `path` may contain a query. A response
 * to HEAD is compared with that of GET, without its body.
 */
export const responseIssues = (
  document: ApiDocument,
  method: string,
  path: string,
  ...[status, headers, body]: readonly [status: number, headers: ResponseHeaders, body: string]
): readonly string[] => {
  const template = templateOf(document, path);
  if (template === undefined) return [`${path} is not described`];
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const found = resolved(document, pointer('paths', template, verb, 'responses', String(status)));
  if (found === undefined) return [`${method} ${template}: ${String(status)} is not described`];
  const issues = [
    ...headerIssues(document, ...found, headers),
    ...(method === 'HEAD' ? [] : bodyIssues(document, ...found, headers, body)),
  ];
  return issues.map((issue) => `${method} ${template} ${String(status)}: ${issue}`);
};

/** Returns the differences between a value and a component of the document, one line each. */
export const componentIssues = (document: ApiDocument, name: string, value: unknown): readonly string[] => {
  const found = resolved(document, pointer('components', 'schemas', name));
  return found === undefined
    ? [`the component ${name} is missing`]
    : issuesAt(document, found[0], value).map((issue) => `${name}: ${issue}`);
};
