// Panels: pages of keys that call operations or show values, on a screen that needs no other software.
import * as t from 'io-ts';
import type { OperationCall } from '../access/operation-limit.js';
import { described, field, integer, listOf, oneOf, orNull, refined, text, unique } from '../codec/codec.js';
import type { CameraDefinition } from './camera.js';
import type { BankDefinition, ClipDefinition } from './clip.js';
import { Id, idOf, Name } from './common-fields.js';
import type { MacroDefinition } from './macro.js';
import type { OutputDefinition } from './output.js';
import type { SignalDefinition } from './signal.js';
import { VariableValue } from './variable.js';

/** The colours of a key while nothing lights it, and the drawings on it. */
export const keyColours = ['grey', 'red', 'amber', 'green', 'blue', 'violet'] as const;
export const keyIcons = [
  ...(['play', 'pause', 'stop', 'take', 'next', 'previous', 'loop', 'graphic'] as const),
  ...(['light', 'door', 'microphone', 'speaker', 'camera', 'star', 'warning', 'power'] as const),
] as const;

const Colour = oneOf(...keyColours);
const Icon = oneOf(...keyIcons);

/** How long a key is held before it calls, in milliseconds. */
const HoldMs = integer(200, 5_000);

const Label = text(1, 64);

/** An operation by its name, such as `clip.play`. */
const OperationName = text(1, 64);

/** The parameters of a key's operation, as its route has them. */
const With = t.readonly(t.record(text(1, 64), VariableValue));

/**
 * A key as the studio file has it: `press` names an action, `show` a read whose value it shows. A key has one of them; `with` are
 * the parameters of either.
 */
const ButtonDefinition = refined(
  t.readonly(
    t.partial({
      press: field(OperationName, 'The action that it calls, such as `clip.play`'),
      show: field(OperationName, 'The read whose value it shows, such as `output.remaining`; in place of `press`'),
      with: field(With, 'Parameters of the action or read, by their names'),
      label: field(Label, 'The text on it; the name of its action or read if left out'),
      colour: field(Colour, 'Its colour while nothing lights it', { default: 'grey' }),
      icon: field(Icon, 'The drawing on it; none if left out'),
      hold: field(HoldMs, 'How long it is held before it calls, in milliseconds; not at all if left out'),
      confirm: field(t.boolean, 'Whether the panel asks before it calls', { default: false }),
    }),
  ),
  ({ press, show }) => (press === undefined) !== (show === undefined),
  'a button with either press or show',
);
type ButtonDefinition = t.TypeOf<typeof ButtonDefinition>;

const PageDefinition = t.readonly(
  t.intersection([
    t.type({
      name: field(Label, 'The text on its tab'),
      buttons: field(listOf(t.union([ButtonDefinition, t.null])), 'Its keys, row by row; null for an empty place'),
    }),
    t.partial({ columns: field(integer(1, 12), 'Keys in a row; as many as fit if left out') }),
  ]),
);

/** A panel of the layout. One without pages has keys for what the studio has. */
export const PanelDefinition = t.readonly(
  t.intersection([
    t.type({ id: Id, name: Name }),
    t.partial({
      station: idOf('the station that its calls are meant for'),
      pages: field(
        unique(listOf(PageDefinition), ({ name }) => name, 'name'),
        'Its pages, no two with the same name; keys for all of the studio if left out',
      ),
    }),
  ]),
);
export type PanelDefinition = t.TypeOf<typeof PanelDefinition>;

/** What a key is about, as events name it. */
const KeySubject = t.readonly(
  t.type({
    kind: described(t.string, { description: 'The kind of the record: the first part of its path' }),
    id: orNull(t.string, 'The id of the record; null for the studio and its stations'),
    scene: orNull(t.string, 'The scene that the key names; null for none'),
    bank: orNull(t.string, 'The bank of the clip; null without a clip'),
    clip: orNull(t.string, 'The key of the clip; null without one'),
  }),
  'PanelKeySubject',
);
export type KeySubject = t.TypeOf<typeof KeySubject>;

/** A key, as callers read it. */
export const PanelKey = described(
  t.readonly(
    t.type({
      label: t.string,
      press: orNull(t.string, 'The action that it calls; null if it shows a value'),
      show: orNull(t.string, 'The read whose value it shows; null if it calls an action'),
      with: described(t.readonly(t.record(t.string, t.string)), { description: 'The parameters of either' }),
      colour: Colour,
      icon: t.union([Icon, t.null]),
      hold: described(t.number, {
        description: 'How long it is held before it calls, in milliseconds; 0 for not at all',
      }),
      confirm: described(t.boolean, { description: 'Whether the panel asks before it calls' }),
      path: described(t.string, { description: 'The path of its call, with the query' }),
      about: orNull(KeySubject, 'The record that it is about; null if there is none'),
    }),
    'PanelKey',
  ),
  {
    description: 'A key of a panel',
    examples: [
      {
        label: 'Weather',
        press: 'clip.play',
        show: null,
        with: { slot: 'main', number: '3' },
        colour: 'grey',
        icon: 'play',
        hold: 0,
        confirm: false,
        path: '/api/v2/outputs/main/clips/3/play',
        about: { kind: 'outputs', id: 'out-1', scene: null, bank: 'news', clip: 'weather' },
      },
    ],
  },
);
export type PanelKey = t.TypeOf<typeof PanelKey>;

/** A key without what follows from its call. */
export type NamedKey = Omit<PanelKey, 'path' | 'about'>;

const PanelPage = t.readonly(
  t.type({
    name: t.string,
    columns: orNull(t.number, 'Keys in a row; null for as many as fit'),
    keys: described(t.readonlyArray(t.union([PanelKey, t.null])), {
      description: 'Row by row; null for an empty place, and for a key that the caller may not use',
    }),
  }),
  'PanelPage',
);

/** A page of such keys. */
export interface NamedPage extends Omit<t.TypeOf<typeof PanelPage>, 'keys'> {
  readonly keys: readonly (NamedKey | null)[];
}

/** A panel, as callers read it. */
export const Panel = described(
  t.readonly(
    t.type({
      id: t.string,
      name: t.string,
      station: orNull(t.string, 'The station that its calls are meant for; null for none'),
      pages: t.readonlyArray(PanelPage),
    }),
    'Panel',
  ),
  { description: 'Pages of keys that call actions or show values' },
);
export type Panel = t.TypeOf<typeof Panel>;

/** What panels are made from. */
export interface PanelSource {
  readonly name: string;
  readonly panels?: readonly PanelDefinition[];
  readonly outputs: readonly OutputDefinition[];
  readonly banks: readonly BankDefinition[];
  readonly signals: readonly SignalDefinition[];
  readonly cameras: readonly CameraDefinition[];
  readonly macros: readonly MacroDefinition[];
}

/** The panels of a layout. A studio without any has one that shows all of it. */
export const panelsOf = ({ panels, name }: PanelSource): readonly PanelDefinition[] =>
  panels ?? [{ id: 'studio', name }];

const plainKey = { show: null, colour: 'grey', icon: null, hold: 0, confirm: false } as const;

const pressKey = (label: string, press: string, values: NamedKey['with'], icon: NamedKey['icon'] = null): NamedKey => ({
  ...plainKey,
  label,
  press,
  with: values,
  icon,
});

const showKey = (label: string, show: string, values: NamedKey['with']): NamedKey => ({
  ...plainKey,
  label,
  press: null,
  show,
  with: values,
});

const definedKey = (button: ButtonDefinition): NamedKey => {
  const {
    press = null,
    show = null,
    with: values = {},
    colour = 'grey',
    icon = null,
    hold = 0,
    confirm = false,
  } = button;
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]));
  const { label = press ?? String(show) } = button;
  return { label, press, show, with: texts, colour, icon, hold, confirm };
};

const clipKey =
  (place: NamedKey['with'], bank: string) =>
  ({ number, name }: ClipDefinition): NamedKey =>
    pressKey(name, 'clip.play', { ...place, number: String(number), bank }, 'play');

/** A page for each scene of an output and each bank: its clips, and what the scene shows. */
const clipPages =
  (banks: readonly BankDefinition[]) =>
  ({ slot, name, scenes }: OutputDefinition): readonly NamedPage[] =>
    scenes.flatMap((scene) =>
      banks.map((bank) => {
        const place = scenes.length === 1 ? { slot } : { slot, scene };
        return {
          name: [name, ...(scenes.length === 1 ? [] : [scene]), ...(banks.length === 1 ? [] : [bank.name])].join(' · '),
          columns: null,
          keys: [
            showKey('Remaining', 'output.remaining', place),
            pressKey('Stop', 'output.stop', place, 'stop'),
            ...bank.clips.map(clipKey(place, bank.key)),
          ],
        };
      }),
    );

const page = (name: string, keys: readonly NamedKey[]): readonly NamedPage[] =>
  keys.length === 0 ? [] : [{ name, columns: null, keys }];

/** Pages for everything that a studio has: outputs with their clips, signals, cameras and macros. */
const pagesOfStudio = ({ outputs, banks, signals, cameras, macros }: PanelSource): readonly NamedPage[] => [
  ...outputs.flatMap(clipPages(banks)),
  ...page(
    'Signals',
    signals
      .filter(({ follows }) => follows === undefined)
      .map(({ identifier, name }) => pressKey(name, 'signal.toggle', { id: identifier }, 'light')),
  ),
  ...page(
    'Cameras',
    cameras.flatMap(({ id, name, angles }) =>
      angles.map((angle) => pressKey(`${name}: ${angle.name}`, 'camera.recall', { id, angle: angle.id }, 'camera')),
    ),
  ),
  ...page(
    'Macros',
    macros
      .filter(({ parameters = [] }) => parameters.every((one) => one.default !== undefined))
      .map(({ id, name }) => pressKey(name, 'macro.run', { id }, 'star')),
  ),
];

/** Returns the pages of a panel. */
export const pagesOf = (layout: PanelSource, { pages }: PanelDefinition): readonly NamedPage[] =>
  pages === undefined
    ? pagesOfStudio(layout)
    : pages.map(({ name, columns = null, buttons }) => ({
        name,
        columns,
        keys: buttons.map((button) => button && definedKey(button)),
      }));

/** What a key calls, and the station that its panel is meant for. */
export interface PanelCall extends OperationCall {
  readonly station?: string;
}

const callsOf = (layout: PanelSource, panel: PanelDefinition): readonly PanelCall[] => {
  const { station } = panel;
  return pagesOf(layout, panel)
    .flatMap(({ keys }) => keys)
    .filter((key) => key !== null)
    .map(({ press, show, with: values }) => ({
      operation: press ?? String(show),
      with: values,
      ...(station !== undefined && { station }),
    }));
};

/** Returns what the keys of a panel call, those that show values included; none if the layout has no such panel (LIMIT-3). */
export const callsOfPanel = (layout: PanelSource, id: string): readonly PanelCall[] =>
  panelsOf(layout)
    .filter((panel) => panel.id === id)
    .flatMap((panel) => callsOf(layout, panel));
