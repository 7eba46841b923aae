// The templates of devices, which are files, and the command that shows them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { Document, isMap, visit } from 'yaml';
import {
  connectionParameters,
  readTemplate,
  type DeviceTemplate,
  type Parameter,
  type Parameters,
  type Part,
  type PartKind,
} from '../../application/connections/device-template.js';
import { exampleValues, expandTemplate } from '../../application/connections/expand-template.js';
import { templateRecords } from '../../application/connections/template-records.js';
import { didYouMean } from '../../domain/codec/issues.js';
import { nearestName } from '../../domain/codec/nearest-name.js';
import { StartupError } from '../machine/startup-errors.js';
import { projectFolder } from '../machine/version.js';
import type { CommandOutput } from './check.js';
import { issueLines, readYamlText } from './studio-file.js';

/** Folder of the templates, below that of the project. */
export const templatesFolder = 'adapters/drivers/templates';

const ending = '.yaml';

const readFromFile = async (folder: string, name: string): Promise<DeviceTemplate> => {
  const read = readYamlText(await readFile(join(folder, name), 'utf8'), readTemplate);
  if (E.isLeft(read)) throw new StartupError(issueLines(join(folder, name), read.left).join('\n'));
  if (`${read.right.id}${ending}` === name) return read.right;
  throw new StartupError(
    `${join(folder, name)}: expected the id ${name.slice(0, -ending.length)}, got ${read.right.id}`,
  );
};

/** Reads all templates, in the order of their ids. Rejects with a `StartupError` that lists what is wrong with a file. */
export const deviceTemplates = async (
  folder = join(projectFolder, templatesFolder),
): Promise<readonly DeviceTemplate[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).toSorted();
  return Promise.all(names.map((name) => readFromFile(folder, name)));
};

/** Writes records, each on one line as far as it is short. */
const written = (records: object): string => {
  const document = new Document(records, { aliasDuplicateObjects: false });
  visit(document, {
    Map: (key, map) => {
      if (key === null || !isMap(map) || JSON.stringify(map).length > 100) return undefined;
      map.flow = true;
      return visit.SKIP;
    },
    Seq: (_, seq) => {
      if (JSON.stringify(seq).length <= 60 && !seq.items.some(isMap)) seq.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true, singleQuote: true }).trimEnd();
};

/** Returns a template with the examples of its parameters, as it stands in a studio file. */
export const exampleYaml = (template: DeviceTemplate): string => {
  const entered = exampleValues(template);
  const expanded = expandTemplate(template, entered);
  if (E.isLeft(expanded)) throw new Error(`the examples of the template ${template.id} do not fit it`);
  return written(templateRecords(expanded.right, entered));
};

const rangeOf = (parameter: Parameter): string =>
  parameter.kind === 'integer' ? `${String(parameter.from)} to ${String(parameter.to)}, ` : '';

/** What is entered for one parameter: its name, and what it is. */
type EnteredRow = readonly [name: string, what: string];

const rowsOf = (parameters: Parameters): readonly EnteredRow[] =>
  Object.entries(parameters).map(([name, one]) => [
    name,
    `${one.title} (${rangeOf(one)}${one.optional === true ? 'optional, ' : ''}such as ${String(one.example)})`,
  ]);

const partRows = ({ parameters, each }: Part): readonly EnteredRow[] => [
  ...rowsOf(parameters),
  ...rowsOf(each?.parameters ?? {}),
];

/** What records are attached, as people call them. */
const kindNames = { lines: 'Signal', heads: 'Camera', players: 'Output' } as const;

/** Returns what is entered: of the connection, and of each record that is attached. */
export const enteredTables = (
  template: DeviceTemplate,
): readonly (readonly [title: string, rows: readonly EnteredRow[]])[] => [
  ['Connection', rowsOf(connectionParameters(template))],
  ...(Object.keys(kindNames) as PartKind[]).flatMap((kind) =>
    template[kind].map((part) => [`${kindNames[kind]}: ${part.name}`, partRows(part)] as const),
  ),
];

const aligned = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

const listed = (templates: readonly DeviceTemplate[]): CommandOutput => ({
  lines: aligned([
    ['ID', 'VENDOR', 'PROTOCOL', 'TESTED', 'MODELS'],
    ...templates.map(({ id, vendor, protocol, tested, models }) => [id, vendor, protocol, tested, models.join(', ')]),
  ]),
  exitCode: 0,
});

const shown = (template: DeviceTemplate): CommandOutput => ({
  lines: [
    ...[
      `# ${template.vendor}: ${template.models.join(', ')}`,
      `# Protocol ${template.protocol}, tested: ${template.tested}`,
      '#',
    ],
    ...enteredTables(template).flatMap(([title, rows]) => [`# ${title}`, ...aligned(rows).map((row) => `#   ${row}`)]),
    ...(template.notes.length === 0 ? [] : ['#', ...template.notes.map((note) => `# ${note}`)]),
    ...['#', ...template.sources.map(({ title, url }) => `# ${title}: ${url}`), ''],
    ...exampleYaml(template).split('\n'),
  ],
  exitCode: 0,
});

/** Lists the templates, or shows what to enter for one, with an example for a studio file. */
export const showTemplates = async (id: string | undefined): Promise<CommandOutput> => {
  const templates = await deviceTemplates();
  if (id === undefined) return listed(templates);
  const template = templates.find((one) => one.id === id);
  if (template !== undefined) return shown(template);
  const { suggestion } = didYouMean(
    nearestName(
      id,
      templates.map((one) => one.id),
    ),
  );
  const hint = suggestion ?? 'studio-control templates lists them';
  return { lines: [`templates: there is no template "${id}"; ${hint}`], exitCode: 1 };
};
