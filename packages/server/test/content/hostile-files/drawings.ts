/** SVG with code in every place that is known for it, with outside addresses, and too large when drawn or read. */
import { type Canary, type HostileFile, kept, refused } from './hostile-file.ts';

const SVG = 'image/svg+xml';
const ROOT = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const DEPTH = 1_000;

/** Drawings that are kept, without what they wanted. */
export function drawings(canary: Canary): HostileFile[] {
  const contents: Readonly<Record<string, string>> = {
    'svg-script': `<script>${canary.code('svg-script')}</script>`,
    'svg-script-cdata': `<script><![CDATA[${canary.code('svg-script-cdata')}]]></script>`,
    'svg-script-href': `<script xlink:href="${canary.address('svg-script-href')}"/>`,
    'svg-script-prefix': `<x:script xmlns:x="http://www.w3.org/2000/svg">${canary.code('svg-script-prefix')}</x:script>`,
    'svg-script-html': `<script xmlns="http://www.w3.org/1999/xhtml">${canary.code('svg-script-html')}</script>`,
    'svg-onload': `<g onload="${canary.code('svg-onload')}"/>`,
    'svg-onbegin': `<animate attributeName="x" dur="1s" onbegin="${canary.code('svg-onbegin')}"/>`,
    'svg-onerror': `<image href="x" onerror="${canary.code('svg-onerror')}"/>`,
    'svg-foreign-object': `<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:${canary.code('svg-foreign-object')}"/></foreignObject>`,
    'svg-link': `<a href="javascript:${canary.code('svg-link')}"><rect width="999" height="999"/></a>`,
    'svg-animated-link': `<a><animate attributeName="href" values="javascript:${canary.code('svg-animated-link')}"/><rect width="999" height="999"/></a>`,
    'svg-set-handler': `<rect><set attributeName="onmouseover" to="${canary.code('svg-set-handler')}"/></rect>`,
    'svg-use-data': `<use href="data:image/svg+xml,%3Csvg id='x' xmlns='http://www.w3.org/2000/svg'%3E%3Cscript%3Ealert(1)%3C/script%3E%3C/svg%3E#x"/>`,
    'svg-use-outside': `<use href="${canary.address('svg-use-outside')}#x"/>`,
    'svg-image-outside': `<image width="9" height="9" href="${canary.address('svg-image-outside')}"/>`,
    'svg-filter-outside': `<filter id="f"><feImage href="${canary.address('svg-filter-outside')}"/></filter><rect filter="url(#f)" width="9" height="9"/>`,
    'svg-style-import': `<style>@import url(${canary.address('svg-style-import')});</style>`,
    'svg-style-font': `<style>@font-face{font-family:x;src:url(${canary.address('svg-style-font')})}</style><text font-family="x">a</text>`,
    'svg-paint-outside': `<rect width="9" height="9" fill="url(${canary.address('svg-paint-outside')}#a)"/>`,
    'svg-escaped-style': `<rect width="9" height="9" style="fill:u\\72l(${canary.address('svg-escaped-style')})"/>`,
    'svg-handler': `<handler type="text/javascript" ev:event="load" xmlns:ev="http://www.w3.org/2001/xml-events">${canary.code('svg-handler')}</handler>`,
    'svg-entity-link': `<a xlink:href="&#106;avascript:${canary.code('svg-entity-link')}"><rect width="999" height="999"/></a>`,
    'svg-frames': `<iframe src="${canary.address('svg-frames')}"/><embed src="${canary.address('svg-frames')}"/>`,
  };
  return [
    ...Object.entries(contents).map(([title, content]) => drawing(title, `<svg ${ROOT}>${content}</svg>`)),
    drawing('svg-root-onload', `<svg ${ROOT} onload="${canary.code('svg-root-onload')}"/>`),
    drawing(
      'svg-stylesheet',
      `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${canary.address('svg-stylesheet')}"?><svg ${ROOT}/>`,
    ),
    drawing('svg-outside-dtd', `<!DOCTYPE svg SYSTEM "${canary.address('svg-outside-dtd')}"><svg ${ROOT}/>`),
    {
      ...drawing('svg-utf16', ''),
      bytes: Buffer.from(`\ufeff<svg ${ROOT}><script>${canary.code('svg-utf16')}</script></svg>`, 'utf16le'),
    },
    {
      ...drawing('svg-as-png', `<svg ${ROOT}><script>${canary.code('svg-as-png')}</script></svg>`),
      name: 'a.png',
      type: 'image/png',
    },
  ];
}

/** Drawings that are refused. */
export function brokenDrawings(canary: Canary): HostileFile[] {
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  const uses = Array.from({ length: 12 }, (_, n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(10)}</g>`).join(
    '',
  );
  const contents: Readonly<Record<string, readonly [text: string, rule: string]>> = {
    'svg-outside-entity': [
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg ${ROOT}><text>&x;</text></svg>`,
      'doctype',
    ],
    'svg-entity-asks': [
      `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${canary.address('svg-entity-asks')}">%x;]><svg ${ROOT}/>`,
      'doctype',
    ],
    'svg-billion-laughs': [
      `<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]><svg ${ROOT}><text>&l9;</text></svg>`,
      'doctype',
    ],
    'svg-use-bomb': [`<svg ${ROOT}><g id="u0"><path d="M0 0"/></g>${uses}<use href="#u12"/></svg>`, 'max_items'],
    'svg-deep': [`<svg ${ROOT}>${'<g>'.repeat(DEPTH)}${'</g>'.repeat(DEPTH)}</svg>`, 'max_depth'],
    'svg-cut-off': [`<svg ${ROOT}><g><script>${canary.code('svg-cut-off')}`, 'well_formed'],
    'svg-and-page': [`<svg ${ROOT}/>${canary.page('svg-and-page')}`, 'well_formed'],
    'svg-too-large': [`<svg ${ROOT}><path d="${'M0 0'.repeat(3_000_000)}"/></svg>`, 'max_size'],
    'svg-comments': [
      `<svg ${ROOT}><style>${'/*/'.repeat(300_000)}</style>${'<g/>'.repeat(201_000)}</svg>`,
      'max_items',
    ],
  };
  return Object.entries(contents).map(([title, [text, rule]]) => ({
    ...drawing(title, text),
    expected: refused(rule),
  }));
}

function drawing(title: string, text: string): HostileFile {
  return { title, name: `${title}.svg`, type: SVG, bytes: text, expected: kept(SVG) };
}
