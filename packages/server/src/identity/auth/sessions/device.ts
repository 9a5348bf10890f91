/** The browser and system named by a user agent, in words for people: `Firefox on Linux`. A user agent can contain anything. */

/** The first match counts: most browsers also name the browsers that they are compatible with. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(?:node|undici)\b/i, 'Node.js'],
  [/^python-requests\/|^Python\b/i, 'Python'],
  [/^Go-http-client\//, 'Go'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Never empty; `Unknown device` if nothing in the user agent is recognised. */
export function deviceOf(userAgent: string): string {
  const program = firstIn(PROGRAMS, userAgent);
  const system = firstIn(SYSTEMS, userAgent);
  if (program !== undefined && system !== undefined) return `${program} on ${system}`;
  return program ?? system ?? 'Unknown device';
}

function firstIn(known: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return known.find(([pattern]) => pattern.test(text))?.[1];
}
