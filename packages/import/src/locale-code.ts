/**
 * Lectern's spelling of a language tag (`en-US`, never `en-us`). An invalid code stays unchanged, so that the service rejects it.
 */
export function canonicalLocale(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}
