// Writes the texts of a graphic for CasparCG: as JSON, which the server puts into a call of the template's `update`
// function, inside a quoted parameter of AMCP. Each of the three layers has its own escape sequences.
import type { GraphicFields } from '../../../domain/studio/graphic.js';

/** The first version that escapes backslashes when it calls the template's function. Earlier ones escape quotes only. */
const firstEscaping = { major: 2, minor: 6 } as const;

/** Whether a version, such as `2.5.0 69e8ad552 Stable`, escapes backslashes itself. An unknown one counts as one that does not. */
export const escapesBackslashes = (version: string): boolean => {
  const [, major = 0, minor = 0] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  return major > firstEscaping.major || (major === firstEscaping.major && minor >= firstEscaping.minor);
};

const codeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Returns JSON of printable ASCII. Line separators would end a string of JavaScript, and CasparCG before 2.6
 * may drop the connection of a client that sends characters outside its locale.
 */
const asciiJson = (texts: GraphicFields): string => JSON.stringify(texts).replaceAll(/[^\x20-\x7e]/g, codeUnit);

const withEscapedBackslashes = (text: string): string => text.replaceAll('\\', '\\\\');

/** Returns a quoted parameter. `text` is printable ASCII. */
export const quoted = (text: string): string => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;

/** Returns the texts as a parameter for a server of a version. */
export const templateData = (texts: GraphicFields, version: string): string => {
  const json = asciiJson(texts);
  return quoted(escapesBackslashes(version) ? json : withEscapedBackslashes(json));
};
