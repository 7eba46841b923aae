// The token of the metrics.
import { describe, expect, it } from 'vitest';
import { prometheusConsoleMetrics } from '../../../../adapters/metrics/console.js';
import { testConsole } from '../console.js';

describe('the metrics token', () => {
  it.each([
    ['Bearer a-token-of-metrics', 200],
    ['bearer a-token-of-metrics', 200],
    ['BEARER  a-token-of-metrics ', 200],
    ['Bearer A-token-of-metrics', 401],
    ['Bearer a-token-of-metrics more', 401],
    ['Bearer ', 401],
    ['a-token-of-metrics', 401],
  ])('as "%s" is answered %i', async (authorization, status) => {
    const recorder = prometheusConsoleMetrics({
      connections: { connected: () => [] },
      clock: { now: () => 0 },
      version: '1.2.3',
    });
    const { server } = await testConsole({ metrics: { recorder, token: 'a-token-of-metrics' } });
    const { port } = await server.listen(0, '127.0.0.1');
    const response = await fetch(`http://127.0.0.1:${String(port)}/metrics`, { headers: { authorization } });
    expect(response.status).toBe(status);
    await response.body?.cancel();
    await server.close(0);
  });
});
