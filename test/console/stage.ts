// Views of a page at work, without a browser: they keep their state, run their effects, and answer what a person does.
// What the library of components draws is not rendered: a press calls what the page has given to its button.
import * as library from 'react-aria-components';
import type { ReactElement } from 'react';
import { pageBench, surrounded, type PageBench } from './page-hooks.js';
import { endEffects, hooksOf, runEffects, type Contexts, type Kept } from './stage-hooks.js';

type Props = Readonly<Record<string, unknown>>;

/** A rendered element: of HTML, or of the library. */
export interface Part {
  readonly type: unknown;
  readonly props: Props;
  readonly parent: Part | undefined;
  readonly parts: (Part | string)[];
}

interface Rendered {
  readonly type: unknown;
  readonly props: Props;
  readonly key: string | null;
}

interface Boundary {
  readonly type: { readonly getDerivedStateFromError?: () => object };
  readonly view: {
    state: object;
    props: object;
    setState: (change: object) => void;
    render: () => unknown;
    componentDidUpdate?: (before: object) => void;
  };
}

const kindOf = (type: unknown): string => {
  const kind: unknown = typeof type === 'object' && type !== null ? Reflect.get(type, '$$typeof') : undefined;
  return typeof kind === 'symbol' ? (kind.description ?? '') : typeof type;
};

type Component = ((props: Props, ref?: null) => unknown) & { readonly prototype?: object };

interface Lazy {
  readonly _init: (code: unknown) => unknown;
  readonly _payload: unknown;
}

const isClass = ({ prototype }: Component): boolean => prototype !== undefined && 'isReactComponent' in prototype;

const fromLibrary = new Set<unknown>(Object.values(library));

const rawText = (part: Part | string): string => {
  if (typeof part === 'string') return part;
  const isRunning = part.parts.some((one) => typeof one === 'string');
  return part.parts.map(rawText).join(isRunning ? '' : ' ');
};

/** Returns the text of a part, with a space between parts that no text surrounds. */
export const textOfPart = (part: Part): string => rawText(part).replaceAll(/\s+/g, ' ').trim();

const within = (part: Part): readonly Part[] =>
  part.parts.flatMap((one) => (typeof one === 'string' ? [] : [one, ...within(one)]));

/** A view that is shown until it is closed. */
export interface Stage {
  readonly bench: PageBench;
  /** Returns all parts, as they are now. */
  readonly parts: () => readonly Part[];
  /** Returns the text, as it is now. */
  readonly text: () => string;
  /** What the view has done with its elements, such as `focus Delete`, in order. */
  readonly done: string[];
  /** Removes the view. */
  readonly close: () => void;
}

/** Shows a view. A function returns what is to be shown now. */
export const stage = (view: ReactElement | (() => ReactElement), bench = pageBench()): Stage => {
  let isChanged = true;
  let kept = new Map<string, Kept>();
  let shown: Part = { type: 'page', props: {}, parent: undefined, parts: [] };
  const done: string[] = [];
  const boundaries = new Map<string, Boundary>();
  const seen = new Map<string, Kept>();
  const change = (): void => {
    isChanged = true;
  };
  const withHooks = hooksOf(change);
  const keptAt = (path: string): Kept => {
    const own = kept.get(path) ?? { slots: [], effects: [] };
    seen.set(path, own);
    return own;
  };
  const ofClass = (type: Boundary['type'], props: object, path: string): Boundary => {
    const known = boundaries.get(path);
    if (known !== undefined) return known;
    const made = { type, view: new (type as unknown as new (props: object) => Boundary['view'])(props) };
    made.view.setState = (changed) => {
      made.view.state = { ...made.view.state, ...changed };
      change();
    };
    boundaries.set(path, made);
    return made;
  };
  const renderClass = ({ type, props }: Rendered, path: string, contexts: Contexts, parent: Part): void => {
    const { view: one } = ofClass(type as Boundary['type'], props, path);
    const before = one.props;
    one.props = props;
    try {
      render(one.render(), `${path}/`, contexts, parent);
    } catch (error) {
      const next = (type as Boundary['type']).getDerivedStateFromError?.();
      if (next === undefined) throw error;
      one.setState(next);
      render(one.render(), `${path}!`, contexts, parent);
    }
    if (before !== props) one.componentDidUpdate?.(before);
  };
  /** Gives the page an element that notes what is done with it. */
  const refer = (part: Part, path: string): void => {
    const { ref } = part.props;
    if (ref === undefined || ref === null) return;
    const name = (part.props['aria-label'] as string | undefined) ?? textOfPart(part);
    const { slots } = keptAt(path);
    slots[0] ??= new Proxy({}, { get: (_, act) => () => done.push(`${String(act)} ${name}`) });
    if (typeof ref === 'object') Object.assign(ref, { current: slots[0] });
    else if (slots[1] === undefined) (ref as (element: unknown) => void)(slots[0]);
    slots[1] = true;
  };
  const renderPart = ({ type, props }: Rendered, path: string, contexts: Contexts, parent: Part): void => {
    const part: Part = { type, props, parent, parts: [] };
    parent.parts.push(part);
    if (typeof props['children'] !== 'function') render(props['children'], `${path}/`, contexts, part);
    refer(part, `${path}&`);
  };
  const renderComponent = (element: Rendered, path: string, contexts: Contexts, parent: Part): void => {
    const component = element.type as Component;
    if (isClass(component)) renderClass(element, path, contexts, parent);
    else {
      const draw = (): unknown => component(element.props);
      render(withHooks(keptAt(`${path}<${component.name}`), contexts, draw), `${path}/`, contexts, parent);
    }
  };
  /** Renders a component once its code is loaded. */
  const renderLazy = (element: Rendered, path: string, contexts: Contexts, parent: Part): void => {
    const { _init: load, _payload: code } = element.type as Lazy;
    try {
      renderComponent({ ...element, type: load(code) }, path, contexts, parent);
    } catch (pending) {
      if (!(pending instanceof Promise)) throw pending;
      pending.then(change, change);
    }
  };
  const renderElement = (element: Rendered, at: string, contexts: Contexts, parent: Part): void => {
    const { type, props } = element;
    const path = `${at}${element.key === null ? '' : `=${element.key}`}`;
    const kind = fromLibrary.has(type) ? 'string' : kindOf(type);
    if (kind === 'string') renderPart(element, path, contexts, parent);
    else if (kind === 'react.forward_ref')
      renderComponent({ ...element, type: (type as { readonly render: Component }).render }, path, contexts, parent);
    else if (kind === 'function') renderComponent(element, path, contexts, parent);
    else if (kind === 'react.memo')
      renderElement({ ...element, type: (type as { readonly type: unknown }).type }, at, contexts, parent);
    else if (kind === 'react.lazy') renderLazy(element, path, contexts, parent);
    else {
      const isContext = kind === 'react.context';
      const within = isContext ? new Map([...contexts, [type, props['value']]]) : contexts;
      render(props['children'], `${path}/`, within, parent);
    }
  };
  const render = (node: unknown, path: string, contexts: Contexts, parent: Part): void => {
    if (typeof node === 'string' || typeof node === 'number') parent.parts.push(String(node));
    else if (Array.isArray(node))
      for (const [index, one] of node.entries()) {
        const key = (one as Rendered | null)?.key ?? null;
        render(one, key === null ? `${path}${String(index)}` : path, contexts, parent);
      }
    else if (typeof node === 'object' && node !== null) renderElement(node as Rendered, path, contexts, parent);
  };
  const update = (): Part => {
    for (let times = 0; isChanged || times === 0; times += 1) {
      if (times > 50) throw new Error('the view changes with each rendering');
      isChanged = false;
      seen.clear();
      shown = { type: 'page', props: {}, parent: undefined, parts: [] };
      render(surrounded(bench, typeof view === 'function' ? view() : view), '', new Map(), shown);
      for (const [path, own] of kept) if (!seen.has(path)) endEffects(own);
      kept = new Map(seen);
      for (const own of kept.values()) runEffects(own);
    }
    return shown;
  };
  return {
    bench,
    done,
    parts: () => within(update()),
    text: () => textOfPart(update()),
    close: () => {
      for (const own of kept.values()) endEffects(own);
      kept = new Map();
    },
  };
};
