// The event stream of the steering API shows the service on the studio: its calls, and what the devices alone don't show.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryLog } from '../console/readable-log.js';
import { batchMs, type FeedMessage } from '../../simulator/api/event-feed.js';
import { steeredStudio } from '../../simulator/api/steering.js';
import { observedService } from '../../infra/simulated/observed-service.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { steeredManually } from '../../simulator/simulation-clock.js';
import { startHttpService, type TestService } from '../http/service.js';
import { currentSimulatorDocument } from '../openapi/frozen-documents.js';
import { componentIssues, type ApiDocument } from '../openapi/response-validator.js';

const document = currentSimulatorDocument() as ApiDocument;
const schemaNames = { snapshot: 'SnapshotEvent', changes: 'ChangesEvent' };

let time: ManualClock;
let real: ManualClock;
let service: TestService;
let received: FeedMessage[];
beforeEach(async () => {
  time = manualClock();
  real = manualClock();
  service = await startHttpService(time);
  const steered = steeredStudio(
    service.studio,
    steeredManually(time),
    { real, log: memoryLog() },
    observedService(service.composed),
  );
  received = [];
  steered.feed.subscribe(undefined, (message) => {
    expect(componentIssues(document, schemaNames[message.event], JSON.parse(JSON.stringify(message.data)))).toEqual([]);
    received.push(message);
  });
});
afterEach(() => service.close());

const call = async (path: string): Promise<void> => {
  await fetch(`http://127.0.0.1:${String(service.port)}${path}`);
};
const latest = async (): Promise<unknown> => {
  await real.advance(batchMs);
  return received.at(-1)?.data;
};

describe('the event stream of a studio with its service', () => {
  it('begins with the holder, the sequences and the variables', () => {
    expect(received[0]?.data).toMatchObject({
      layout: { outputs: [{ slot: 'main' }, { slot: 'wall' }] },
      service: {
        holder: 'Alpha FM',
        activeBank: 'news',
        macros: [{ name: 'Opening' }, { name: 'Closing' }],
        alarms: [],
      },
      calls: [],
    });
  });

  it('has each call with its answer', async () => {
    await call('/api/v2/signals/nowhere/on');
    expect(await latest()).toMatchObject({
      calls: [{ number: 1, call: { path: '/api/v2/signals/nowhere/on', status: 404, error: 'not_found' } }],
    });
    await call('/api/v2/signals');
    expect(await latest()).toMatchObject({ calls: [{ number: 2, call: { error: null } }] });
  });

  it('has the step of a macro that runs, and no part of the service that stayed as it was', async () => {
    await call('/api/v2/macros/mac-1/run');
    const { service: changed } = (await latest()) as { readonly service: object };
    expect(changed).toMatchObject({ macros: [{ state: 'running', step: 1 }, { state: 'idle' }] });
    expect(Object.keys(changed)).toEqual(['macros']);
  });

  it('has a variable that was set', async () => {
    await call('/api/v2/variables/Headline/set?value=Hello');
    const { service: changed } = (await latest()) as { readonly service: object };
    expect(changed).toMatchObject({ variables: [{ value: 'Hello' }, {}, {}, {}, {}] });
  });
});
