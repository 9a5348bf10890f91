/** Builds a clean tree from a foreign one: emphasis by style or element around each text, and only elements that we know. */
import { codeOf, isStyledCode, keepsLineEnds } from './code.ts';

/** What is done with a picture: gives what stands in its place, or null to leave it out. */
export type PlacePicture = (image: HTMLImageElement, document: Document) => Element | null;

/** Elements that are taken over, with the attributes that they keep. */
const KEPT: ReadonlyMap<string, readonly string[]> = new Map([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'li', 'blockquote', 'hr', 'table', 'tr', 'caption'].map(
    (name): [string, string[]] => [name, []],
  ),
  ['thead', []],
  ['ol', ['start']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan']],
]);
/** Elements that are left out with all that is in them. */
const LEFT_OUT = new Set(
  'script style meta title link xml template svg math noscript input button select textarea colgroup col iframe object'.split(
    ' ',
  ),
);
/** Blocks that mean nothing by themselves. */
const PLAIN_BLOCKS = new Set(
  'div section article main header footer aside nav figure figcaption address dl dt dd details summary center form'.split(
    ' ',
  ),
);
/** What cannot stand in a paragraph of HTML. */
const BLOCK = ['pre', ...KEPT.keys(), ...PLAIN_BLOCKS].join(',');
/** Word's paragraphs for the title of a document, which it has no heading for. */
const HEADING_CLASSES: ReadonlyMap<string, string> = new Map([
  ['MsoTitle', 'h1'],
  ['MsoSubtitle', 'h2'],
  ['MsoQuote', 'blockquote'],
  ['MsoIntenseQuote', 'blockquote'],
]);
const HEADINGS = /^h[1-6]$/;

/** The element of each emphasis, outermost first. */
const EMPHASES = ['strong', 'em', 'u', 's', 'sup', 'sub', 'code'] as const;
type Emphasis = (typeof EMPHASES)[number];
const MEANT: ReadonlyMap<string, Emphasis> = new Map([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'em'],
  ['em', 'em'],
  ['cite', 'em'],
  ['u', 'u'],
  ['ins', 'u'],
  ['s', 's'],
  ['strike', 's'],
  ['del', 's'],
  ['sup', 'sup'],
  ['sub', 'sub'],
  ['code', 'code'],
  ['tt', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
]);

interface Place {
  readonly parent: Element;
  readonly emphases: ReadonlySet<Emphasis>;
  readonly inLink: boolean;
  /** Whether line ends in a text are meant. */
  readonly keepsLineEnds: boolean;
}

/** Appends to `target` what the content of `source` means. */
export function rebuild(source: Element, target: Element, placePicture: PlacePicture): void {
  rebuildChildren(source, { parent: target, emphases: new Set(), inLink: false, keepsLineEnds: false }, placePicture);
}

function rebuildChildren(source: Element, place: Place, placePicture: PlacePicture): void {
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) appendText(child.textContent ?? '', place);
    else if (child instanceof Element && !isLeftOut(child)) rebuildElement(child, place, placePicture);
  }
}

function rebuildElement(source: Element, place: Place, placePicture: PlacePicture): void {
  const document = place.parent.ownerDocument;
  const name = headingOf(source) ?? source.localName;
  if (name === 'img') {
    const picture = placePicture(source as HTMLImageElement, document);
    if (picture !== null) place.parent.append(picture);
  } else if (name === 'br') place.parent.append(document.createElement('br'));
  else if (name === 'pre' || (PLAIN_BLOCKS.has(name) && isStyledCode(source)))
    place.parent.append(codeOf(source, document));
  else if (name === 'a') rebuildLink(source, place, placePicture);
  else if (PLAIN_BLOCKS.has(name)) {
    const inside = source.querySelector(BLOCK) === null ? append('p', place) : place;
    rebuildChildren(source, withEmphases(source, inside), placePicture);
  } else if (KEPT.has(name)) {
    const made = append(name, place);
    for (const attribute of KEPT.get(name) ?? []) copyAttribute(source, made.parent, attribute);
    // A heading is bold of itself.
    rebuildChildren(source, HEADINGS.test(name) ? made : withEmphases(source, made), placePicture);
  } else rebuildChildren(source, withEmphases(source, place), placePicture);
}

function rebuildLink(source: Element, place: Place, placePicture: PlacePicture): void {
  const href = source.getAttribute('href') ?? '';
  // Word's own marks in a document are links without an address, or to one of its bookmarks.
  if (href === '' || href.startsWith('#_')) {
    rebuildChildren(source, place, placePicture);
    return;
  }
  const link = append('a', place);
  link.parent.setAttribute('href', href);
  rebuildChildren(source, { ...withEmphases(source, link), inLink: true }, placePicture);
}

function append(name: string, place: Place): Place {
  const element = place.parent.ownerDocument.createElement(name);
  place.parent.append(element);
  return { ...place, parent: element };
}

function copyAttribute(source: Element, target: Element, name: string): void {
  const value = source.getAttribute(name);
  if (value !== null && /^\d{1,4}$/.test(value)) target.setAttribute(name, value);
}

function appendText(text: string, place: Place): void {
  // A line end between blocks is only how the source was written.
  if (!place.keepsLineEnds || text.trim() === '') {
    appendLine(text, place);
    return;
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) place.parent.append(place.parent.ownerDocument.createElement('br'));
    if (line !== '') appendLine(line, place);
  }
}

function appendLine(text: string, { parent, emphases, inLink }: Place): void {
  let inner = parent;
  for (const name of EMPHASES) {
    // A link is underlined of itself.
    if (!emphases.has(name) || (inLink && name === 'u')) continue;
    const element = parent.ownerDocument.createElement(name);
    inner.append(element);
    inner = element;
  }
  inner.append(text);
}

/** The place inside of an element, with what the element and its style say about the text. */
function withEmphases(source: Element, place: Place): Place {
  const emphases = new Set(place.emphases);
  const meant = MEANT.get(source.localName);
  if (meant !== undefined) emphases.add(meant);
  if (!(source instanceof HTMLElement)) return { ...place, emphases };
  applyStyle(source.style, emphases);
  return { ...place, emphases, keepsLineEnds: keepsLineEnds(source) ?? place.keepsLineEnds };
}

function applyStyle(style: CSSStyleDeclaration, emphases: Set<Emphasis>): void {
  const set = (name: Emphasis, holds: boolean) => (holds ? emphases.add(name) : emphases.delete(name));
  const weight = style.fontWeight;
  if (weight !== '') set('strong', /^bold/.test(weight) || Number(weight) >= 600);
  if (style.fontStyle !== '') set('em', /^(?:italic|oblique)/.test(style.fontStyle));
  const lines = `${style.textDecorationLine} ${style.textDecoration}`;
  if (/underline/.test(lines)) emphases.add('u');
  if (/line-through/.test(lines)) emphases.add('s');
  if (/none/.test(lines)) for (const name of ['u', 's'] as const) emphases.delete(name);
  if (style.verticalAlign === 'super') emphases.add('sup');
  if (style.verticalAlign === 'sub') emphases.add('sub');
}

function isLeftOut(element: Element): boolean {
  if (LEFT_OUT.has(element.localName)) return true;
  return element instanceof HTMLElement && element.style.display === 'none';
}

/** By Word's class, or by the role that Word for the web and others give a paragraph. */
function headingOf(element: Element): string | undefined {
  const level = element.getAttribute('role') === 'heading' ? element.getAttribute('aria-level') : null;
  if (level !== null && /^[1-6]$/.test(level)) return `h${level}`;
  if (element.localName !== 'p') return undefined;
  const own = [...element.classList].map((name) => HEADING_CLASSES.get(name)).find((name) => name !== undefined);
  return own;
}
