// Makes docs/studio-file.md: every field of the studio file, as its schema describes it.
import { editingSchema } from '../../infra/studio-file/studio-schema.js';
import { schemaTable, type FieldSchema, type TableOptions } from './schema-table.js';

/** Path of the page. */
export const pagePath = 'docs/studio-file.md';

interface FileSchema extends FieldSchema {
  readonly definitions: Readonly<Record<string, FieldSchema>>;
}

type DriverSchemas = Readonly<Record<string, Readonly<Record<string, FieldSchema>>>>;

const { schema, drivers } = editingSchema() as unknown as {
  readonly schema: FileSchema;
  readonly drivers: DriverSchemas;
};

/** Fields whose value has a section of its own. */
const linked: Readonly<Record<string, string>> = {
  steps: 'list of [steps](#a-step)',
  trigger: 'a [trigger](#a-trigger), or a list of them',
  when: 'list of [conditions](#a-condition)',
  line: 'the `line` of a [protocol](#protocols)',
  head: 'the `head` of a [protocol](#protocols)',
  player: 'the `player` of a [protocol](#protocols)',
  backup: 'the `player` of a [protocol](#protocols)',
};

const resolve = (reference: string): FieldSchema => schema.definitions[reference.replace('#/definitions/', '')] ?? {};

const linking: TableOptions = { resolve, elsewhere: (name) => linked[name] };
const complete: TableOptions = { resolve, elsewhere: () => undefined };

const introduction = `# The studio file, field by field

All fields of a studio file. \`npm run studio-file:document\` writes this page from the [schema](studio-file.schema.json), which editors
use too. How records are connected to equipment: [Devices](devices.md). How the file is edited in a browser: [Editing](editing.md). In
the field names, \`[]\` stands for each entry of a list, and \`.*\` for each entry by name. A field that is required
_in some forms_ is missing in the other forms of the record.`;

const recordOf = (kind: string): FieldSchema => schema.properties?.[kind]?.items ?? schema.properties?.[kind] ?? {};

/** The lists of the studio file, and `tally`. Connections have a table for each protocol. */
const kinds = Object.entries(schema.properties ?? {})
  .filter(([name, { items, properties }]) => name !== 'connections' && (items ?? properties) !== undefined)
  .map(([name]) => name);

const top = (): string => {
  const elsewhere = (name: string): string | undefined => {
    if (name === 'connections') return 'list of [connections](#protocols)';
    return kinds.includes(name) ? `[\`${name}\`](#${name})` : undefined;
  };
  return `## The file\n\n${schemaTable(schema, { resolve, elsewhere })}`;
};

const shared = (): readonly string[] => {
  const { steps, trigger, when } = recordOf('automations').properties ?? {};
  const kinds = { 'A step': steps?.items, 'A trigger': trigger?.anyOf?.[0], 'A condition': when?.items };
  const text = 'Has exactly one of the fields without a dot that are required in some forms.';
  return Object.entries(kinds).map(([title, one = {}]) => `## ${title}\n\n${text}\n\n${schemaTable(one, complete)}`);
};

const titles: Readonly<Record<string, string>> = {
  settings: 'A connection, besides its `id` and `protocol`:',
  line: 'The `line` of a signal, besides its `connection`:',
  head: 'The `head` of a camera, besides its `connection`:',
  player: 'The `player` of an output, besides its `connection`:',
};

const partSection = ([part, fields]: readonly [string, FieldSchema]): string =>
  Object.keys(fields.properties ?? {}).length === 0 && fields.anyOf === undefined
    ? `The \`${part}\` has no fields besides its \`connection\`.`
    : `${titles[part] ?? part}\n\n${schemaTable(fields, complete)}`;

const protocolSection = ([protocol, parts]: readonly [string, DriverSchemas[string]]): string =>
  [`### ${protocol}`, ...Object.entries(parts).map(partSection)].join('\n\n');

/** Returns the text that the page must have. */
export const makeStudioFilePage = (): string => {
  const records = kinds.map((kind) => `## ${kind}\n\n${schemaTable(recordOf(kind), linking)}`);
  const protocols = Object.entries(drivers).map(protocolSection);
  return `${[introduction, top(), ...records, ...shared(), '## Protocols', ...protocols].join('\n\n')}\n`;
};
