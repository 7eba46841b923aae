// Checks every response of the API against the OpenAPI document in the repository.
import { readFileSync } from 'node:fs';
import {
  componentIssues,
  responseIssues,
  templateOf,
  type ApiDocument,
} from '../../test/openapi/response-validator.js';
import type { EventSourceMessage } from 'eventsource-parser';
import type { ScenarioResponse } from './driver.js';

const frozen = new URL('../../docs/api/openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(frozen, 'utf8')) as ApiDocument;

const describedMethods = new Set(['GET', 'HEAD', 'POST']);

/** The document doesn't describe responses to unsupported methods. */
const methodNotAllowed = 405;

/** Returns the contract violations of a response; empty if the document doesn't describe the route. */
export const contractViolations = (
  method: string,
  path: string,
  { status, headers, body }: ScenarioResponse,
): readonly string[] => {
  const isDescribed =
    describedMethods.has(method) && status !== methodNotAllowed && templateOf(document, path) !== undefined;
  return isDescribed ? responseIssues(document, method, path, status, headers, body) : [];
};

/** Returns the contract violations of an event of the API's stream. */
export const eventViolations = ({ id, event = 'message', data }: EventSourceMessage): readonly string[] => {
  const type = event.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return componentIssues(document, `${type}Event`, { id, event, data: JSON.parse(data) as unknown });
};
