// Button pages in the file format that Companion 4.0 imports. Each page is a file of its own: the import of a file with several
// pages first removes the pages and connections that Companion has.
import { createHash } from 'node:crypto';
import type { CompanionOptionValues } from '@companion-module/base';
import { readyButtons, textSize, type Button, type ButtonLight } from '../definitions/buttons.js';
import { colours, litStyle } from '../definitions/colours.js';
import type { KnownStudio } from '../studio/studio.js';

/** The version of the format in Companion 4.0. Later versions convert it. */
const formatVersion = 7;

/** The id that stands for the connection in the file. The import asks which connection it is. */
const connectionId = 'studio-control';

/** The label of the connection in the file. Companion replaces it in variables by that of the chosen connection. */
const label = 'studio';

/** The grid of a Stream Deck XL. */
const grid = { columns: 8, rows: 4 } as const;

const gridSize = { minColumn: 0, maxColumn: grid.columns - 1, minRow: 0, maxRow: grid.rows - 1 };

/** Columns of the first row that every page has for itself: back, number of the page, forward. */
const navigation = ['pageup', 'pagenum', 'pagedown'] as const;

/** Returns an id that is the same in each file of the same studio. */
const idOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 21);

const entity = (button: string, definitionId: string, options: CompanionOptionValues) => ({
  id: idOf(button, definitionId, JSON.stringify(options)),
  definitionId,
  connectionId,
  options,
  upgradeIndex: -1,
});

const actionOf = ({ id, press }: Button) =>
  press === undefined ? [] : [{ type: 'action', ...entity(id, press.actionId, press.options) }];

const feedbackOf = (button: string, { feedbackId, options, colour }: ButtonLight) => ({
  type: 'feedback',
  ...entity(button, feedbackId, options),
  isInverted: false,
  style: litStyle(colour),
});

const controlOf = (button: Button) => ({
  type: 'button',
  style: {
    text: button.text,
    textExpression: false,
    size: textSize,
    png64: null,
    alignment: 'center:center',
    pngalignment: 'center:center',
    color: colours.white,
    bgcolor: colours.grey,
    show_topbar: 'default',
  },
  options: { stepAutoProgress: true, rotaryActions: false },
  feedbacks: button.lights.map((light) => feedbackOf(button.id, light)),
  steps: { 0: { action_sets: { down: actionOf(button), up: [] }, options: { runWhileHeld: [] } } },
});

interface Page {
  readonly name: string;
  readonly controls: Readonly<Record<number, Readonly<Record<number, object>>>>;
}

/** How many buttons fit on a page beside the navigation, which has a column of its own. */
const buttonsOfPage = (grid.columns - 1) * grid.rows;

const columns = Array.from({ length: grid.columns - 1 }, (_, at) => at + 1);

/** Returns a row: the navigation in the first column, then the buttons. */
const rowOf = (row: number, buttons: readonly Button[]) => {
  const first = navigation[row];
  const controls = columns.flatMap((column, at) => {
    const button = buttons[row * columns.length + at];
    return button === undefined ? [] : [[column, controlOf(button)] as const];
  });
  return Object.fromEntries<object>([...(first === undefined ? [] : [[0, { type: first }] as const]), ...controls]);
};

const pageOf = (name: string, buttons: readonly Button[]): Page => ({
  name,
  controls: Object.fromEntries(Array.from({ length: grid.rows }, (_, row) => [row, rowOf(row, buttons)])),
});

const pagesOf = (name: string, buttons: readonly Button[]): readonly Page[] => {
  const count = Math.ceil(buttons.length / buttonsOfPage);
  return Array.from({ length: count }, (_, at) =>
    pageOf(
      count === 1 ? name : `${name} ${String(at + 1)}`,
      buttons.slice(at * buttonsOfPage, (at + 1) * buttonsOfPage),
    ),
  );
};

/** Returns the title of the page that a button belongs to: `Main programme` for `Main programme: transport`. */
const titleOf = ({ category }: Button): string => category.split(':', 1)[0] ?? '';

const smallGroups: ReadonlySet<string> = new Set(['Banks', 'Macros', 'Automations', 'Variables']);

/** Groups of a few buttons share a page. */
const groupOf = (button: Button): string => (smallGroups.has(titleOf(button)) ? 'Sequences' : titleOf(button));

/** A file with one page. */
export interface PageFile {
  /** The name of the file, such as `2-main-programme.companionconfig`. */
  readonly name: string;
  readonly content: object;
}

const fileOf = (page: Page, at: number): PageFile => {
  const words = page.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const connection = { label, instance_type: 'studio-control', lastUpgradeIndex: -1, enabled: true };
  const instances = { [connectionId]: { ...connection, config: {}, isFirstInit: true } };
  const content = { version: formatVersion, type: 'page', page: { ...page, gridSize }, instances };
  return { name: `${String(at + 1)}-${words}.companionconfig`, content: { ...content, oldPageNumber: at + 1 } };
};

/** Returns the pages with the ready buttons of a studio, each as a file. They contain no address and no token. */
export const pageFiles = (studio: KnownStudio): readonly PageFile[] => {
  const groups = Map.groupBy(readyButtons(studio, label), groupOf);
  return [...groups].flatMap(([name, buttons]) => pagesOf(name, buttons)).map(fileOf);
};
