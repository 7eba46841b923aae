// The sources of the functions in a CPU profile: a bundle has those of many modules.
import { existsSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const project = pathToFileURL(resolve(import.meta.dirname, '../../..')).href;
const maps = new Map<string, SourceMap | undefined>();

/** Returns the source map of a bundle; undefined if the module is none. */
const mapOf = (url: string): SourceMap | undefined => {
  const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
  if (!maps.has(url))
    maps.set(
      url,
      existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : undefined,
    );
  return maps.get(url);
};

/** Returns the URL of the source of a function, relative to the project if it is its own. */
export const sourceOf = ({ url, lineNumber, columnNumber }: Profiler.ProfileNode['callFrame']): string => {
  const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
  const source = entry !== undefined && 'originalSource' in entry ? new URL(entry.originalSource, url).href : url;
  return source.startsWith(project) && !source.includes('/node_modules/') ? source.slice(project.length) : source;
};
