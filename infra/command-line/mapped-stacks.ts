// Stack traces with the lines of the TypeScript sources. A source map is read when a stack trace needs it: Node's own
// --enable-source-maps reads the maps of all loaded modules at the start, and keeps them.
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** Returns the source map of a module; undefined if it has none. */
const mapOf = (moduleUrl: string): SourceMap | undefined => {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${moduleUrl}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
};

/** Finds the source map of a module. */
type FindMap = (moduleUrl: string) => SourceMap | undefined;

/**
 * Returns a function that reads the map of each module once: a bundle has a large one, and most frames of a stack trace, or of
 * a profile, name the same few bundles.
 */
export const readingOnce = (): FindMap => {
  const maps = new Map<string, SourceMap | undefined>();
  return (moduleUrl) => {
    if (!maps.has(moduleUrl)) maps.set(moduleUrl, mapOf(moduleUrl));
    return maps.get(moduleUrl);
  };
};

/** Returns the place in a module's source; undefined if the module has no source map, or the map has no such place. */
const sourceOf = (moduleUrl: string, line: string, column: string, findMap: FindMap): string | undefined => {
  const origin = findMap(moduleUrl)?.findOrigin(Number(line), Number(column));
  if (origin === undefined || !('fileName' in origin)) return undefined;
  const source = new URL(origin.fileName, moduleUrl).href;
  return `${source}:${String(origin.lineNumber)}:${String(origin.columnNumber)}`;
};

/** Returns a frame of a stack trace with the place in the source, if it is known. */
const mapped = (frame: string, findMap: FindMap): string => {
  const start = frame.indexOf('file://');
  const end = frame.endsWith(')') ? frame.length - 1 : frame.length;
  const parts = frame.slice(Math.max(start, 0), end).split(':');
  const [url, line = '', column = ''] = [parts.slice(0, -2).join(':'), parts.at(-2), parts.at(-1)];
  const source = start < 0 ? undefined : sourceOf(url, line, column, findMap);
  return source === undefined ? frame : `${frame.slice(0, start)}${source}${frame.slice(end)}`;
};

/** How many frames are kept with their places. The same few errors are logged again and again, and a map takes 10 ms. */
const mostKept = 512;
const known = new Map<string, string>();

const mapAndKeep = (frame: string, findMap: FindMap): string => {
  const text = mapped(frame, findMap);
  if (known.size >= mostKept) known.clear();
  known.set(frame, text);
  return text;
};

const mappedOnce = (frame: string, findMap: FindMap): string => known.get(frame) ?? mapAndKeep(frame, findMap);

/** A frame of a stack trace, as V8 describes it. */
interface Frame {
  readonly toString: () => string;
}

/** Returns the text of a stack trace. */
export const mappedStack = (error: Error, frames: readonly Frame[]): string => {
  const findMap = readingOnce();
  const places = frames.map((frame) => `    at ${mappedOnce(frame.toString(), findMap)}`);
  return [Error.prototype.toString.call(error), ...places].join('\n');
};

/** Stack traces of this thread name the sources from now on. Without effect if Node maps them itself. */
export const mapStacks = (): void => {
  if (!process.sourceMapsEnabled) Error.prepareStackTrace = mappedStack;
};
