// The event stream of the steering API: a snapshot, batches of changes, and resumption.
import { beforeEach, describe, expect, it } from 'vitest';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { batchMs, type FeedMessage } from '../../../simulator/api/event-feed.js';
import { steeringOperations } from '../../../simulator/api/operations.js';
import { steeredStudio, type SteeredStudio } from '../../../simulator/api/steering.js';
import { steeredManually } from '../../../simulator/simulation-clock.js';
import { memoryLog, type MemoryLog } from '../../application/console/readable-log.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { currentSimulatorDocument } from '../../openapi/frozen-documents.js';
import { componentIssues, type ApiDocument } from '../../openapi/response-validator.js';
import { injectFault, simulatorBench, type SimulatorBench } from '../bench.js';
import { commandTo } from '../../support/commands.js';

const document = currentSimulatorDocument() as ApiDocument;
const schemaNames = { snapshot: 'SnapshotEvent', changes: 'ChangesEvent' };

interface Data {
  readonly devices?: readonly { readonly id: string; readonly name?: string; readonly state?: unknown }[];
  readonly commands?: readonly { readonly number: number; readonly outcome: string }[];
  readonly clock?: { readonly now: string };
}

let bench: SimulatorBench;
let real: ManualClock;
let steered: SteeredStudio;
let received: FeedMessage[];
let log: MemoryLog;
beforeEach(() => {
  bench = simulatorBench();
  real = manualClock();
  log = memoryLog();
  steered = steeredStudio(bench.studio, steeredManually(bench.clock), { real, log });
  received = [];
});

const follow = (lastId?: string) =>
  steered.feed.subscribe(lastId, (message) => {
    expect(componentIssues(document, schemaNames[message.event], JSON.parse(JSON.stringify(message.data)))).toEqual([]);
    received.push(message);
  });
const switchOn = (on = true) => bench.studio.signalLines.send(commandTo.switch('sig-1', on));
const dataOf = (index: number) => received.at(index)?.data as Data;
const call = (name: string, body: unknown = {}) =>
  steeringOperations(steered)
    .find((operation) => operation.name === name)
    ?.answer({ path: new Map(), query: new Map(), body });

describe('the event stream', () => {
  it('begins with everything', () => {
    follow();
    expect(received.map(({ event }) => event)).toEqual(['snapshot']);
    expect(dataOf(0).devices).toHaveLength(bench.studio.devices().length);
  });

  it('has the changed fields of a device and the changed commands, in one batch', async () => {
    follow();
    void switchOn();
    await bench.clock.advance(100);
    await real.advance(batchMs);
    expect(received.map(({ event }) => event)).toEqual(['snapshot', 'changes']);
    const { devices, commands } = dataOf(1);
    expect(devices).toEqual([{ id: 'sig-1', state: { on: true }, reported: { on: true } }]);
    expect(commands).toMatchObject([{ number: 1, outcome: 'executed' }]);
  });

  it('sends at most one message in 100 ms', async () => {
    follow();
    for (let time = 0; time < 50; time += 1) {
      void switchOn(time % 2 === 0);
      await bench.clock.advance(20);
      await real.advance(20);
    }
    expect(received.length).toBeGreaterThan(5);
    expect(received.length).toBeLessThanOrEqual(12);
  });

  it('costs less than 60 kB/s at 100 changes a second', async () => {
    follow();
    const before = received.length;
    for (let time = 0; time < 100; time += 1) {
      void switchOn(time % 2 === 0);
      await bench.clock.advance(10);
      await real.advance(10);
    }
    const bytes = received.slice(before).reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
    expect(bytes).toBeLessThan(60_000);
  });

  it('sends nothing while nothing changes', async () => {
    follow();
    steered.feed.touch();
    await real.advance(1_000);
    expect(received).toHaveLength(1);
  });

  it('goes on after the last event that was received', async () => {
    const stop = follow();
    void switchOn();
    await bench.clock.advance(100);
    await real.advance(batchMs);
    stop();
    injectFault(bench, 'cam-1', { type: 'lost' });
    void switchOn(false);
    follow(received.at(-1)?.id);
    expect(received.at(-1)?.event).toBe('changes');
    expect(dataOf(-1).devices?.map(({ id }) => id)).toEqual(['cam-1']);
    expect(dataOf(-1).commands?.map(({ number }) => number)).toEqual([2]);
  });

  it('begins again after an event of another run, or of the time before a reset', async () => {
    follow('1-7');
    expect(received.at(-1)?.event).toBe('snapshot');
    void switchOn();
    await real.advance(batchMs);
    const { id = '' } = received.at(-1) ?? {};
    await call('studio.reset');
    follow(id);
    expect(received.at(-1)?.event).toBe('snapshot');
  });

  it('begins again after an event that it has not sent yet', () => {
    follow();
    const [run = ''] = received[0]?.id.split('-') ?? [];
    follow(`${run}-99`);
    expect(received.at(-1)?.event).toBe('snapshot');
  });

  it('begins again when devices come or go', async () => {
    follow();
    bench.studio.follow({ ...demoStudio, cameras: demoStudio.cameras.slice(1) });
    await real.advance(batchMs);
    expect(received.at(-1)?.event).toBe('snapshot');
    expect(dataOf(-1).devices?.some(({ id }) => id === 'cam-1')).toBe(false);
  });

  it('outlives a failure, logs it, and begins again', async () => {
    follow();
    const stopFailing = steered.feed.subscribe(undefined, ({ event }) => {
      if (event === 'changes') throw new Error('the reader failed');
    });
    void switchOn();
    await bench.clock.advance(100);
    await real.advance(batchMs);
    expect(log.lines.join()).toContain('the event stream of the simulator failed');
    stopFailing();
    void switchOn(false);
    await real.advance(batchMs);
    expect(received.at(-1)?.event).toBe('snapshot');
  });

  it('has the time of a paused clock after each step', async () => {
    follow();
    await call('clock.step', { ms: 1_000 });
    await real.advance(batchMs);
    expect(dataOf(-1).clock?.now).toBe(new Date(bench.clock.now()).toISOString());
  });
});
