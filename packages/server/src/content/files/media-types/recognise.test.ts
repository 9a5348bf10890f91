/** File types by content, whoever names the files and whatever they are called. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../../../../testing/src/cpu-time.ts';
import { dispositionOf } from './disposition.ts';
import { recogniseBytes } from './recognise.ts';

interface Row {
  readonly bytes: string | Buffer;
  readonly name?: string;
  readonly is: string;
}

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

const rows: Readonly<Record<string, Row>> = {
  'a GIF called a page': { bytes: GIF, name: 'page.html', is: 'image/gif' },
  'a PDF': { bytes: '%PDF-1.7\n', name: 'a.jpg', is: 'application/pdf' },
  'a PDF with bytes before it': { bytes: '\r\n%!PS-Adobe-3.0 PDF\n%PDF-1.4\n', name: 'a.PDF', is: 'application/pdf' },
  'text about PDFs': { bytes: 'They begin with %PDF-1.7', name: 'a.txt', is: 'text/plain' },
  'a TIFF whose directory lies far away': { bytes: Buffer.from('49492a00ffffff7f', 'hex'), is: 'image/tiff' },
  text: { bytes: 'Hello', name: 'a.txt', is: 'text/plain' },
  'text called a page': { bytes: 'Hello', name: 'a.html', is: 'text/plain' },
  'text called a script': { bytes: 'alert(1)', name: 'a.mjs', is: 'text/plain' },
  'text called a style sheet': { bytes: 'a { color: red }', name: 'a.css', is: 'text/plain' },
  'text in two bytes a character': { bytes: utf16('Hello'), is: 'text/plain' },
  'text in Latin 1 called a table': { bytes: Buffer.from('é;ü\n', 'latin1'), name: 'a.csv', is: 'text/csv' },
  'JSON by name': { bytes: ' {"a": 1}', name: 'a.JSON', is: 'application/json' },
  'something else called JSON': { bytes: 'alert(1)', name: 'a.json', is: 'text/plain' },
  'Markdown with a script in it': { bytes: '# Hello\n<script>alert(1)</script>', name: 'a.md', is: 'text/markdown' },
  subtitles: { bytes: 'WEBVTT\n\n', name: 'a.vtt', is: 'text/vtt' },
  'a page called a picture': { bytes: '<!DOCTYPE html><p>Hello', name: 'a.jpg', is: 'text/html' },
  'a page behind comments': { bytes: '<!-- a --> <!-- b -->\n<script>alert(1)</script>', is: 'text/html' },
  'a page in two bytes a character': { bytes: utf16('<html><script>alert(1)</script>'), is: 'text/html' },
  'an XHTML page': {
    bytes: '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
    name: 'a.svg',
    is: 'application/xhtml+xml',
  },
  'an SVG': { bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>', name: 'a.txt', is: 'image/svg+xml' },
  'an SVG with a prologue': {
    bytes: '\ufeff<?xml version="1.0"?>\n<!-- > --><!DOCTYPE svg [<!ENTITY a "b">]>\n<s:svg xmlns:s="x">',
    is: 'image/svg+xml',
  },
  'an SVG in two bytes a character': { bytes: utf16('<svg/>'), is: 'image/svg+xml' },
  XSLT: { bytes: '<?xml version="1.0"?><xsl:stylesheet version="1.0"/>', name: 'a.svg', is: 'application/xml' },
  'XML without a declaration': { bytes: '<note>Hello</note>', name: 'a.xml', is: 'text/plain' },
  WebAssembly: { bytes: Buffer.from('0061736d01000000', 'hex'), name: 'a.wasm', is: 'application/octet-stream' },
  'a document of an office': { bytes: 'PK\u0003\u0004…', name: 'a.docx', is: /wordprocessingml/.source },
  'an archive called a picture': { bytes: 'PK\u0003\u0004…', name: 'a.png', is: 'application/zip' },
  'a packed SVG': { bytes: Buffer.from('1f8b0800', 'hex'), name: 'a.svgz', is: 'application/gzip' },
  'bytes without a meaning': { bytes: Buffer.from([0, 1, 2, 3, 4]), name: 'a.html', is: 'application/octet-stream' },
  nothing: { bytes: '', name: 'a.html', is: 'text/plain' },
};

for (const [title, { bytes, name = 'file', is }] of Object.entries(rows)) {
  test(`${title} is ${is}`, async () => {
    const { mimeType } = await recogniseBytes(Buffer.from(bytes), name);
    assert.match(mimeType, new RegExp(is.replaceAll('+', '\\+')));
  });
}

test('no prologue takes long', async () => {
  const tookMs = await cpuMsOf(async () => {
    for (const piece of ['<!-- -->', '<!--', '<?', '<!doctype [', ' '])
      await recogniseBytes(Buffer.from(piece.repeat(30_000)), 'a');
  });
  assert.ok(tookMs < 2_000, `${tookMs} ms`);
});

test('only images, audio and video are displayed', () => {
  for (const type of ['image/png', 'image/avif', 'video/mp4', 'audio/mpeg'])
    assert.equal(dispositionOf(type), 'inline');
  for (const type of [
    'image/svg+xml',
    'text/html',
    'text/plain',
    'application/pdf',
    'application/xhtml+xml',
    'font/woff2',
    '',
  ])
    assert.equal(dispositionOf(type), 'attachment');
});
