// Runs a web server in a network namespace: it answers with the HTML of the query parameter `html`.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { serve } from '../../features/support/remote.js';

const agent = {
  /** Listens on an address of the namespace. Ends with the process. */
  listen: async (address: string, port: number): Promise<void> => {
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://pages');
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(searchParams.get('html') ?? '');
    });
    server.listen(port, address);
    await once(server, 'listening');
  },
};
export type PageAgent = typeof agent;

serve(agent);
