// Recordings of wires: each is replayed to the driver, which has to send and show what was recorded, and its commands to the
// simulated equipment, which has to come to show the same. docs/recordings.md explains how to contribute one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wireRecording, type RecordedEntry } from '../../../application/connections/wire-recording.js';
import { connectionDrivers } from '../../../infra/service/connection-drivers.js';
import { connectionId } from './bench.js';
import { openBench } from './closed-bench.js';
import { everyProtocol } from './every-protocol.js';
import { readRecording, replayToDriver, replayToSimulatedEquipment, type Recording } from './replay.js';

const folder = join(import.meta.dirname, 'recordings');

describe.each(readdirSync(folder).map((name) => [name]))('the recording %s', (name) => {
  const recording = readRecording(readFileSync(join(folder, name), 'utf8'));

  it('is what the driver sends and shows', () => replayToDriver(recording));

  it('is what the simulated equipment comes to show', () => replayToSimulatedEquipment(recording));
});

/** Records a driver over its simulated equipment. */
const recorded = async (protocol: 'tcp' | 'udp' | 'modbus' | 'emberplus' | 'vmix' | 'hyperdeck'): Promise<string> => {
  const { options, send, sendOther, connected, isKnown } = everyProtocol[protocol];
  const bench = await openBench(protocol, options);
  const { clock, current, drivers, wires } = bench;
  const deps = {
    layout: () => current.layout,
    devices: drivers,
    states: { of: () => undefined },
    wires,
    clock,
    table: connectionDrivers,
  };
  const entries: RecordedEntry[] = [];
  const recording = wireRecording(connectionId, { ...deps, program: 'studio-control test' });
  recording?.follow((entry) => entries.push(entry));
  bench.reopen(connectionId);
  await bench.passUntil('it is connected again', () => connected(bench) && isKnown(bench));
  for (const one of [send, sendOther]) {
    one(bench);
    await bench.pass(300);
  }
  return [recording?.head, ...entries].map((entry) => JSON.stringify(entry)).join('\n');
};

describe.each(['tcp', 'udp', 'modbus', 'emberplus', 'vmix', 'hyperdeck'] as const)('a recording of %s', (protocol) => {
  it('can be replayed both ways, and a driver that sends or shows something else is noticed', async () => {
    const recording = readRecording(await recorded(protocol));
    await replayToDriver(recording);
    await replayToSimulatedEquipment(recording);
    const wrong = (change: (entry: RecordedEntry) => RecordedEntry): Recording => ({
      ...recording,
      entries: recording.entries.map(change),
    });
    const otherBytes = wrong((entry) =>
      'direction' in entry && entry.direction === 'sent' ? { ...entry, text: '!' } : entry,
    );
    await expect(replayToDriver(otherBytes)).rejects.toThrow();
    const otherState = wrong((entry) =>
      'shows' in entry && entry.shows.connected
        ? { ...entry, shows: { ...entry.shows, shows: 'something else' } }
        : entry,
    );
    await expect(replayToDriver(otherState)).rejects.toThrow('something else');
    await expect(replayToSimulatedEquipment(otherState)).rejects.toThrow('something else');
  });
});
