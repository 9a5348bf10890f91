/** Language tags have one spelling here (`en-US`, never `en-us`); a code that is none stays, for the service to reject. */
export function canonicalLocale(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}
