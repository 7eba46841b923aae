// The baseline of the throughput benchmark: a bare restify server with the same responses as the service.
import restify from 'restify';

const signals = ['red-light', 'mic-live', 'phone-ring', 'door-lock'].map((identifier, at) => ({
  id: `sig-${String(at + 1)}`,
  identifier,
  name: identifier,
  value: false,
}));

const server = restify.createServer({ name: '' });
server.get('/api/v2/plain/signals/:id', (_request: restify.Request, response: restify.Response, next: restify.Next) => {
  response.contentType = 'text/plain';
  response.send('0');
  next();
});
server.get('/api/v2/signals', (_request: restify.Request, response: restify.Response, next: restify.Next) => {
  response.send({ ok: true, signals });
  next();
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`restify    ${server.url}\n`);
});
