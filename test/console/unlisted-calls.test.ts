// Last calls of devices that were removed before their report arrived.
import { expect, it } from 'vitest';
import { saveCallReport } from '../../application/console/sync/call-reports.js';
import { testConsole } from './console.js';

it('@REPORT-1: a report about devices that are not listed stores no last call of them', async () => {
  const app = await testConsole();
  const { body } = await app.operate('POST', '/api/studios/studio-1/devices', { name: 'Panel', access: 'read_only' });
  const { id } = (body as { device: { id: string } }).device;
  const entry = await app.ports.store.studio('studio-1');
  if (entry === undefined) throw new Error('the studio is missing');
  const call = { time: 1, address: '10.0.0.9' };
  const lastCalls = [
    { device: id, ...call },
    { device: 'removed', ...call },
  ];
  await saveCallReport(app.ports, entry, { lastCalls, refusals: null });
  const stored = await app.ports.store.lastCalls('studio-1');
  expect([stored.get(id), stored.get('removed')]).toEqual([expect.objectContaining(call), undefined]);
});
