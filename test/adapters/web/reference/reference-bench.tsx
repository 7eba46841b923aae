// The reference page at its address: the document of a small API, and what the service answers.
import { screen, waitFor } from '@testing-library/react';
import { show, shows, user, type View } from '../page-bench.js';
import { server } from '../page-server.js';

/** The address of the page. Its modules read where the API is when they are loaded. */
const address = '/api/v2/docs/';
window.history.replaceState(null, '', address);
const { App } = await import('../../../../adapters/web/reference/app.js');

const operation = (operationId: string, change: object = {}) => ({
  ...{ operationId, summary: operationId, tags: ['Studio'], responses: { 200: { description: 'ok' } } },
  ...change,
});
const parameter = (name: string, where: string, required = false) => ({ name, in: where, required, schema: {} });
const slot = parameter('slot', 'path', true);
const stop = { tags: ['Outputs'], summary: 'Stop it', responses: { 202: {} } };

/** The document of the API. */
export const document = {
  ...{ info: { title: 'Studio', version: '2', description: 'First.\n\nMore.' }, security: [{}] },
  ...{ components: { responses: {} } },
  tags: ['Studio', 'Outputs'].map((name) => ({ name, description: `about ${name}` })),
  paths: {
    '/api/v2/state': { get: operation('state') },
    '/api/v2/core': { get: operation('core') },
    '/api/v2/studio': { get: operation('studio') },
    '/api/v2/plain/outputs/{slot}/stop': { get: operation('plainStop') },
    '/api/v2/plain/studio': { get: operation('plainStudio') },
    '/api/v2/outputs/{slot}/stop': {
      get: operation('stop', { ...stop, parameters: [slot, parameter('scene', 'query')] }),
      post: operation('stopPost', stop),
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
  },
};

/** Answers what the page reads by itself. */
export const answerPage = (): void => {
  const outputs = ['main', 'aux'].map((one) => ({ slot: one, name: one, scenes: [] }));
  const banks = ['news', 'late'].map((key) => ({ key, name: key, active: key === 'late' }));
  server.reply('GET /v2/openapi.json', document);
  server.reply('GET /v2/state', { studio: { id: 'a', name: 'Main' }, outputs, banks });
  server.reply('GET /v2/core', { core: { simulated: true } });
};

/** Shows the page. */
export const open = async (hash = ''): Promise<View> => {
  const view = show(<App />, { address: address + hash });
  await waitFor(() => {
    if (screen.queryByText('Loading …') !== null) throw new Error('the page is loading');
  });
  return view;
};

/** Opens or closes a group or a route. */
export const toggle = async (title: string): Promise<void> => {
  const heading = screen.getAllByRole('heading', { name: title }).find((one) => one.closest('[hidden]') === null);
  await user.click(heading?.closest('summary') ?? window.document.body);
};

/** Shows the page with an open form. The requests before are forgotten. */
export const openForm = async (group: string, route: string): Promise<void> => {
  await open();
  await shows('Access to Main');
  await toggle(group);
  await toggle(route);
  server.requests.length = 0;
};
