// Drivers under random commands, faults, restarts, reloads and failures of the network, compared with what the simulated equipment
// has received: nothing that wasn't sent, nothing twice, nothing after a later command, and no success without its effect.
import { readFileSync, writeFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { cameraUse, lineUse, playerUse } from './drivers/uses.js';
import { casparcgEquipment } from './drivers/casparcg.js';
import { commands, expectTruth, newModel, send, setFault, type Model } from './drivers/commands.js';
import { equipmentOf, type Equipment } from './drivers/equipment.js';
import { deckOptions, output as deckOutput, scene as deckScene } from '../adapters/drivers/hyperdeck/bench.js';
import { brokerLines } from '../adapters/drivers/mqtt/lines.js';
import { obsOptions, output as obsOutput, selections as obsSelections } from '../adapters/drivers/obs/bench.js';
import { lineOf } from '../adapters/drivers/shared/templates/templates.js';
import { output as vmixOutput, selections as vmixSelections, vmixPlayer } from '../adapters/drivers/vmix/bench.js';

const presets = { wide: 0, close: 1, profile: 7 };

/** The equipment by name: a row for each driver. */
const table: Readonly<Record<string, () => Promise<Equipment>>> = {
  tcp: equipmentOf('tcp', { settings: { delimiter: '\n' }, lines: { 'sig-1': lineOf('tcp', 1) } }, lineUse),
  osc: equipmentOf('osc', { lines: { 'sig-1': lineOf('osc', 1) } }, lineUse),
  modbus: equipmentOf('modbus', { lines: { 'sig-1': { coil: 0 } } }, lineUse),
  videohub: equipmentOf('videohub', { lines: { 'sig-1': { output: 1, input: 5, offInput: 2 } } }, lineUse),
  atem: equipmentOf('atem', { lines: { 'sig-1': { program: 5, offInput: 2 } } }, lineUse),
  mqtt: equipmentOf('mqtt', { lines: { 'sig-1': brokerLines.Tasmota('one') } }, lineUse),
  visca: equipmentOf('visca', { heads: { 'cam-1': { presets } } }, cameraUse),
  'visca over TCP': equipmentOf(
    'visca',
    { settings: { transport: 'tcp' }, heads: { 'cam-1': { presets } } },
    cameraUse,
  ),
  'visca without the header': equipmentOf(
    'visca',
    { settings: { transport: 'udp-raw' }, heads: { 'cam-1': { presets } } },
    cameraUse,
  ),
  vmix: equipmentOf(
    'vmix',
    { players: { [vmixOutput]: vmixPlayer } },
    playerUse(vmixOutput, [vmixSelections.headlines, vmixSelections.bed]),
  ),
  hyperdeck: equipmentOf(
    'hyperdeck',
    deckOptions,
    playerUse(deckOutput, [vmixSelections.headlines, vmixSelections.bed], deckScene),
  ),
  obs: equipmentOf('obs', obsOptions, playerUse(obsOutput, [obsSelections.opener, obsSelections.weather])),
  casparcg: casparcgEquipment,
};

/** What {@link expectNoReplay} and {@link expectUse} let fail. */
const failuresAtTheEnd = 3;

const runs = Number(process.env['MODEL_RUNS'] ?? 5);

/** Time for the runs, in milliseconds. */
const timeoutMs = 30_000 + runs * 3_000;

let used: Equipment | undefined;
afterEach(() => used?.close());

/** Time in which a driver that has connected reads what its device shows, in milliseconds. */
const readsWithinMs = 500;

const reconnect = async ({ network, pass, passUntil, connected, endsWithinMs }: Equipment): Promise<void> => {
  network.mend();
  await pass(endsWithinMs);
  // CasparCG is dialled again by the clock of the machine.
  await passUntil('a healthy device is connected', connected);
  await pass(readsWithinMs);
};

/** Everything is healed: the driver is connected, and reports what the device shows. */
const expectRecovery = async (model: Model, equipment: Equipment): Promise<void> => {
  await setFault(null).run(model, equipment);
  await reconnect(equipment);
  expectTruth(model, equipment);
  // What a camera shows is known only since its last recall.
  expect(['neither', equipment.actual()], 'what the driver reports').toContain(equipment.reported());
};

/** A command that meets the end of its connection reaches the device once at most, also after further connections. */
const expectNoReplay = async (model: Model, equipment: Equipment): Promise<void> => {
  const { network, pass, received } = equipment;
  const before = received().length;
  await send('first', false).run(model, equipment);
  for (let round = 0; round < 2; round += 1) {
    network.cut();
    await pass(100);
    await reconnect(equipment);
  }
  expect(received().length - before).toBeLessThanOrEqual(1);
};

/** A recovered driver works: a command has its effect, and the end of the connection is noticed, and ends a command. */
const expectUse = async (model: Model, equipment: Equipment): Promise<void> => {
  await send('second', true).run(model, equipment);
  expect(model.sent.at(-1)?.result).toEqual(E.right(undefined));
  expect([equipment.reported(), equipment.actual()]).toEqual(['second', 'second']);
  await send('first', false).run(model, equipment);
  equipment.network.cut();
  await equipment.pass(equipment.endsWithinMs);
  expect(equipment.connected()).toBe(false);
  expectTruth(model, equipment);
};

/**
 * Adds the failures that a driver has survived to a file, which the grades of drivers are computed from: `npm run soak -- grades`.
 * A later count of the same driver replaces an earlier one.
 */
const recordFailures = (protocol: string, failures: number): void => {
  const file = process.env['FAILURES_FILE'];
  if (file === undefined) return;
  const counts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, number>>;
  writeFileSync(file, `${JSON.stringify({ ...counts, [protocol]: failures }, undefined, 2)}\n`);
};

describe.each(Object.entries(table))('%s', (protocol, open) => {
  const title = 'executes what was sent once and in order, confirms only what is so, and recovers from every failure';
  it(title, { timeout: timeoutMs }, async () => {
    let failures = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const equipment = await open();
        used = equipment;
        const model = newModel();
        await equipment.passUntil('the device is connected', equipment.connected);
        await fc.asyncModelRun(() => ({ model, real: equipment }), sequence);
        await expectRecovery(model, equipment);
        await expectNoReplay(model, equipment);
        await expectUse(model, equipment);
        failures += model.failures + failuresAtTheEnd;
        await equipment.close();
        used = undefined;
      }),
      { numRuns: runs },
    );
    recordFailures(protocol, failures);
  });
});
