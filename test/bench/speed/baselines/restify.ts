// A restify server that does nothing but answer.
import restify from 'restify';
import { endpoint, printUrl, readAnswers } from './baseline.js';

const server = restify.createServer({ name: '' });
for (const { route, status, headers, body } of readAnswers())
  server.get(route, (_request: restify.Request, response: restify.Response, next: restify.Next) => {
    // restify writes the character set of a type separately.
    response.charSet('utf-8');
    response.send(status, body, headers);
    next();
  });
server.listen(endpoint.port, endpoint.host, () => {
  printUrl(server);
});
