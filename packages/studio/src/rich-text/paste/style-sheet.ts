/** Rules of a pasted style sheet as styles of the elements, where Excel, Pages and others say what is bold. */

import { STYLE_ATTRIBUTE } from './foreign-html.ts';

/** The properties that mean something in a text. */
const PROPERTIES = [
  'font-weight',
  'font-style',
  'text-decoration',
  'vertical-align',
  'display',
  'white-space',
  'font-family',
] as const;
/** Excel writes a rule for each of its formats; no program needs as many as this. */
const RULES_MAX = 2000;

/** Gives the elements of a document their own styles, and what its style sheets say where those say nothing else. */
export function applyStyles(source: Document, styleSheets: readonly string[]): void {
  for (const element of source.body.querySelectorAll<HTMLElement>(`[${STYLE_ATTRIBUTE}]`)) takeOwnStyle(element);
  const rules = styleSheets.flatMap(rulesOf);
  for (const rule of rules.slice(0, RULES_MAX).reverse())
    for (const element of source.body.querySelectorAll<HTMLElement>(rule.selectorText)) {
      for (const property of PROPERTIES) {
        const value = rule.style.getPropertyValue(property);
        if (value !== '' && element.style.getPropertyValue(property) === '') element.style.setProperty(property, value);
      }
    }
}

/** A script may set what the page's Content-Security-Policy refuses to an attribute. */
function takeOwnStyle(element: HTMLElement): void {
  element.style.cssText = element.getAttribute(STYLE_ATTRIBUTE) ?? '';
}

function rulesOf(text: string): CSSStyleRule[] {
  const sheet = new CSSStyleSheet();
  // Word and Excel hide their rules from old programs in a comment of HTML.
  sheet.replaceSync(text.replaceAll(/<!--|-->/g, ''));
  return [...sheet.cssRules].filter((rule) => rule instanceof CSSStyleRule).filter(({ style }) => saysSomething(style));
}

function saysSomething(style: CSSStyleDeclaration): boolean {
  return PROPERTIES.some((property) => style.getPropertyValue(property) !== '');
}
