// Views of the simulator's page, shown without a browser beside a client of the steering API that only notes its calls.
import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { pageModule, pageView, type View } from '../console/page-hooks.js';
import { browserGlobals, type PageDocument } from '../console/stage-console.js';
import { stage, type Stage } from '../console/stage.js';

/** What is used of a module, which is compiled with the page. */
interface Steering {
  readonly SteeringProvider: FunctionComponent<object>;
}

const folder = '../../../simulator/page';

/** Returns a module of the page. */
export const simulatorModule = <A extends object>(path: string): Promise<A> => pageModule<A>(`${folder}/${path}`);

/** Returns a function that renders a component of the page. */
export const simulatorView = (path: string, name: string): Promise<View> =>
  pageView(`${folder}/${path}`, name, pageModule);

/** A page that shows one view. */
export interface SteeredPage {
  /** The calls of the steering API, with their parameters. */
  readonly calls: unknown[][];
  readonly document: PageDocument;
  /** What the steering API answers. */
  result: () => Promise<unknown>;
  /** Shows what a function renders now. */
  readonly show: (element: () => ReactElement) => Promise<Stage>;
  /** Removes the view, and what the browser has started. */
  readonly close: () => void;
}

/** Returns a page in a browser of its own. */
export const steeredPage = (): SteeredPage => {
  const calls: unknown[][] = [];
  const { document, restore } = browserGlobals();
  const page: SteeredPage = {
    ...{ calls, document },
    result: () => Promise.resolve([]),
    show: async (element) => {
      const { SteeringProvider } = await simulatorModule<Steering>('steering.js');
      const value = (call: (steered: object) => Promise<unknown>): void => {
        call(client).catch(() => undefined);
      };
      shown = stage(() => createElement(SteeringProvider, { value, children: element() } as object));
      return shown;
    },
    close: () => {
      shown?.close();
      restore();
    },
  };
  let shown: Stage | undefined;
  const note =
    (name: string | symbol) =>
    (...values: unknown[]): Promise<unknown> => {
      calls.push([name, ...values]);
      return page.result();
    };
  const client = new Proxy({}, { get: (_, name) => note(name) });
  return page;
};
