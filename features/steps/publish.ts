// Steps of the broker at which the studio's state is published. It runs in the process of the scenarios.
import { After, Given, Then, type DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { SimulatedBroker } from '../../simulator/mqtt/broker.js';
import { eventually } from '../../test/support/eventually.js';
import type { StudioWorld } from '../support/world.js';

/** Clock step between two looks at the broker, in milliseconds: connections are opened on the studio's clock. */
const stepMs = 20;

const brokers = new WeakMap<StudioWorld, SimulatedBroker>();

const keptBy = (world: StudioWorld): ReadonlyMap<string, string> => {
  const broker = brokers.get(world);
  assert.ok(broker, 'expected a broker');
  return broker.kept();
};

Given('a broker', async function (this: StudioWorld) {
  const broker = new SimulatedBroker(() => undefined);
  brokers.set(this, broker);
  this.placeholders.set('broker', String(await broker.listen(0, '127.0.0.1')));
});

After(async function (this: StudioWorld) {
  await brokers.get(this)?.close();
});

/** Waits until the broker keeps these payloads; an undefined one is none. */
const untilKept = async (
  world: StudioWorld,
  expected: readonly (readonly [topic: string, payload: string | undefined])[],
): Promise<void> => {
  const differing = () => expected.filter(([topic, payload]) => keptBy(world).get(topic) !== payload);
  await eventually('what the broker keeps', async () => {
    await world.driver.studio.advance(stepMs);
    return differing().length === 0;
  }).catch(() => undefined);
  assert.deepEqual(
    differing().map(([topic]) => [topic, keptBy(world).get(topic)]),
    [],
  );
};

Then('the broker soon keeps:', async function (this: StudioWorld, table: DataTable) {
  await untilKept(
    this,
    table.raw().map(([topic = '', payload = '']) => [topic, payload]),
  );
});

Then('the broker soon keeps nothing on {word}', async function (this: StudioWorld, topic: string) {
  await untilKept(this, [[topic, undefined]]);
});

Then('nothing that the broker keeps contains the id of the studio', function (this: StudioWorld) {
  const text = JSON.stringify([...keptBy(this)]);
  assert.ok(!text.includes(this.driver.studioId), 'expected no id of the studio');
});
