/** What is left of an SVG: everything that draws, nothing that runs or refers elsewhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../../../../../testing/src/cpu-time.ts';
import { DomainError } from '../../../../platform/errors/domain-error.ts';
import { SvgCleaner } from './svg-cleaner.ts';

const ROOT = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">';

/** The cleaned content of a root, without that root. */
function inside(content: string): string {
  const text = cleaned(`${ROOT}${content}</svg>`);
  assert.ok(text.startsWith(ROOT) && text.endsWith('</svg>'), text);
  return text.slice(ROOT.length, -'</svg>'.length);
}

function cleaned(text: string, pieceLength = text.length): string {
  const cleaner = new SvgCleaner();
  let output = '';
  for (let at = 0; at < text.length; at += pieceLength) output += cleaner.write(text.slice(at, at + pieceLength));
  return output + cleaner.end().rest;
}

function refusal(text: string): unknown {
  try {
    cleaned(text);
  } catch (error) {
    assert.ok(error instanceof DomainError);
    return Array.isArray(error.extra.errors) ? error.extra.errors[0].rule : undefined;
  }
  return undefined;
}

const kept: Readonly<Record<string, string>> = {
  'shapes and gradients':
    '<defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#f00"></stop></linearGradient></defs><rect width="10" fill="url(#a)"></rect>',
  'parts used again':
    '<symbol id="b" viewBox="0 0 1 1"><path d="M0 0L1 1"></path></symbol><use xlink:href="#b" x="1"></use>',
  text: '<text x="1" font-family="serif">1 &lt; 2 &amp; 3</text>',
  styles: '<style>.a { fill: red; stroke: url(#a) }</style><g style="opacity: 0.5"></g>',
  'a picture within': '<image width="1" height="1" href="data:image/png;base64,iVBORw0KGgo="></image>',
  animations: '<rect><animate attributeName="x" from="0" to="9" dur="1s"></animate></rect>',
  filters: '<filter id="f"><feGaussianBlur stdDeviation="2"></feGaussianBlur></filter>',
  'names for people': '<g role="img" aria-label="Sun" xml:lang="en"><title>Sun</title></g>',
};

for (const [title, content] of Object.entries(kept))
  test(`keeps ${title}`, () => assert.equal(inside(content), content));

const removed: Readonly<Record<string, readonly [given: string, left: string]>> = {
  scripts: ['<script>alert(1)</script><script href="a.js"/>', ''],
  'scripts of other namespaces': ['<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>', ''],
  'scripts whose prefix means SVG': ['<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>', ''],
  handlers: ['<g onload="alert(1)" onClick="alert(1)" OnFocus="alert(1)"/>', '<g></g>'],
  'HTML within': ['<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><b>1</b></body></foreignObject>', ''],
  'links, and not what is in them': ['<a href="javascript:alert(1)"><circle r="1"/></a>', '<circle r="1"></circle>'],
  'uses of other files': [
    '<use href="http://evil.example/a.svg#a"/><use xlink:href="data:image/svg+xml,x#a"/>',
    '<use></use><use></use>',
  ],
  'pictures elsewhere': ['<image href="http://evil.example/a.png"/>', '<image></image>'],
  'drawings as pictures': ['<image href="data:image/svg+xml;base64,PHN2Zz4="/>', '<image></image>'],
  'filters that fetch': ['<filter><feImage href="http://evil.example/"/></filter>', '<filter></filter>'],
  'paints elsewhere': ['<g fill="url(http://evil.example/#a)" filter="URL( \'//evil.example\' )"/>', '<g></g>'],
  'paints behind escapes': ['<g fill="u\\72l(//evil.example)" style="background:\\75rl(//evil.example)"/>', '<g></g>'],
  'imports of sheets': ['<style>@import "//evil.example"; a{fill:red}</style>', '<style> a{fill:red}</style>'],
  'imports in pieces': ['<style>@im@import x;port "//evil.example";</style>', ''],
  'imports behind comments': [
    '<style>@/**/import "//evil.example";a{background:u/**/rl(//evil.example)}</style>',
    '<style>@ import &quot;//evil.example&quot;;a{background:u rl(//evil.example)}</style>',
  ],
  'fonts elsewhere': [
    '<style>@font-face { src: url(//evil.example) } a{fill:red}</style>',
    '<style> a{fill:red}</style>',
  ],
  'sheets that fetch': ['<style>a{background:image-set("//evil.example" 1x)}</style>', ''],
  'sheets in CDATA': ['<style><![CDATA[</style><script>alert(1)</script>]]></style>', ''],
  'animations of links': [
    '<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="xlink:href" values="javascript:x"/>',
    '',
  ],
  'animations of handlers': ['<set attributeName="onload" to="alert(1)"/>', ''],
  'animations to paints elsewhere': [
    '<animate attributeName="fill" to="url(//evil.example)"/>',
    '<animate attributeName="fill"></animate>',
  ],
  'frames and objects': ['<iframe src="a"/><embed src="a"/><object data="a"/><video src="a"/>', ''],
  listeners: ['<handler type="application/ecmascript">alert(1)</handler><listener event="load"/>', ''],
  bases: ['<g xml:base="http://evil.example/"/>', '<g></g>'],
  'comments and instructions': ['<!-- <script> --><?xml-stylesheet href="//evil.example"?>', ''],
  'what editors note': ['<metadata>x</metadata><i:pgf xmlns:i="http://ns.adobe.com/x">x</i:pgf>', ''],
  'attributes of others': ['<g xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load" data-x="1"/>', '<g></g>'],
};

for (const [title, [given, left]] of Object.entries(removed))
  test(`removes ${title}`, () => assert.equal(inside(given), left));

test('no style sheet takes long', async () => {
  const tookMs = await cpuMsOf(() => {
    for (const piece of ['/*', '/*/', '@import ', '@import {', '@font-face {', 'url( ', '@charset "'])
      inside(`<style>${piece.repeat(300_000)}</style>`);
  });
  assert.ok(tookMs < 3_000, `${tookMs} ms`);
});

test('text that was CDATA is text', () =>
  assert.equal(inside('<text><![CDATA[<b>&]]></text>'), '<text>&lt;b&gt;&amp;</text>'));

test('pieces may be cut anywhere', () => {
  const text = `${ROOT}<style>a{fill:red}</style><text x="1">grün &amp; blau</text></svg>`;
  for (let length = 1; length < 40; length += 1) assert.equal(cleaned(text, length), text);
});

test('an SVG without its namespace gets it', () => {
  assert.equal(cleaned('<svg><g/></svg>'), `${ROOT}<g></g></svg>`);
  assert.equal(cleaned('<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>'), `${ROOT}<g></g></svg>`);
});

test('a document type goes', () => {
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  assert.equal(cleaned(`<?xml version="1.0"?>${doctype}<svg/>`), `${ROOT}</svg>`);
});

const chain = Array.from({ length: 30 }, (_, n) => `<g id="g${n}">${`<use href="#g${n + 1}"/>`.repeat(10)}</g>`).join(
  '',
);
const refused: Readonly<Record<string, readonly [text: string, rule: string]>> = {
  'entities of its own': ['<!DOCTYPE svg [<!ENTITY a "ha">]><svg>&a;</svg>', 'doctype'],
  'entities it does not explain': ['<svg>&a;</svg>', 'well_formed'],
  'no end': ['<svg><g>', 'well_formed'],
  'attributes given twice': ['<svg id="a" id="b"/>', 'well_formed'],
  'another first element': ['<html><svg/></html>', 'type'],
  'a first element of another namespace': ['<svg xmlns="http://www.w3.org/1999/xhtml"/>', 'type'],
  'no element': ['<!-- nothing -->', 'well_formed'],
  'elements too deep': [`<svg>${'<g>'.repeat(300)}`, 'max_depth'],
  'elements too many': [`<svg>${'<g/>'.repeat(200_001)}</svg>`, 'max_items'],
  'attributes too many': [`<svg ${Array.from({ length: 101 }, (_, n) => `a${n}="1"`).join(' ')}/>`, 'max_items'],
  'parts that use each other many times': [`<svg>${chain}<use href="#g0"/></svg>`, 'max_items'],
  'parts that use themselves': ['<svg><g id="a"><use href="#a"/></g></svg>', 'max_items'],
};

for (const [title, [text, rule]] of Object.entries(refused))
  test(`refuses ${title}`, () => assert.equal(refusal(text), rule));

test('knows how large a drawing wants to be', () => {
  const sizes: Readonly<Record<string, readonly [number | null, number | null]>> = {
    'width="10" height="20.4px"': [10, 20],
    'viewBox="0 0 30 40"': [30, 40],
    'width="60" viewBox="0,0,30,40"': [60, 80],
    'width="100%" height="100%" viewBox="0 0 3 4"': [3, 4],
    'width="1in" height="2.54cm"': [96, 96],
    'width="-1" height="1e99"': [null, null],
    'width="  7  " height=""': [7, null],
    '': [null, null],
  };
  for (const [attributes, [width, height]] of Object.entries(sizes)) {
    const cleaner = new SvgCleaner();
    cleaner.write(`<svg ${attributes}/>`);
    assert.deepEqual(cleaner.end().size, { width, height }, attributes);
  }
});

test('a width of very many digits is read in linear time', async () => {
  const cleaner = new SvgCleaner();
  const tookMs = await cpuMsOf(() => {
    cleaner.write(`<svg xmlns="http://www.w3.org/2000/svg" width="${'1'.repeat(400_000)}x"/>`);
    assert.deepEqual(cleaner.end().size, { width: null, height: null });
  });
  assert.ok(tookMs < 1_000, `${tookMs} ms`);
});
