// The reference page, shown without a browser: the document of a small API, and what the service answers.
import { vi } from 'vitest';
import { pageModule, pageView } from './page-hooks.js';
import { replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, textOfPart, type Part, type Stage } from './stage.js';

const folder = '../../../adapters/web/reference';

const operation = (operationId: string, change: object = {}) => ({
  ...{ operationId, summary: operationId, tags: ['Studio'], responses: { 200: { description: 'ok' } } },
  ...change,
});
const parameter = (name: string, where: string, required = false) => ({ name, in: where, required, schema: {} });
const slot = parameter('slot', 'path', true);
const documentOf = (paths: object, change: object = {}) => ({
  ...{ info: { title: 'Studio', version: '2', description: 'First.\n\nMore.' }, security: [{}] },
  tags: ['Studio', 'Outputs'].map((name) => ({ name, description: `about ${name}` })),
  ...{ components: { responses: {} }, paths, ...change },
});
/** The document of the API. */
export const document = documentOf({
  '/api/v2/state': { get: operation('state') },
  '/api/v2/core': { get: operation('core') },
  '/api/v2/studio': { get: operation('studio') },
  '/api/v2/plain/outputs/{slot}/stop': { get: operation('plainStop') },
  '/api/v2/plain/studio': { get: operation('plainStudio') },
  '/api/v2/outputs/{slot}/stop': {
    get: operation('stop', {
      tags: ['Outputs'],
      summary: 'Stop it',
      responses: { 202: {} },
      parameters: [slot, parameter('scene', 'query')],
    }),
    post: operation('stopPost', { tags: ['Outputs'], summary: 'Stop it', responses: { 202: {} } }),
  },
  '/api/v2/outputs/{slot}/clips/{clip}/play': {
    post: operation('play', {
      tags: ['Outputs'],
      parameters: [slot, parameter('clip', 'path', true), parameter('bank', 'query')],
    }),
  },
  '/api/v2/settings': {
    put: operation('settings', { requestBody: { content: { 'application/json': { example: { a: 1 } } } } }),
  },
});
const outputs = ['main', 'aux'].map((one) => ({ slot: one, name: one, scenes: [] }));
const banks = ['news', 'late'].map((key) => ({ key, name: key, active: key === 'late' }));
/** Returns the answer with the clips of a bank. */
export const clips = (...keys: readonly string[]): Response =>
  replied({ clips: keys.map((key, index) => ({ number: index + 1, key })) });

/** The page and its service, on the page's own timers. */
export interface ReferencePage {
  readonly server: StagedConsole;
  /** Shows the page. */
  readonly show: () => Promise<Stage>;
  /** Lets what is under way end, and time pass. */
  readonly pass: (ms?: number) => Promise<void>;
  /** Returns the calls. */
  readonly calls: () => readonly string[];
  /** Opens or closes what has a summary that begins with a text. It may be something within it that is opened. */
  readonly toggle: (text: string, open?: boolean, isOwn?: boolean) => void;
  readonly close: () => void;
}

/** Returns the summary of an element that can be opened. */
export const summaryOf = (details: Part): string => {
  const [summary] = details.parts;
  return typeof summary === 'object' ? textOfPart(summary) : '';
};

/** Returns a page that is not shown yet. Tests use fake timers. */
export const referencePage = (): ReferencePage => {
  const server = stagedConsole();
  Object.assign(server.document, { visibilityState: 'visible' });
  vi.stubGlobal('location', { origin: 'http://studio', pathname: '/api/v2/docs/', hash: '' });
  server.answer('GET /v2/openapi.json', () => replied(document));
  server.answer('GET /v2/state', () => replied({ studio: { id: 'a', name: 'Main' }, outputs, banks }));
  server.answer('GET /v2/core', () => replied({ core: { simulated: true } }));
  let view: Stage | undefined;
  const pass = async (ms = 1): Promise<void> => {
    for (let times = 0; times < 4; times += 1) {
      view?.parts();
      await vi.advanceTimersByTimeAsync(times === 0 ? ms : 0);
    }
  };
  return {
    ...{ server, pass },
    calls: () => server.requests.map(({ call }) => call),
    show: async () => {
      const app = await pageView(`${folder}/app.js`, 'App', pageModule);
      view = stage(app({}));
      await pass();
      return view;
    },
    toggle: (text, open = true, isOwn = true) => {
      const details = view?.parts().find((part) => part.type === 'details' && summaryOf(part).startsWith(text));
      const currentTarget = { open };
      (details?.props['onToggle'] as (event: object) => void)({ currentTarget, target: isOwn ? currentTarget : {} });
    },
    close: () => {
      view?.close();
      server.restore();
    },
  };
};
