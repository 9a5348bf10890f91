/** Loads a part of the block editor together with its words. */
import { loadWords } from '../../languages/languages.ts';

/** @param load imports the file, and gives the component in it */
export function withWords<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    const [part] = await Promise.all([load(), loadWords('blocks')]);
    return part;
  };
}
