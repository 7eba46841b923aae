// Hooks and views of the console's page, rendered once as on a server: without a browser, and without effects.
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { vi } from 'vitest';
import { Router } from 'wouter';

/** What surrounds what is rendered. */
export interface PageBench {
  readonly client: QueryClient;
  /** The address of the page, which hooks read and change. */
  address: string;
  /** The addresses to which the browser would go back. */
  readonly back: string[];
}

/** Returns a page at an address, whose queries have been answered. */
export const pageBench = (answers: readonly (readonly [QueryKey, unknown])[] = [], address = '/studios'): PageBench => {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  for (const [key, answer] of answers) client.setQueryData(key, answer);
  return { client, address, back: [] };
};

/** Returns an element within what surrounds the views of a page. */
export const surrounded = (bench: PageBench, children: ReactElement): ReactElement => {
  const [path = '', search = ''] = bench.address.split('?');
  const navigate = (to: string, { replace = false } = {}): void => {
    if (!replace) bench.back.push(bench.address);
    bench.address = to;
  };
  return createElement(
    QueryClientProvider,
    { client: bench.client },
    createElement(Router, {
      hook: (): [string, typeof navigate] => [path, navigate],
      searchHook: () => search,
      children,
    }),
  );
};

/** Returns the markup of an element. */
export const markupOf = (element: ReactElement, bench = pageBench()): string =>
  renderToStaticMarkup(surrounded(bench, element));

/** Returns the text of an element, with a space where one part ends. */
export const textOf = (element: ReactElement, bench = pageBench()): string =>
  markupOf(element, bench)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns what a hook returns when a component of the page calls it. */
export const used = <A>(hook: () => A, bench = pageBench()): A => {
  let result: { readonly value: A } | undefined;
  const Probe = (): null => {
    result = { value: hook() };
    return null;
  };
  markupOf(createElement(Probe), bench);
  if (result === undefined) throw new Error('the hook was not called');
  return result.value;
};

type Components = Readonly<Record<string, FunctionComponent<object>>>;

/** Renders a component with its properties. */
export type View = (props: object) => ReactElement;

const folder = '../../adapters/web/console';

/** Modules that follow the window when they are loaded. */
const atWindow = ['api/activity.js', 'api/drafts.js'];

/** The window of the page: tests that share a process share the modules, which follow the window since they were loaded. */
export const pageWindow = new EventTarget();

/**
 * Returns a module of the page, by its path in the page's folder. These modules are compiled with the page, so a test declares what
 * it uses of one.
 */
export const pageModule = async <A extends object>(path: string): Promise<A> => {
  vi.stubGlobal('window', pageWindow);
  for (const one of atWindow) await import(`${folder}/${one}`);
  // The components of others would take a window for a browser.
  Reflect.deleteProperty(globalThis, 'window');
  return (await import(`${folder}/${path}`)) as A;
};

/** Returns a function that renders a component, by the path of its module in the page's folder and its name. */
export const pageView = async (path: string, name: string, from = pageModule<Components>): Promise<View> => {
  const component = (await from(path))[name];
  if (component === undefined) throw new Error(`${path} has no ${name}`);
  return (props) => createElement(component, props);
};
