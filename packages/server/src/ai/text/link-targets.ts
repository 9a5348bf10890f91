/** The link targets in plain text, Markdown and HTML. A model must neither lose nor invent any. */
const TARGETS =
  /https?:\/\/[^\s<>"'`()[\]{}«»„“”‚‘’「」『』（）]+|\]\(\s*([^)\s]+)|\b(?:href|src)\s*=\s*["']([^"']+)["']/gi;
/** Characters that end a sentence rather than a URL. */
const PUNCTUATION = '.,;:!?。，；：！？';

/** What is wrong with the links of a text that was derived from another; null if nothing is. */
export function linkProblem(before: string, after: string): string | null {
  const [had, has] = [targetsIn(before), targetsIn(after)];
  const [lost] = had.filter((target) => !has.includes(target));
  if (lost !== undefined) return `Keep the link target ${lost} exactly as it is.`;
  const [invented] = has.filter((target) => !had.includes(target));
  return invented === undefined ? null : `Leave the link target ${invented} out; it is not in the original.`;
}

function targetsIn(text: string): string[] {
  return [...text.matchAll(TARGETS)].map(([whole, inMarkdown, inHtml]) =>
    withoutPunctuation(inMarkdown ?? inHtml ?? whole),
  );
}

function withoutPunctuation(target: string): string {
  let end = target.length;
  while (end > 0 && PUNCTUATION.includes(target.charAt(end - 1))) end--;
  return target.slice(0, end);
}
