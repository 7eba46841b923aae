// Holds every answer of the API against the description that is frozen in the repository.
import { readFileSync } from 'node:fs';
import { responseIssues, templateOf, type ApiDocument } from '../../test/openapi/response-validator.js';
import type { ScenarioAnswer } from './driver.js';

const frozen = new URL('../../test/openapi/openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(frozen, 'utf8')) as ApiDocument;

const describedMethods = new Set(['GET', 'HEAD', 'POST']);

/** A method that isn't taken is no part of the description. */
const methodNotAllowed = 405;

/** What is wrong with an answer; nothing where its route isn't described at all. */
export const contractFaults = (
  method: string,
  path: string,
  { status, headers, body }: ScenarioAnswer,
): readonly string[] => {
  const isDescribed =
    describedMethods.has(method) && status !== methodNotAllowed && templateOf(document, path) !== undefined;
  return isDescribed ? responseIssues(document, method, path, status, headers, body) : [];
};
