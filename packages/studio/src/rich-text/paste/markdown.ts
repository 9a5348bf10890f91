/** Markdown of the clipboard (https://github.github.com/gfm/) as the HTML that the editor reads. */
import { Marked } from 'marked';
import { escaped } from './plain-text.ts';

/** A star between letters or digits, as in `2*3*4`. */
const STAR = /^\*(?!\*)/;
const IN_WORD = /\w/;

const marked = new Marked({
  // The editor takes a line break in text for one that is meant.
  walkTokens: (token) => {
    if (token.type === 'text') token.text = token.text.replaceAll('\n', ' ');
  },
  tokenizer: {
    // Elements are shown as they were written.
    html: () => undefined,
    tag: () => undefined,
    emStrong: (text, _, before = '') => (STAR.test(text) && IN_WORD.test(before) ? undefined : false),
  },
  renderer: {
    // Without the line break that Markdown ends code with.
    code: ({ text, lang }) => {
      const language = lang === undefined || lang === '' ? '' : ` class="language-${escaped(lang)}"`;
      return `<pre><code${language}>${escaped(text)}</code></pre>\n`;
    },
    // Pictures are files of the media library, so one elsewhere is a link.
    image: ({ href, text }) => `<a href="${escaped(href)}">${escaped(text)}</a>`,
    checkbox: () => '',
  },
});

/** The text as HTML. */
export function htmlOfMarkdown(text: string): string {
  return marked.parse(text, { async: false });
}
