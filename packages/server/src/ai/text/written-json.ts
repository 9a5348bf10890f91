/** Reads the JSON that a model wrote. Models without structured output often put it into a Markdown code block. */

/** The value; undefined if it is not JSON. */
export function parseWritten(text: string): unknown {
  const trimmed = text.trim();
  try {
    return JSON.parse(trimmed.startsWith('```') ? insideBlock(trimmed) : trimmed);
  } catch {
    return undefined;
  }
}

/** The lines of a code block, without its opening line and closing marks. */
function insideBlock(block: string): string {
  const start = block.indexOf('\n') + 1;
  const end = block.lastIndexOf('```');
  return end > start ? block.slice(start, end) : '';
}
