// Templates of HTTP requests. Values are escaped for their place: in a path, in JSON, in a form, in XML or in other text.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { choiceOf } from '../../../domain/codec/choice.js';
import { field, oneOf, refined } from '../../../domain/codec/codec.js';
import type { ExchangeRequest } from '../shared/http-exchange.js';
import {
  filled,
  hasOnly,
  numberAlone,
  templateText,
  withPlaceholders,
  type Escape,
  type Values,
} from '../shared/templates/placeholders.js';
import { fieldText } from './settings.js';

const methods = oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE');

const defaultContentType = 'text/plain; charset=utf-8';

/** A template of a request with a method and perhaps a body. */
interface FullTemplate {
  readonly path: string;
  readonly method?: t.TypeOf<typeof methods>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly contentType?: string;
}

/** A template of a request; a path alone is a GET. */
export type RequestTemplate = string | FullTemplate;

const pathTemplate = (names: readonly string[]): t.Type<string> =>
  refined(
    templateText(names),
    (path) => /^\/[\x21-\x7e]*$/.test(path),
    `a path that begins with /, in printable ASCII without spaces; ${templateText(names).name}`,
  );

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const jsonTemplate = (names: readonly string[]): t.Type<unknown> =>
  refined(
    t.unknown,
    (json) => textsIn(json).every((one) => hasOnly(names, one)),
    `a JSON value; in each text of it: ${templateText(names).name}`,
    {},
  );

const bodies = ({ json, form, text: plain }: FullTemplate): number =>
  [json, form, plain].filter((body) => body !== undefined).length;

const fullTemplate = (names: readonly string[]): t.Type<FullTemplate, unknown> =>
  refined(
    t.readonly(
      t.intersection([
        t.type({ path: field(pathTemplate(names), withPlaceholders('Path and query of the request', names)) }),
        t.partial({
          method: field(methods, 'Method of the request; GET, or POST with a body, if left out'),
          json: field(jsonTemplate(names), withPlaceholders('Body of the request, as JSON', names)),
          form: field(
            t.readonly(t.record(t.string, templateText(names))),
            withPlaceholders('Body of the request, as fields of a form', names),
          ),
          text: field(templateText(names), withPlaceholders('Body of the request, as a text', names)),
          contentType: field(fieldText(1, 128), 'Content type of a text', { default: defaultContentType }),
        }),
      ]),
    ) as t.Type<FullTemplate>,
    (template) => bodies(template) <= 1 && (template.contentType === undefined || template.text !== undefined),
    'a path, and at most one of json, form and text; contentType besides text alone',
    {},
  );

/** A codec for templates that may contain these placeholders. */
export const requestTemplate = (names: readonly string[]): t.Type<RequestTemplate, unknown> =>
  choiceOf(pathTemplate(names), fullTemplate(names), (input) => typeof input === 'object' && input !== null);

/** Values in a path or query. A segment of dots would name another folder, however it is encoded. */
const inPath: Escape = (value) =>
  value.isWellFormed() && !/^\.{1,2}$/.test(value) ? encodeURIComponent(value) : undefined;

const asIs: Escape = (value) => value;

const inPlainText: Escape = (value) => (/\p{Cc}/u.test(value) ? undefined : value);

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

const inXml: Escape = (value) =>
  inPlainText(value)?.replace(/[&<>"']/g, (character) => `&${entities[character] ?? ''};`);

const inJsonText: Escape = (value) => JSON.stringify(value).slice(1, -1);

const escapeIn = (contentType: string): Escape => {
  if (/xml/i.test(contentType)) return inXml;
  return /json/i.test(contentType) ? inJsonText : inPlainText;
};

/** Fills every text of a JSON value. A text that is a placeholder alone becomes its number, if the value is one. */
const filledJson = (json: unknown, values: Values): unknown => {
  if (typeof json === 'string') return numberAlone(json, values) ?? E.getOrElse(() => '')(filled(json, values, asIs));
  if (Array.isArray(json)) return json.map((one: unknown) => filledJson(one, values));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, one]) => [name, filledJson(one, values)]));
};

const filledForm = (form: Readonly<Record<string, string>>, values: Values): string =>
  new URLSearchParams(
    Object.entries(form).map(([name, one]): [string, string] => [
      name,
      E.getOrElse(() => '')(filled(one, values, asIs)),
    ]),
  ).toString();

type Body = Pick<ExchangeRequest, 'contentType' | 'body'>;

const bodyOf = ({ json, form, text: plain, contentType }: FullTemplate, values: Values): E.Either<string, Body> => {
  if (json !== undefined)
    return E.right({ contentType: 'application/json', body: JSON.stringify(filledJson(json, values)) });
  if (form !== undefined)
    return E.right({ contentType: 'application/x-www-form-urlencoded', body: filledForm(form, values) });
  if (plain === undefined) return E.right({});
  const type = contentType ?? defaultContentType;
  return E.map((body: string) => ({ contentType: type, body }))(filled(plain, values, escapeIn(type)));
};

/** Fills a template. Fails with the reason why the values can't stand in it. */
export const filledRequest = (template: RequestTemplate, values: Values): E.Either<string, ExchangeRequest> => {
  const full: FullTemplate = typeof template === 'string' ? { path: template } : template;
  const path = filled(full.path, values, inPath);
  if (E.isLeft(path)) return path;
  const body = bodyOf(full, values);
  if (E.isLeft(body)) return body;
  const method = full.method ?? (body.right.body === undefined ? 'GET' : 'POST');
  return E.right({ method, path: path.right, ...body.right });
};
