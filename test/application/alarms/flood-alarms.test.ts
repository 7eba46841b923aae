// The alarms about equipment that floods the service.
import { expect, it } from 'vitest';
import { floodReports } from '../../../application/alarms/flood-alarms.js';

it('there is one alarm for each connection, also of a flood that is older than the alarms', () => {
  const done: string[] = [];
  const floods = floodReports();
  floods.note('relays', 'it sends too much');
  floods.note('gone', 'it sends too much');
  floods.note('gone', null);
  floods.follow({
    raise: (kind, subject, message) => void done.push(`raise ${kind} ${subject}: ${String(message)}`),
    clear: (kind, subject) => void done.push(`clear ${kind} ${subject}`),
  });
  floods.note('main', 'it sends too much');
  floods.note('main', null);
  expect(done).toEqual([
    'raise device_floods relays: the equipment of the connection "relays" floods the service: it sends too much',
    'raise device_floods main: the equipment of the connection "main" floods the service: it sends too much',
    'clear device_floods main',
  ]);
});
