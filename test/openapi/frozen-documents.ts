// The frozen copies of the OpenAPI documents: all features switched on, with a version that no release changes.
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import { apiSource, type CallsDocument, type EventsDocument } from '../../adapters/client/build/api.js';
import { consoleDocument } from '../../adapters/http/console/openapi/document.js';
import { eventsDocument } from '../../adapters/http/control/openapi/asyncapi.js';
import { routeTable } from '../../adapters/http/control/route-table.js';
import { controlDocument } from '../../adapters/http/control/openapi/document.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { steeringDocument } from '../../adapters/http/steering/document.js';
import { apiBase } from '../../simulator/api/base.js';
import { streamEvents } from '../../simulator/api/records.js';
import { steeringOperations } from '../../simulator/api/operations.js';
import { steeredStudio } from '../../simulator/api/steering.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { steeredManually } from '../../simulator/simulation-clock.js';
import { simulatedStudio } from '../../simulator/studio.js';
import type { OpenApiDocument } from '../../adapters/http/server/openapi/document.js';
import { memoryLog } from '../application/console/readable-log.js';
import { breakingChanges } from './compare-documents.js';

const version = '0.0.0';

const title = { name: 'Studio Control', version, simulated: false };

/** Returns the current document of the device-control API. */
export const currentControlDocument = (): OpenApiDocument =>
  controlDocument(routeTable, title)(defaultConfiguration('any'));

/** Returns the current document of the events. */
export const currentEventsDocument = (): object => eventsDocument(title)(defaultConfiguration('any'));

/** The types of the client. */
export const clientFile = resolve(import.meta.dirname, '../../adapters/client/api.ts');

/** Returns the current types of the client. */
export const currentClientApi = (): Promise<string> =>
  apiSource(currentControlDocument() as unknown as CallsDocument, currentEventsDocument() as EventsDocument);

/** Returns the current document of the console's API. */
export const currentConsoleDocument = (): OpenApiDocument => consoleDocument(version);

/** Returns the current document of the simulator's steering API. */
export const currentSimulatorDocument = (): OpenApiDocument => {
  const clock = manualClock();
  const steered = steeredStudio(simulatedStudio(demoStudio, clock), steeredManually(clock), {
    real: clock,
    log: memoryLog(),
  });
  return steeringDocument(
    { base: apiBase, operations: steeringOperations(steered), events: streamEvents, grades: {} },
    version,
  );
};

/** The folder of the frozen copies. Those of each release are in a folder of it, named after the version. */
export const frozenFolder = resolve(import.meta.dirname, '../../docs/api');

/** A document with the file of its frozen copy. */
export interface FrozenDocument {
  readonly name: string;
  readonly file: string;
  readonly current: () => object;
}

export const frozenDocuments: readonly FrozenDocument[] = [
  {
    name: 'the OpenAPI document of the service',
    file: resolve(frozenFolder, 'openapi.json'),
    current: currentControlDocument,
  },
  {
    name: 'the AsyncAPI document of the service',
    file: resolve(frozenFolder, 'asyncapi.json'),
    current: currentEventsDocument,
  },
  {
    name: 'the OpenAPI document of the console',
    file: resolve(frozenFolder, 'console-openapi.json'),
    current: currentConsoleDocument,
  },
  {
    name: "the OpenAPI document of the simulator's steering",
    file: resolve(frozenFolder, 'simulator-openapi.json'),
    current: currentSimulatorDocument,
  },
];

/** The longest line of a stored document, in characters: most parameters and responses are one line. */
const maxLength = 200;

/** Returns a document in the form in which it is stored. */
export const serializeDocument = (document: object): string => `${stringify(document, { maxLength })}\n`;

/** Returns the breaking changes of a document since it was frozen, one line each. */
export const changesSinceFrozen = async ({ file, current }: FrozenDocument): Promise<readonly string[]> =>
  breakingChanges(JSON.parse(await readFile(file, 'utf8')) as object, current());

/**
 * Updates the frozen copies and returns the breaking changes that prevented it. Unless `allowBreaking` is set, one
 * breaking change leaves all copies as they are.
 */
export const freeze = async (
  documents: readonly FrozenDocument[],
  allowBreaking: boolean,
): Promise<readonly string[]> => {
  const breaking = allowBreaking ? [] : (await Promise.all(documents.map(changesSinceFrozen))).flat();
  if (breaking.length > 0) return breaking;
  await Promise.all(documents.map(({ file, current }) => writeFile(file, serializeDocument(current()))));
  return [];
};
