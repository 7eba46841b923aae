// An Express server that does nothing but answer.
import express from 'express';
import { endpoint, printUrl, readAnswers } from './baseline.js';

const app = express().disable('x-powered-by').disable('etag');
for (const { route, status, headers, body } of readAnswers())
  app.get(route, (_request, response) => {
    response.status(status).set(headers).send(body);
  });
const server = app.listen(endpoint.port, endpoint.host, () => {
  printUrl(server);
});
