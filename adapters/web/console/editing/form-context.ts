// What every field of a form of the studio file uses.
import { t } from '@lingui/core/macro';
import { createContext, useContext, type ReactElement } from 'react';
import type { FileIssue } from './ask.js';
import { isFields, listOf, textOf, variantsOf, type EditingSchema, type Fields, type FormSchema } from './schema.js';
import type { StudioDraft } from './studio-draft.js';

/** What a field is given. */
export interface SchemaFieldProps {
  readonly name: string;
  readonly schema: FormSchema;
  /** Undefined for a field that is left out. */
  readonly value: unknown;
  /** Where it is in the studio, such as `signals[0].line`. */
  readonly path: string;
  readonly isRequired: boolean;
  /** Whether a record has a frame with its name. */
  readonly isFramed?: boolean;
  /** Takes another value; undefined leaves the field out. */
  readonly onChange: (value: unknown) => void;
}

/** A field whose schema is resolved, with what people read. */
export type ShownFieldProps = SchemaFieldProps & {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
};

export interface FormOfStudio {
  /** Renders a field; fields within fields need it, too. */
  readonly Field: (props: SchemaFieldProps) => ReactElement | null;
  readonly schema: EditingSchema;
  /** The studio as it is edited. */
  readonly studio: Fields;
  readonly issues: readonly FileIssue[];
  readonly draft: StudioDraft;
}

const FormContext = createContext<FormOfStudio | undefined>(undefined);

export const FormProvider = FormContext.Provider;

/** Returns what the form uses. */
export const useStudioForm = (): FormOfStudio => {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('a field stands outside of a form');
  return form;
};

/** Returns a text that can be chosen in a field, and what people call it. */
interface Reference {
  readonly id: string;
  readonly remark?: string;
}

const records = (list: readonly unknown[], field = 'id'): readonly Reference[] =>
  list.map((record) => ({ id: textOf(record, field), remark: textOf(record, 'name') })).filter(({ id }) => id !== '');

const texts = (list: readonly unknown[]): readonly Reference[] =>
  [...new Set(list.filter((one) => typeof one === 'string'))].map((id) => ({ id }));

/** The fields that attach a record to a connection, and what of a driver describes them. */
const attachments = { line: 'line', head: 'head', player: 'player', backup: 'player' } as const;

type AttachmentPart = (typeof attachments)[keyof typeof attachments];

/** Returns the connections whose drivers serve what stands at a path, such as the line of a signal. */
const fittingConnections = ({ studio, schema }: FormOfStudio, path: string): readonly unknown[] => {
  const part = attachments[path.split('.').at(-2) as keyof typeof attachments] as AttachmentPart | undefined;
  return listOf(studio, 'connections').filter(
    (one) => part === undefined || schema.drivers[textOf(one, 'protocol')]?.[part] !== undefined,
  );
};

const sources: Readonly<Record<string, (studio: Fields) => readonly Reference[]>> = {
  signal: (studio) => records(listOf(studio, 'signals')),
  camera: (studio) => records(listOf(studio, 'cameras')),
  angle: (studio) => listOf(studio, 'cameras').flatMap((camera) => records(listOf(camera, 'angles'))),
  output: (studio) => records(listOf(studio, 'outputs')),
  scene: (studio) => texts(listOf(studio, 'outputs').flatMap((output) => listOf(output, 'scenes'))),
  bank: (studio) => records(listOf(studio, 'banks'), 'key'),
  activeBank: (studio) => records(listOf(studio, 'banks'), 'key'),
  clip: (studio) => listOf(studio, 'banks').flatMap((bank) => records(listOf(bank, 'clips'), 'key')),
  variable: (studio) => records(listOf(studio, 'variables')),
  macro: (studio) => records(listOf(studio, 'macros')),
  station: (studio) => records(listOf(studio, 'stations')),
  holder: (studio) => records(listOf(studio, 'stations')),
};

/** Returns what a field may refer to; undefined for a field that is no reference. */
export const referencesOf = (form: FormOfStudio, name: string, path: string): readonly Reference[] | undefined =>
  name === 'connection' ? records(fittingConnections(form, path)) : sources[name]?.(form.studio);

const connected = (schema: FormSchema): FormSchema => ({
  ...schema,
  type: 'object',
  properties: { connection: { type: 'string' }, ...schema.properties },
  required: ['connection', ...(schema.required ?? [])],
});

const attachmentSchema = (
  { schema, studio }: FormOfStudio,
  name: keyof typeof attachments,
  value: unknown,
): FormSchema => {
  const connection = listOf(studio, 'connections').find((one) => textOf(one, 'id') === textOf(value, 'connection'));
  const described = schema.drivers[textOf(connection, 'protocol')]?.[attachments[name]] ?? {};
  const variants = variantsOf(described);
  return variants.length === 0 ? connected(described) : { anyOf: variants.map(connected) };
};

/** Returns the schema of a connection: its protocol decides about its fields. */
const connectionSchema = ({ schema }: FormOfStudio, value: unknown): FormSchema => {
  const settings = schema.drivers[textOf(value, 'protocol')]?.settings ?? {};
  const protocol: FormSchema = { enum: Object.keys(schema.drivers), description: t`How the equipment is reached` };
  return {
    ...settings,
    type: 'object',
    properties: { id: { type: 'string' }, protocol, ...settings.properties },
    required: ['id', 'protocol', ...(settings.required ?? [])],
  };
};

/** Returns the schema of a field, with what its value decides about it. */
export const schemaFor = (form: FormOfStudio, name: string, schema: FormSchema, value: unknown): FormSchema => {
  if (schema.$ref === undefined) return schema;
  if (name in attachments) return attachmentSchema(form, name as keyof typeof attachments, value);
  const definition = schema.$ref.replace('#/definitions/', '');
  return definition === 'Connection'
    ? connectionSchema(form, value)
    : (form.schema.schema.definitions[definition] ?? {});
};

/** Returns what is wrong with a field; undefined if nothing is. */
export const errorAt = ({ issues }: FormOfStudio, path: string): string | undefined => {
  const found = issues.filter((issue) => issue.path === path).map(({ message }) => message.replace(`${path}: `, ''));
  return found.length === 0 ? undefined : found.join('; ');
};

/** Whether anything within a part of the studio has an issue. */
export const hasIssues = ({ issues }: Pick<FormOfStudio, 'issues'>, path: string): boolean =>
  issues.some(
    (issue) =>
      issue.path === path || issue.path?.startsWith(`${path}.`) === true || issue.path?.startsWith(`${path}[`) === true,
  );

/** Returns a short text about a record: what it is called, and what it is. */
export const summaryOf = (record: unknown): { readonly title: string; readonly detail: string } => {
  if (!isFields(record)) return { title: typeof record === 'string' ? record : JSON.stringify(record), detail: '' };
  const id = textOf(record, 'id') || textOf(record, 'key') || textOf(record, 'slot');
  const title = textOf(record, 'name') || id || t`New`;
  const detail = [title === id ? '' : id, textOf(record, 'protocol'), textOf(record, 'host')].filter(
    (part) => part !== '',
  );
  return { title, detail: detail.join(' · ') };
};
