// The HTTP server of Node.js alone.
import { createServer } from 'node:http';
import { endpoint, printUrl, readAnswers } from './baseline.js';

const answers = readAnswers().map((answer) => [answer.route.split(':', 1).join(), answer] as const);

const server = createServer((request, response) => {
  const answer = answers.find(([prefix]) => request.url?.startsWith(prefix))?.[1];
  if (answer === undefined) throw new Error(`no answer to ${String(request.url)}`);
  const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
});
server.listen(endpoint, () => {
  printUrl(server);
});
