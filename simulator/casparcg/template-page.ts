// The page of an HTML template on a simulated CasparCG server: what its function `update` receives, and what it shows.

/** What a page shows. */
export interface TemplatePage {
  /** The texts that it received last; null before the first ones. */
  readonly texts: Readonly<Record<string, unknown>> | null;
  /** Whether it was started and not stopped since. */
  readonly isPlaying: boolean;
  /** Number of calls that failed in the page, as no valid script or no valid JSON reached it. */
  readonly failures: number;
}

export const emptyPage: TemplatePage = { texts: null, isPlaying: false, failures: 0 };

/** Versions from 2.6 on escape backslashes and line breaks in the call. */
const escapesAll = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1_000 + minor >= 2_006;
};

const trimmed = (data: string): string => {
  let [start, end] = [0, data.length];
  while (start < end && ' "'.includes(data.charAt(start))) start += 1;
  while (end > start && ' "'.includes(data.charAt(end - 1))) end -= 1;
  return data.slice(start, end);
};

const lineBreaks: readonly (readonly [string, string])[] = [
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
];

/** Returns the inside of the quotes in the script `update("…")` with which the server calls the page. */
const scriptOf = (data: string, version: string): string => {
  const old = !escapesAll(version);
  const text = old ? trimmed(data) : trimmed(data).split('\\').join('\\\\');
  const quotesEscaped = text.split('"').join('\\"');
  return old
    ? quotesEscaped
    : lineBreaks.reduce((whole, [raw, escape]) => whole.split(raw).join(escape), quotesEscaped);
};

const simpleEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/** Returns the value of a string literal of JavaScript, given the inside of its quotes; undefined if it isn't valid. */
const stringValue = (inside: string): string | undefined => {
  const parts: string[] = [];
  const part = /([^\\"\n\r]+)|\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^ux\n\r]))/gy;
  let end = 0;
  for (const [whole, plain, unicode, byte, other = ''] of inside.matchAll(part)) {
    end += whole.length;
    const code = unicode ?? byte;
    parts.push(
      plain ?? (code === undefined ? (simpleEscapes[other] ?? other) : String.fromCharCode(parseInt(code, 16))),
    );
  }
  return end === inside.length ? parts.join('') : undefined;
};

const parsed = (json: string): TemplatePage['texts'] | undefined => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as TemplatePage['texts']) : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the texts that data of a CG command bring to a page; undefined if they don't arrive. */
export const receivedTexts = (data: string, version: string): TemplatePage['texts'] | undefined => {
  const json = stringValue(scriptOf(data, version));
  return json === undefined ? undefined : parsed(json);
};

/** Returns the page after a call of its function `update`. A call that fails leaves its texts as they are. */
export const updatedPage = (page: TemplatePage, data: string, version: string): TemplatePage => {
  const texts = receivedTexts(data, version);
  return texts === undefined ? { ...page, failures: page.failures + 1 } : { ...page, texts };
};
