/** Times as inputs of the browser have them: of the person's own clock, to the minute. */

const MINUTE_CHARACTERS = 16;
const MINUTE_MS = 60_000;

/** The present, or a time that far from it. @param offsetMs milliseconds */
export function nowForInput(offsetMs = 0): string {
  const date = new Date(Date.now() + offsetMs);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, MINUTE_CHARACTERS);
}

/** The moment that an input means, as the API takes it; what is no time stays as it is, for the API to refuse. */
export function momentOfInput(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
