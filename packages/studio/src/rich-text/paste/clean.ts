/**
 * Cleans HTML of the clipboard: what other programs mean by their styles, classes and comments becomes the few elements that
 * the editor reads, and all else goes. Nothing of it is ever put into the page: it is read in a document of its own.
 */
import { orderBlanks } from './blanks.ts';
import { readForeignHtml } from './foreign-html.ts';
import { orderLists } from './lists.ts';
import { type PlacePicture, rebuild } from './rebuild.ts';
import { applyStyles } from './style-sheet.ts';
import { flattenTables, orderTables } from './tables.ts';
import { listWordParagraphs, nestAriaItems } from './word-lists.ts';

export interface Cleaning {
  readonly placePicture: PlacePicture;
  /** Whether tables can stand in the text; otherwise each row becomes a line. */
  readonly tables: boolean;
}

/** The cleaned HTML. */
export function cleanHtml(html: string, { placePicture, tables }: Cleaning): string {
  const { document: source, styleSheets } = readForeignHtml(html);
  // First, as what Word says of lists is in no style that a browser knows.
  listWordParagraphs(source);
  nestAriaItems(source);
  applyStyles(source, styleSheets);
  const cleaned = document.implementation.createHTMLDocument();
  rebuild(source.body, cleaned.body, placePicture);
  orderLists(cleaned.body);
  orderTables(cleaned.body);
  if (!tables) flattenTables(cleaned.body);
  orderBlanks(cleaned.body);
  return cleaned.body.innerHTML;
}
