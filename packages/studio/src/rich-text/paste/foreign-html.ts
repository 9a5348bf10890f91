/**
 * Reads foreign HTML without its styles taking effect, not even in a document that is never shown: the page's
 * Content-Security-Policy would report each of them. Styles of elements stand in an attribute of another name instead.
 */

/** What the `style` of an element becomes. */
export const STYLE_ATTRIBUTE = 'data-foreign-style';

/** Comments with all that programs hide in them, style sheets, and tags with their attributes. */
const PARTS = /<!--[\s\S]*?-->|<style\b[^>]*>([\s\S]*?)<\/style\s*>|<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi;
const ATTRIBUTE = /([^\s=>"'/]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']*))?/g;

export interface ForeignHtml {
  readonly document: Document;
  /** The text of its style sheets, in order. */
  readonly styleSheets: readonly string[];
}

/** The document of foreign HTML. */
export function readForeignHtml(html: string): ForeignHtml {
  const styleSheets: string[] = [];
  const quiet = html.replaceAll(PARTS, (part, sheet: string | undefined) => {
    if (sheet !== undefined) styleSheets.push(sheet);
    return part.startsWith('<!') || sheet !== undefined ? '' : quietTag(part);
  });
  return { document: new DOMParser().parseFromString(quiet, 'text/html'), styleSheets };
}

function quietTag(tag: string): string {
  return tag.replaceAll(ATTRIBUTE, (attribute, name: string, value = '') =>
    name.toLowerCase() === 'style' && value !== '' ? `${STYLE_ATTRIBUTE}${value}` : attribute,
  );
}
