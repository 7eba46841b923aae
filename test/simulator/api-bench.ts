// The steering API of a simulated demo studio on loopback. Every response is compared with the OpenAPI document.
import { expect } from 'vitest';
import { simulatorServer } from '../../infra/simulated/page.js';
import { steeringClient, type SteeringClient } from '../../simulator/client/steering-client.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulationClock } from '../../simulator/simulation-clock.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { memoryLog } from '../application/console/readable-log.js';
import { currentSimulatorDocument } from '../openapi/frozen-documents.js';
import { responseIssues, type ApiDocument } from '../openapi/response-validator.js';

const document = currentSimulatorDocument() as ApiDocument;

/** One call of the API. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A simulated studio with its API. */
export interface ApiBench {
  readonly url: string;
  readonly studio: SimulatedStudio;
  readonly client: SteeringClient;
  readonly call: (call: ApiCall) => Promise<{ readonly status: number; readonly body: string }>;
  readonly close: () => Promise<void>;
}

/** Returns a function that calls the API at a URL, and compares each response with the OpenAPI document. */
export const checkedCalls =
  (url: string): ApiBench['call'] =>
  async ({ method, path, body, headers }) => {
    const sent = { 'content-type': 'application/json', ...headers };
    const response = await fetch(url + path, { method, headers: sent, ...(body !== undefined && { body }) });
    const text = await response.text();
    const received = Object.fromEntries(response.headers);
    expect(responseIssues(document, method, path, response.status, received, text)).toEqual([]);
    return { status: response.status, body: text };
  };

/** Starts the API of a studio whose clock is paused. */
export const openApi = async (seed = 1): Promise<ApiBench> => {
  const clock = simulationClock({ real: manualClock(), startMs: Date.UTC(2021, 2, 1, 12), paused: true });
  const studio = simulatedStudio(demoStudio, clock, { seed });
  const server = await simulatorServer({ studio, clock, log: memoryLog(), names: [] });
  const url = `http://127.0.0.1:${String((await server.listen(0, '127.0.0.1')).port)}`;
  const call = checkedCalls(url);
  return {
    url,
    studio,
    client: steeringClient(call),
    call,
    close: async () => {
      studio.stop();
      await server.close(0);
    },
  };
};
