/** Documents and schemas for the tests of this folder. */
import { getSchema } from '@tiptap/core';
import type { Schema } from '@tiptap/pm/model';
import { extensionsOf } from '../extensions.ts';
import { grammarOf, type RichTextNode } from './grammar.ts';

type Content = readonly RichTextNode[];

export const doc = (...content: Content): RichTextNode => ({ type: 'doc', content });
export const text = (words: string, ...marks: string[]): RichTextNode => ({
  type: 'text',
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
  text: words,
});
export const paragraph = (...content: (RichTextNode | string)[]): RichTextNode => ({
  type: 'paragraph',
  ...(content.length > 0 && { content: content.map((one) => (typeof one === 'string' ? text(one) : one)) }),
});

/** The schema of a field with these validations. */
export function schemaOf(nodes?: readonly string[], marks?: readonly string[]): Schema {
  const word = (): string => '';
  return getSchema(
    extensionsOf(
      {
        grammar: grammarOf(nodes, marks),
        readOnly: false,
        placeholder: '',
        styleNonce: '',
        words: {
          open: '',
          remove: '',
          entry: '',
          asset: '',
          loading: '',
          missing: '',
          language: '',
          uploading: '',
          withoutAlt: '',
          alt: word,
          kept: word,
          dropped: word,
          notUploaded: word,
        },
        describe: () => null,
        canOpen: () => false,
        open: () => undefined,
        upload: () => undefined,
        say: () => undefined,
        choicesFor: () => [],
        editLink: () => undefined,
        focusToolbar: () => undefined,
        follow: () => undefined,
        attributesOf: () => ({}),
        changed: () => undefined,
        changedLate: () => undefined,
        left: () => undefined,
      },
      () => undefined,
    ),
  );
}
