// The sources of the functions in a CPU profile: a bundle has those of many modules.
import type { Profiler } from 'node:inspector';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readingOnce } from '../../../infra/command-line/mapped-stacks.js';

const project = pathToFileURL(resolve(import.meta.dirname, '../../..')).href;
const mapOf = readingOnce();

/** Returns the URL of the source of a function, relative to the project if it is its own. */
export const sourceOf = ({ url, lineNumber, columnNumber }: Profiler.ProfileNode['callFrame']): string => {
  const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
  const source = entry !== undefined && 'originalSource' in entry ? new URL(entry.originalSource, url).href : url;
  return source.startsWith(project) && !source.includes('/node_modules/') ? source.slice(project.length) : source;
};
