// The browser of a sign-in in words, for the list of sessions.

/** Names by a pattern of the `User-Agent`, the most specific first: nearly every browser also names others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatch = (named: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  named.find(([pattern]) => pattern.test(text))?.[1];

/** Returns a `User-Agent` in words, such as `Firefox on Windows`; never the text itself, which may contain anything. */
export const browserName = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, 512);
  const [browser, system] = [firstMatch(browsers, text) ?? 'Unknown program', firstMatch(systems, text)];
  return system === undefined ? browser : `${browser} on ${system}`;
};
