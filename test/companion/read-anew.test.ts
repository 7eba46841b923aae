// What the module takes from a service whose answers have changed when it reads them again.
import { expect, it } from 'vitest';
import { followStudio } from '../../adapters/companion/service/follow-studio.js';
import type { ServiceClient } from '../../adapters/companion/service/service-client.js';
import type { Studio, StudioEvent } from '../../adapters/companion/studio/studio.js';

/** Follows streams one after the other. Before each event, a service answers as the step states. */
const follow = async (streams: readonly (readonly (StudioEvent & { readonly answers?: object })[])[]) => {
  const answers: Record<string, unknown> = {
    '/api/v2': { version: '1' },
    '/api/v2/state': { lastEventId: 'run-1' },
    '/api/v2/openapi.json': { info: { version: '1' }, paths: {} },
    '/api/v2/alarms': { alarms: [] },
    '/api/v2/health': { status: 'ok' },
  };
  const [resumed, studios, stop]: [string[], Studio[], AbortController] = [[], [], new AbortController()];
  const client: ServiceClient = {
    read: (path) => Promise.resolve(answers[path]),
    press: () => Promise.resolve(),
    events: async function* (lastEventId, onOpen) {
      const stream = streams[resumed.length] ?? [];
      resumed.push(lastEventId);
      await Promise.resolve();
      onOpen();
      for (const event of stream) {
        Object.assign(answers, event.answers);
        yield event;
      }
      if (resumed.length === streams.length) stop.abort();
    },
  };
  const note = (studio: Studio): void => void studios.push(studio);
  const listener = { onStatus: () => undefined, onRead: note, onChange: note };
  await followStudio(client, listener, stop.signal, undefined, () => Promise.resolve());
  return { resumed, studios };
};

const alarm = (clearedAt: string | null): StudioEvent => ({
  ...{ id: 'run-2', name: 'alarm' },
  data: { alarm: { id: 'a', message: 'full disk', clearedAt } },
});

it('the health is that of each alarm, also when the last one is cleared', async () => {
  const { studios } = await follow([
    [
      { ...alarm(null), answers: { '/api/v2/health': { status: 'degraded' } } },
      { ...alarm('2026-01-01T00:00:00.000Z'), answers: { '/api/v2/health': { status: 'ok' } } },
    ],
  ]);
  expect(studios.map(({ degraded, alarms }) => [degraded, alarms.length])).toEqual([
    [false, 0],
    [true, 1],
    [false, 0],
  ]);
});

it('the events are resumed after the state that was read last', async () => {
  const reset = { id: undefined, name: 'reset', data: {} };
  const { resumed } = await follow([
    [{ ...reset, answers: { '/api/v2/state': { lastEventId: 'run-9' } } }],
    [alarm(null)],
    [],
  ]);
  expect(resumed).toEqual(['run-1', 'run-9', 'run-2']);
});
