/** A code block with a field for its language. */
import type { NodeViewRendererProps } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { LANGUAGE_CHARACTERS_MAX } from '../../../../contract/src/rich-text.ts';
import type { Words } from '../words.ts';
import { CodeBlock } from './blocks.ts';

/** The node of code blocks, as it is shown in an editor. */
export function codeBlockWithLanguage(words: Words): typeof CodeBlock {
  return CodeBlock.extend({ addNodeView: () => (props) => view(props, words) });
}

function view({ node, editor, getPos }: NodeViewRendererProps, words: Words): NodeView {
  const dom = document.createElement('div');
  const pre = document.createElement('pre');
  const code = document.createElement('code');
  const input = document.createElement('input');
  dom.className = 'code-block';
  Object.assign(input, { maxLength: LANGUAGE_CHARACTERS_MAX, placeholder: words.language, spellcheck: false });
  input.setAttribute('aria-label', words.language);
  input.readOnly = !editor.isEditable;
  pre.append(code);
  dom.append(input, pre);
  const show = ({ attrs }: DocumentNode) => {
    if (document.activeElement !== input) input.value = attrs.language ?? '';
  };
  const keep = () => {
    const [at, language] = [getPos(), input.value.trim()];
    if (at !== undefined)
      editor.commands.command(({ tr }) =>
        Boolean(tr.setNodeAttribute(at, 'language', language === '' ? null : language)),
      );
  };
  // With each key: until the field is left, nothing else would know of it.
  input.addEventListener('input', keep);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === 'Escape') editor.commands.focus();
  });
  show(node);
  return {
    dom,
    contentDOM: code,
    stopEvent: (event) => event.target === input,
    ignoreMutation: (mutation) => !code.contains(mutation.target),
    update: (updated) => {
      if (updated.type !== node.type) return false;
      show(updated);
      return true;
    },
  };
}
