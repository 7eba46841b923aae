// What the editor of the studio file finds at a host.
import { afterEach, expect, it } from 'vitest';
import { SystemClock } from '../../../adapters/node/clock.js';
import { connectionFaces, facePorts } from '../../../infra/simulated/connection-faces.js';
import { findEquipment } from '../../../infra/studio-file/find-equipment.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import type { WireFace } from '../../../simulator/wire-face.js';

/** A loopback address that nothing else uses. */
const host = '127.82.19.5';
const devices = simulatedStudio(demoStudio, new SystemClock());
const faces: WireFace[] = [];

afterEach(async () => {
  for (const face of faces.splice(0)) await face.close();
  devices.stop();
});

it('@EDITING-20: has what a connection needs, also when it is ended early', async () => {
  const attachments = { lines: new Map(), heads: new Map(), players: new Map(), selections: [] };
  for (const protocol of ['visca', 'vmix'] as const) {
    const face = connectionFaces[protocol]({ settings: {}, attachments, devices, now: Date.now });
    await face.listen(facePorts[protocol].standard ?? 0, host);
    faces.push(face);
  }
  const { found } = await findEquipment(host, AbortSignal.timeout(1_000));
  const own = found.filter((one) => one.host === host);
  const common = { host, settings: {}, announcedAs: null };
  expect(own).toEqual([
    expect.objectContaining({ ...common, protocol: 'visca', port: 52381, template: null }),
    expect.objectContaining({ ...common, protocol: 'vmix', port: 8099, template: 'vmix' }),
  ]);
});
