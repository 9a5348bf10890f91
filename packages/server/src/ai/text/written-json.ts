/** Reads the JSON that a model wrote. Models without structured output often put it into a Markdown code block. */
const FENCED = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/;

/** The value; undefined if it is not JSON. */
export function parseWritten(text: string): unknown {
  const [, inside = text] = FENCED.exec(text) ?? [];
  try {
    return JSON.parse(inside);
  } catch {
    return undefined;
  }
}
