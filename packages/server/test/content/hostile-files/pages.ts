/** Pages, scripts, styles and XML under their own names and under others. All are kept; none may ever be shown. */
import { type Canary, type HostileFile, kept } from './hostile-file.ts';

export function pages(canary: Canary): HostileFile[] {
  const code = (who: string) => canary.code(who);
  const styles = (who: string) =>
    `:root{--ran:1}body{background:url(${canary.address(who)})}@import "${canary.address(who)}";`;
  return [
    file('html', 'page.html', 'text/html', canary.page('html')),
    file('html-as-jpeg', 'photo.jpg', 'text/html', canary.page('html-as-jpeg'), 'image/jpeg'),
    file('html-as-svg', 'drawing.svg', 'text/html', canary.page('html-as-svg'), 'image/svg+xml'),
    file('html-behind-comment', 'a.txt', 'text/html', `<!-- -->\n${canary.page('html-behind-comment')}`),
    file('html-behind-mark', 'a.png', 'text/html', `\ufeff${canary.page('html-behind-mark')}`, 'image/png'),
    file('html-utf16', 'a.gif', 'text/html', Buffer.from(`\ufeff${canary.page('html-utf16')}`, 'utf16le')),
    file('html-behind-words', 'a.html', 'text/plain', `Hello ${canary.page('html-behind-words')}`),
    file('html-behind-zero', 'a.html', 'application/octet-stream', `\u0000${canary.page('html-behind-zero')}`),
    file('html-in-markdown', 'a.md', 'text/markdown', `# Hello\n\n${canary.page('html-in-markdown')}`),
    file(
      'html-refresh',
      'a.htm',
      'text/html',
      `<meta http-equiv="refresh" content="0;url=${canary.address('html-refresh')}">`,
    ),
    file('xhtml', 'a.xhtml', 'application/xhtml+xml', xhtml(code('xhtml'))),
    file('xhtml-as-xml', 'feed.xml', 'application/xhtml+xml', xhtml(code('xhtml-as-xml')), 'application/rss+xml'),
    file('xml-with-script', 'a.xml', 'application/xhtml+xml', xmlWithScript(code('xml-with-script'))),
    file(
      'xml-stylesheet',
      'b.xml',
      'application/xml',
      `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${canary.address('xml-stylesheet')}"?><note/>`,
    ),
    file('xslt', 'a.xsl', 'application/xml', xslt(code('xslt')), 'text/xsl'),
    file(
      'xml-laughs',
      'c.xml',
      'application/xml',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><note>&b;</note>',
    ),
    file(
      'xml-outside-entity',
      'd.xml',
      'application/xml',
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "${canary.address('xml-outside-entity')}">]><note>&x;</note>`,
    ),
    file('mhtml', 'a.mhtml', 'text/plain', mhtml(canary.page('mhtml')), 'multipart/related'),
    file('script', 'a.js', 'text/plain', code('script'), 'text/javascript'),
    file('module', 'a.mjs', 'text/plain', `export default 1;${code('module')}`, 'text/javascript'),
    file('script-as-json', 'a.json', 'text/plain', code('script-as-json'), 'application/json'),
    file('script-as-image', 'a.jpg', 'text/plain', code('script-as-image'), 'image/jpeg'),
    file(
      'worker',
      'sw.js',
      'text/plain',
      `self.onfetch=()=>0;fetch('${canary.address('worker')}')`,
      'application/javascript',
    ),
    file('json-script', 'b.json', 'application/json', `[1];${code('json-script')}`, 'application/json'),
    file('style-sheet', 'a.css', 'text/plain', styles('style-sheet'), 'text/css'),
    file('style-as-image', 'a.webp', 'text/plain', styles('style-as-image'), 'image/webp'),
    file('wasm', 'a.wasm', 'application/octet-stream', Buffer.from('0061736d01000000', 'hex'), 'application/wasm'),
    file('php', 'a.php', 'text/plain', `<?php system($_GET[0]); ?>`, 'image/gif'),
    file('htaccess', '.htaccess', 'text/plain', 'AddType text/html .jpg'),
    file('flash', 'a.swf', 'application/x-shockwave-flash', Buffer.from('465753090000000000000000', 'hex')),
    file(
      'executable',
      'a.exe',
      'application/x-msdownload',
      Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
      'image/png',
    ),
    file(
      'font',
      'a.woff2',
      'font/woff2',
      Buffer.concat([Buffer.from('774f463200010000', 'hex'), Buffer.alloc(40, 255)]),
    ),
  ];
}

function file(title: string, name: string, mimeType: string, bytes: string | Buffer, claimed = mimeType): HostileFile {
  return { title, name, type: claimed, bytes, expected: kept(mimeType) };
}

function xhtml(code: string): string {
  return `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${code}</script></html>`;
}

function xmlWithScript(code: string): string {
  return `<?xml version="1.0"?><a><x:script xmlns:x="http://www.w3.org/1999/xhtml">${code}</x:script></a>`;
}

function xslt(code: string): string {
  return (
    '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#"?><xsl:stylesheet version="1.0" ' +
    'xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><script>' +
    `${code}</script></html></xsl:template></xsl:stylesheet>`
  );
}

function mhtml(page: string): string {
  return (
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n' +
    `Content-Location: http://a.example/\r\n\r\n${page}\r\n--b--\r\n`
  );
}
