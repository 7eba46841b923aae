// The entries of the as-run log in words.
import { t } from '@lingui/core/macro';
import { locale } from '../../messages/i18n.js';
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
  'clip.play': t`Play`,
  'clip.cue': t`Cue`,
  'output.take': t`Take`,
  'output.pause': t`Pause`,
  'output.resume': t`Resume`,
  'output.seek': t`Seek`,
  'output.stop': t`Stop`,
  'output.follow': t`Follow the other player`,
  'graphic.show': t`Show the graphic`,
  'graphic.hide': t`Hide the graphic`,
  'graphic.update': t`Update the graphic`,
  'signal.on': t`Switch on`,
  'signal.off': t`Switch off`,
  'signal.toggle': t`Toggle`,
  'signal.pulse': t`Pulse`,
  'camera.recall': t`Recall the angle`,
};

/** Returns the name of an operation. A newer service may have others. */
const operationText = (operation: string): string => ownValue(operations, operation) ?? operation;

const outcomes: Readonly<Record<string, readonly [string, Tone]>> = {
  confirmed: [t`Confirmed`, 'good'],
  failed: [t`Failed`, 'bad'],
  timed_out: [t`No answer`, 'bad'],
  unknown: [t`Unknown`, 'warn'],
};

/** How long the end of a command is awaited, in milliseconds, with some time for the disk. */
const endsWithinMs = 35_000;

/** Returns what became of a command, and its tone. One that was sent just now may be under way. */
export const outcomeText = (
  { outcome, sentAt }: Pick<AsRunCommand, 'outcome' | 'sentAt'>,
  nowMs: number,
): readonly [string, Tone] => {
  if (outcome === 'unknown' && nowMs - Date.parse(sentAt) < endsWithinMs) return [t`Not confirmed yet`, 'calm'];
  return ownValue(outcomes, outcome) ?? [outcome, 'warn'];
};

/** The outcomes by which entries are filtered. */
export const outcomeOptions = Object.entries(outcomes).map(([value, [label]]) => ({ value, label }));

const senders: Readonly<Record<string, (name: string) => string>> = {
  device: (name) => name,
  lan: (name) => t`${name} (allowed address)`,
  legacy: (name) => t`${name} (legacy authorization)`,
  operator: (name) => name,
  macro: (name) => t`Macro ${name}`,
  automation: (name) => t`Automation ${name}`,
  pulse: (name) => t`End of the pulse of ${name}`,
  tally: (name) => t`Tally for ${name}`,
  graphic: (name) => t`New texts of ${name}`,
  event: (name) => t`Event: ${name}`,
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
  if (caller === null) return t`Unknown caller`;
  if (caller === 'loopback') return t`The studio’s host`;
  const [, kind = '', name = ''] = /^([a-z]+):(.*)$/s.exec(caller) ?? [];
  const record = ownValue(recordKinds, kind);
  return ownValue(senders, kind)?.(record === undefined ? name : nameOf(record, name)) ?? caller;
};

const listText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

/** How the further parameters of a command read. */
const further: Readonly<Record<string, (value: unknown) => string>> = {
  bank: (bank) => t`bank ${listText(bank)}`,
  scene: (scene) => t`scene ${listText(scene)}`,
  scenes: (scenes) => t`scenes ${listText(scenes)}`,
  ms: (ms) => `${Number(ms).toLocaleString(locale)} ms`,
  player: (player) => t`player ${listText(player)}`,
  on: (on) => (on === true ? t`to on` : t`to off`),
};

/** Returns an action with its object and its target, of which either may be missing. */
const actionText = (action: string, object: string | undefined, target: string): string => {
  if (object !== undefined) return t`${action} ${object} on ${target}`.trim();
  return target === '' ? action : t`${action} ${target}`;
};

/** Returns what a command does, such as `Play headlines on Main`, and the rest of its parameters. */
export const commandText = (
  { operation, parameters }: Pick<AsRunCommand, 'operation' | 'parameters'>,
  nameOf: NameOf,
): { readonly what: string; readonly rest: string } => {
  const equipment = asRunEquipment.filter((kind) => parameters[kind] !== undefined);
  const target = equipment.map((kind) => nameOf(kind, parameters[kind])).join(', ');
  const [what, object] = [operationText(operation), parameters['clip'] ?? parameters['angle']];
  const rest = Object.entries(parameters).flatMap(([name, value]) => ownValue(further, name)?.(value) ?? []);
  return { what: actionText(what, object === undefined ? undefined : listText(object), target), rest: rest.join(', ') };
};

/** Returns the format of times in a time zone; in that of the browser if it doesn't know the zone. */
export const timeFormat = (timeZone: string): Intl.DateTimeFormat => {
  const style = { dateStyle: 'medium', timeStyle: 'medium' } as const;
  try {
    return new Intl.DateTimeFormat(locale, { ...style, timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, style);
  }
};
