// The client of the steering API writes ids into paths, and options into the query.
import { expect, it } from 'vitest';
import { steeringClient, type ClientRequest } from '../../../simulator/client/steering-client.js';

const requests: ClientRequest[] = [];
const client = steeringClient((request) => {
  requests.push(request);
  return Promise.resolve({ status: 200, body: '{}' });
});

it('writes an id that has a slash as one part of the path', async () => {
  await client.device('a/b?c');
  await client.state('a/b?c');
  await client.changeState('a/b?c', { on: true });
  await client.setFault('a/b?c', null);
  await client.commands({ device: 'a&b' });
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v1/devices/a%2Fb%3Fc',
    'GET /api/v1/devices/a%2Fb%3Fc/state',
    'PUT /api/v1/devices/a%2Fb%3Fc/state',
    'DELETE /api/v1/devices/a%2Fb%3Fc/fault',
    'GET /api/v1/commands?device=a%26b',
  ]);
});
