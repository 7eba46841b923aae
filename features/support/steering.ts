// Steering a simulated studio over its HTTP interface.
import { strict as assert } from 'node:assert';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { LoggedCommand } from '../../simulator/command-log.js';
import type { PlayerState } from '../../simulator/player.js';
import type { DeviceSnapshot } from '../../simulator/simulated-world.js';
import type { ScenarioAnswer, ScenarioDevice, StudioSteering } from './driver.js';
import type { HttpCall } from './http.js';
import { deviceId, playingIn, simulatorFault, told } from './simulator-steering.js';

/** Where the steering listens, on the host's loopback. */
export const steeringPort = 3020;

type Send = (call: HttpCall) => Promise<ScenarioAnswer>;

const layout = { layout: demoStudio };

const asker =
  (send: Send) =>
  async (method: string, path: string, given?: unknown): Promise<unknown> => {
    const body = given === undefined ? {} : { body: JSON.stringify(given) };
    const headers = { Host: `127.0.0.1:${String(steeringPort)}`, 'Content-Type': 'application/json' };
    const answer = await send({ host: '127.0.0.1', port: steeringPort, method, path, headers, ...body });
    assert.equal(answer.status, 200, answer.body);
    return JSON.parse(answer.body);
  };

/** Steers through `send`, which reaches the host's loopback. */
export const steerOver = (send: Send): StudioSteering => {
  const ask = asker(send);
  const actual = async (device: ScenarioDevice): Promise<unknown> => {
    const { devices } = (await ask('GET', '/api/devices')) as { readonly devices: readonly DeviceSnapshot[] };
    return devices.find(({ id }) => id === deviceId(layout, device))?.actual;
  };
  return {
    advance: async (ms) => {
      await ask('POST', '/api/clock/advance', { ms });
    },
    afflict: async (device, fault) => {
      const path = `/api/devices/${deviceId(layout, device)}/fault`;
      const given = simulatorFault(fault);
      await (given === null ? ask('DELETE', path) : ask('PUT', path, given));
    },
    commands: async () => {
      const { commands } = (await ask('GET', '/api/commands')) as { readonly commands: readonly LoggedCommand[] };
      return commands.toReversed().map(told);
    },
    playing: async (slot, scene) => playingIn((await actual({ kind: 'player', slot })) as PlayerState, scene),
    isOn: async (signal) => ((await actual({ kind: 'line', signal })) as { readonly on: boolean }).on,
  };
};
