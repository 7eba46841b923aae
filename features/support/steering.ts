// Steers a simulated studio over its HTTP interface.
import { strict as assert } from 'node:assert';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { LoggedCommand } from '../../simulator/command-log.js';
import type { PlayerState } from '../../simulator/player.js';
import type { DeviceSnapshot } from '../../simulator/simulated-world.js';
import type { ScenarioResponse, ScenarioDevice, StudioSteering } from './driver.js';
import type { HttpCall } from './http.js';
import { deviceId, graphicIn, playingIn, simulatorFault, commandText } from './simulator-steering.js';

/** The port of the steering interface, on the host's loopback. */
export const steeringPort = 3020;

type Send = (call: HttpCall) => Promise<ScenarioResponse>;

const layout = { layout: demoStudio };

const steeringClient =
  (send: Send) =>
  async (method: string, path: string, payload?: unknown): Promise<unknown> => {
    const body = payload === undefined ? {} : { body: JSON.stringify(payload) };
    const headers = { Host: `127.0.0.1:${String(steeringPort)}`, 'Content-Type': 'application/json' };
    const answer = await send({ host: '127.0.0.1', port: steeringPort, method, path, headers, ...body });
    assert.equal(answer.status, 200, answer.body);
    return JSON.parse(answer.body);
  };

/** Steers a studio through `send`, which reaches the host's loopback. */
export const steerOverHttp = (send: Send): StudioSteering => {
  const request = steeringClient(send);
  const actual = async (device: ScenarioDevice): Promise<unknown> => {
    const { devices } = (await request('GET', '/api/devices')) as { readonly devices: readonly DeviceSnapshot[] };
    return devices.find(({ id }) => id === deviceId(layout, device))?.actual;
  };
  return {
    clock: 'manual',
    advance: async (ms) => {
      await request('POST', '/api/clock/advance', { ms });
    },
    injectFault: async (device, fault) => {
      const path = `/api/devices/${deviceId(layout, device)}/fault`;
      const simulated = simulatorFault(fault);
      await (simulated === null ? request('DELETE', path) : request('PUT', path, simulated));
    },
    commands: async () => {
      const { commands } = (await request('GET', '/api/commands')) as { readonly commands: readonly LoggedCommand[] };
      return commands.toReversed().map(commandText);
    },
    playing: async (slot, scene) => playingIn((await actual({ kind: 'player', slot })) as PlayerState, scene),
    graphic: async (slot, scene) => graphicIn((await actual({ kind: 'player', slot })) as PlayerState, scene),
    isOn: async (signal) => ((await actual({ kind: 'line', signal })) as { readonly on: boolean }).on,
  };
};
