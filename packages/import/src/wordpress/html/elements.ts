/**
 * Tables that map HTML elements to rich text. For an element that is in none of them, only its content is kept, and the report says
 * so.
 */

/** Elements that correspond exactly to a mark. */
export const exactMarks: ReadonlyMap<string, string> = new Map([
  ['strong', 'bold'],
  ['b', 'bold'],
  ['em', 'italic'],
  ['i', 'italic'],
  ['u', 'underline'],
  ['s', 'strike'],
  ['strike', 'strike'],
  ['del', 'strike'],
  ['code', 'code'],
  ['sup', 'superscript'],
  ['sub', 'subscript'],
]);

/** Elements that browsers show like a mark, but that have a different meaning. */
export const similarMarks: ReadonlyMap<string, string> = new Map([
  ['ins', 'underline'],
  ['cite', 'italic'],
  ['dfn', 'italic'],
  ['var', 'italic'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
]);

/** Level of each heading. */
export const headingLevels: ReadonlyMap<string, number> = new Map(
  [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]),
);

/** Elements that browsers show as blocks: their content becomes separate paragraphs. */
export const blockElements: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'body',
  'caption',
  'center',
  'dd',
  'details',
  'dialog',
  'dir',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'header',
  'hgroup',
  'html',
  'legend',
  'main',
  'menu',
  'nav',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
]);

/** Elements whose text is code that a browser would run or apply. */
export const codeElements: ReadonlySet<string> = new Set(['script', 'style', 'template']);

/** Elements that embed a file or page, and the attribute with its address. */
export const embeddingElements: ReadonlyMap<string, string> = new Map([
  ['iframe', 'src'],
  ['embed', 'src'],
  ['object', 'data'],
  ['frame', 'src'],
  ['video', 'src'],
  ['audio', 'src'],
]);

/** Elements without text that have no meaning of their own. */
export const emptyElements: ReadonlySet<string> = new Set([
  'area',
  'base',
  'col',
  'colgroup',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
