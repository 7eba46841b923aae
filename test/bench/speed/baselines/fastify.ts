// A Fastify server that does nothing but answer.
import fastify from 'fastify';
import { endpoint, printUrl, readAnswers } from './baseline.js';

const app = fastify();
for (const { route, status, headers, body } of readAnswers())
  app.get(route, (_request, reply) => reply.code(status).headers(headers).send(body));
await app.listen(endpoint);
printUrl(app.server);
