// Changes values in the text of a studio file. Everything else stays as it was written: comments, order, quotes, empty lines.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  type CST,
  type Document,
  type Node,
  type Pair,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isEqual } from '../../domain/codec/equality.js';
import { identityOf, isFields, type Fields } from '../../domain/editing/identity.js';
import {
  fieldText,
  flowText,
  inBraces,
  inFlow,
  inLines,
  isBlockValue,
  onLineOf,
  pad,
  scalarText,
  sourceOf,
  tokenSources,
  withLineEnd,
  type FlowEntry,
} from './yaml-source.js';

/** The source of a part of the file that can't be kept where something changes in it. It is written anew. */
class Unkeepable extends Error {}

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

/** Returns what follows a value: its comment and its line break. */
const endOf = (token: CST.Token): string => {
  if (token.type === 'block-scalar') return '\n';
  // A collection ends with its bracket.
  if (token.type === 'flow-collection') return tokenSources(token.end.slice(1));
  return 'end' in token ? tokenSources(token.end) : '';
};

const isOpenAtEnd = (token: CST.Token): boolean => !sourceOf(token).endsWith('\n');

/** Writes a value of another kind than before. */
const replaced = (node: ParsedNode, token: CST.Token, value: unknown, indent: number): string => {
  const isOnLine = isScalar(node) || token.type === 'flow-collection';
  if (!isOnLine) return `${inLines(value, indent)}\n`;
  const isText = isScalar(node) && (typeof value !== 'object' || value === null);
  return (isText ? scalarText(node, value, indent) : inFlow(value)) + endOf(token);
};

const isBlock = (token: CST.Token | undefined): boolean => token?.type === 'block-map' || token?.type === 'block-seq';

/** Whether a collection is empty, in brackets, and without a comment: what it gets is written in lines. */
const isBareEmpty = (token: CST.Token): boolean =>
  token.type === 'flow-collection' && token.items.length === 0 && !tokenSources(token.end).includes('#');

/** Returns the column of the lines of a field's value. */
const columnOf = (token: CST.Token, indent: number): number =>
  indent === inBraces ? inBraces : Math.max('indent' in token ? token.indent : 0, indent + 2);

/** Writes a further entry of a list as its siblings are written. */
const entryText = (value: unknown, indent: number, isFlow: boolean): string =>
  isFlow ? inFlow(value) : inLines(value, indent + 2);

/** Returns the first entry of a list: what stands above it can only be kept as lines of its own. */
const first = (lead: string, text: string, indent: number): string =>
  lead.trim() === '' ? text : `${lead.trimStart()}${pad(indent)}${text}`;

const nameOf = ({ key }: ParsedPair): string => {
  const name: unknown = isScalar(key) ? key.value : undefined;
  if (typeof name !== 'string' && typeof name !== 'number') throw new Unkeepable();
  return String(name);
};

/** One file that is edited: its document, for the values of its nodes. */
class Editing {
  constructor(readonly document: Document) {}

  valueOf(node: Node | null): unknown {
    return node === null ? null : node.toJS(this.document);
  }

  /** Returns the source of a node with another value. `indent` is the column of its lines. */
  edited(node: ParsedNode | null, token: CST.Token | undefined, value: unknown, indent: number): string {
    if (token === undefined || node === null || isAlias(node)) throw new Unkeepable();
    if (isEqual(this.valueOf(node), value)) return sourceOf(token);
    if (isMap(node) && isFields(value)) return this.#editedMap(node, token, value);
    if (isSeq(node) && Array.isArray(value)) return this.#editedList(node, token, value);
    return replaced(node, token, value, indent);
  }

  #editedMap(node: YAMLMap.Parsed, token: CST.Token, value: Fields): string {
    if (token.type === 'flow-collection') return this.#editedFlowMap(node, token, value);
    if (token.type !== 'block-map') throw new Unkeepable();
    const { indent, items } = token;
    const kept = node.items.flatMap((pair, index) => {
      const [name, item] = [nameOf(pair), items[index]];
      if (item === undefined || !Object.hasOwn(value, name)) return [];
      return [this.#editedPair(pair, item, value[name], indent)];
    });
    const known = new Set(node.items.map(nameOf));
    const added = Object.keys(value)
      .filter((name) => !known.has(name))
      .map((name) => pad(indent) + fieldText(name, value[name], indent));
    const [head = '', ...others] = [...kept, ...added];
    const all = [head.trimStart(), ...others].map(withLineEnd).join('');
    return isOpenAtEnd(token) ? all.trimEnd() : all;
  }

  #editedPair(pair: ParsedPair, item: CST.CollectionItem, value: unknown, indent: number): string {
    const { start, key, sep, value: token } = item;
    const before = `${tokenSources(start)}${sourceOf(key)}${tokenSources(sep)}`;
    if (isEqual(this.valueOf(pair.value), value)) return `${before}${sourceOf(token)}`;
    if (token !== undefined && indent !== inBraces && isBareEmpty(token) && isBlockValue(value))
      return `${tokenSources(start)}${fieldText(nameOf(pair), value, indent)}\n`;
    if (token === undefined || (isBlock(token) && !isBlockValue(value))) return onLineOf(item, value, isBlock(token));
    return `${before}${this.edited(pair.value, token, value, columnOf(token, indent))}`;
  }

  #editedFlowMap(node: YAMLMap.Parsed, token: CST.FlowCollection, value: Fields): string {
    const names = node.items.map(nameOf);
    const kept = node.items.flatMap((pair, index): readonly FlowEntry[] => {
      const [name, item] = [nameOf(pair), token.items[index]];
      if (item === undefined || !Object.hasOwn(value, name)) return [];
      const text = this.#editedPair(pair, { ...item, start: [] }, value[name], inBraces);
      return [{ lead: tokenSources(item.start), text }];
    });
    const added = Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, one]) => ({ text: `${inFlow(name)}: ${inFlow(one)}` }));
    return flowText(token, node.items.length, [...kept, ...added]);
  }

  #editedFlowList(node: YAMLSeq.Parsed, token: CST.FlowCollection, value: readonly unknown[]): string {
    const matches = this.#matched(node, value);
    const entries = value.map((one, index): FlowEntry => {
      const item = token.items[matches[index] ?? -1];
      const entry = node.items[matches[index] ?? -1];
      if (item === undefined || entry === undefined) return { text: inFlow(one) };
      if (item.sep !== undefined) throw new Unkeepable();
      return { lead: tokenSources(item.start), text: this.edited(entry, item.value, one, inBraces) };
    });
    return flowText(token, node.items.length, entries);
  }

  #matched(node: YAMLSeq.Parsed, value: readonly unknown[]): readonly (number | undefined)[] {
    return matched(
      node.items.map((item) => this.valueOf(item)),
      value,
    );
  }

  #editedList(node: YAMLSeq.Parsed, token: CST.Token, value: readonly unknown[]): string {
    if (token.type === 'flow-collection') return this.#editedFlowList(node, token, value);
    if (token.type !== 'block-seq') throw new Unkeepable();
    const { indent, items } = token;
    const matches = this.#matched(node, value);
    const isFlow = items.every(({ value: one }) => one?.type !== 'block-map' && one?.type !== 'block-seq');
    const parts = value.map((one, index) => {
      const item = items[matches[index] ?? -1];
      const entry = node.items[matches[index] ?? -1];
      const { lead, text } =
        item === undefined || entry === undefined
          ? { lead: '', text: `- ${entryText(one, indent, isFlow)}` }
          : this.#editedEntry(entry, item, one, indent);
      return index === 0 ? first(lead, text, indent) : `${lead}${pad(indent)}${text}`;
    });
    const all = parts.map(withLineEnd).join('');
    return isOpenAtEnd(token) ? all.trimEnd() : all;
  }

  /** Returns an entry, and the lines above it. */
  #editedEntry(entry: ParsedNode, { start, value: token }: CST.CollectionItem, value: unknown, indent: number) {
    const marker = start.findIndex(({ type }) => type === 'seq-item-ind');
    const above = tokenSources(start.slice(0, marker));
    const column = token !== undefined && 'indent' in token ? token.indent : indent + 2;
    return {
      lead: above.slice(0, above.lastIndexOf('\n') + 1),
      text: `${tokenSources(start.slice(marker))}${this.edited(entry, token, value, column)}`,
    };
  }
}

/** Returns for each new entry which old one it was; entries are known by their ids, others by their place. */
const matched = (before: readonly unknown[], after: readonly unknown[]): readonly (number | undefined)[] => {
  const free = new Set(before.keys());
  const take = (found: number): number | undefined => {
    if (found < 0) return undefined;
    free.delete(found);
    return found;
  };
  const exact = after.map((value) => take(before.findIndex((one, at) => free.has(at) && isEqual(one, value))));
  const known = after.map((value, index) => {
    const identity = identityOf(value);
    if (exact[index] !== undefined || identity === undefined) return exact[index];
    return take(before.findIndex((one, at) => free.has(at) && identityOf(one) === identity));
  });
  return known.map((found, index) => found ?? (free.has(index) ? take(index) : undefined));
};

const parsed = (text: string): Document.Parsed => parseDocument(text, { keepSourceTokens: true, uniqueKeys: false });

const valueIn = (text: string): unknown => parsed(text).toJS() as unknown;

/** Returns the text with one section written anew, below the comments above it. */
const withSection = (text: string, name: string, value: unknown): string => {
  const document = parsed(text);
  if (value === undefined) document.delete(name);
  else document.set(name, value);
  return document.toString({ lineWidth: 0 });
};

const attempt = (text: string, value: Fields): string | undefined => {
  const document = parsed(text);
  const { contents } = document;
  if (document.errors.length > 0 || contents === null || !isMap(contents)) return undefined;
  try {
    const token = contents.srcToken as CST.Token | undefined;
    const before = text.slice(0, contents.range[0]);
    const after = text.slice(contents.range[0] + sourceOf(token).length);
    return `${before}${new Editing(document).edited(contents, token, value, 0)}${after}`;
  } catch (error) {
    if (error instanceof Unkeepable) return undefined;
    throw error;
  }
};

/**
 * Returns the text of a studio file with another value. Only what differs is written; a section that is written in an unusual
 * form, as with anchors, is written anew. An empty text is written whole.
 */
export const editedYaml = (text: string, value: Fields): string => {
  if (text.trim() === '') return stringify(value, { lineWidth: 0 });
  const kept = attempt(text, value);
  if (kept !== undefined && isEqual(valueIn(kept), value)) return kept;
  const before = valueIn(text);
  const names = new Set([...Object.keys(isFields(before) ? before : {}), ...Object.keys(value)]);
  const sections = [...names].reduce((written, name) => {
    const one = isFields(before) && Object.hasOwn(before, name) ? before[name] : undefined;
    return isEqual(one, value[name]) ? written : withSection(written, name, value[name]);
  }, text);
  return isEqual(valueIn(sections), value) ? sections : stringify(value, { lineWidth: 0 });
};
