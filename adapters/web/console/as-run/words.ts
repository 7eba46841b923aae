// The entries of the as-run log in words.
import type { AsRunItem, AsRunRecordItem } from '../api/contract.js';
import { asRunEquipment } from '../api/rules.js';
import type { Tone } from '../ui/tone.js';

/** An entry that is a command. */
export type AsRunCommand = Exclude<AsRunItem, { readonly type: 'lost' }>;

/** Returns the name of a record of the studio file; its id if it has no such record any more. */
export type NameOf = (kind: string, id: unknown) => string;

/** Returns the names of records. */
export const namesOf = (records: readonly AsRunRecordItem[]): NameOf => {
  const names = new Map(records.map(({ kind, id, name }) => [`${kind}:${id}`, name]));
  return (kind, id) => names.get(`${kind}:${String(id)}`) ?? String(id);
};

/** Returns the value of a key that a service has sent. It may be `constructor`, which every object has. */
const ownValue = <A>(values: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

/** What the operations do. */
export const operations: Readonly<Record<string, string>> = {
  'clip.play': 'Play',
  'clip.cue': 'Cue',
  'output.take': 'Take',
  'output.pause': 'Pause',
  'output.resume': 'Resume',
  'output.seek': 'Seek',
  'output.stop': 'Stop',
  'output.follow': 'Follow the other player',
  'graphic.show': 'Show the graphic',
  'graphic.hide': 'Hide the graphic',
  'graphic.update': 'Update the graphic',
  'signal.on': 'Switch on',
  'signal.off': 'Switch off',
  'signal.toggle': 'Toggle',
  'signal.pulse': 'Pulse',
  'camera.recall': 'Recall the angle',
};

/** Returns the name of an operation. A newer service may have others. */
const operationText = (operation: string): string => ownValue(operations, operation) ?? operation;

const outcomes: Readonly<Record<string, readonly [string, Tone]>> = {
  confirmed: ['Confirmed', 'good'],
  failed: ['Failed', 'bad'],
  timed_out: ['No answer', 'bad'],
  unknown: ['Unknown', 'warn'],
};

/** How long the end of a command is awaited, in milliseconds, with some time for the disk. */
const endsWithinMs = 35_000;

/** Returns what became of a command, and its tone. One that was sent just now may be under way. */
export const outcomeText = (
  { outcome, sentAt }: Pick<AsRunCommand, 'outcome' | 'sentAt'>,
  nowMs: number,
): readonly [string, Tone] => {
  if (outcome === 'unknown' && nowMs - Date.parse(sentAt) < endsWithinMs) return ['Not confirmed yet', 'calm'];
  return ownValue(outcomes, outcome) ?? [outcome, 'warn'];
};

/** The outcomes by which entries are filtered. */
export const outcomeOptions = Object.entries(outcomes).map(([value, [label]]) => ({ value, label }));

const senders: Readonly<Record<string, (name: string) => string>> = {
  device: (name) => name,
  lan: (name) => `${name} (allowed address)`,
  legacy: (name) => `${name} (legacy authorization)`,
  operator: (name) => name,
  macro: (name) => `Macro ${name}`,
  automation: (name) => `Automation ${name}`,
  pulse: (name) => `End of the pulse of ${name}`,
  tally: (name) => `Tally for ${name}`,
  graphic: (name) => `New texts of ${name}`,
  event: (name) => `Event: ${name}`,
};

/** The kinds of the records that some senders name by their ids. */
const recordKinds: Readonly<Record<string, string>> = {
  macro: 'macro',
  automation: 'automation',
  pulse: 'signal',
  tally: 'signal',
  graphic: 'output',
};

/** Returns who sent a command, or ran the macro that sent it. */
export const senderText = (caller: string | null, nameOf: NameOf): string => {
  if (caller === null) return 'Unknown caller';
  if (caller === 'loopback') return 'The studio’s host';
  const [, kind = '', name = ''] = /^([a-z]+):(.*)$/s.exec(caller) ?? [];
  const record = ownValue(recordKinds, kind);
  return ownValue(senders, kind)?.(record === undefined ? name : nameOf(record, name)) ?? caller;
};

const listText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

/** How the further parameters of a command read. */
const further: Readonly<Record<string, (value: unknown) => string>> = {
  bank: (bank) => `bank ${listText(bank)}`,
  scene: (scene) => `scene ${listText(scene)}`,
  scenes: (scenes) => `scenes ${listText(scenes)}`,
  ms: (ms) => `${Number(ms).toLocaleString('en')} ms`,
  player: (player) => `player ${listText(player)}`,
  on: (on) => (on === true ? 'to on' : 'to off'),
};

/** Returns what a command does, such as `Play headlines on Main`, and the rest of its parameters. */
export const commandText = (
  { operation, parameters }: Pick<AsRunCommand, 'operation' | 'parameters'>,
  nameOf: NameOf,
): { readonly what: string; readonly rest: string } => {
  const equipment = asRunEquipment.filter((kind) => parameters[kind] !== undefined);
  const target = equipment.map((kind) => nameOf(kind, parameters[kind])).join(', ');
  const object = parameters['clip'] ?? parameters['angle'];
  const words = [operationText(operation), ...(object === undefined ? [] : [listText(object), 'on']), target];
  const rest = Object.entries(parameters).flatMap(([name, value]) => ownValue(further, name)?.(value) ?? []);
  return { what: words.join(' ').trim(), rest: rest.join(', ') };
};

/** Returns the format of times in a time zone; in that of the browser if it doesn't know the zone. */
export const timeFormat = (timeZone: string): Intl.DateTimeFormat => {
  const style = { dateStyle: 'medium', timeStyle: 'medium' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...style, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', style);
  }
};
