// What differs between two values of a studio file, in words.
import { isEqual } from '../codec/equality.js';
import { identitiesOf, isFields, isList, joined, withIdentities, type Fields } from './identity.js';

const maxTextLength = 80;

const fullText = (value: unknown): string => {
  if (isList(value)) return `[${value.map(fullText).join(', ')}]`;
  if (!isFields(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const fields = Object.entries(value).map(([name, content]) => `${name}: ${fullText(content)}`);
  return `{ ${fields.join(', ')} }`;
};

const shortText = (value: unknown): string => {
  const text = fullText(value);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;
};

const fieldChanges = (before: Fields, after: Fields, path: string): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): readonly string[] => {
    const at = joined(path, name);
    if (!Object.hasOwn(before, name)) return additions(after[name], at);
    return Object.hasOwn(after, name) ? changes(before[name], after[name], at) : [`${at}: removed`];
  });

/** Each record of a new list is an addition of its own. */
const additions = (added: unknown, path: string): readonly string[] =>
  isList(added) && added.length > 0 && identitiesOf(added) !== undefined
    ? listChanges([], added, path)
    : [`${path}: added, ${shortText(added)}`];

const listChanges = (before: readonly unknown[], after: readonly unknown[], path: string): readonly string[] => {
  const areKnown = [before, after].every((list) => identitiesOf(list) !== undefined);
  const numbers = (list: readonly unknown[]) => list.map((_, at) => String(at + 1));
  const entries = (list: readonly unknown[]): Fields =>
    withIdentities(list, (areKnown ? identitiesOf(list) : undefined) ?? numbers(list));
  const [old, now] = [entries(before), entries(after)];
  const kept = Object.keys(old).filter((id) => Object.hasOwn(now, id));
  const keptNow = Object.keys(now).filter((id) => Object.hasOwn(old, id));
  const moved = isEqual(kept, keptNow) ? [] : [`${path}: the order is ${keptNow.join(', ')}`];
  return [...fieldChanges(old, now, path), ...moved];
};

/**
 * Returns a line for each difference between two values, such as `signals.door.name: Door → Gate`; nothing for equal ones. Entries of
 * lists are named by what they are known by, others by their number from 1.
 */
export const changes = (before: unknown, after: unknown, path = ''): readonly string[] => {
  if (isEqual(before, after)) return [];
  if (isFields(before) && isFields(after)) return fieldChanges(before, after, path);
  if (isList(before) && isList(after)) return listChanges(before, after, path);
  return [`${path}: ${shortText(before)} → ${shortText(after)}`];
};
