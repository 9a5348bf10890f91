/** Loads all that shows on the screen of a language model, with its words. What that consists of is listed here, in a file of those who use one. */
import { loadWords } from '../../../languages/languages.ts';

export async function loadTools() {
  const [{ AssistTool }] = await Promise.all([import('./assist-tool.tsx'), loadWords('assist')]);
  return AssistTool;
}
